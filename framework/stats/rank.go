package stats

import "math"

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
		ranks[i] = float64(smaller) + float64(equal+1)/2
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
