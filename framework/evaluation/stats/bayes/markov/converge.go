// Package markov draws from distributions by Markov chains, and says whether chains have
// converged.
package markov

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// MostRHat is up to which split R-hat chains count as having met.
const MostRHat = 1.05

// Halves splits each chain into its first and its second half.
func Halves(chains [][]float64) [][]float64 {
	var halves [][]float64
	for _, values := range chains {
		halves = append(halves, values[:len(values)/2], values[len(values)/2:])
	}
	return halves
}

// variances returns the mean variance within chains of equal length, and the estimate of
// that of the distribution, which is larger as long as they have not converged (Gelman and
// others, Bayesian Data Analysis, 3rd edition, section 11.4).
func variances(halves [][]float64) (within, all float64) {
	n := float64(len(halves[0]))
	within = stats.Mean(lists.Map(halves, stats.Variance))
	return within, float64((n-1)/n*within) + stats.Variance(lists.Map(halves, stats.Mean))
}

// RHat is the potential scale reduction of half chains, which is 1 where they have met.
func RHat(halves [][]float64) float64 {
	within, all := variances(halves)
	return math.Sqrt(all / within)
}

// Effective is how many independent draws tell as much of the mean: the number of draws
// over the sum of their autocorrelations, up to the first pair of neighbours whose sum is
// not positive, each pair counting no more than the one before (Geyer, Statistical Science
// 7, 1992; for several chains as in Gelman and others, section 11.5).
func Effective(halves [][]float64) float64 {
	within, all := variances(halves)
	n := len(halves[0])
	correlation := func(lag int) float64 {
		covariance := 0.0
		for _, values := range halves {
			mean := stats.Mean(values)
			for i := range n - lag {
				covariance += (values[i] - mean) * (values[i+lag] - mean) / float64(n) / float64(len(halves))
			}
		}
		return 1 - (within-covariance*float64(n)/float64(n-1))/all
	}
	sum, before := 0.0, math.Inf(1)
	for lag := 0; lag+1 < n; lag += 2 {
		pair := min(before, correlation(lag)+correlation(lag+1))
		if !(pair > 0) {
			break
		}
		sum, before = sum+pair, pair
	}
	total := float64(n * len(halves))
	return min(total, total/(float64(2*sum)-1))
}

// Interval leaves out half of level on each side of values, which it sorts.
func Interval(values []float64, level float64) (low, high float64) {
	slices.Sort(values)
	return stats.Quantile(values, level/2), stats.Quantile(values, 1-float64(level/2))
}
