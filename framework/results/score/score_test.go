package score_test

import (
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/scoretest"
)

func mustScore(t *testing.T, in score.Input) []score.Row {
	t.Helper()
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	return rows
}

func TestScoreStatuses(t *testing.T) {
	counts := map[string]int{}
	for _, r := range mustScore(t, scoretest.Experiment()) {
		counts[r.Metric+" "+string(r.Status)]++
		if (r.Status == store.OK) == math.IsNaN(r.Value) {
			t.Errorf("%s %s: value %v with status %s", r.Cell.Name(), r.Metric, r.Value, r.Status)
		}
	}
	for key, want := range map[string]int{"accuracy ok": 17, "accuracy failed": 1, "accuracy skipped": 3,
		"log_loss ok": 9, "log_loss skipped": 11, "log_loss timeout": 1, "recall[7] ok": 5} {
		if counts[key] != want {
			t.Errorf("%s: %d, want %d", key, counts[key], want)
		}
	}
}

func TestUndefinedScore(t *testing.T) {
	in := scoretest.Experiment()
	in.Cells = in.Cells[:1]
	in.Cells[0].Predictions = func() (store.Predictions, error) { return store.Predictions{K: 3}, nil }
	for _, r := range mustScore(t, in) {
		if r.Status != score.Undefined && r.Metric != "log_loss" {
			t.Errorf("%s of no rows has status %s", r.Metric, r.Status)
		}
	}
}

func TestScoreRefuses(t *testing.T) {
	for name, c := range map[string]struct {
		spoil func(*score.Input)
		says  string
	}{
		"unreadable": {func(in *score.Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) {
				return store.Predictions{},
					errors.New("disk on fire")
			}
		}, "iris/one_hot/lr[C=0.1,tol=1]/ova repeat 0 fold 0: reading predictions: disk on fire"},
		"class count": {func(in *score.Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) { return store.Predictions{K: 7}, nil }
		}, "for 7 classes, the dataset has 3"},
		"shape": {func(in *score.Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) {
				return store.Predictions{K: 3, Truth: target.Rows{Class: []int{1}}, Predicted: target.Rows{Class: []int{1}},
					Rows: []int{1}}, nil
			}
		}, "0 scores"},
		"class number": {func(in *score.Input) {
			in.Cells[0].Predictions = func() (store.Predictions, error) {
				return store.Predictions{K: 3, Truth: target.Rows{Class: []int{1}}, Predicted: target.Rows{Class: []int{3}},
					Rows: []int{8}, Scores: make([]float64, 3)}, nil
			}
		}, "row 8 has truth 1 and prediction 3, classes are 0 to 2"},
		"dataset": {func(in *score.Input) { in.Cells[0].Cell.Dataset = "moons" }, "no such dataset"},
		"metric":  {func(in *score.Input) { in.Plan.Metrics[0].Type = "luck" }, `unknown type "luck"`},
	} {
		in := scoretest.Experiment()
		c.spoil(&in)
		if _, err := score.Compute(in); err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestSummaryCountsEveryCell(t *testing.T) {
	in := scoretest.Experiment()
	for _, g := range score.Summarize(in.Plan, mustScore(t, in)) {
		if g.N+g.Undefined != 3 {
			t.Errorf("%+v: not 3 cells", g)
		}
		if (g.N == 0) != math.IsNaN(g.Mean) || (g.N < 2) != math.IsNaN(g.SD) {
			t.Errorf("%+v: mean and sd do not fit n", g)
		}
	}
}
