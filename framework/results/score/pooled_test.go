package score_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// folded is an experiment of two repeats in which row i of a repeat is tested in
// fold i of as many as there are folds. Its metrics are given by their attributes.
func folded(folds int, single bool, metrics ...map[string]any) score.Input {
	truth := []int{0, 0, 0, 1, 1, 2}
	predicted := [][]int{{0, 0, 1, 1, 2, 2}, {0, 1, 1, 1, 0, 2}}
	p := &plan.Plan{Datasets: []plan.Dataset{{Name: "d", Target: target.Target{Names: []string{"a", "b", "c"}},
		SingleRows: single}}}
	for i, m := range metrics {
		attributes := map[string]any{}
		for name, value := range m {
			if name != "type" {
				attributes[name] = value
			}
		}
		p.Metrics = append(p.Metrics, metric.Spec{Name: fmt.Sprint(m["type"], i), Type: m["type"].(string),
			Config: contract.NewConfig(attributes)})
	}
	in := score.Input{Plan: p}
	for repeat := range 2 {
		for f := range folds {
			c := plan.Cell{Combination: plan.Combination{Dataset: "d", Encoder: "e", Learner: "l", Reduction: "r"}, Repeat: repeat, Fold: f}
			p.Cells = append(p.Cells, c)
			in.Cells = append(in.Cells, score.Cell{Cell: c, Result: &store.Result{Status: store.OK, Sizes: store.Sizes{TestRows: 1}},
				Predictions: func() (store.Predictions, error) {
					out := store.Predictions{K: 3}
					for i := f; i < len(truth); i += folds {
						out.Rows, out.Truth.Class, out.Predicted.Class = append(out.Rows, i), append(out.Truth.Class,
							truth[i]), append(out.Predicted.Class, predicted[repeat][i])
						out.Scores = append(out.Scores, 0, 0, 0)
						out.Scores[len(out.Scores)-3+predicted[repeat][i]] = 1
					}
					return out, nil
				}})
		}
	}
	return in
}

// Where folds test single rows, f1 and other metrics that are not a mean over rows
// have one value a repeat. The expected numbers are computed by hand.
func TestSingleRowsArePooled(t *testing.T) {
	in := folded(6, true, map[string]any{"type": "f1"}, map[string]any{"type": "accuracy"},
		map[string]any{"type": "hand_till"},
		map[string]any{"type": "f1", "over": "folds"}, map[string]any{"type": "recall", "average": "none"})
	of := map[string]score.Group{}
	rows := mustScore(t, in)
	for _, g := range score.Summarize(in.Plan, rows) {
		of[g.Metric] = g
	}
	// f1 by class: 0.8, 0.5, 2/3 and 0.4, 0.4, 1.
	first, second := (0.8+0.5+2./3)/3, (0.4+0.4+1)/3
	for name, want := range map[string]score.Group{
		"f10":        {Summary: score.Summary{Mean: (first + second) / 2, SD: (second - first) / math.Sqrt2, N: 2}},
		"accuracy1":  {Summary: score.Summary{Mean: 7. / 12, N: 12}},
		"f13":        {Summary: score.Summary{Mean: 7. / 12, N: 12}},
		"recall4[a]": {Summary: score.Summary{Mean: 0.5, N: 2}},
	} {
		g := of[name]
		if math.Abs(g.Mean-want.Mean) > 1e-12 || g.N != want.N || g.Undefined != 0 || want.SD != 0 &&
			math.Abs(math.Abs(g.SD)-math.Abs(want.SD)) > 1e-12 {
			t.Errorf("%s: %+v, want %+v", name, g, want)
		}
	}
	if g := of["hand_till2"]; g.N != 2 || !(g.Mean > 0.5) {
		t.Errorf("hand_till: %+v", g)
	}
	for _, r := range rows {
		if pooled := r.Metric != "accuracy1" && r.Metric != "f13"; r.Pooled != pooled || r.Again != (pooled && r.Fold > 0) ||
			r.Status != store.OK {
			t.Errorf("%s fold %d: %+v", r.Metric, r.Fold, r)
		}
	}
}

// Anywhere else a metric is pooled if it asks for it. Cells that are not ok stay so,
// and the others are pooled without them.
func TestPoolingIsAsked(t *testing.T) {
	in := folded(3, false, map[string]any{"type": "f1"}, map[string]any{"type": "f1", "over": "pooled"})
	in.Cells[5].Result.Status = store.Failed
	for _, r := range mustScore(t, in) {
		want := map[bool]float64{false: (0.8 + 0.5 + 2./3) / 3, true: (0.5 + 0.5) / 2}[r.Repeat == 1]
		switch {
		case r.Metric == "f10" && r.Pooled:
			t.Error("f1 is pooled unasked")
		case r.Metric == "f10":
		case r.Repeat == 1 && r.Fold == 2:
			if r.Status != store.Failed || !math.IsNaN(r.Value) {
				t.Errorf("the failed cell: %+v", r)
			}
		case math.Abs(r.Value-want) > 1e-12:
			t.Errorf("repeat %d fold %d: %v, want %v", r.Repeat, r.Fold, r.Value, want)
		}
	}
	for _, g := range score.Summarize(in.Plan, mustScore(t, in)) {
		if g.Metric == "f11" && (g.N != 2 || g.Undefined != 1) {
			t.Errorf("%+v", g)
		}
	}
}
