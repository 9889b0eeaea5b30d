package report

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// twoMethods tests 20 rows in two folds, the even and the odd: a is wrong on rows 10 and
// 11, b on rows 0 to 9, so that 10 rows are right for a alone and 2 for b alone. In
// the second repeat all is wrong.
func twoMethods(metricType string) score.Input {
	p := &plan.Plan{Datasets: []plan.Dataset{{Name: "iris", Target: target.Target{Names: []string{"x", "y"}}}},
		Metrics: []metric.Spec{{Name: "m", Type: metricType, Config: contract.NewConfig(nil)}},
		Outputs: plan.Outputs{
			Comparisons: []plan.Comparison{{Name: "which", Metric: "m", Tests: []string{"mcnemar"}, Level: 0.05}}}}
	wrong := map[string]func(row int) bool{
		"a": func(row int) bool { return row == 10 || row == 11 },
		"b": func(row int) bool { return row < 10 },
	}
	in := score.Input{Plan: p}
	for _, learner := range []string{"a", "b"} {
		for n := range 4 {
			c := plan.Cell{Combination: plan.Combination{Dataset: "iris", Learner: learner, Reduction: "ova"}, Repeat: n / 2,
				Fold: n % 2}
			predictions := store.Predictions{K: 2}
			for row := c.Fold; row < 20; row += 2 {
				predicted := 0
				if c.Repeat == 1 || wrong[learner](row) {
					predicted = 1
				}
				predictions.Rows = append(predictions.Rows, row)
				predictions.Truth.Class = append(predictions.Truth.Class, 0)
				predictions.Predicted.Class = append(predictions.Predicted.Class, predicted)
				predictions.Scores = append(predictions.Scores, 0, 0)
			}
			p.Cells = append(p.Cells, c)
			in.Cells = append(in.Cells, score.Cell{Cell: c, Result: &store.Result{Status: store.OK},
				Predictions: func() (store.Predictions, error) { return predictions, nil }})
		}
	}
	return in
}

// The numbers of 10 against 2 rows are those of stats/testdata/statistics.json.
func TestMcNemarOfPredictions(t *testing.T) {
	for _, metricType := range []string{"accuracy", "error"} {
		in := twoMethods(metricType)
		rows, err := score.Compute(in)
		if err != nil {
			t.Fatal(err)
		}
		r, err := comparison(in.Plan.Comparisons[0], in, rows)
		if err != nil {
			t.Fatal(err)
		}
		want := map[string][2]float64{"mcnemar": {4.083333333333333, 0.04330814281079206}, "mcnemar_exact": {2, 0.03857421875}}
		for _, row := range r.Rows {
			w, tested := want[row.Test]
			if !tested {
				continue
			}
			delete(want, row.Test)
			if math.Abs(row.Statistic-w[0]) > 1e-9 || math.Abs(row.P-w[1]) > 1e-9 || row.N != 20 || row.Better != "a/ova" ||
				math.Abs(row.Effect) != 0.4 || (row.Effect < 0) != (metricType == "error") {
				t.Errorf("%s: %+v, want %v", metricType, row, w)
			}
		}
		if len(want) > 0 || !strings.Contains(r.Paragraph(), "in the first repeat; the other repeats do not count.") {
			t.Errorf("%s: no rows of %v in %s", metricType, want, r.Paragraph())
		}
	}
}

// Cells that are said to test other rows than those of another method cannot be paired.
func TestMcNemarOfOtherRows(t *testing.T) {
	in := twoMethods("accuracy")
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	in.Cells[0].Predictions = in.Cells[1].Predictions
	_, err = comparison(in.Plan.Comparisons[0], in, rows)
	if err == nil || !strings.Contains(err.Error(), `comparison "which": the folds of "iris" do not have the same rows for`) {
		t.Error(err)
	}
	in.Cells[0].Predictions = func() (store.Predictions, error) { return store.Predictions{}, fmt.Errorf("torn") }
	if _, err = comparison(in.Plan.Comparisons[0], in, rows); err == nil || !strings.Contains(err.Error(), "torn") {
		t.Error(err)
	}
}

// A row of labels is right where all its labels are.
func TestHitsOfLabels(t *testing.T) {
	p := store.Predictions{K: 2, MultiLabel: true, Rows: []int{3, 5, 8}, Scores: make([]float64, 6)}
	p.Truth.Y, p.Predicted.Y = target.Listed([]int8{1, 0, 0, 0, 1, 1}, 2), target.Listed([]int8{1, 0, 0, 1, 1, 1}, 2)
	c := score.Cell{Predictions: func() (store.Predictions, error) { return p, nil }}
	rows, right, err := c.Hits(target.Target{Names: []string{"x", "y"}, MultiLabel: true})
	if err != nil || !slices.Equal(rows, p.Rows) || !slices.Equal(right, []bool{true, false, true}) {
		t.Error(rows, right, err)
	}
}
