package decode

import (
	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// Probabilistic takes the models for independent: the class score is ln of the
// probability that their outputs are the nonzero entries of the row,
// ln Π_l σ(s_l·m_kl) (Passerini, Pontil & Frasconi, "New results on error correcting
// output codes of kernel machines", IEEE TNN 15, 2004). The probability of the outputs
// that are not the row of a class is shared equally among the classes: p_k = Π_k + (1 − Σ_j Π_j)/K.
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
		p[k] = elementary.Exp(score)
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
