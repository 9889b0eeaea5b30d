// Package calibration fits maps from the scores of a binary model to log-odds.
// It is pure: scores and signs in, a map out. The scores must be of rows that
// the model was not trained on.
package calibration

import (
	"fmt"
	"math"
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

// Map takes a score to the log-odds of the positive class. It does not fall
// where the score grows, but for a sigmoid of scores that point the wrong way,
// and is finite: within ±LogOddsLimit.
type Map interface {
	LogOdds(score float64) float64
}

// least keeps the logarithms of probabilities 0 and 1 finite.
const least = 1e-300

// LogOddsLimit bounds what a Map returns: the log-odds of a probability of 1.
var LogOddsLimit = -math.Log(least)

// logOdds is that of a probability.
func logOdds(p float64) float64 {
	return math.Log(max(p, least)) - math.Log(max(1-p, least))
}

func count(positive []bool) int {
	n := 0
	for _, p := range positive {
		if p {
			n++
		}
	}
	return n
}
