package experiment

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment/diagnostic"
	"github.com/manyclass/bench/framework/experiment/expression"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/wording"
)

// DatasetFacts and MemberFacts are what the expression of a table can ask of a dataset and
// of an encoder, learner or reduction. Numbers are known once the data are read.
var (
	DatasetFacts = []string{"name", "rows", "classes", "labels", "features", "numeric", "categorical", "missing"}
	MemberFacts  = []string{"name", "block", "type"}
)

// factsOf lists what can be asked of a kind.
func factsOf(kind string) []string {
	if kind == string(contract.KindDataset) {
		return DatasetFacts
	}
	return MemberFacts
}

// choice is the expression of a table, and what it can refer to besides the members of a
// combination.
type choice struct {
	text  *diagnostic.Text
	expr  hclsyntax.Expression
	scope *expression.Scope
}

// tableWhere decodes the expression that chooses what a table is of. It returns the
// combinations that it can be true of, as far as that is known without data.
func (b *binder) tableWhere(block *hclsyntax.Block, table *plan.Table) ([]Combination, bool) {
	written, ok := block.Body.Attributes["where"]
	if !ok {
		return b.exp.Combinations, true
	}
	c := choice{text: b.Text, expr: written.Expr, scope: b.scope}
	if !b.checkFacts(written.Expr) {
		return nil, false
	}
	example := Combination{Dataset: &Instance{}, Encoder: &Instance{}, Learner: &Instance{}, Reduction: &Instance{}}
	v, ok := expression.Evaluate(&b.Remarks, written.Expr, c.scopeOf(example, nil))
	if !ok || !v.IsNull() && !b.checkTruth(v, written.Expr) {
		return nil, false
	}
	if v.IsNull() {
		return b.exp.Combinations, true
	}
	at := written.Expr.Range()
	table.Where = strings.Join(strings.Fields(string(b.Text.Bytes[at.Start.Byte:at.End.Byte])), " ")
	chosen := lists.Filter(b.exp.Combinations, func(of Combination) bool {
		v, diags := expression.Value(c.expr, c.scopeOf(of, nil))
		return diags.HasErrors() || !v.IsKnown() || v.IsNull() || v.True()
	})
	if len(chosen) == 0 && len(b.exp.Combinations) > 0 && !b.partial {
		b.Errorf(at, "Nothing is left of the table", "The expression is false of all that the experiment has.")
		return nil, false
	}
	if b.exp.choices == nil {
		b.exp.choices = map[string]choice{}
	}
	b.exp.choices[table.Name] = c
	return chosen, true
}

// checkTruth reports a value that is neither true nor false.
func (b *binder) checkTruth(v cty.Value, expr hclsyntax.Expression) bool {
	if v.Type() == cty.Bool || v.Type() == cty.DynamicPseudoType {
		return true
	}
	b.Errorf(expr.Range(), `Wrong type of value for "where"`,
		"This must be true or false of a dataset, encoder, learner and reduction, as in dataset.classes > 3; it is text or a "+
			"number or a list.")
	return false
}

// checkFacts reports what an expression asks that nobody knows, and names that nothing
// has.
func (b *binder) checkFacts(expr hclsyntax.Expression) bool {
	good := true
	for _, t := range expr.Variables() {
		if slices.Contains(tableAxes, t.RootName()) {
			good = b.checkFact(t) && good
		}
	}
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		switch e := node.(type) {
		case *hclsyntax.BinaryOpExpr:
			if e.Op == hclsyntax.OpEqual || e.Op == hclsyntax.OpNotEqual {
				good = b.checkNamed(e.LHS, e.RHS) && b.checkNamed(e.RHS, e.LHS) && good
			}
		case *hclsyntax.FunctionCallExpr:
			if list, ok := containedIn(e); ok {
				for _, element := range list {
					good = b.checkNamed(e.Args[1], element) && good
				}
			}
		}
		return nil
	})
	return good
}

// containedIn returns the elements of the list of contains(list, value), written one by one.
func containedIn(call *hclsyntax.FunctionCallExpr) ([]hclsyntax.Expression, bool) {
	if call.Name != "contains" || len(call.Args) != 2 {
		return nil, false
	}
	list, ok := expression.Bare(call.Args[0]).(*hclsyntax.TupleConsExpr)
	if !ok {
		return nil, false
	}
	return list.Exprs, true
}

