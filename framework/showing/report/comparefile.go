package report

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// CompareScores makes the comparison of a table of scores in a file, which is named by the
// file. smaller says that values are errors or costs.
func CompareScores(path string, c plan.Comparison, smaller bool) (*compare.Result, error) {
	how := measured.Reading{Metric: c.Metric, Holes: slices.Contains(c.Tests, "skillings_mack")}
	t, err := measured.ReadFile(path, how)
	if err != nil {
		return nil, err
	}
	options := significance.Options{
		Name: c.Name, Measure: t.Metric, Tests: c.Tests, PostHoc: c.PostHoc, Control: c.Control, Rope: c.Rope,
		Level: c.Level, Power: c.Power, SmallerIsBetter: smaller || metric.SmallerIsBetter(t.Metric),
	}
	if err := options.Check(t.Methods); err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	addMetrics(t, path)
	result, err := compare.Compare(t, options)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", path, err)
	}
	result.Remarks = append(result.Remarks, t.Omitted()...)
	return result, nil
}

// mostMetrics is how many other metrics of a file a conclusion is checked with: each is read
// from the file.
const mostMetrics = 10

// addMetrics adds what scores.csv has by other metrics.
func addMetrics(t *measured.Table, path string) {
	for _, name := range t.OtherMetrics[:min(len(t.OtherMetrics), mostMetrics)] {
		other, err := measured.ReadFile(path, measured.Reading{Metric: name})
		if err != nil {
			continue // such as a metric without values
		}
		t.AddOther(measured.Other{What: "metric", Name: name, Table: other, SmallerIsBetter: metric.SmallerIsBetter(name)})
	}
}

// CompareFirst is Compare on the first metric that is a number, unless the comparison has one.
func CompareFirst(in score.Input, c plan.Comparison) (*compare.Result, error) {
	if c.Metric == "" {
		i := slices.IndexFunc(in.Plan.Metrics, func(m metric.Spec) bool { return !m.IsTable() && !m.PerClass() })
		if i < 0 {
			return nil, errors.New("the experiment has no metric that is a number")
		}
		c.Metric = in.Plan.Metrics[i].Name
	}
	return Compare(in, c)
}
