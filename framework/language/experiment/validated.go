package experiment

import (
	"fmt"
	"strings"
	"unicode"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/syntax"
)

// checkVariants reports variants whose names tables and files cannot hold.
func (b *binder) checkVariants(block *hclsyntax.Block, variants []Instance) {
	if len(variants) < 2 {
		return
	}
	seen := map[string]bool{}
	for _, v := range variants {
		if seen[v.Name] || strings.ContainsFunc(v.Name, unicode.IsControl) {
			b.Errorf(mistake.BadName, block.DefRange(), "A variant cannot be named",
				"The name %q holds a control character or belongs to two variants.", v.Name)
			return
		}
		seen[v.Name] = true
	}
}

// validated lets the components check the configurations of the variants of a
// block and narrow their capabilities, and returns the variants without errors.
// Of remarks that are not errors, only what holds for the block is reported; see shared.
func (b *binder) validated(instances []Instance) []Instance {
	var clean []Instance
	said := make([][]contract.Diagnostic, len(instances))
	for n, i := range instances {
		verdict, usable, err := b.verdict(&i)
		if err != nil {
			b.List = append(b.List, i.Errorf(mistake.Unchecked, nil,
				fmt.Sprintf("%s %q could not be checked", wording.Capital(string(i.Component.Kind)), i.Name), "%v.", err))
			continue
		}
		bad := !usable
		for _, d := range append(verdict.Diagnostics, i.ofHost()...) {
			if d.Severity != contract.Error {
				said[n] = append(said[n], d)
				continue
			}
			b.List = append(b.List, i.Diagnostic(d))
			bad = true
		}
		if !bad {
			i.Capabilities, i.Runtimes, i.Sources = verdict.Capabilities, verdict.Runtimes, verdict.Sources
			clean = append(clean, i)
		}
	}
	b.List = append(b.List, shared(instances, said)...)
	b.partial = b.partial || len(clean) < len(instances)
	return clean
}

// ofHost says what is wrong with what bench itself does with a reduction.
func (i *Instance) ofHost() []contract.Diagnostic {
	if i.Component.Kind != contract.KindReducer {
		return nil
	}
	return i.Host.Check(i.Capabilities.Has(contract.MultiLabel), i.Values()["thresholds"] != nil)
}

// verdict is what a component says of a variant, and of its parts; whether each part can be
// used is said too.
func (b *binder) verdict(i *Instance) (v contract.Verdict, usable bool, err error) {
	switch {
	case i.Component.Kind == contract.KindEncoder && b.offered(i.Component):
		v, err = b.judged(i)
		return v, true, err
	case i.Component.Kind == contract.KindEncoder && i.Component.Name == composeType:
		config, ofParts, usable := b.composed(i)
		v, err = b.validate(i.Component, config)
		v.Diagnostics = append(ofParts, v.Diagnostics...)
		return v, usable, err
	}
	v, err = b.validate(i.Component, i.Config)
	return v, true, err
}

// shared returns the remarks that are made on every variant of a block to which
// the place they speak of belongs: all variants, or those with that argument of
// a grid. What only some variants lack is not a mistake of the block: a loss that
// only one of two decodings uses. said holds the remarks on each variant.
func shared(variants []Instance, said [][]contract.Diagnostic) diagnostic.List {
	type remark struct {
		at      hcl.Range
		summary string
	}
	made := map[remark]int{}  // on how many variants
	first := map[remark]int{} // the first of them
	for n, diags := range said {
		counted := map[remark]bool{}
		for _, d := range diags {
			r := remark{variants[n].source.Locate(d.Path), d.Summary}
			if counted[r] {
				continue
			}
			counted[r] = true
			if made[r] == 0 {
				first[r] = n
			}
			made[r]++
		}
	}
	var list diagnostic.List
	for n, diags := range said {
		for _, d := range diags {
			r := remark{variants[n].source.Locate(d.Path), d.Summary}
			if first[r] == n && made[r] == concerned(variants, d.Path, r.at) {
				list = append(list, variants[n].Diagnostic(d))
			}
		}
	}
	return list
}

// concerned counts the variants for which a path leads to a place.
func concerned(variants []Instance, path []any, at hcl.Range) int {
	return lists.Count(variants, func(v Instance) bool { return v.source.Locate(path) == at })
}

// standIn returns the instance for a kind of which no block is written.
func (b *binder) standIn(kind contract.Kind, name string) []Instance {
	if name == "" && kind == contract.KindDataset && len(b.file.Suites) > 0 {
		return nil // which has been said
	}
	if name == "" {
		b.Errorf(mistake.Missing, b.start(), fmt.Sprintf("%s has no %s block", b.file.Path, kind), "%s",
			syntax.ExampleOf(string(kind)))
		return nil
	}
	c, ok := b.component(kind, name, b.start())
	if !ok {
		return nil
	}
	return b.validated([]Instance{{
		Name: name, Block: name, Component: c, Capabilities: c.Capabilities,
		Config: contract.NewConfig(defaults(c)),
	}})
}
