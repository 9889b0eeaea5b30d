package stats

import (
	"math"
	"math/rand/v2"
	"slices"
)

// A12 is the probability that a value of a is above one of b, ties counted half
// (Vargha and Delaney, Journal of Educational and Behavioral Statistics 25, 2000):
// 1/2 without an effect. NaN for no values.
func A12(a, b []float64) float64 {
	above := 0.0
	for _, x := range a {
		for _, y := range b {
			switch {
			case Tied(x, y):
				above += 0.5
			case x > y:
				above++
			}
		}
	}
	return above / float64(len(a)) / float64(len(b))
}

// CohenD is the difference of two means in units of the deviation within the groups
// (Cohen, Statistical Power Analysis for the Behavioral Sciences, 2nd edition, 1988),
//
//	d = (mean(a) − mean(b)) / √((var(a) + var(b))/2),
//
// for groups of equal size. Without variance it is 0 for equal means, else ±Inf; NaN
// for fewer than two values.
func CohenD(a, b []float64) float64 {
	a, b = comparable(a, b)
	difference, spread := Mean(a)-Mean(b), math.Sqrt((Variance(a)+Variance(b))/2)
	switch {
	case !Tied(spread, 0):
		return difference / spread
	case Tied(difference, 0):
		return 0
	}
	return math.Copysign(math.Inf(1), difference)
}

// comparable divides values by the power of two next to the largest, so that neither
// their squares overflow nor those of all vanish.
func comparable(a, b []float64) (x, y []float64) {
	largest := 0.0
	for _, v := range slices.Concat(a, b) {
		largest = max(largest, math.Abs(v))
	}
	_, exponent := math.Frexp(largest)
	scaled := func(values []float64) []float64 {
		out := make([]float64, len(values))
		for i, v := range values {
			out[i] = math.Ldexp(v, -exponent)
		}
		return out
	}
	return scaled(a), scaled(b)
}

// resamples is how often a bootstrap draws; bootstrapSeed is the seed of its draws.
const (
	resamples     = 2000
	bootstrapSeed = 0x626f6f74
)

// Bootstrap returns the percentile interval of a statistic of n rows (Efron and
// Tibshirani, An Introduction to the Bootstrap, 1993, chapter 13): the quantiles
// level/2 and 1−level/2 of its values on 2,000 draws of n rows with replacement. The
// draws depend on n alone. Values of NaN are left out; NaN for fewer than two rows.
func Bootstrap(n int, level float64, statistic func(rows []int) float64) (low, high float64) {
	if n < 2 {
		return math.NaN(), math.NaN()
	}
	random := rand.New(rand.NewPCG(bootstrapSeed, uint64(n)))
	rows := make([]int, n)
	var values []float64
	for range resamples {
		for i := range rows {
			rows[i] = random.IntN(n)
		}
		if v := statistic(rows); !math.IsNaN(v) {
			values = append(values, v)
		}
	}
	slices.Sort(values)
	return Quantile(values, level/2), Quantile(values, 1-float64(level/2))
}

// Quantile interpolates linearly between sorted values (type 7 of Hyndman and Fan,
// The American Statistician 50, 1996). NaN for no values.
func Quantile(sorted []float64, share float64) float64 {
	if len(sorted) == 0 {
		return math.NaN()
	}
	at := float64(share * float64(len(sorted)-1))
	below := int(at)
	above := min(below+1, len(sorted)-1)
	if sorted[below] == sorted[above] {
		return sorted[below]
	}
	return sorted[below] + float64((at-float64(below))*(sorted[above]-sorted[below]))
}
