package scores

import (
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/evaluation/calibration/multiclass"
)

// leastProbability bounds the logarithms of calibrated probabilities.
const leastProbability = 1e-300

// Calibrate makes the probabilities of classes calibrated ones; without a map they stay.
// If the map chooses, the class with the largest one is predicted, the first of several, and
// class scores are logarithms of them.
func (d Decoded) Calibrate(m *multiclass.Map, chooses bool) {
	if m == nil {
		return
	}
	k := len(d.Probabilities) / max(1, len(d.Predicted.Class))
	for i, predicted := range d.Predicted.Class {
		calibrated := d.Probabilities[i*k : (i+1)*k]
		if m.Apply(calibrated, predicted); !chooses {
			continue
		}
		d.Predicted.Class[i] = slices.Index(calibrated, slices.Max(calibrated))
		for class, p := range calibrated {
			d.Scores[i*k+class] = elementary.Log(max(p, leastProbability))
		}
	}
}
