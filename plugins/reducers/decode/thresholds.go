package decode

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Thresholds are numbers above 0, one a class: predicted is the class with the largest
// p_k/t_k, the first of those that are equal up to rounding errors, as by set_threshold
// of mlr3's PredictionClassif (Bischl et al., "Applied machine learning using mlr3 in R",
// 2024, §13.1). Class scores and probabilities stay as they are. Without thresholds
// nothing changes.
type Thresholds []float64

// Applied returns what was decoded with the predictions by the thresholds.
func (t Thresholds) Applied(d contract.Decoded) (contract.Decoded, error) {
	if t == nil {
		return d, nil
	}
	if d.Probabilities == nil {
		return d, errors.New("thresholds need probabilities, and this decoding gives none of these scores")
	}
	if len(t) != d.Probabilities.Cols {
		return d, fmt.Errorf("%d thresholds meet %d classes", len(t), d.Probabilities.Cols)
	}
	if slices.ContainsFunc(t, func(x float64) bool { return !(x > 0) }) {
		return d, errors.New("a threshold is not above 0")
	}
	ratios := make([]float64, len(t))
	d.Predictions = make([]int, d.Probabilities.Rows)
	for i := range d.Predictions {
		for k, p := range d.Probabilities.Row(i) {
			ratios[k] = p / t[k]
		}
		d.Predictions[i] = firstFrom(ratios, (1-solved)*ratios[Argmax(ratios)])
	}
	return d, nil
}
