package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/store"
	"github.com/manyclass/bench/framework/wording"
)

// outdated says which results of a folder no longer count, because what they
// were made from has changed.
type outdated struct {
	cells  int            // of the plan, with a result of the same name and another identity
	causes []string       // in order of appearance
	counts map[string]int // cells by cause; a cell may have several
}

// outdated compares the plan that a results folder was made for with the
// present one. A folder without a manifest holds nothing outdated.
func (s *session) outdated(dir string, p *prepare.Prepared, results store.Results) (outdated, error) {
	o := outdated{counts: map[string]int{}}
	if !holdsManifest(dir) {
		return o, nil
	}
	old, err := readPart(dir)
	if err != nil {
		return o, err
	}
	c := comparison{old: old, now: part{dir, s.provenance(), p.Plan, p.Resolved()}, owner: s.owner}
	keys := map[string]string{}
	for _, cell := range old.plan.Cells {
		if _, done := results.ByKey[cell.Key]; done {
			keys[cell.Name()] = cell.Key
		}
	}
	for _, cell := range p.Plan.Cells {
		_, done := results.ByKey[cell.Key]
		if key, known := keys[cell.Name()]; done || !known || key == cell.Key {
			continue
		}
		o.cells++
		for _, cause := range c.causes(cell) {
			if o.counts[cause] == 0 {
				o.causes = append(o.causes, cause)
			}
			o.counts[cause]++
		}
	}
	return o, nil
}

func (o outdated) print(w io.Writer, of int) error {
	if o.cells == 0 {
		return nil
	}
	fmt.Fprintf(w, "%d of %s changed since the results were made, and would be run again:\n", o.cells, wording.Count(of, "cell"))
	for _, cause := range o.causes {
		if _, err := fmt.Fprintf(w, "  %s: %s\n", wording.Count(o.counts[cause], "cell"), cause); err != nil {
			return err
		}
	}
	return nil
}

// owner returns the name of the plugin that offers a component, or "".
func (s *session) owner(kind contract.Kind, component string) string {
	for _, d := range s.described {
		for _, c := range d.Components {
			if c.Kind == kind && c.Name == component {
				return d.Description.Name
			}
		}
	}
	return ""
}

// comparison finds out what differs between what results were made from and
// what they would be made from now.
type comparison struct {
	old, now part
	owner    func(kind contract.Kind, component string) string
}

// causes says why a cell has another identity than before: every difference in
// what determines its result.
func (c comparison) causes(cell plan.Cell) []string {
	var causes []string
	if old, now := c.old.resolved.Seed, c.now.resolved.Seed; old != now {
		causes = append(causes, fmt.Sprintf("seed %d → %d", old, now))
	}
	o, n := c.old.resolved, c.now.resolved
	causes = append(causes, c.data(cell.Dataset)...)
	causes = append(causes, change("dataset "+cell.Dataset, o.Datasets, n.Datasets, cell.Dataset)...)
	causes = append(causes, change("encoder "+cell.Encoder, o.Encoders, n.Encoders, cell.Encoder)...)
	causes = append(causes, change("learner "+cell.Learner, o.Learners, n.Learners, cell.Learner)...)
	causes = append(causes, change("reduction "+cell.Reduction, o.Reductions, n.Reductions, cell.Reduction)...)
	causes = append(causes, changed("validation", o.Validation, n.Validation)...)
	causes = append(causes, c.plugin(contract.KindLearner, n.Learners, cell.Learner)...)
	causes = append(causes, c.plugin(contract.KindReducer, n.Reductions, cell.Reduction)...)
	if old, now := c.old.plan.ScoresTraining(), c.now.plan.ScoresTraining(); old != now {
		causes = append(causes, map[bool]string{true: "a metric on the training rows", false: "no metric on the training rows any more"}[now])
	}
	if len(causes) == 0 {
		causes = []string{"another release of bench, with another protocol or another way to read the data"}
	}
	return causes
}

// data compares the contents of a dataset; the parameters of generated data are
// compared as those of a block. A plan of a release that wrote none tells nothing.
func (c comparison) data(name string) []string {
	old, now := contentDigest(c.old.plan, name), contentDigest(c.now.plan, name)
	if block, ok := find(c.now.resolved.Datasets, name); old == "" || old == now || ok && bytes.Contains(block.Config, []byte(`"generate"`)) {
		return nil
	}
	return []string{fmt.Sprintf("dataset %s: content %s → %s", name, short(old), short(now))}
}

func contentDigest(p *plan.Plan, dataset string) string {
	for _, d := range p.Datasets {
		if d.Name == dataset {
			return d.Content
		}
	}
	return ""
}

// plugin compares the packages that offer the component of a block.
func (c comparison) plugin(kind contract.Kind, blocks []prepare.ResolvedBlock, name string) []string {
	block, _ := find(blocks, name)
	owner := c.owner(kind, block.Type)
	old, now := c.old.plugin(owner), c.now.plugin(owner)
	switch {
	case owner == "" || slices.Equal(old, now):
		return nil
	case len(old) == 0:
		return []string{fmt.Sprintf("plugin %s: it took no part before", owner)}
	}
	return []string{fmt.Sprintf("plugin %s: SHA-256 %s → %s", owner, shortAll(old), shortAll(now))}
}

func find(blocks []prepare.ResolvedBlock, name string) (prepare.ResolvedBlock, bool) {
	i := slices.IndexFunc(blocks, func(b prepare.ResolvedBlock) bool { return b.Name == name })
	if i < 0 {
		return prepare.ResolvedBlock{}, false
	}
	return blocks[i], true
}

// change compares the blocks of a name in two lists.
func change(what string, old, now []prepare.ResolvedBlock, name string) []string {
	a, inOld := find(old, name)
	b, inNow := find(now, name)
	if !inOld || !inNow {
		return nil
	}
	return changed(what, a, b)
}

// changed compares two blocks: in one line, whatever is different.
func changed(what string, old, now prepare.ResolvedBlock) []string {
	if old.Type != now.Type {
		return []string{fmt.Sprintf("%s: type %s → %s", what, old.Type, now.Type)}
	}
	a, b := values(old.Config), values(now.Config)
	names := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b))
	slices.Sort(names)
	var differences []string
	for _, name := range slices.Compact(names) {
		if !reflect.DeepEqual(a[name], b[name]) {
			differences = append(differences, fmt.Sprintf("%s %s → %s", name, shown(a[name]), shown(b[name])))
		}
	}
	if len(differences) == 0 {
		return nil
	}
	return []string{what + ": " + strings.Join(differences, ", ")}
}

// values decodes a configuration, without the names of files: their contents
// are compared.
func values(c contract.Config) map[string]any {
	v := map[string]any{}
	if err := c.Decode(&v); err != nil {
		return nil
	}
	delete(v, "file")
	delete(v, "test_file")
	return v
}

// mostOfValue is how many bytes of a value are shown.
const mostOfValue = 40

// shown renders a value of a configuration.
func shown(v any) string {
	if v == nil {
		return "unset"
	}
	b, err := json.Marshal(v)
	if err != nil || len(b) > mostOfValue {
		return "…"
	}
	return string(b)
}
