// Package stats compares results over folds. Sums run in the order of the
// data, so the same numbers give the same bytes.
package stats

import (
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
