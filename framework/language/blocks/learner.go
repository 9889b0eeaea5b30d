package blocks

import (
	"fmt"
	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/evaluation/metric"

	"github.com/hashicorp/hcl/v2/hclsyntax"
	"github.com/zclconf/go-cty/cty"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/expression"
	"github.com/manyclass/bench/framework/language/typed"
)

// ColumnsName is the attribute by which columns of a reduction have learners of their own.
const ColumnsName = "learners"

// What a learner inside a reduction is for.
const (
	forStage   = false // a stage: bench does nothing with its scores
	forColumns = true  // columns of the first stage: they may be calibrated
)

// secondLearner decodes a reference to a learner block as the name of its only
// variant.
func (r *Reader) secondLearner(v cty.Value, expr hclsyntax.Expression, columns bool) (any, bool) {
	block, ok := r.referenceValue(v, string(contract.KindLearner), expr.Range())
	if !ok {
		return nil, false
	}
	variants := r.Learners[block]
	if len(variants) == 0 {
		return nil, false // it has mistakes of its own
	}
	if len(variants) > 1 {
		r.Errorf(mistake.NotAReference, expr.Range(),
			fmt.Sprintf("Learner %q has %d variants", block, len(variants)),
			"A reduction refers to one learner. Write a learner block without grid() for it; to compare several, write "+
				"grid(learner.NAME, learner.NAME) here.")
		return nil, false
	}
	setting := ""
	switch only := variants[0]; {
	case only.Tuned:
		setting = "tune"
	case only.Calibrated && !columns:
		setting = "calibrate"
	}
	if setting != "" {
		r.Errorf(mistake.NotAReference, expr.Range(),
			fmt.Sprintf("Learner %q cannot be used inside a reduction", block),
			"%s is not supported for a learner inside a reduction. Write a learner block without it.", setting)
		return nil, false
	}
	return variants[0].Name, true
}

// learners decodes an object of references to learner blocks as the names of their only
// variants, by the names of columns.
func (r *Reader) learners(v cty.Value, expr hclsyntax.Expression) (any, bool) {
	if !typed.IsMapping(v.Type()) || v.LengthInt() == 0 {
		r.Errorf(mistake.WrongType, expr.Range(), fmt.Sprintf("Wrong type of value for %q", ColumnsName),
			"It names columns and says who trains them: learners = { COLUMN = learner.NAME }.")
		return nil, false
	}
	names, good := map[string]any{}, true
	for it := v.ElementIterator(); it.Next(); {
		key, element := it.Element()
		column := key.AsString()
		name, ok := r.secondLearner(element, expression.Member(expr, column), forColumns)
		names[column] = name
		good = good && ok
	}
	return names, good
}

// BareLearner reports a word in the place of a reference to a learner, or in that of one
// of an object.
func (r *Reader) BareLearner(expr hclsyntax.Expression, p contract.Param) bool {
	if !refers(p) {
		return false
	}
	within := []hclsyntax.Expression{expr}
	if object, ok := expression.Bare(expr).(*hclsyntax.ObjectConsExpr); ok {
		within = lists.Map(object.Items, func(item hclsyntax.ObjectConsItem) hclsyntax.Expression { return item.ValueExpr })
	}
	found := false
	for _, e := range within {
		if name, is := r.bareName(e); is {
			r.Errorf(mistake.NotAReference, e.Range(), "This must be a reference to a learner", "%s",
				r.instead(string(contract.KindLearner), name, "."))
			found = true
		}
	}
	return found
}

// FindMetric resolves a reference to a metric: by name, else by type if only
// one metric is of that type. It is nil if that metric has mistakes, or if the
// reference has some, which is then reported.
func (r *Reader) FindMetric(expr hclsyntax.Expression) *metric.Spec {
	name, ok := r.Reference(expr, string(contract.KindMetric))
	if !ok {
		return nil
	}
	var ofType []Metric
	for _, m := range r.Metrics {
		if m.Name == name {
			return m.Spec
		}
		if m.Type == name {
			ofType = append(ofType, m)
		}
	}
	if len(ofType) > 1 {
		r.Errorf(mistake.NotAReference, expr.Range(), fmt.Sprintf("There are several metrics of type %q", name),
			`Give the one that is meant a name, for example name = "%s_1", and refer to it by that.`, name)
		return nil
	}
	return ofType[0].Spec
}
