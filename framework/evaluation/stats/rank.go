package stats

import (
	"math"

	"github.com/manyclass/bench/framework/base/special"
)

// Tied reports whether two numbers differ by no more than rounding: by at most
// 1e-12, relative to those beyond ±1. Equal infinities are tied.
func Tied(a, b float64) bool {
	if math.IsInf(a, 0) || math.IsInf(b, 0) {
		return a == b
	}
	return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a), math.Abs(b))
}

// Ranks returns the rank of each number, 1 for the smallest; tied numbers share
// the mean of their ranks. It panics on NaN, which has no rank.
func Ranks(x []float64) []float64 {
	ranks := make([]float64, len(x))
	for i, v := range x {
		if math.IsNaN(v) {
			panic("stats: NaN has no rank")
		}
		smaller, equal := 0, 0
		for _, other := range x {
			switch {
			case Tied(other, v):
				equal++
			case other < v:
				smaller++
			}
		}
		ranks[i] = float64(smaller) + float64(float64(equal+1)/2)
	}
	return ranks
}

// MeanRanks returns the mean of each column of N rows of k ranks. It panics if
// there is no row or if rows differ in length.
func MeanRanks(ranks [][]float64) []float64 {
	if len(ranks) == 0 {
		panic("stats: mean ranks of no rows")
	}
	means := make([]float64, len(ranks[0]))
	for _, row := range ranks {
		if len(row) != len(means) {
			panic("stats: rows of ranks differ in length")
		}
		for j, r := range row {
			means[j] += r
		}
	}
	for j := range means {
		means[j] /= float64(len(ranks))
	}
	return means
}

// LeastDatasets is how many datasets tests over them need to mean something, and
// ManyDatasets how many the approximations of Friedman's test and of mean ranks want
// (Demšar, JMLR 7, 2006, section 3.2.2).
const LeastDatasets, ManyDatasets = 5, 11

// Friedman is the outcome of Friedman's test of k treatments over N blocks.
type Friedman struct {
	ChiSquared, ChiSquaredP float64 // corrected for ties, k−1 degrees of freedom
	F, FP                   float64 // Iman and Davenport (1980), k−1 and (k−1)(N−1) degrees of freedom
	N, K                    int
}

// FriedmanTest tests whether k treatments have the same mean rank, from the N×k
// ranks of the treatments within each block (as of Ranks, ties sharing theirs).
// The statistic is corrected for ties (Conover, Practical Nonparametric
// Statistics, 3rd edition, section 5.8),
//
//	χ² = (k−1)·S/D,  S = Σ_j (Σ_i r_ij − N(k+1)/2)²,  D = Σ_ij r_ij² − Nk(k+1)²/4,
//
// which without ties is 12N/(k(k+1))·(Σ_j R_j² − k(k+1)²/4) of mean ranks R_j.
// Iman and Davenport (Communications in Statistics A9, 1980) make of it
//
//	F = (N−1)χ²/(N(k−1)−χ²) = (N−1)·S/(N·D−S).
//
// If all blocks rank alike F is +Inf with p = 0; if every block is one tie both
// statistics are 0 with p = 1; for one block F and its p are NaN, as they have
// no degrees of freedom. It panics for no block, fewer than two treatments, rows
// that differ in length, and NaN.
func FriedmanTest(ranks [][]float64) Friedman {
	means := MeanRanks(ranks)
	n, k := float64(len(ranks)), float64(len(means))
	if k < 2 {
		panic("stats: Friedman's test of fewer than two treatments")
	}
	s, d := 0.0, -n*k*(k+1)*(k+1)/4
	for j := range means {
		sum := 0.0
		for _, row := range ranks {
			sum += row[j]
			d += float64(row[j] * row[j])
		}
		s += float64((sum - float64(n*(k+1)/2)) * (sum - float64(n*(k+1)/2)))
	}
	if math.IsNaN(s) {
		panic("stats: a rank is NaN")
	}
	result := Friedman{N: len(ranks), K: len(means), ChiSquaredP: 1, FP: 1}
	if d > 0 {
		result.ChiSquared = (k - 1) * s / d
		_, result.ChiSquaredP = special.RegIncGamma((k-1)/2, result.ChiSquared/2)
	}
	switch {
	case len(ranks) == 1:
		result.F, result.FP = math.NaN(), math.NaN()
	case d <= 0:
	default:
		result.F = (n - 1) * s / (float64(n*d) - s) // sums of ranks are exact: 0 if all blocks rank alike
		result.FP = fSurvival(result.F, k-1, float64((k-1)*(n-1)))
	}
	return result
}

// fSurvival returns P(F > x) for d1 and d2 degrees of freedom, without the
// cancellation of 1 − P(F ≤ x).
func fSurvival(x, d1, d2 float64) float64 {
	return special.RegIncBeta(d2/2, d1/2, d2/(d2+float64(d1*x)))
}
