package scoretest

import (
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// sceneLabels are the labels of the invented multi-label dataset, one of which needs
// quoting and is never predicted.
var sceneLabels = []string{"beach", "a|b, c", "urban", "micro"}

// MultiLabel returns a small experiment on a multi-label dataset: one learner, two
// reductions, one of them without probabilities, three folds. One cell failed and
// one was not run. A metric is for single-label data.
func MultiLabel() score.Input {
	p := &plan.Plan{
		Experiment: "labelled",
		Datasets: []plan.Dataset{{Name: "scenes", Rows: 30, Numeric: 4,
			Target: target.Target{Names: sceneLabels, MultiLabel: true, Counts: []int{15, 8, 12, 1}}}},
	}
	for _, m := range []struct {
		name, kind string
		options    map[string]any
	}{
		{"hamming_loss", "hamming_loss", nil}, {"f1(average=none)", "f1", map[string]any{"average": "none"}},
		{"ranking_loss", "ranking_loss", nil},
		{"log_loss", "log_loss", nil}, {"balanced_accuracy", "balanced_accuracy", nil}} {
		p.Metrics = append(p.Metrics, metric.Spec{Name: m.name, Type: m.kind, Config: contract.NewConfig(m.options)})
	}
	in := score.Input{Plan: p}
	for fold := range 3 {
		for _, reduction := range []string{"relevance", "powerset"} {
			c := plan.Cell{Combination: plan.Combination{Dataset: "scenes", Encoder: "one_hot", Learner: "lr", Reduction: reduction}, Fold: fold, Problems: 4,
				NoProbabilities: reduction == "powerset"}
			p.Cells = append(p.Cells, c)
			in.Cells = append(in.Cells, labelledResult(c))
		}
	}
	return in
}

// Mixed returns Experiment and MultiLabel as one experiment.
func Mixed() score.Input {
	a, b := Experiment(), MultiLabel()
	a.Plan.Datasets = append(a.Plan.Datasets, b.Plan.Datasets...)
	for _, m := range b.Plan.Metrics {
		if !slices.ContainsFunc(a.Plan.Metrics, func(other metric.Spec) bool { return other.Name == m.Name }) {
			a.Plan.Metrics = append(a.Plan.Metrics, m)
		}
	}
	a.Plan.Cells = append(a.Plan.Cells, b.Plan.Cells...)
	a.Cells = append(a.Cells, b.Cells...)
	return a
}

func labelledResult(c plan.Cell) score.Cell {
	out := score.Cell{Cell: c, Result: &store.Result{Status: store.OK, Sizes: store.Sizes{TrainRows: 20, TestRows: 10},
		BinaryProblems: 4, Costs: store.Costs{TrainSeconds: 0.25}}}
	switch {
	case c.Reduction == "powerset" && c.Fold == 1:
		out.Result = &store.Result{Status: store.Failed, Error: "too many sets"}
	case c.Reduction == "powerset" && c.Fold == 2:
		out.Result = nil
	default:
		out.Predictions = func() (store.Predictions, error) { return inventLabels(c), nil }
	}
	return out
}

// inventLabels makes predictions that are right four times of five; every fifth
// row has no label.
func inventLabels(c plan.Cell) store.Predictions {
	rng := rand.New(rand.NewPCG(3, uint64(2*c.Fold)))
	k := len(sceneLabels)
	p := store.Predictions{K: k, MultiLabel: true}
	for row := range 10 {
		p.Rows = append(p.Rows, 3*row+c.Fold)
		var truths, predictions []int8
		for l := range k {
			truth := int8(0)
			if row%5 > 0 && rng.Float64() < []float64{0.6, 0.3, 0.5, 0.1}[l] {
				truth = 1
			}
			predicted := truth
			if rng.Float64() > 0.8 {
				predicted = 1 - truth
			}
			if l == 1 {
				predicted = 0
			}
			score := float64(2*predicted-1) * float64(1+rng.IntN(7)) / 8
			truths, predictions = append(truths, truth), append(predictions, predicted)
			p.Scores = append(p.Scores, score)
			if !c.NoProbabilities {
				p.Probabilities = append(p.Probabilities, (score+1)/2)
			}
		}
		p.Truth.Y.AddDense(truths)
		p.Predicted.Y.AddDense(predictions)
	}
	return p
}
