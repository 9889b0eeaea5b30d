package score_test

import (
	"fmt"
	"log"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// A plan says which cells and metrics there are, and the cells give their predictions.
func Example() {
	p := &plan.Plan{
		Datasets: []plan.Dataset{{Name: "pets", Target: target.Target{Names: []string{"cat", "dog"}}}},
		Metrics:  []metric.Spec{{Name: "accuracy", Type: "accuracy"}},
	}
	in := score.Input{Plan: p}
	for fold, predicted := range [][]int{{0, 1, 1, 1}, {0, 0, 1, 1}} {
		c := plan.Cell{Fold: fold}
		c.Combination = plan.Combination{Dataset: "pets", Encoder: "one_hot", Learner: "svm", Reduction: "ova"}
		p.Cells = append(p.Cells, c)
		in.Cells = append(in.Cells, score.Cell{
			Cell:   c,
			Result: &store.Result{Status: store.OK},
			Predictions: func() (store.Predictions, error) {
				return store.Predictions{K: 2, Rows: []int{0, 1, 2, 3}, Truth: target.Rows{Class: []int{0, 0, 1, 1}},
					Predicted: target.Rows{Class: predicted}, Scores: make([]float64, 8)}, nil
			},
		})
	}

	rows, err := score.Compute(in)
	if err != nil {
		log.Fatal(err)
	}
	for _, r := range rows {
		fmt.Println(r.Name(), r.Metric, r.Value)
	}
	for _, g := range score.Summarize(p, rows) {
		fmt.Println(g.Combination.Name(), g.Metric, g.Mean)
	}
	// Output:
	// pets/one_hot/svm/ova repeat 0 fold 0 accuracy 0.75
	// pets/one_hot/svm/ova repeat 0 fold 1 accuracy 1
	// pets/one_hot/svm/ova accuracy 0.875
}
