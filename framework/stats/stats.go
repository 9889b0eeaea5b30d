// Package stats compares results over folds. Sums run in the order of the
// data, so the same numbers give the same bytes.
package stats

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
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
	return min(max(sum/float64(len(x)), slices.Min(x)), slices.Max(x))
}

// Variance returns Σ(x−mean)²/(n−1), NaN for fewer than two values.
func Variance(x []float64) float64 {
	if len(x) < 2 {
		return math.NaN()
	}
	mean, sum := Mean(x), 0.0
	for _, v := range x {
		sum += (v - mean) * (v - mean)
	}
	return sum / float64(len(x)-1)
}

// SD returns the standard deviation with divisor n−1, NaN for fewer than two
// values.
func SD(x []float64) float64 { return math.Sqrt(Variance(x)) }

// Test is the outcome of a t-test.
type Test struct {
	T  float64 // statistic; ±Inf where differences are constant and not 0
	DF int     // degrees of freedom, n−1
	P  float64 // two-sided p-value
}

// CorrectedResampled is the corrected resampled t-test of Nadeau and Bengio
// (Inference for the generalization error, Machine Learning 52, 2003) on the
// differences d of two methods over n folds or resamples,
//
//	t = mean(d) / √((1/n + n_test/n_train)·var(d)),
//
// with n−1 degrees of freedom. The ratio n_test/n_train accounts for training
// parts that overlap. Fewer than two differences give NaN; differences without
// variance give p = 1 if they are 0, else p = 0.
func CorrectedResampled(d []float64, testRows, trainRows float64) Test {
	n := len(d)
	mean, variance := Mean(d), Variance(d)
	result := Test{T: math.NaN(), DF: max(0, n-1), P: math.NaN()}
	switch {
	case math.IsNaN(variance):
	case variance == 0 && mean == 0:
		result.T, result.P = 0, 1
	case variance == 0:
		result.T, result.P = math.Inf(int(math.Copysign(1, mean))), 0
	default:
		result.T = mean / math.Sqrt((1/float64(n)+testRows/trainRows)*variance)
		student := distuv.StudentsT{Mu: 0, Sigma: 1, Nu: float64(n - 1)}
		result.P = 2 * student.CDF(-math.Abs(result.T))
	}
	return result
}

// CriticalDifference returns the difference of mean ranks from which on the
// Nemenyi test tells two of k treatments apart that are ranked over n blocks,
//
//	CD = q·√(k(k+1)/(6n)),
//
// q being the upper quantile of the studentized range of k normal variables at
// the level, infinite degrees of freedom, divided by √2 (Demšar, Statistical
// comparisons of classifiers over multiple data sets, JMLR 7, 2006). It panics
// unless k ≥ 2, n ≥ 1 and 0 < level < 1.
func CriticalDifference(k, n int, level float64) float64 {
	if k < 2 || n < 1 || !(level > 0 && level < 1) {
		panic(fmt.Sprintf("stats: critical difference of %d treatments over %d blocks at level %v", k, n, level))
	}
	return rangeQuantile(k, level) / math.Sqrt2 * rankError(k, n)
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
		middle := low + (high-low)/2
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
		density := math.Exp(-z*z/2) / math.Sqrt(2*math.Pi)
		sum += density * math.Pow(below, float64(k-1)) * -math.Expm1(float64(k-1)*math.Log1p(-r))
	}
	return float64(k) * sum * step
}

func normalCDF(z float64) float64 { return math.Erfc(-z/math.Sqrt2) / 2 }

// AgainstControl returns the two-sided p-values of the z-tests of k mean ranks
// over n blocks against that of a control, z = (R_j − R_control)/√(k(k+1)/(6n)),
// unadjusted and adjusted by Holm's procedure over the k−1 tests (Demšar 2006,
// section 3.2.2). The control's own are NaN.
func AgainstControl(ranks []float64, control, n int) (p, holm []float64) {
	p = make([]float64, len(ranks))
	for j, r := range ranks {
		z := math.Abs(r-ranks[control]) / rankError(len(ranks), n)
		p[j] = math.Erfc(z / math.Sqrt2)
	}
	adjusted := Holm(slices.Delete(slices.Clone(p), control, control+1))
	p[control] = math.NaN()
	return p, slices.Insert(adjusted, control, math.NaN())
}

// Holm returns the p-values of m tests adjusted by Holm's step-down procedure
// (Scandinavian Journal of Statistics 6, 1979): in ascending order the i-th,
// counted from 0, is the largest of min(1, (m−i)·p) so far. It panics on NaN.
func Holm(p []float64) []float64 {
	order := make([]int, len(p))
	for i := range order {
		if math.IsNaN(p[i]) {
			panic("stats: a p-value is NaN")
		}
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(p[a], p[b]) })
	adjusted := make([]float64, len(p))
	largest := 0.0
	for i, at := range order {
		largest = max(largest, min(1, float64(len(p)-i)*p[at]))
		adjusted[at] = largest
	}
	return adjusted
}