// checkFact reports a reference to what cannot be asked.
func (b *binder) checkFact(t hcl.Traversal) bool {
	kind := t.RootName()
	facts := factsOf(kind)
	if len(t) < 2 {
		b.Errorf(t.SourceRange(), fmt.Sprintf("What of the %s?", kind), "Write for example %s.name. There are: %s.", kind,
			wording.List(facts))
		return false
	}
	name, ok := expression.StepName(t[1])
	switch {
	case !ok || len(t) > 2:
		b.Errorf(t.SourceRange(), fmt.Sprintf("Nothing of the %s is called so", kind), "Write %s. and one of: %s.", kind,
			wording.List(facts))
		return false
	case slices.Contains(facts, name):
		return true
	case slices.Contains(b.names(kind, "block"), name):
		b.Errorf(t.SourceRange(), fmt.Sprintf("A reference to a block stands here, not a fact of the %s", kind),
			"Write %s.block == %q.", kind, name)
		return false
	}
	b.Errorf(t.SourceRange(), fmt.Sprintf("%s has no %q", wording.Capital(wording.A(kind)), name), "%s",
		wording.Instead(name, facts, "There are"))
	return false
}

// checkNamed reports a text that something is compared with which no member of its kind is
// called. Where blocks have mistakes, not all names are known and nothing is reported.
func (b *binder) checkNamed(asked, text hclsyntax.Expression) bool {
	ref, ok := expression.Bare(asked).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(ref.Traversal) != 2 || !slices.Contains(tableAxes, ref.Traversal.RootName()) || b.partial {
		return true
	}
	name, literal := expression.LiteralString(text)
	fact, _ := expression.StepName(ref.Traversal[1])
	if !literal || !slices.Contains(MemberFacts, fact) {
		return true
	}
	kind := ref.Traversal.RootName()
	names := b.names(kind, fact)
	if slices.Contains(names, name) {
		return true
	}
	word := map[string]string{"name": " ", "block": " block ", "type": " of type "}[fact]
	b.Errorf(text.Range(), fmt.Sprintf("There is no %s%s%q", kind, word, name), "%s",
		wording.Instead(name, names, "There are"))
	return false
}

// names lists what the members of a kind are called, or their blocks or types.
func (b *binder) names(kind, fact string) []string {
	var names []string
	for _, c := range b.exp.Combinations {
		i := c.on(contract.Kind(kind))
		name := map[string]string{"name": i.Name, "block": i.Block, "type": i.Component.Name}[fact]
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}

// scopeOf is what the expression can refer to for a combination: variables, locals, and
// the facts, of which those of the data are unknown without a dataset.
func (c choice) scopeOf(of Combination, d *plan.Dataset) *expression.Scope {
	s := expression.NewScope()
	for _, root := range slices.Sorted(maps.Keys(c.scope.Names)) {
		s.Define(root, c.scope.Names[root], c.scope.Context.Variables[root].AsValueMap())
	}
	for _, kind := range tableAxes {
		i := of.on(contract.Kind(kind))
		facts := map[string]cty.Value{"name": cty.StringVal(i.Name), "block": cty.StringVal(i.Block),
			"type": cty.StringVal(i.Component.Name)}
		if kind == string(contract.KindDataset) {
			facts = datasetFacts(i.Name, d)
		}
		s.Define(kind, factsOf(kind), facts)
	}
	return s
}

// datasetFacts are those of a dataset, unknown but for the name if d is nil.
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

// Choose says of each table what its expression leaves out, once the datasets are known.
func (e *Experiment) Choose(datasets []plan.Dataset) ([]plan.Table, diagnostic.List) {
	tables := slices.Clone(e.Tables)
	var all diagnostic.List
	for n := range tables {
		c, chosen := e.choices[tables[n].Name]
		if !chosen {
			continue
		}
		var diags diagnostic.List
		tables[n].Without, diags = c.leavesOut(e.Combinations, datasets)
		all = append(all, diags...)
	}
	return tables, all
}

// leavesOut lists the combinations that the expression is not true of. The first mistake
// ends it.
func (c choice) leavesOut(of []Combination, datasets []plan.Dataset) ([]plan.Combination, diagnostic.List) {
	var list []plan.Combination
	for _, one := range of {
		names := one.Names()
		at := slices.IndexFunc(datasets, func(d plan.Dataset) bool { return d.Name == names.Dataset })
		r := diagnostic.Remarks{Text: c.text}
		v, ok := expression.Evaluate(&r, c.expr, c.scopeOf(one, &datasets[at]))
		if !ok {
			return nil, r.List
		}
		if v.IsNull() || !v.IsKnown() || v.Type() != cty.Bool {
			r.Errorf(c.expr.Range(), `Wrong type of value for "where"`, "This must be true or false; of %s it is not.",
				names.Name())
			return nil, r.List
		}
		if v.False() {
			list = append(list, names)
		}
	}
	return list, nil
}
