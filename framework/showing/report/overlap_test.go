package report

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/report/answer"
	"github.com/manyclass/bench/framework/showing/table"
)

// overFolds is an experiment on one dataset with the accuracies of methods a/r and b/r on
// some folds, each of the given sizes.
func overFolds(sizes store.Sizes, a, b []float64) (score.Input, []score.Row) {
	in := score.Input{Plan: &plan.Plan{
		Datasets: []plan.Dataset{{Name: "d", Target: target.Target{Names: []string{"x", "y"}, Counts: []int{100, 100}}}},
		Metrics:  []metric.Spec{{Name: "accuracy", Type: "accuracy"}},
	}}
	var rows []score.Row
	for n, values := range [][]float64{a, b} {
		for fold, value := range values {
			c := &plan.Cell{Fold: fold, Combination: plan.Combination{Dataset: "d", Encoder: "e",
				Learner: []string{"a", "b"}[n], Reduction: "r"}}
			in.Plan.Cells = append(in.Plan.Cells, *c)
			in.Cells = append(in.Cells, score.Cell{Cell: *c, Result: &store.Result{Status: store.OK, Sizes: sizes}})
			rows = append(rows, score.Row{Cell: c, Metric: "accuracy", Value: value, Status: store.OK, Sizes: sizes})
		}
	}
	return in, rows
}

// A bootstrap sample of 200 rows has some 125 different ones, and leaves 75 for testing: the
// variance of the mean of ten folds is multiplied by 1/10 + 75/125, the correlation is 0.375.
// With 75/200 the difference would be found, in comparisons, tables and the answer.
func TestRowsThatTrainTwiceCountOnce(t *testing.T) {
	const n, sd = 10, 0.029
	var d []float64
	for i := range n {
		d = append(d, 0.05+math.Copysign(sd*math.Sqrt(0.9), float64(i%2)-0.5))
	}
	in, rows := overFolds(store.Sizes{TrainRows: 200, DifferentRows: 125, TestRows: 75}, d, make([]float64, n))
	want := 0.05 / math.Sqrt((1./n+75./125)*sd*sd)
	r, err := comparison(plan.Comparison{Name: "c", Metric: "accuracy", Level: 0.05, Rope: 0.01,
		Tests: []string{"corrected_t", "bayes_correlated_t"}}, in, rows)
	if err != nil {
		t.Fatal(err)
	}
	of := func(test string) compare.Row {
		return r.Rows[slices.IndexFunc(r.Rows, func(row compare.Row) bool { return row.Test == test })]
	}
	if row := of("corrected_t"); !near(row.Statistic, want) || row.Found {
		t.Errorf("comparison: t = %v, want %v; found %v", row.Statistic, want, row.Found)
	}
	if row := of("bayes_correlated_t"); row.Found || !near(row.PLeft, correlated(0.05, 0.05/want, n).Above) {
		t.Errorf("comparison: %+v", row)
	}
	if text := r.Paragraph(); strings.Count(text, "the share of the test rows among the different rows of a fold") != 2 {
		t.Errorf("%q", text)
	}
	g := table.Build(plan.Table{Metric: "accuracy", Baseline: "b/r"}, rows, in.Plan)
	if c := g.WinTieLoss[0][0]; c != (table.WinTieLoss{Tie: 1}) {
		t.Errorf("table: %+v", c)
	}
	if text := answer.Of(in, rows, nil).Paragraph(); !strings.Contains(text, "finds no significant difference between the two") {
		t.Errorf("answer: %q", text)
	}
}

// correlated is the posterior of a mean difference over n folds, with a rope of 0.01.
func correlated(mean, se float64, n int) bayes.Posterior {
	return bayes.CorrelatedT(stats.Test{Mean: mean, SE: se, DF: n - 1}, 0.01)
}

// A difference that is the same on every fold, except for rounding, has no variance: no test
// says how sure it is, and nothing finds it.
func TestEqualDifferencesAreNotFound(t *testing.T) {
	in, rows := overFolds(store.Sizes{TrainRows: 100, TestRows: 50}, []float64{0.82, 0.86, 0.5}, []float64{0.80, 0.84, 0.48})
	r, err := comparison(plan.Comparison{Name: "c", Metric: "accuracy", Level: 0.05, Rope: 0.01,
		Tests: []string{"corrected_t", "bayes_correlated_t"}}, in, rows)
	if err != nil {
		t.Fatal(err)
	}
	for _, row := range r.Rows {
		if row.Found || !math.IsNaN(row.Low) && row.Test != "mean" || row.Test == "corrected_t" && !math.IsNaN(row.Statistic) {
			t.Errorf("%+v", row)
		}
	}
	if text := strings.Join(r.Remarks, " "); !strings.Contains(text, "A difference that is the same on every fold has no "+
		"variance, so tests over folds cannot judge it: a/r vs b/r on d.") {
		t.Errorf("%q", text)
	}
	g := table.Build(plan.Table{Metric: "accuracy", Baseline: "b/r"}, rows, in.Plan)
	if text := strings.Join(g.Remarks, " "); g.WinTieLoss != nil || !strings.Contains(text, "is the same on every fold are not tested") {
		t.Errorf("table: %+v, %q", g.WinTieLoss, text)
	}
	if text := answer.Of(in, rows, nil).Paragraph(); !strings.Contains(text,
		"The difference from b/r is the same on every fold and has no variance, so it cannot be tested.") || strings.Contains(text, "apart") {
		t.Errorf("answer: %q", text)
	}
}
