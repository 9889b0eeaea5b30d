package decode

import (
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// outcome is what a nonzero entry adds to a class: when the model's sign agrees
// with it, when the model abstains, and when it disagrees. The fourth number
// makes indices safe without a check.
type outcome [4]float64

// signs adds up outcomes.
type signs struct {
	columns            *columns
	outcome            outcome
	positive, negative []float64 // the outcome of each model for +1 and for −1
}

func newSigns(c *columns, o outcome) signs {
	return signs{c, o, make([]float64, len(c.split)), make([]float64, len(c.split))}
}

// sum stores the sum of each class. The sums of halves are exact.
func (w signs) sum(s, out []float64) {
	positive, negative := w.positive[:len(s)], w.negative[:len(s)]
	for l, score := range s { // by bits, since the signs cannot be foreseen and branches would be slow
		bits := math.Float64bits(score)
		i := bits >> 63 * 2
		if bits<<1 == 0 {
			i = 1
		}
		positive[l], negative[l] = w.outcome[i&3], w.outcome[(2-i)&3]
	}
	clear(out)
	w.columns.add(w.positive, w.negative, out)
}

// Vote takes the class with most votes, v_k = Σ (1 + w_l·m_kl)/2 over the
// nonzero entries of its row. The votes are the class scores.
const Vote Method = "vote"

func prepareVote(r Rule, code contract.Code) (func() decoder, error) {
	c := newColumns(code)
	return func() decoder {
		return decoder{score: newSigns(c, outcome{1, 0.5, 0, 0}).sum, pick: r.Ties.pick(code)}
	}, nil
}

// Hamming takes the row nearest to the signs of the scores, at distance
// d_k = Σ_l (1 − w_l·m_kl)/2. The class score is −d_k.
const Hamming Method = "hamming"

func prepareHamming(r Rule, code contract.Code) (func() decoder, error) {
	c := newColumns(code)
	offset, divide := r.Zeros.zeroTerms(code, 0.5)
	return func() decoder {
		w := newSigns(c, outcome{0, 0.5, 1, 0})
		return decoder{pick: r.Ties.pick(code), score: func(s, out []float64) {
			w.sum(s, out)
			for k, sum := range out {
				out[k] = 0 - (sum+offset[k])/divide[k] // 0 − 0 is 0, not −0
			}
		}}
	}, nil
}

// Euclidean takes the row at the least distance
// d_k = √Σ_l (w_l − m_kl)². The class score is −d_k.
const Euclidean Method = "euclidean"

// A nonzero entry adds (w − m)² to the square of the distance and a zero w², which is
// taken as w² for every column and (w − m)² − w² for the nonzero ones.
func prepareEuclidean(_ Rule, code contract.Code) (func() decoder, error) {
	return rooted(code, outcome{-1, 1, 3, 0}, countNonzero), nil
}

// AttenuatedEuclidean is Euclidean without the terms in which the entry or
// the sign is 0: d_k = √Σ_l |m_kl|·|w_l|·(w_l − m_kl)² (Escalera, Pujol &
// Radeva, PAMI 32, 2010). The class score is −d_k.
const AttenuatedEuclidean Method = "attenuated_euclidean"

func prepareAttenuated(_ Rule, code contract.Code) (func() decoder, error) {
	return rooted(code, outcome{0, 0, 4, 0}, func([]float64) float64 { return 0 }), nil
}

// rooted takes minus the root of a sum of outcomes and of what every class has.
func rooted(code contract.Code, o outcome, all func(s []float64) float64) func() decoder {
	c := newColumns(code)
	return func() decoder {
		w := newSigns(c, o)
		return decoder{score: func(s, out []float64) {
			common := all(s)
			w.sum(s, out)
			for k, sum := range out {
				out[k] = 0 - math.Sqrt(sum+common)
			}
		}}
	}
}

func countNonzero(s []float64) float64 {
	return float64(lists.Count(s, func(score float64) bool { return score != 0 }))
}
