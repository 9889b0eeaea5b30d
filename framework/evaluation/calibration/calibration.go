// Package calibration fits maps from the scores of a binary model to log-odds.
// It is pure: scores and signs in, a map out. The scores must be of rows that
// the model was not trained on.
package calibration

import (
	"fmt"
)

// The methods of Fit.
const (
	SigmoidMethod  = "sigmoid"
	IsotonicMethod = "isotonic"
)

// Fit fits a map by a method to the finite scores of rows; positive holds which
// rows are positive. Both signs are needed. An unknown method and slices of
// different lengths are a caller's bug and panic.
func Fit(method string, scores []float64, positive []bool) (Map, error) {
	if len(scores) != len(positive) {
		panic(fmt.Sprintf("calibration: %d scores and %d signs", len(scores), len(positive)))
	}
	if n := count(positive); n == 0 || n == len(positive) {
		return nil, fmt.Errorf("calibration needs scores of positive and negative rows; of %d rows %d are positive",
			len(positive), n)
	}
	switch method {
	case SigmoidMethod:
		return fitSigmoid(scores, positive), nil
	case IsotonicMethod:
		return fitIsotonic(scores, positive), nil
	}
	panic(fmt.Sprintf("calibration: unknown method %q", method))
}
