package score_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/report/answer"
	"github.com/manyclass/bench/framework/showing/table"
)

// oneClass are two datasets of three classes and some learners with two folds: "varied"
// predicts several classes, "stuck" class y in every fold of d1 and in one of d2, and
// "majority" class y always, as the learner majority does.
func oneClass() score.Input {
	p := &plan.Plan{Metrics: []metric.Spec{{Name: "accuracy", Type: "accuracy"}, {Name: "recall", Type: "recall",
		Config: contract.NewConfig(map[string]any{"average": "none"})}},
		Provenance: plan.Provenance{Parts: map[string]plan.Part{}, Identities: map[string]plan.Identity{}}}
	in := score.Input{Plan: p}
	for _, d := range []string{"d1", "d2"} {
		p.Datasets = append(p.Datasets, plan.Dataset{Name: d, Target: target.Target{Names: []string{"x", "y", "z"}}})
		for _, learner := range []string{"varied", "stuck", "constant"} {
			p.Parts[learner] = plan.Part{Kind: contract.KindLearner, Type: learner}
			if learner == "constant" {
				p.Parts[learner] = plan.Part{Kind: contract.KindLearner, Type: "majority"}
			}
			p.Identities[learner] = plan.Identity{Learner: learner}
			for fold := range 2 {
				predicted := []int{1, 1, 1, 1}
				if learner == "varied" || learner == "stuck" && d == "d2" && fold == 1 {
					predicted = []int{1, 1, 2, 1}
				}
				c := plan.Cell{Identity: learner, Fold: fold,
					Combination: plan.Combination{Dataset: d, Encoder: "e", Learner: learner, Reduction: "ovo"}}
				p.Cells = append(p.Cells, c)
				in.Cells = append(in.Cells, score.Cell{Cell: c, Result: &store.Result{Status: store.OK},
					Predictions: func() (store.Predictions, error) {
						return store.Predictions{K: 3, Rows: []int{0, 1, 2, 3}, Scores: make([]float64, 12),
							Truth: target.Rows{Class: []int{0, 1, 2, 1}}, Predicted: target.Rows{Class: predicted}}, nil
					}})
			}
		}
	}
	return in
}

// A learner that predicts one class throughout is told of in the table and the answer, but
// one that is there for it.
func TestOneClassIsTold(t *testing.T) {
	in := oneClass()
	rows := mustScore(t, in)
	const want = "One class is predicted for every test row of a fold, although these have others: " +
		"stuck/ovo on d1 (2 of 2 folds), stuck/ovo on d2 (1 of 2 folds)."
	for _, asked := range in.Plan.AllTables() {
		if g := table.Build(asked, rows, in.Plan); !slices.Contains(g.Remarks, want) {
			t.Errorf("table %s: remarks %q", asked.Name, g.Remarks)
		}
	}
	if text := answer.Of(in, rows, nil).Paragraph(); !strings.Contains(text, want) {
		t.Errorf("answer: %s", text)
	}
}

// Test rows of one class and no rows at all say nothing.
func TestOneClassOfTheTestRows(t *testing.T) {
	for name, truth := range map[string][]int{"one class": {1, 1, 1, 1}, "no rows": {}} {
		in := oneClass()
		for i := range in.Cells {
			in.Cells[i].Predictions = func() (store.Predictions, error) {
				n := len(truth)
				return store.Predictions{K: 3, Rows: make([]int, n), Scores: make([]float64, 3*n),
					Truth: target.Rows{Class: truth}, Predicted: target.Rows{Class: slices.Repeat([]int{1}, n)}}, nil
			}
		}
		if remark := score.OneClassRemark(mustScore(t, in)); remark != "" {
			t.Errorf("%s: %s", name, remark)
		}
	}
}
