// Package posthoc finds the differences between treatments that were ranked over blocks, once
// Friedman's test says that they differ: pairs of mean ranks, their p-values adjusted
// for the number of tests, critical differences, and the groups without significant differences.
package posthoc

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/special"
)

// CriticalDifference returns the difference of mean ranks from which on the
// Nemenyi test finds two of k treatments significantly different that are ranked over n blocks,
//
//	CD = q·√(k(k+1)/(6n)),
//
// q being the upper quantile of the studentized range of k normal variables at
// the level, infinite degrees of freedom, divided by √2 (Demšar, Statistical
// comparisons of classifiers over multiple data sets, JMLR 7, 2006). It panics
// unless k ≥ 2, n ≥ 1 and 0 < level < 1.
func CriticalDifference(k, n int, level float64) float64 {
	checkDesign(k, n, level)
	return rangeQuantile(k, level) / math.Sqrt2 * rankError(k, n)
}

// BonferroniDunn returns the difference of mean ranks from which on a treatment is
// different from a control by the test of that name (Dunn, Journal of the American
// Statistical Association 56, 1961),
//
//	CD = z·√(k(k+1)/(6n)),
//
// z being the upper quantile of the normal distribution at level/(2(k−1)). It panics
// as CriticalDifference does.
func BonferroniDunn(k, n int, level float64) float64 {
	checkDesign(k, n, level)
	return special.NormalQuantile(level/2/float64(k-1)) * rankError(k, n)
}

func checkDesign(k, n int, level float64) {
	if k < 2 || n < 1 || !(level > 0 && level < 1) {
		panic(fmt.Sprintf("posthoc: critical difference of %d treatments over %d blocks at level %v", k, n, level))
	}
}

// Groups returns the largest sets of two or more treatments that follow one another
// in rank and of which no pair differs significantly, each with its treatments by number,
// best rank first.
func Groups(ranks []float64, apart func(a, b int) bool) [][]int {
	order := lists.Range(len(ranks))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(ranks[a], ranks[b]) })
	var groups [][]int
	reached := 0
	for from := range order {
		to := from + 1
		for to < len(order) && !slices.ContainsFunc(order[from:to], func(a int) bool { return apart(a, order[to]) }) {
			to++
		}
		if to-from > 1 && to > reached {
			groups = append(groups, order[from:to:to])
			reached = to
		}
	}
	return groups
}

// rankError is the standard error √(k(k+1)/(6n)) of the difference of two mean
// ranks.
func rankError(k, n int) float64 {
	return math.Sqrt(float64(k) * float64(k+1) / (6 * float64(n)))
}

// rangeQuantile returns the q that the range of k standard normal variables
// exceeds with probability level, by bisection to the last bit.
func rangeQuantile(k int, level float64) float64 {
	low, high := 0.0, 1.0
	for rangeSurvival(k, high) > level {
		low, high = high, 2*high
	}
	for {
		middle := low + float64((high-low)/2)
		if middle <= low || middle >= high {
			return middle
		}
		if rangeSurvival(k, middle) > level {
			low = middle
		} else {
			high = middle
		}
	}
}

// rangeSurvival returns the probability that the range of k standard normal
// variables exceeds q,
//
//	k·∫ φ(z)·(Φ(z)^(k−1) − (Φ(z)−Φ(z−q))^(k−1)) dz,
//
// z being the largest. The difference is taken as Φ^(k−1)·(1−(1−r)^(k−1)) with
// r = Φ(z−q)/Φ(z), so that small probabilities keep their digits. The trapezoidal
// rule converges faster than any power of its step for such integrands.
func rangeSurvival(k int, q float64) float64 {
	const step, end = 1.0 / 16, 38.0
	sum := 0.0
	for z := -end; z <= end; z += step {
		below := normalCDF(z)
		r := normalCDF(z-q) / below
		density := elementary.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		sum += float64(density * elementary.Pow(below, float64(k-1)) * -elementary.Expm1(float64(k-1)*elementary.Log1p(-r)))
	}
	return float64(k) * sum * step
}

func normalCDF(z float64) float64 { return special.Erfc(-z/math.Sqrt2) / 2 }
