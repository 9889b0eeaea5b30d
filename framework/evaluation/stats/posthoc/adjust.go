package posthoc

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// ascending returns the numbers of the p-values from the smallest to the largest. It
// panics on NaN.
func ascending(p []float64) []int {
	if slices.ContainsFunc(p, math.IsNaN) {
		panic("posthoc: a p-value is NaN")
	}
	order := lists.Range(len(p))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	return order
}

// stepDown adjusts p-values: in ascending order the i-th, counted from 0, is the
// largest of min(1, factor(i)·p) so far.
func stepDown(p []float64, factor func(i int) int) []float64 {
	adjusted, largest := make([]float64, len(p)), 0.0
	for i, at := range ascending(p) {
		largest = max(largest, min(1, float64(factor(i))*p[at]))
		adjusted[at] = largest
	}
	return adjusted
}

// Bonferroni multiplies each of m p-values by m (Dunn, Journal of the American
// Statistical Association 56, 1961). It panics on NaN, as all here.
func Bonferroni(p []float64) []float64 {
	return stepDown(p, func(int) int { return len(p) })
}

// Holm adjusts m p-values by Holm's step-down procedure (Scandinavian Journal of
// Statistics 6, 1979): in ascending order the i-th, counted from 0, is the largest of
// min(1, (m−i)·p) so far.
func Holm(p []float64) []float64 {
	return stepDown(p, func(i int) int { return len(p) - i })
}

// Hochberg adjusts m p-values by the step-up procedure of Hochberg (Biometrika 75,
// 1988): in ascending order the i-th, counted from 0, is the smallest (m−j)·p_j of
// all j ≥ i. It holds for independent tests and many forms of positive dependence.
func Hochberg(p []float64) []float64 {
	adjusted, smallest := make([]float64, len(p)), 1.0
	for i, at := range slices.Backward(ascending(p)) {
		smallest = min(smallest, float64(len(p)-i)*p[at])
		adjusted[at] = smallest
	}
	return adjusted
}

// Hommel adjusts m p-values by the procedure of Hommel (Biometrika 75, 1988) in the
// form of Wright (Biometrics 48, 1992): closed testing with Simes' test. It holds
// where Hochberg's does and rejects at least as much.
func Hommel(p []float64) []float64 {
	order, m := ascending(p), len(p)
	sorted := lists.Map(order, func(at int) float64 { return p[at] })
	adjusted := slices.Clone(sorted)
	for size := m; size > 1; size-- {
		// Simes' p-value of one of them and the largest others, except for the term of that one.
		simes := 1.0
		for j := 2; j <= size; j++ {
			simes = min(simes, float64(size)*sorted[m-size+j-1]/float64(j))
		}
		for i := range sorted {
			adjusted[i] = max(adjusted[i], min(simes, float64(size)*sorted[i]))
		}
	}
	out := make([]float64, m)
	for i, at := range order {
		out[at] = adjusted[i]
	}
	return out
}
