package tables

import (
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/results/plan"
)

// where decodes the expression that chooses what a table is of. It returns the
// combinations that it can be true of, as far as that is known without data.
func (r *Reader) where(block *hclsyntax.Block, table *plan.Table) ([]Combination, bool) {
	written, ok := block.Body.Attributes["where"]
	if !ok {
		return r.Combinations, true
	}
	c := choice{text: r.Text, expr: written.Expr, scope: r.Values}
	if !r.checkFacts(written.Expr) {
		return nil, false
	}
	example := Combination{{}, {}, {}, {}}
	v, ok := expression.Evaluate(&r.Remarks, written.Expr, c.scopeOf(example, nil))
	if !ok || !v.IsNull() && !r.checkTruth(v, written.Expr) {
		return nil, false
	}
	if v.IsNull() {
		return r.Combinations, true
	}
	at := written.Expr.Range()
	table.Where = strings.Join(strings.Fields(string(r.Text.Bytes[at.Start.Byte:at.End.Byte])), " ")
	chosen := lists.Filter(r.Combinations, func(of Combination) bool {
		v, diags := expression.Value(c.expr, c.scopeOf(of, nil))
		return diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.True()
	})
	if len(chosen) == 0 && len(r.Combinations) > 0 && !r.Partial {
		r.Errorf(mistake.BadTable, at, "The table has no rows",
			"The expression is false for every combination of the experiment.")
		return nil, false
	}
	if r.Choices == nil {
		r.Choices = Choices{}
	}
	r.Choices[table.Name] = c
	return chosen, true
}

// scopeOf is what the expression can refer to for a combination: variables, locals, and
// the facts, of which those of the data are unknown without a dataset.
func (c choice) scopeOf(of Combination, d *plan.Dataset) *expression.Scope {
	s := expression.NewScope()
	for _, root := range slices.Sorted(maps.Keys(c.scope.Names)) {
		s.Define(root, c.scope.Names[root], c.scope.Context.Variables[root].AsValueMap())
	}
	for _, kind := range axes {
		m := of.on(kind)
		facts := map[string]cty.Value{"name": cty.StringVal(m.Name), "block": cty.StringVal(m.Block),
			"type": cty.StringVal(m.Type)}
		if kind == string(contract.KindDataset) {
			facts = datasetFacts(m.Name, d)
		}
		s.Define(kind, factsOf(kind), facts)
	}
	return s
}

// datasetFacts are those of a dataset, unknown except the name if d is nil.
func datasetFacts(name string, d *plan.Dataset) map[string]cty.Value {
	facts := map[string]cty.Value{}
	for _, fact := range DatasetFacts {
		facts[fact] = cty.UnknownVal(cty.Number)
	}
	facts["name"] = cty.StringVal(name)
	if d == nil {
		return facts
	}
	set := func(fact string, n int) { facts[fact] = cty.NumberIntVal(int64(n)) }
	set("rows", d.Rows)
	set("features", d.Numeric+d.Categorical)
	set("numeric", d.Numeric)
	set("categorical", d.Categorical)
	set("missing", d.Missing)
	set("classes", 0)
	set("labels", 0)
	set(d.Target.Kind(), d.Target.K())
	return facts
}

// leavesOut lists the combinations that the expression is not true of. The first mistake
// ends it.
func (c choice) leavesOut(of []Combination, datasets []plan.Dataset) ([]plan.Combination, diagnostic.List) {
	var list []plan.Combination
	for _, one := range of {
		names := one.names()
		at := slices.IndexFunc(datasets, func(d plan.Dataset) bool { return d.Name == names.Dataset })
		r := diagnostic.Remarks{Text: c.text}
		v, ok := expression.Evaluate(&r, c.expr, c.scopeOf(one, &datasets[at]))
		if !ok {
			return nil, r.List
		}
		if v.IsNull() || !v.IsKnown() || v.Type() != cty.Bool {
			r.Errorf(mistake.WrongType, c.expr.Range(), `Wrong type of value for "where"`,
				"This must be true or false, and it is neither for %s.",
				names.Name())
			return nil, r.List
		}
		if v.False() {
			list = append(list, names)
		}
	}
	return list, nil
}

// Apply says of each table what its expression leaves out, once the datasets are known.
func (c Choices) Apply(tables []plan.Table, of []Combination, datasets []plan.Dataset) ([]plan.Table, diagnostic.List) {
	tables = slices.Clone(tables)
	var all diagnostic.List
	for n := range tables {
		if choice, has := c[tables[n].Name]; has {
			without, diags := choice.leavesOut(of, datasets)
			tables[n].Without, all = without, append(all, diags...)
		}
	}
	return tables, all
}
