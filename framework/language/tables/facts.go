package tables

import (
	"fmt"
	"slices"

	"github.com/hashicorp/hcl/v2"
	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
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

// checkTruth reports a value that is neither true nor false.
func (r *Reader) checkTruth(v cty.Value, expr hclsyntax.Expression) bool {
	if v.Type() == cty.Bool || v.Type() == cty.DynamicPseudoType {
		return true
	}
	r.Errorf(mistake.WrongType, expr.Range(), `Wrong type of value for "where"`,
		"This must be true or false for a combination of dataset, encoder, learner and reduction, as in "+
			"dataset.classes > 3. It is text, a number or a list.")
	return false
}

// checkFacts reports references to unknown facts, and comparisons with unknown names.
func (r *Reader) checkFacts(expr hclsyntax.Expression) bool {
	good := true
	for _, t := range expr.Variables() {
		if slices.Contains(axes, t.RootName()) {
			good = r.checkFact(t) && good
		}
	}
	_ = hclsyntax.VisitAll(expr, func(node hclsyntax.Node) hcl.Diagnostics {
		switch e := node.(type) {
		case *hclsyntax.BinaryOpExpr:
			if e.Op == hclsyntax.OpEqual || e.Op == hclsyntax.OpNotEqual {
				good = r.checkNamed(e.LHS, e.RHS) && r.checkNamed(e.RHS, e.LHS) && good
			}
		case *hclsyntax.FunctionCallExpr:
			if list, ok := containedIn(e); ok {
				for _, element := range list {
					good = r.checkNamed(e.Args[1], element) && good
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
func (r *Reader) checkFact(t hcl.Traversal) bool {
	kind := t.RootName()
	facts := factsOf(kind)
	if len(t) < 2 {
		r.Errorf(mistake.NotAReference, t.SourceRange(), fmt.Sprintf("Incomplete reference to the %s", kind),
			"Write for example %s.name. It has: %s.", kind, wording.List(facts))
		return false
	}
	name, ok := expression.StepName(t[1])
	switch {
	case !ok || len(t) > 2:
		r.Errorf(mistake.UnknownReference, t.SourceRange(),
			fmt.Sprintf("The %s has no attribute of this name", kind),
			"Write %s. and one of: %s.", kind, wording.List(facts))
		return false
	case slices.Contains(facts, name):
		return true
	case slices.Contains(r.names(kind, "block"), name):
		r.Errorf(mistake.NotAReference, t.SourceRange(),
			fmt.Sprintf("This refers to a block, not to an attribute of the %s", kind),
			"Write %s.block == %q.", kind, name)
		return false
	}
	r.Errorf(mistake.UnknownReference, t.SourceRange(),
		fmt.Sprintf("%s has no %q", wording.Capital(wording.A(kind)), name), "%s",
		wording.Instead(name, facts, "There are"))
	return false
}

// checkNamed reports a text that something is compared with which no member of its kind is
// called. Where blocks have mistakes, not all names are known and nothing is reported.
func (r *Reader) checkNamed(asked, text hclsyntax.Expression) bool {
	ref, ok := expression.Bare(asked).(*hclsyntax.ScopeTraversalExpr)
	if !ok || len(ref.Traversal) != 2 || !slices.Contains(axes, ref.Traversal.RootName()) || r.Partial {
		return true
	}
	name, literal := expression.LiteralString(text)
	fact, _ := expression.StepName(ref.Traversal[1])
	if !literal || !slices.Contains(MemberFacts, fact) {
		return true
	}
	kind := ref.Traversal.RootName()
	names := r.names(kind, fact)
	if slices.Contains(names, name) {
		return true
	}
	word := map[string]string{"name": " ", "block": " block ", "type": " of type "}[fact]
	r.Errorf(mistake.UnknownReference, text.Range(), fmt.Sprintf("There is no %s%s%q", kind, word, name), "%s",
		wording.Instead(name, names, "There are"))
	return false
}

// names lists what the members of a kind are called, or their blocks or types.
func (r *Reader) names(kind, fact string) []string {
	var names []string
	for _, c := range r.Combinations {
		m := c.on(kind)
		name := map[string]string{"name": m.Name, "block": m.Block, "type": m.Type}[fact]
		if !slices.Contains(names, name) {
			names = append(names, name)
		}
	}
	return names
}
