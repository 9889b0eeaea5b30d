package encode

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// oddsRatio returns the logarithm of how many times as large the odds of a class are with a
// value as without it, with a half added to each of the four counts (Yates), and its
// variance.
func oddsRatio(rows, successes, all, allSuccess float64) (ratio, variance float64) {
	neither, only := all-rows+successes-allSuccess+0.5, rows-successes+0.5
	elsewhere, both := allSuccess-successes+0.5, successes+0.5
	return math.Log(neither * both / (only * elsewhere)), 1/neither + 1/only + 1/elsewhere + 1/both
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
			excess += w * from * from
			slope += w * w * from * from
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

// steinOdds returns the log-odds ratio of a class and a value, pulled to the mean of all
// values by a part B of the distance.
func steinOdds(c share) float64 {
	values := c.shrinkage.values
	if c.rows == 0 || values < 2 || values >= c.all {
		return 0
	}
	own, variance := oddsRatio(c.rows, c.successes, c.all, c.allSuccess)
	part := (values - 3) / (values - 1) * variance / (c.shrinkage.between + variance)
	return own + min(max(part, 0), 1)*(c.shrinkage.mean-own)
}

// checkModel refuses to leave out single rows where estimates are fitted to all values
// together.
func (e *encoder) checkModel() []contract.Diagnostic {
	if e.Model != oddsModel || !e.LeaveOneOut {
		return nil
	}
	return []contract.Diagnostic{contract.Errorf([]any{"leave_one_out"}, "model = \"binary\" leaves out no single rows",
		"It is fitted to all values together, which would be done anew for each row. Take folds = 20, or another model.")}
}
