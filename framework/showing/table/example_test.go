package table_test

import (
	"fmt"
	"os"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/table"
)

// One dataset, two learners with the same reduction, two folds.
func ExampleBuild() {
	p := &plan.Plan{
		Metrics:  []metric.Spec{{Name: "accuracy", Type: "accuracy"}},
		Datasets: []plan.Dataset{{Name: "iris", Target: target.Target{Names: []string{"a", "b"}, Counts: []int{1, 1}}}},
	}
	var rows []score.Row
	for _, one := range []struct {
		learner string
		values  []float64
	}{{"svm", []float64{0.95, 0.97}}, {"tree", []float64{0.92, 0.94}}} {
		for fold, value := range one.values {
			cell := plan.Cell{Fold: fold, Combination: plan.Combination{
				Dataset: "iris", Encoder: "one_hot", Learner: one.learner, Reduction: "ova"}}
			p.Cells = append(p.Cells, cell)
			rows = append(rows, score.Row{Cell: &cell, Metric: "accuracy", Value: value, Status: store.OK})
		}
	}
	grid := table.Build(plan.Table{Name: "accuracy", Metric: "accuracy"}, rows, p)
	if err := grid.Sheet().Text(os.Stdout, 80); err != nil {
		fmt.Println(err)
	}
	// Output:
	// accuracy: mean ± standard deviation over folds, larger is better; > marks the
	// best of each dataset
	//
	// dataset  svm/ova          tree/ova
	// iris     > 0.960 ± 0.014    0.930 ± 0.014
}
