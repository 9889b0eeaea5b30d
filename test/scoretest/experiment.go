// Package scoretest invents results for the tests of everything that shows them.
package scoretest

import (
	"fmt"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// Experiment returns a small experiment with every status: two datasets (one with a
// declared class that never occurs, one with labels that need quoting), two
// learners, two reductions, three folds.
func Experiment() score.Input {
	p := &plan.Plan{
		Experiment: "fixture",
		Datasets: []plan.Dataset{
			{Name: "iris", Target: target.Target{Names: []string{"setosa", "versicolor", "a|b, c"}, Counts: []int{50, 50, 50}}},
			{Name: "glass", Target: target.Target{Names: []string{"1", "4", "7"}, Counts: []int{70, 0, 29}}},
		},
		Metrics: []metric.Spec{
			{Name: "accuracy", Type: "accuracy", Config: contract.NewConfig(nil)},
			{Name: "log_loss", Type: "log_loss", Config: contract.NewConfig(nil)},
			{Name: "recall(average=none)", Type: "recall", Config: contract.NewConfig(map[string]any{"average": "none"})},
		},
	}
	for _, d := range p.Datasets {
		for fold := range 3 {
			for _, learner := range []string{"lr[C=0.1,tol=1]", "svm"} {
				for _, reduction := range []string{"ova", "ovo"} {
					p.Cells = append(p.Cells, plan.Cell{Combination: plan.Combination{Dataset: d.Name, Encoder: "one_hot", Learner: learner, Reduction: reduction},
						Fold: fold, Problems: 3, NoProbabilities: reduction == "ovo"})
				}
			}
		}
	}
	in := score.Input{Plan: p}
	for i := range p.Cells {
		in.Cells = append(in.Cells, cellResult(&p.Cells[i], i))
	}
	return in
}

// cellResult invents the outcome of cell number i.
func cellResult(c *plan.Cell, i int) score.Cell {
	if c.Dataset == "glass" && c.Learner == "svm" && c.Reduction == "ovo" {
		c.Skipped = "learner svm is not for it"
		return score.Cell{Cell: *c}
	}
	objective, cpu := float64(i)/4, 0.2
	r := &store.Result{Status: store.OK, Sizes: store.Sizes{TrainRows: 100, TestRows: 20}, BinaryProblems: 3, Costs: store.Costs{TrainSeconds: 0.25, PredictSeconds: 0.001, PeakRSSBytes: 1 << 20, CPUSeconds: &cpu, ModelBytes: 2400}, Training: store.Training{Objective: &objective}}
	if c.Learner == "svm" {
		r.Objective, r.Unconverged, r.Ends = nil, 1, map[contract.End]int{contract.Tolerance: 2, contract.MaxIter: 1}
	}
	out := score.Cell{Cell: *c, Result: r, Predictions: func() (store.Predictions, error) {
		return invent(*c, i), nil
	}}
	failure := map[string]store.Status{
		"glass lr[C=0.1,tol=1] ovo 1": store.Failed, "glass svm ova 0": store.Timeout, "glass svm ova 1": store.OutOfMemory,
	}
	if status := failure[fmt.Sprintf("%s %s %s %d", c.Dataset, c.Learner, c.Reduction, c.Fold)]; status != "" {
		*r = store.Result{Status: status, Error: "plugin \"svm\" said:\nno, never"}
		out.Predictions = func() (store.Predictions, error) { panic("predictions of a cell without any") }
	} else if c.Learner != "svm" || c.Reduction == "ova" {
		out.Binary = func() (diagnose.Binary, error) { return inventModels(*c, i), nil }
	}
	if c.Dataset == "glass" && c.Learner == "svm" && c.Fold == 2 {
		return score.Cell{Cell: *c}
	}
	return out
}

// invent makes predictions that are right more often for lr than for svm.
func invent(c plan.Cell, i int) store.Predictions {
	rng := rand.New(rand.NewPCG(1, uint64(i)))
	k := map[string]int{"iris": 3, "glass": 2}[c.Dataset]
	right := map[bool]float64{true: 0.95, false: 0.5}[c.Learner != "svm"]
	p := store.Predictions{K: k}
	for row := range 20 {
		truth := row % k
		predicted := truth
		if rng.Float64() > right {
			predicted = rng.IntN(k)
		}
		p.Rows = append(p.Rows, 3*row+c.Fold)
		p.Truth.Class = append(p.Truth.Class, truth)
		p.Predicted.Class = append(p.Predicted.Class, predicted)
		for class := range k {
			score, probability := -0.5, 0.25/float64(k-1)
			if class == predicted {
				score, probability = rng.Float64(), 0.75
			}
			p.Scores = append(p.Scores, score)
			if !c.NoProbabilities {
				p.Probabilities = append(p.Probabilities, probability)
			}
		}
	}
	return p
}
