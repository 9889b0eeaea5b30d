package markov

import (
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/variate"
)

// Slice draws a number between bounds from the logarithm of its density, up to a constant,
// by slice sampling with stepping out and shrinkage (Neal, The Annals of Statistics 31,
// 2003, figures 3 and 5), beginning where the number was.
func Slice(random *rand.Rand, at, low, high float64, density func(float64) float64) float64 {
	const width = 1.0
	level := density(at) - variate.Exponential(random)
	left := at - float64(width*random.Float64())
	right := left + width
	for left > low && density(left) > level {
		left -= width
	}
	for right < high && density(right) > level {
		right += width
	}
	left, right = max(left, low), min(right, high)
	for right-left > 1e-12*max(1, math.Abs(at)) {
		x := left + float64((right-left)*random.Float64())
		switch {
		case density(x) > level:
			return x
		case x < at:
			left = x
		default:
			right = x
		}
	}
	return at
}
