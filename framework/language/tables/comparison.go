package tables

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/base/mistake"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/language/blocks"
	"github.com/manyclass/bench/framework/results/plan"
)

// The values of a comparison block without them.
const (
	defaultRope  = 0.01
	defaultLevel = 0.05
)

// ComparisonParams are the attributes of a comparison block.
func ComparisonParams() []contract.Param {
	return append([]contract.Param{
		{Name: "metric", Type: "any", Required: true, Doc: "Reference to a metric that is a number: metric.NAME."},
		{Name: "average", Type: "any", Doc: "Parameters that methods average over, such as \"reduction.draw\", " +
			"one or a list: methods that differ in them alone are one, whose value on each fold is their mean."},
	}, comparisonParams...)
}

// comparisonParams are the attributes except the metric, which is a reference.
var comparisonParams = []contract.Param{
	{Name: "test", Type: "list(string)", OneOf: significance.Tests,
		Doc: "The tests; without it friedman for three or more methods over datasets, wilcoxon for two, corrected_t on one " +
			"dataset. mcnemar needs a metric of rows predicted right or wrong: accuracy, error or subset_accuracy."},
	{Name: "post_hoc", Type: "string", OneOf: significance.PostHocNames(),
		Doc: "How pairs are compared after friedman; by default nemenyi, against a control holm."},
	{Name: "control", Type: "string",
		Doc: "The method that all others are compared with, for example \"lr/ova\"; without it all pairs are."},
	{Name: "rope", Type: "number", Min: new(float64), Default: defaultRope,
		Doc: "The difference up to which methods are equivalent, for the Bayesian tests."},
	{Name: "level", Type: "number", Above: new(float64), Default: defaultLevel, Doc: "The level of all tests, below 1."},
}

// Comparison decodes one comparison block.
func (r *Reader) Comparison(block *hclsyntax.Block) (plan.Comparison, bool) {
	c := plan.Comparison{Name: block.Labels[0], Rope: defaultRope, Level: defaultLevel}
	attrs, good := r.Attributes(block, blocks.Schema{What: "comparison", Params: comparisonParams},
		contract.Param{Name: "metric"}, contract.Param{Name: "average"})
	m := r.metric(block)
	averages, averageGood := r.averageOf(block, "A comparison", &c.Average)
	if m == nil || !good || !averageGood {
		return c, false
	}
	if c.Metric = m.Name; m.PerClass() {
		r.Errorf(mistake.UnsuitedMetric, block.Body.Attributes["metric"].Expr.Range(),
			fmt.Sprintf("Metric %q is a number for each class", m.Name),
			"A comparison needs one number. Use an average over classes.")
		return c, false
	}
	for _, attr := range attrs {
		switch value := attr.Values[0]; attr.Name {
		case "test":
			for _, name := range value.([]any) {
				c.Tests = append(c.Tests, name.(string))
			}
			if slices.Contains(c.Tests, "mcnemar") && !r.allowsMcNemar(attr.Exprs[0], m, averages) {
				return c, false
			}
		case "post_hoc":
			c.PostHoc = value.(string)
		case "control":
			c.Control = value.(string)
		case "rope":
			c.Rope = value.(float64)
		case "level":
			c.Level = value.(float64)
		}
	}
	return c, r.checkComparison(block, c)
}

// allowsMcNemar reports a metric, or an average over variants, that McNemar's test cannot
// be made of.
func (r *Reader) allowsMcNemar(tests hclsyntax.Expression, m *metric.Spec, averages hclsyntax.Expression) bool {
	if !m.CountsHits() {
		r.Errorf(mistake.UnsuitedMetric, tests.Range(),
			fmt.Sprintf("McNemar's test cannot be made of metric %q", m.Name),
			"It compares rows that are predicted right or wrong, all alike. Refer to a metric of type accuracy or error "+
				"on test rows, or, for labels, subset_accuracy, without sample_weight.")
		return false
	}
	if averages != nil {
		r.Errorf(mistake.UnsuitedMetric, averages.Range(), "McNemar's test cannot be made of means",
			"It compares rows that are predicted right or wrong, and several variants predict a row. "+
				"Remove one of the two.")
		return false
	}
	return true
}

// checkComparison reports what does not go together. Where blocks have mistakes, not
// all methods are known and nothing is reported.
func (r *Reader) checkComparison(block *hclsyntax.Block, c plan.Comparison) bool {
	if r.Partial {
		return true
	}
	axes := defaultColumns
	if len(columnsOf(r.Combinations, []string{string(contract.KindEncoder)}, nil)) > 1 {
		axes = append([]string{string(contract.KindEncoder)}, axes...)
	}
	err := significance.Options{Tests: c.Tests, PostHoc: c.PostHoc, Control: c.Control, Rope: c.Rope, Level: c.Level}.
		Check(columnsOf(r.Combinations, axes, c.Average))
	if err != nil {
		r.Errorf(mistake.BadComparison, block.DefRange(),
			fmt.Sprintf("The comparison %q cannot be made", c.Name), "%s.",
			strings.TrimSuffix(err.Error(), "."))
		return false
	}
	return true
}
