package decode

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
)

// Probabilistic takes the models for independent: the class score is ln of the
// probability that their outputs are the nonzero entries of the row,
// ln Π_l σ(s_l·m_kl) (Passerini, Pontil & Frasconi, "New results on error correcting
// output codes of kernel machines", IEEE TNN 15, 2004). The probability of the outputs
// that are no class's row is shared by all classes alike: p_k = Π_k + (1 − Σ_j Π_j)/K.
// Under a code in which two rows nowhere contradict each other, the Π may add up to more
// than 1; they are divided by their sum then.
const Probabilistic Method = "probabilistic"

func prepareProbabilistic(_ Rule, code contract.Code) (func() decoder, error) {
	c := newColumns(code)
	return func() decoder {
		positive, negative := make([]float64, code.Columns()), make([]float64, code.Columns())
		return decoder{equal: ofSum, probabilities: sharedRest, score: func(s, out []float64) {
			softplusBoth(1, s, positive, negative)
			clear(out)
			c.add(positive, negative, out)
			for k, loss := range out {
				out[k] = 0 - loss
			}
		}}
	}, nil
}

// sharedRest stores e^s_k and an equal share of what is missing to a sum of 1.
func sharedRest(s, p []float64) {
	for k, score := range s {
		p[k] = math.Exp(score)
	}
	sum := lists.Sum(p)
	if sum > 1 {
		divide(p, sum)
		return
	}
	for k := range p {
		p[k] += (1 - sum) / float64(len(p))
	}
}

// Cumulative is for codes of K−1 thresholds between ordered classes, column l asking
// whether the class is above the l-th: p_k = P(> k−1) − P(> k), P(> l) = σ(s_l) (Frank &
// Hall, "A simple approach to ordinal classification", ECML 2001). A difference below 0,
// which models that are trained apart can have, counts as 0, and the rest is divided by
// its sum. These are the class scores.
const Cumulative Method = "cumulative"

func prepareCumulative(_ Rule, code contract.Code) (func() decoder, error) {
	class, column, err := thresholdsOf(code)
	if err != nil {
		return nil, err
	}
	return func() decoder {
		copied := func(scores, p []float64) { copy(p, scores) }
		return decoder{equal: ofSum, probabilities: copied, score: func(s, out []float64) {
			above := math.Inf(1) // the score of P(> k−1)
			for place, k := range class {
				next := math.Inf(-1)
				if place < len(column) {
					next = s[column[place]]
				}
				out[k] = between(above, next)
				above = next
			}
			normalise(out)
		}}
	}, nil
}

// between returns σ(a) − σ(b), from the smaller sides of both.
func between(a, b float64) float64 {
	if a > 0 && b > 0 {
		return Sigmoid(-b) - Sigmoid(-a)
	}
	return Sigmoid(a) - Sigmoid(b)
}
