package stats

import (
	"math"

	"gonum.org/v1/gonum/stat/distuv"
)

// Test is the outcome of a t-test.
type Test struct {
	T    float64 // statistic; ±Inf where differences are constant and not 0
	DF   int     // degrees of freedom
	P    float64 // two-sided p-value
	Mean float64 // of the differences
	SE   float64 // standard error of the mean
}

// CorrectedResampled is the corrected resampled t-test of Nadeau and Bengio
// (Inference for the generalization error, Machine Learning 52, 2003) on the
// differences d of two methods over n folds or resamples,
//
//	t = mean(d) / √((1/n + n_test/n_train)·var(d)),
//
// with n−1 degrees of freedom. The ratio n_test/n_train accounts for training
// parts that overlap; n_train counts a row once that trains several times, as in a
// bootstrap sample. Fewer than two differences give NaN; differences without
// variance give p = 1 if they are 0, else p = 0.
func CorrectedResampled(d []float64, testRows, trainRows float64) Test {
	n := len(d)
	mean, variance := Mean(d), Variance(d)
	se := math.Sqrt((1/float64(n) + testRows/trainRows) * variance)
	result := student(mean, se, max(0, n-1))
	result.Mean, result.SE = mean, se
	return result
}

// student tests the quotient of an estimate and its standard error, both 0 without
// an effect.
func student(estimate, se float64, df int) Test {
	switch {
	case math.IsNaN(se) || df < 1:
		return Test{T: math.NaN(), DF: df, P: math.NaN()}
	case se == 0 && estimate == 0:
		return Test{DF: df, P: 1}
	case se == 0:
		return Test{T: math.Inf(int(math.Copysign(1, estimate))), DF: df}
	}
	t := estimate / se
	return Test{T: t, DF: df, P: 2 * distuv.StudentsT{Sigma: 1, Nu: float64(df)}.CDF(-math.Abs(t))}
}

// Interval returns the two-sided confidence interval of the mean, which leaves out
// the values that the test would reject at the level.
func (t Test) Interval(level float64) (low, high float64) {
	if math.IsNaN(t.P) {
		return math.NaN(), math.NaN()
	}
	reach := distuv.StudentsT{Sigma: 1, Nu: float64(t.DF)}.Quantile(1-level/2) * t.SE
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
// Differences without variance give p = 1 if they are 0, else p = 0.
func FiveByTwoTest(d [5][2]float64) FiveByTwo {
	variance, squares := 0.0, 0.0
	for _, pair := range d {
		half := (pair[0] - pair[1]) / 2
		variance += 2 * half * half
		squares += pair[0]*pair[0] + pair[1]*pair[1]
	}
	result := FiveByTwo{Test: student(d[0][0], math.Sqrt(variance/5), 5), FP: 1}
	switch {
	case variance > 0:
		result.F = squares / (2 * variance)
		result.FP = fSurvival(result.F, 10, 5)
	case squares > 0:
		result.F, result.FP = math.Inf(1), 0
	}
	return result
}
