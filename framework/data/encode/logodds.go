package encode

import (
	"github.com/manyclass/bench/framework/base/elementary"
)

// oddsRatio returns the logarithm of how many times as large the odds of a class are with a
// value as without it, with a half added to each of the four counts (Yates), and its
// variance.
func oddsRatio(rows, successes, all, allSuccess float64) (ratio, variance float64) {
	neither, only := all-rows+successes-allSuccess+0.5, rows-successes+0.5
	elsewhere, both := allSuccess-successes+0.5, successes+0.5
	return elementary.Log(neither * both / (only * elsewhere)), 1/neither + 1/only + 1/elsewhere + 1/both
}

// commonOdds returns the mean of log-odds ratios of several values and the variance t ≥ 0
// between them, so that Σ w·(ratio − mean)² over K values is K − 1, with the weights w =
// 1/(t + the variance of each), or is less at t = 0 (Paule and Mandel). The sum falls with t
// and is convex, so that Newton's steps go up to t from 0.
func commonOdds(ratios, variances []float64) (mean, between float64) {
	if len(ratios) < 2 {
		return 0, 0
	}
	for range mostSteps {
		weights, sum := 0.0, 0.0
		for i, v := range variances {
			weights += 1 / (between + v)
			sum += ratios[i] / (between + v)
		}
		mean = sum / weights
		excess, slope := -float64(len(ratios)-1), 0.0
		for i, v := range variances {
			w, from := 1/(between+v), ratios[i]-mean
			excess += float64(w * from * from)
			slope += float64(w * w * from * from)
		}
		step := excess / slope
		if !(step > 1e-15*between) {
			break
		}
		between += step
	}
	return mean, between
}

// mostSteps bounds Newton's steps, of which there are some ten.
const mostSteps = 100
