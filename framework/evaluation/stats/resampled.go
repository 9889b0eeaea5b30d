package stats

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/special"
)

// Differences are those of pairs of values, a − b. Those that differ from one another, or
// from 0, by no more than the rounding of values are made equal: by at most 1e-12, relative
// to values beyond ±1. So the variance of differences that are the same is 0.
func Differences(a, b []float64) []float64 {
	d, order := make([]float64, len(a)), make([]int, len(a))
	for i := range d {
		d[i], order[i] = a[i]-b[i], i
		if math.Abs(d[i]) <= rounding(a[i], b[i]) {
			d[i] = 0
		}
	}
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(d[i], d[j]) })
	for n, first := 1, 0; n < len(order); n++ {
		i, f := order[n], order[first]
		if d[i]-d[f] <= max(rounding(a[i], b[i]), rounding(a[f], b[f])) {
			d[i] = d[f]
		} else {
			first = n
		}
	}
	return d
}

// rounding is by how much the difference of two values may be off.
func rounding(a, b float64) float64 {
	if size := max(1, math.Abs(a), math.Abs(b)); !math.IsInf(size, 0) {
		return 1e-12 * size
	}
	return 0
}

// Test is the outcome of a t-test.
type Test struct {
	T    float64 // statistic
	DF   int     // degrees of freedom
	P    float64 // two-sided p-value; NaN, like T, where nothing can be tested
	Mean float64 // of the differences
	SE   float64 // standard error of the mean
}

// LeastFolds is how many differences over folds are tested at least. Shares of rows that are
// predicted right are steps of a row, so two differences are often as good as equal: of
// methods that are equally good, each right on other 6 % of 60 rows, 10 % would be found at
// level 0.05 on two folds, 2.5 % on three.
const LeastFolds = 3

// CorrectedResampled is the corrected resampled t-test of Nadeau and Bengio
// (Inference for the generalization error, Machine Learning 52, 2003) on the
// differences d of two methods over n folds or resamples,
//
//	t = mean(d) / √((1/n + n_test/n_train)·var(d)),
//
// with n−1 degrees of freedom, d being as Differences gives them. The ratio n_test/n_train accounts for training
// parts that overlap; n_train counts a row once that trains several times, as in a
// bootstrap sample. Fewer than LeastFolds differences give NaN; differences without
// variance give p = 1 if they are 0, else NaN: nothing says how much they vary.
func CorrectedResampled(d []float64, testRows, trainRows float64) Test {
	n := len(d)
	mean, variance := Mean(d), Variance(d)
	se := math.Sqrt((1/float64(n) + testRows/trainRows) * variance)
	result := student(mean, se, max(0, n-1))
	if n < LeastFolds {
		result.T, result.P = math.NaN(), math.NaN()
	}
	result.Mean, result.SE = mean, se
	return result
}

// student tests the quotient of an estimate and its standard error, both 0 without
// an effect; a standard error of 0 with another estimate is none.
func student(estimate, se float64, df int) Test {
	switch {
	case se == 0 && estimate == 0 && df > 0:
		return Test{DF: df, P: 1}
	case se == 0 || math.IsNaN(se) || df < 1:
		return Test{T: math.NaN(), DF: df, P: math.NaN()}
	}
	t := estimate / se
	return Test{T: t, DF: df, P: 2 * special.Student(float64(df), -math.Abs(t))}
}

// Constant reports whether all differences, enough for a test, are the same.
func (t Test) Constant() bool { return t.SE == 0 && t.DF >= LeastFolds-1 }

// Interval returns the two-sided confidence interval of the mean, which leaves out
// the values that the test would reject at the level; NaN without variance.
func (t Test) Interval(level float64) (low, high float64) {
	if math.IsNaN(t.P) || t.Constant() {
		return math.NaN(), math.NaN()
	}
	reach := float64(special.StudentQuantile(float64(t.DF), level/2) * t.SE)
	return t.Mean - reach, t.Mean + reach
}

// FiveByTwo holds the tests on five repeats of a division into two halves.
type FiveByTwo struct {
	Test          // of Dietterich, 5 degrees of freedom; mean and standard error are not those of all differences
	F, FP float64 // of Alpaydın, 10 and 5 degrees of freedom
}

// FiveByTwoTest compares two methods by their differences d, one for each half of
// five repeats. With s² = Σ_i ((d_i1 − m_i)² + (d_i2 − m_i)²)/5, m_i being the mean
// of repeat i,
//
//	t = d_11/√s²                  (Dietterich, Neural Computation 10, 1998),
//	F = Σ_ij d_ij² / (2·Σ_i s_i²)  (Alpaydın, Neural Computation 11, 1999).
//
// The differences are as of Differences. Without variance within repeats they give p = 1 if
// they are 0, else NaN.
func FiveByTwoTest(d [5][2]float64) FiveByTwo {
	variance, squares := 0.0, 0.0
	for _, pair := range d {
		half := float64((pair[0] - pair[1]) / 2)
		variance += float64(2 * half * half)
		squares += float64(pair[0]*pair[0]) + float64(pair[1]*pair[1])
	}
	result := FiveByTwo{Test: student(d[0][0], math.Sqrt(variance/5), 5), FP: 1}
	switch {
	case variance > 0:
		result.F = squares / (2 * variance)
		result.FP = fSurvival(result.F, 10, 5)
	case squares > 0:
		result.T, result.P, result.F, result.FP = math.NaN(), math.NaN(), math.NaN(), math.NaN()
	}
	return result
}
