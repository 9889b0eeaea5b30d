package score

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/conformal"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// setsOf are the prediction sets of test rows of a dataset that have class probabilities, given
// training rows with theirs as scores, nil if there are none. It is nil if these are to calibrate.
func setsOf(p *plan.Plan, dataset string, test, folded *store.Predictions) ([]bool, error) {
	s := p.Sets
	tested, err := drawn(p, dataset, test.Probabilities, test)
	if err != nil {
		return nil, err
	}
	if s.Rows == conformal.Test {
		halves := conformal.Drawn(setSeed(p, dataset, "halves"), test.Rows)
		return s.Halves(tested, test.Truth.Class, lists.Map(halves, func(u float64) bool { return u < 0.5 })), nil
	}
	if folded == nil {
		return nil, nil
	}
	calibrating, err := drawn(p, dataset, folded.Scores, folded)
	if err != nil {
		return nil, err
	}
	return s.Sets(tested, s.Thresholds(calibrating, folded.Truth.Class)), nil
}

// drawn are rows of a dataset with their class probabilities and random numbers. All cells have
// the same numbers, so that their sets differ by their probabilities alone.
func drawn(p *plan.Plan, dataset string, probabilities []float64, of *store.Predictions) (r conformal.Rows, err error) {
	rows := datasetOf(p, dataset).Rows
	for _, row := range of.Rows {
		if row < 0 || row >= rows {
			return r, fmt.Errorf("predictions are of row %d, and dataset %s has %d rows", row, dataset, rows)
		}
	}
	return conformal.Rows{K: of.K, Probabilities: probabilities,
		Uniform: conformal.Drawn(setSeed(p, dataset, "shares"), of.Rows)}, nil
}

// setSeed derives the seed of random numbers of the rows of a dataset.
func setSeed(p *plan.Plan, dataset, purpose string) uint64 {
	return plan.Seed(p.Seed, "prediction sets", purpose, datasetOf(p, dataset).Content)
}

func datasetOf(p *plan.Plan, name string) plan.Dataset {
	return p.Datasets[slices.IndexFunc(p.Datasets, func(d plan.Dataset) bool { return d.Name == name })]
}
