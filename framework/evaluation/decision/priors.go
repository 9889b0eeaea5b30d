// Package decision decides by probabilities that are there: for other prior probabilities of the
// classes than those of the training rows, and for measures that no row has by itself. It is pure:
// probabilities in, probabilities and predictions out, and nothing is trained. A table has n × K
// values, row-major; weights of rows are n numbers above 0, or nil for 1.
package decision

import (
	"math"

	"github.com/manyclass/bench/framework/base/lists"
)

// Correct changes the class probabilities of rows, in place, from the prior probabilities under
// which they were estimated to others: p_k becomes p_k · to_k/from_k, divided by its sum over classes
// (Elkan, "The foundations of cost-sensitive learning", IJCAI 2001; with equal priors the class of the
// largest one is that of logit adjustment with τ = 1, Menon et al., "Long-tail learning via logit
// adjustment", ICLR 2021). Classes of prior 0 keep probability 0, and a row all of whose classes would
// have 0 keeps what it has.
func Correct(p []float64, from, to []float64) {
	ratio := ratios(from, to)
	k := len(ratio)
	for i := 0; i < len(p); i += k {
		correct(p[i:i+k], p[i:i+k], ratio)
	}
}

// ratios are to/from, 0 where the class was never seen.
func ratios(from, to []float64) []float64 {
	ratio := make([]float64, len(from))
	for k, before := range from {
		if before > 0 {
			ratio[k] = to[k] / before
		}
	}
	return ratio
}

// correct writes the corrected probabilities of a row.
func correct(into, row, ratio []float64) {
	sum := 0.0
	for k, p := range row {
		sum += float64(p * ratio[k])
	}
	for k, p := range row {
		if sum > 0 {
			into[k] = float64(p*ratio[k]) / sum
		} else {
			into[k] = p
		}
	}
}

// The limits of Estimate: it ends when no prior changes by more than settled, or after most rounds.
const (
	settled    = 1e-9
	mostRounds = 10_000
)

// Estimate estimates the prior probabilities of the classes among some rows from their class
// probabilities, which were estimated under other priors, by the EM algorithm of Saerens, Latinne and
// Decaestecker ("Adjusting the outputs of a classifier to new a priori probabilities", Neural
// Computation 14, 2002). It maximises the mean over rows of ln Σ_k p_k · prior_k/from_k, a concave
// function, and begins with from.
func Estimate(p, from, weights []float64) []float64 {
	k := len(from)
	prior, row := append([]float64(nil), from...), make([]float64, k)
	total := total(weights, len(p)/k)
	for range mostRounds {
		ratio, next := ratios(from, prior), make([]float64, k)
		for i := 0; i < len(p); i += k {
			correct(row, p[i:i+k], ratio)
			w := weight(weights, i/k)
			for c, v := range row {
				next[c] += float64(w * v)
			}
		}
		change := 0.0
		for c := range next {
			next[c] /= total
			change = max(change, math.Abs(next[c]-prior[c]))
		}
		if prior = next; change <= settled {
			break
		}
	}
	return prior
}

func weight(weights []float64, i int) float64 {
	if weights == nil {
		return 1
	}
	return weights[i]
}

func total(weights []float64, rows int) float64 {
	if weights == nil {
		return float64(rows)
	}
	return lists.Sum(weights)
}
