// Package stats has the statistics of scores: means, ranks, tests of two or more
// methods over folds or datasets, sizes of effects. Sums run in the order of the
// data, so the same numbers give the same bytes.
package stats

import (
	"math"
	"slices"
)

// Mean returns the arithmetic mean of x, NaN for no values. It never lies
// outside the range of x, so the mean of equal numbers is that number.
func Mean(x []float64) float64 {
	if len(x) == 0 {
		return math.NaN()
	}
	sum := 0.0
	for _, v := range x {
		sum += v
	}
	n := float64(len(x))
	mean := sum / n
	if math.IsInf(sum, 0) { // of numbers whose sum is none, though their mean is
		mean = 0
		for _, v := range x {
			mean += v / n
		}
	}
	return min(max(mean, slices.Min(x)), slices.Max(x))
}

// Variance returns Σ(x−mean)²/(n−1), NaN for fewer than two values.
func Variance(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	mean, sum := Mean(x), 0.0
	for _, v := range x {
		sum += float64((v - mean) * (v - mean))
	}
	return sum / float64(len(x)-1)
}

// SD returns the standard deviation with divisor n−1, NaN for fewer than two
// values.
func SD(x []float64) float64 { return math.Sqrt(Variance(x)) }
