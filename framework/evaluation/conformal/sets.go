package conformal

import (
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// Thresholds returns for each class the largest nonconformity score with which it is in a
// set, from rows of which the true classes are known: the same for all, or that of the rows
// of the class. It is +Inf, so that the class is in every set, where there are too few rows.
func (s Settings) Thresholds(r Rows, truth []int) []float64 {
	scores := s.Scores(r)
	of := func(wanted func(class int) bool) float64 {
		var list []float64
		for i, class := range truth {
			if wanted(class) {
				list = append(list, scores[i*r.K+class])
			}
		}
		return Quantile(list, s.Level)
	}
	if s.Per == Class {
		return lists.Map(lists.Range(r.K), func(k int) float64 { return of(func(class int) bool { return class == k }) })
	}
	return slices.Repeat([]float64{of(func(int) bool { return true })}, r.K)
}

// slack is how far above a whole number (n + 1)(1 − level) may be by rounding alone.
const slack = 1e-9

// Quantile returns the ⌈(n + 1)(1 − level)⌉-th smallest of n scores, +Inf if that is more than n.
// A score of another row is not above it with a probability of at least 1 − level.
func Quantile(scores []float64, level float64) float64 {
	rank := int(math.Ceil(float64(float64(len(scores)+1)*(1-level)) - slack))
	if rank > len(scores) {
		return math.Inf(1)
	}
	sorted := slices.Sorted(slices.Values(scores))
	return sorted[max(0, rank-1)]
}

// Sets returns which classes are in the set of each row, row-major n × K: those whose score is
// at most the threshold of the class. Sets of APS and RAPS that are not randomised are those
// of their papers: classes from the most probable down to the first whose score reaches the
// threshold, at least one.
func (s Settings) Sets(r Rows, thresholds []float64) []bool {
	out, scores := make([]bool, len(r.Probabilities)), make([]float64, r.K)
	whole := !s.Randomized && (s.Score == APS || s.Score == RAPS)
	for i := range r.n() {
		order := Order(r.at(i))
		s.row(r, i, order, scores)
		for place, class := range order {
			in := scores[class] <= thresholds[class]
			if whole && !in {
				in = place == 0 || scores[order[place-1]] < thresholds[class]
			}
			out[i*r.K+class] = in
		}
	}
	return out
}

// Halves returns the sets of rows whose true classes are known, row-major n × K: those of each
// half of the rows with the thresholds of the other half, so that no row calibrates its own
// set. Which half a row is in says first.
func (s Settings) Halves(r Rows, truth []int, first []bool) []bool {
	out := make([]bool, len(r.Probabilities))
	for _, half := range []bool{true, false} {
		in := lists.Filter(lists.Range(len(truth)), func(i int) bool { return first[i] == half })
		others := lists.Filter(lists.Range(len(truth)), func(i int) bool { return first[i] != half })
		sets := s.Sets(r.pick(in), s.Thresholds(r.pick(others), lists.Pick(truth, others)))
		for n, i := range in {
			copy(out[i*r.K:(i+1)*r.K], sets[n*r.K:(n+1)*r.K])
		}
	}
	return out
}

// pick returns some of the rows.
func (r Rows) pick(rows []int) Rows {
	out := Rows{K: r.K, Uniform: lists.Pick(r.Uniform, rows)}
	for _, i := range rows {
		out.Probabilities = append(out.Probabilities, r.at(i)...)
	}
	return out
}

// Drawn are random numbers of some rows of a dataset, by their numbers from 0 on in ascending
// order. That of a row depends on the seed and its number alone.
func Drawn(seed uint64, rows []int) []float64 {
	out, random, next := make([]float64, len(rows)), rand.New(rand.NewPCG(seed, 0)), 0
	value := 0.0
	for i, row := range rows {
		for ; next <= row; next++ {
			value = random.Float64()
		}
		out[i] = value
	}
	return out
}
