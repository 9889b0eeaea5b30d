package experiment

import (
	"fmt"
	"maps"
	"slices"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/experiment/typed"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// ColumnsName is the attribute by which columns of a reduction have learners of their own.
const ColumnsName = "learners"

// learners decodes an object of references to learner blocks as the names of their only
// variants, by the names of columns.
func (b *binder) learners(v cty.Value, expr hclsyntax.Expression) (any, bool) {
	if !typed.IsMapping(v.Type()) || v.LengthInt() == 0 {
		b.Errorf(expr.Range(), fmt.Sprintf("Wrong type of value for %q", ColumnsName),
			"It names columns and says who trains them: learners = { COLUMN = learner.NAME }.")
		return nil, false
	}
	names, good := map[string]any{}, true
	for it := v.ElementIterator(); it.Next(); {
		key, element := it.Element()
		column := key.AsString()
		name, ok := b.secondLearner(element, expression.Member(expr, column), forColumns)
		names[column] = name
		good = good && ok
	}
	return names, good
}

// bareLearner reports a word in the place of a reference to a learner, or in that of one
// of an object.
func (b *binder) bareLearner(expr hclsyntax.Expression, p contract.Param) bool {
	if !refers(p) {
		return false
	}
	within := []hclsyntax.Expression{expr}
	if object, ok := expression.Bare(expr).(*hclsyntax.ObjectConsExpr); ok {
		within = lists.Map(object.Items, func(item hclsyntax.ObjectConsItem) hclsyntax.Expression { return item.ValueExpr })
	}
	found := false
	for _, e := range within {
		if name, is := b.bareName(e); is {
			b.Errorf(e.Range(), "This must be a reference to a learner", "%s",
				b.instead(string(contract.KindLearner), name, "."))
			found = true
		}
	}
	return found
}

// linkColumns finds the learners that a reduction names for its columns. It reports those
// that cannot train one.
func (b *binder) linkColumns(i *Instance) (good bool) {
	good = true
	for _, column := range slices.Sorted(maps.Keys(i.columns)) {
		named := Pointers(b.exp.Learners, func(l *Instance) bool { return l.Name == i.columns[column] })
		if len(named) == 0 {
			continue // it has mistakes of its own
		}
		if !named[0].Capabilities.Can(contract.Binary) {
			b.List = append(b.List, i.Errorf([]any{ColumnsName, column},
				fmt.Sprintf("Learner %q cannot do %s problems", named[0].Name, contract.Binary),
				"A column of reduction %q is one. Refer to a learner that can.", i.Name))
			good = false
		}
		if i.Columns == nil {
			i.Columns = map[string]*Instance{}
		}
		i.Columns[column] = named[0]
	}
	if tasks := i.Capabilities.Tasks; i.columns != nil && (len(tasks) == 0 || tasks[0] != contract.Binary) {
		b.List = append(b.List, i.Errorf([]any{ColumnsName}, fmt.Sprintf("Reduction %q has no columns", i.Name),
			"Only binary problems are given to learners by their columns. Take the attribute out."))
		return false
	}
	return good
}

// scorers are the learners whose scores the reduction decodes.
func (c Combination) scorers() []*Instance {
	if last := c.Last(); last != c.Learner || len(c.Reduction.Columns) == 0 {
		return []*Instance{last}
	}
	return c.ColumnLearners()
}

// ColumnLearners are those that train columns of the reduction, the cell's own first.
func (c Combination) ColumnLearners() []*Instance {
	all := []*Instance{c.Learner}
	for _, name := range slices.Sorted(maps.Keys(c.Reduction.Columns)) {
		if l := c.Reduction.Columns[name]; !slices.Contains(all, l) {
			all = append(all, l)
		}
	}
	return all
}

// mixed says why the scores of the columns do not go together, or is empty: they are of
// different kinds, and the reduction compares their sizes.
func (c Combination) mixed() string {
	if len(c.Reduction.Columns) == 0 || c.Reduction.Capabilities.MixedScores {
		return ""
	}
	margins, others := c.kinds()
	if len(margins) == 0 || len(others) == 0 {
		return ""
	}
	return fmt.Sprintf("reduction %q compares the sizes of scores, and its columns have margins of learner %s and log-odds "+
		"of learner %s: write calibrate = \"sigmoid\" in the learner blocks of margins, or choose a decoding that goes by "+
		"signs alone, such as hamming with ties = \"first\"",
		c.Reduction.Name, wording.And(wording.Quoted(margins)), wording.And(wording.Quoted(others)))
}

// kinds are the names of the learners of the columns that give margins, and of the others.
func (c Combination) kinds() (margins, others []string) {
	for _, l := range c.ColumnLearners() {
		if l.ScoreKind() == contract.Margin {
			margins = append(margins, l.Name)
		} else {
			others = append(others, l.Name)
		}
	}
	return margins, others
}

// scales warns of margins of different types of learner that are compared: what 1 means
// differs among them.
func (b *binder) scales() {
	said := map[string]bool{}
	for _, c := range b.exp.Combinations {
		margins, others := c.kinds()
		types := map[string]bool{}
		for _, l := range c.ColumnLearners() {
			types[l.Component.Name] = true
		}
		if said[c.Reduction.Block] || len(c.Reduction.Columns) == 0 || len(others) > 0 || len(types) < 2 ||
			c.Reduction.Capabilities.MixedScores || c.Incompatible() != "" {
			continue
		}
		said[c.Reduction.Block] = true
		b.List = append(b.List, c.Reduction.Diagnostic(contract.Warningf([]any{ColumnsName},
			"Margins of different learners are compared", "Reduction %q compares the sizes of scores, and margins of %s are on "+
				"scales of their own. calibrate = \"sigmoid\" in their blocks makes log-odds of them.", c.Reduction.Name,
			wording.And(wording.Quoted(margins)))))
	}
}
