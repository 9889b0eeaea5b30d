package calibration

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// Isotonic is the nondecreasing map that is nearest to the signs in squares. It
// is linear between its knots and constant beyond the first and the last.
type Isotonic struct {
	Scores        []float64 // of the knots, ascending
	Probabilities []float64 // at the knots, nondecreasing
}

// Probability returns that of the positive class at a score.
func (m *Isotonic) Probability(score float64) float64 {
	at, exact := slices.BinarySearch(m.Scores, score)
	switch {
	case exact:
		return m.Probabilities[at]
	case at == 0:
		return m.Probabilities[0]
	case at == len(m.Scores):
		return m.Probabilities[at-1]
	}
	low, high := m.Probabilities[at-1], m.Probabilities[at]
	if low == high {
		return low
	}
	x := m.Scores[at-1]
	// Halves, since the distance of two scores can be beyond the number range.
	return low + float64((high-low)*((float64(score/2)-float64(x/2))/(float64(m.Scores[at]/2)-float64(x/2))))
}

// LogOdds returns those of the probability at a score.
func (m *Isotonic) LogOdds(score float64) float64 { return logOdds(m.Probability(score)) }

// pool is neighbouring scores that share one probability.
type pool struct {
	first, last    float64
	positive, rows float64 // weights of the positive rows and of all
}

// fitIsotonic pools adjacent violators (Ayer et al., 1955), rows of equal score
// first. Knots are the ends of the pools, as in scikit-learn's
// IsotonicRegression.
func fitIsotonic(scores []float64, positive []bool) *Isotonic {
	m := &Isotonic{}
	for _, p := range pooled(tied(scores, positive, nil)) {
		m.Scores = append(m.Scores, p.first)
		m.Probabilities = append(m.Probabilities, p.probability())
		if p.last > p.first {
			m.Scores = append(m.Scores, p.last)
			m.Probabilities = append(m.Probabilities, p.probability())
		}
	}
	return m
}

// Recalibrated returns for each row the share of positive rows of its pool, as the nondecreasing
// map of the scores has it that is nearest to the signs: what the scores would be if they were
// calibrated (Dimitriadis, Gneiting and Jordan, PNAS 118, 2021). Weights are what rows count,
// nil if all count alike.
func Recalibrated(scores []float64, positive []bool, weights []float64) []float64 {
	pools := pooled(tied(scores, positive, weights))
	return lists.Map(scores, func(s float64) float64 {
		at, _ := slices.BinarySearchFunc(pools, s, func(p pool, s float64) int { return cmp.Compare(p.last, s) })
		return pools[at].probability()
	})
}

// tied are the rows of equal score, by their scores.
func tied(scores []float64, positive []bool, weights []float64) []pool {
	order := lists.Range(len(scores))
	slices.SortStableFunc(order, func(i, j int) int { return cmp.Compare(scores[i], scores[j]) })
	var ties []pool
	for _, i := range order {
		if n := len(ties); n == 0 || ties[n-1].last != scores[i] {
			ties = append(ties, pool{first: scores[i], last: scores[i]})
		}
		t, weight := &ties[len(ties)-1], 1.0
		if weights != nil {
			weight = weights[i]
		}
		t.rows += weight
		if positive[i] {
			t.positive += weight
		}
	}
	return ties
}

func (p pool) probability() float64 { return p.positive / p.rows }

// pooled joins neighbours until their probabilities ascend.
func pooled(list []pool) []pool {
	var out []pool
	for _, p := range list {
		for n := len(out); n > 0 && out[n-1].positive*p.rows >= p.positive*out[n-1].rows; n = len(out) {
			before := out[n-1]
			p = pool{before.first, p.last, before.positive + p.positive, before.rows + p.rows}
			out = out[:n-1]
		}
		out = append(out, p)
	}
	return out
}
