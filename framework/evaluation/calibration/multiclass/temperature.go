package multiclass

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
)

// temperature divides the logarithms of the probabilities by 1/beta: Guo, Pleiss, Sun and
// Weinberger, "On calibration of modern neural networks", 2017.
type temperature struct{ beta float64 }

func (t temperature) calibrate(p []float64, _ int) {
	for i, z := range logarithms(p) {
		p[i] = t.beta * z
	}
	softmax(p)
}

// widest bounds the logarithm of beta, as in scikit-learn, so that there is a best one
// where all rows are right, and where chance is better than the probabilities.
const widest = 10

// fitTemperature minimises the cross-entropy. It is convex in beta: its slope ascends, and
// Newton's method finds where it is 0, or halves the interval where that leads out of it.
func fitTemperature(s Sample) temperature {
	z := logarithms(s.Probabilities)
	low, high := elementary.Exp(-widest), elementary.Exp(widest)
	if slope, _ := slopes(z, s, low); slope >= 0 {
		return temperature{low}
	}
	if slope, _ := slopes(z, s, high); slope <= 0 {
		return temperature{high}
	}
	beta := 1.0
	for high-low > 1e-15*high {
		slope, curve := slopes(z, s, beta)
		if slope == 0 {
			break
		}
		if slope > 0 {
			high = beta
		} else {
			low = beta
		}
		next := beta - slope/curve
		if !(next > low && next < high) {
			next = math.Sqrt(low * high)
		}
		if next == beta || next == low || next == high {
			break
		}
		beta = next
	}
	return temperature{beta}
}

// slopes are the first and the second derivative of the cross-entropy of the rows by beta:
// the mean of z under the calibrated probabilities less that of the class, and its variance.
func slopes(z []float64, s Sample, beta float64) (slope, curve float64) {
	p := make([]float64, s.K)
	for i, class := range s.Classes {
		row := z[i*s.K : (i+1)*s.K]
		for k, v := range row {
			p[k] = beta * v
		}
		softmax(p)
		mean, square := 0.0, 0.0
		for k, v := range row {
			mean += float64(p[k] * v)
		}
		for k, v := range row {
			square += float64(p[k] * float64((v-mean)*(v-mean)))
		}
		slope, curve = slope+(mean-row[class]), curve+square
	}
	return slope, curve
}
