package experiment

import (
	"fmt"
	"slices"
	"strings"

	"github.com/hashicorp/hcl/v2/hclsyntax"

	"github.com/manyclass/bench/framework/compare"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
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
		{Name: "average", Type: "any", Doc: "Parameters that methods average over, such as \"reduction.draw\", one or a list: " +
			"methods that differ in them alone are one, whose value on each fold is their mean."},
	}, comparisonParams...)
}

// comparisonParams are the attributes but for the metric, which is a reference.
var comparisonParams = []contract.Param{
	{Name: "test", Type: "list(string)", OneOf: compare.Tests(),
		Doc: "The tests; without it friedman for three or more methods over datasets, wilcoxon for two, corrected_t on one " +
			"dataset. mcnemar needs a metric of rows predicted right or wrong: accuracy, error or subset_accuracy."},
	{Name: "post_hoc", Type: "string", OneOf: compare.PostHocs(),
		Doc: "How pairs are told apart after friedman; by default nemenyi, against a control holm."},
	{Name: "control", Type: "string",
		Doc: "The method that all others are compared with, for example \"lr/ova\"; without it all pairs are."},
	{Name: "rope", Type: "number", Min: new(float64), Default: defaultRope,
		Doc: "The difference up to which methods are equivalent, for the Bayesian tests."},
	{Name: "level", Type: "number", Above: new(float64), Default: defaultLevel, Doc: "The level of all tests, below 1."},
}

// comparison decodes one comparison block.
func (b *binder) comparison(block *hclsyntax.Block) (plan.Comparison, bool) {
	c := plan.Comparison{Name: block.Labels[0], Rope: defaultRope, Level: defaultLevel}
	attrs, good := b.attributes(block, schema{what: "comparison", params: comparisonParams},
		contract.Param{Name: "metric"}, contract.Param{Name: "average"})
	m := b.tableMetric(block)
	averages, averageGood := b.averageOf(block, "A comparison", &c.Average)
	if m == nil || !good || !averageGood {
		return c, false
	}
	if c.Metric = m.Name; m.PerClass() {
		b.Errorf(block.Body.Attributes["metric"].Expr.Range(), fmt.Sprintf("Metric %q is a number for each class", m.Name),
			"A comparison is of one number. Take an average over classes.")
		return c, false
	}
	for _, attr := range attrs {
		switch value := attr.values[0]; attr.name {
		case "test":
			for _, name := range value.([]any) {
				c.Tests = append(c.Tests, name.(string))
			}
			if slices.Contains(c.Tests, "mcnemar") && !m.CountsHits() {
				b.Errorf(attr.exprs[0].Range(), fmt.Sprintf("McNemar's test cannot be made of metric %q", m.Name),
					"It compares rows that are predicted right or wrong, all alike. Refer to a metric of type accuracy or error on test "+
						"rows, or, for labels, subset_accuracy, without sample_weight.")
				return c, false
			}
			if slices.Contains(c.Tests, "mcnemar") && averages != nil {
				b.Errorf(averages.Range(), "McNemar's test cannot be made of means",
					"It compares rows that are predicted right or wrong, and several variants predict a row. Take one of the two out.")
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
	return c, b.checkComparison(block, c)
}

// checkComparison reports what does not go together. Where blocks have mistakes, not
// all methods are known and nothing is reported.
func (b *binder) checkComparison(block *hclsyntax.Block, c plan.Comparison) bool {
	if b.partial {
		return true
	}
	axes := tableColumns
	if len(b.columns([]string{string(contract.KindEncoder)})) > 1 {
		axes = append([]string{string(contract.KindEncoder)}, axes...)
	}
	err := compare.Options{Tests: c.Tests, PostHoc: c.PostHoc, Control: c.Control, Rope: c.Rope, Level: c.Level}.
		Check(columnsOf(b.exp.Combinations, axes, c.Average))
	if err != nil {
		b.Errorf(block.DefRange(), fmt.Sprintf("The comparison %q cannot be made", c.Name), "%s.",
			strings.TrimSuffix(err.Error(), "."))
		return false
	}
	return true
}
