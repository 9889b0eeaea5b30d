package experiment

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/batchsystem"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/results/plan"
)

// className is what names of classes are like, which are part of names of jobs and
// files.
var className = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_-]{0,39}$`)

// reservedClasses are names that jobs of ours have.
var reservedClasses = []string{DefaultClass, "probe", "next"}

// class decodes a class block within an executor block.
func (b *binder) class(block *hclsyntax.Block, e Executor) (ResourceClass, bool) {
	var class ResourceClass
	if len(block.Labels) != 1 {
		b.Errorf(mistake.WrongLabels, block.DefRange(), "A class block needs one name",
			`Write for example class "big" { match = { dataset = ["letter"] } }.`)
		return class, false
	}
	class.Name = block.Labels[0]
	good := b.checkClassName(block, e.Classes)
	attrs, ok := b.Attributes(block, blocks.Schema{What: fmt.Sprintf("class %q", class.Name), Params: ClassParams(e.Type)})
	good = good && ok
	for _, attr := range attrs {
		if attr.Values[0] != nil {
			good = b.classAttribute(&class, attr) && good
		}
	}
	return class, good
}

// classAttribute keeps the value of one attribute of a class.
func (b *binder) classAttribute(class *ResourceClass, attr blocks.Attribute) (good bool) {
	switch value, at := attr.Values[0], attr.Exprs[0]; attr.Name {
	case "match":
		class.Match, good = b.match(value.(map[string]any), at)
		return good
	case "sbatch":
		class.Options = texts(value)
		return b.checkSbatch(class.Options, at)
	case "options":
		class.Options = texts(value)
	default:
		return b.resource(&class.Asks, attr)
	}
	return true
}

// resource keeps the value of an attribute if it is something that jobs ask for.
func (b *binder) resource(r *batchsystem.Resources, attr blocks.Attribute) bool {
	switch value := attr.Values[0]; attr.Name {
	case "cpus":
		r.CPUs = int(value.(float64))
	case "minutes":
		r.Minutes = int(value.(float64))
	case "memory":
		bytes, err := contract.ParseSize(value)
		if err != nil {
			b.Errorf(mistake.BadValue, attr.Exprs[0].Range(), "Bad memory", "%s.", wording.Capital(err.Error()))
			return false
		}
		r.Memory = int((bytes + 1<<20 - 1) >> 20)
	}
	return true
}

// checkClassName reports a name that a class cannot have.
func (b *binder) checkClassName(block *hclsyntax.Block, before []ResourceClass) bool {
	name, at := block.Labels[0], block.LabelRanges[0]
	switch {
	case !className.MatchString(name):
		b.Errorf(mistake.BadName, at, fmt.Sprintf("The name %q cannot be used", name),
			"The name of a class is made of letters from a to z, digits, _ and -, begins with a letter and has at most 40.")
	case slices.Contains(reservedClasses, name):
		b.Errorf(mistake.Duplicate, at, fmt.Sprintf("The name %q is taken", name),
			"bench has jobs of this name. Give the class another.")
	case slices.ContainsFunc(before, func(c ResourceClass) bool { return c.Name == name }):
		b.Errorf(mistake.Duplicate, at, fmt.Sprintf("There is a second class %q", name),
			"Join them, or give one of them another name.")
	default:
		return true
	}
	return false
}

// match decodes which cells a class is for.
func (b *binder) match(value map[string]any, at hclsyntax.Expression) (map[string][]string, bool) {
	if len(value) == 0 {
		b.Errorf(mistake.BadValue, at.Range(), "The class is for no cells in particular",
			`Write for example match = { dataset = ["letter"] }. Options for all cells belong in the executor block itself.`)
		return nil, false
	}
	good := true
	match := map[string][]string{}
	var kinds []string
	for _, a := range b.exp.axes() {
		kind := string(a.kind)
		kinds = append(kinds, kind)
		if list, written := value[kind]; written {
			names, ok := b.matched(a, list, at)
			match[kind] = names
			good = good && ok
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(value)) {
		if !slices.Contains(kinds, kind) {
			b.Errorf(mistake.UnknownAttribute, keyRange(at, kind),
				fmt.Sprintf("A class cannot match by %q", kind), "%s",
				wording.Instead(kind, kinds, "It matches by"))
			good = false
		}
	}
	return match, good
}

// matched returns the names in a list and reports those that no block or variant
// has. Variants of blocks with mistakes are not known, and nothing is said of them.
func (b *binder) matched(a axis, list any, at hclsyntax.Expression) ([]string, bool) {
	known := slices.Clone(b.Blocks.Names[string(a.kind)])
	for _, i := range a.instances {
		if !slices.Contains(known, i.Name) {
			known = append(known, i.Name)
		}
	}
	if a.kind == contract.KindReducer && b.exp.LabelReduction != nil {
		known = append(known, b.exp.LabelReduction.Name)
	}
	elements, _ := list.([]any)
	var names []string
	good := true
	for n, element := range elements {
		text, _ := element.(string)
		name := cty.NormalizeString(text)
		block, _, variant := strings.Cut(name, "[")
		if element != nil && !slices.Contains(known, name) && !(variant && b.partial && slices.Contains(known, block)) {
			b.Errorf(mistake.UnknownReference, expression.Locate(at, []any{string(a.kind), n}),
				fmt.Sprintf("There is no %s %q", a.kind, name), "%s",
				wording.Instead(name, known, "There are"))
			good = false
		}
		names = append(names, name)
	}
	return names, good
}

// keyRange is where a key of an object is written, or else the object.
func keyRange(expr hclsyntax.Expression, key string) hcl.Range {
	if object, ok := expression.Bare(expr).(*hclsyntax.ObjectConsExpr); ok {
		for _, item := range object.Items {
			if name, ok := expression.LiteralString(item.KeyExpr); ok && name == key {
				return item.KeyExpr.Range()
			}
		}
	}
	return expr.Range()
}

// idleClasses warns of classes that no combination belongs to, as far as
// combinations are known.
func (b *binder) idleClasses() {
	if b.partial || b.List.HasErrors() {
		return
	}
	e := b.exp.Executor
	used := map[string]bool{}
	for _, c := range b.exp.Combinations {
		cell := plan.Cell{Combination: c.Names()}
		used[e.ClassOf(cell)] = true
		if b.exp.DependsOnData(c.Dataset) {
			cell.Reduction = b.exp.LabelReduction.Name
			used[e.ClassOf(cell)] = true
		}
	}
	for _, block := range b.file.of("executor") {
		for _, inner := range block.Body.Blocks {
			if name := inner.Labels[0]; !used[name] {
				b.Warnf(mistake.UnusedBlock, inner.DefRange(), fmt.Sprintf("No cell is of the class %q", name),
					"Its match fits no combination, or earlier classes take all that it fits. Change it, or take the class out.")
			}
		}
	}
}

// texts are the elements of a decoded list, without those that have mistakes.
func texts(value any) []string {
	list, _ := value.([]any)
	var all []string
	for _, element := range list {
		if text, ok := element.(string); ok {
			all = append(all, text)
		}
	}
	return all
}

// checkSbatch asks the catalog whether options can be passed on.
func (b *binder) checkSbatch(options []string, at hclsyntax.Expression) bool {
	if b.catalog.CheckSbatch == nil {
		return true
	}
	if err := b.catalog.CheckSbatch(options); err != nil {
		b.Errorf(mistake.BadValue, at.Range(), "These options cannot be used", "%s.",
			wording.Capital(strings.TrimSuffix(err.Error(), ".")))
		return false
	}
	return true
}
