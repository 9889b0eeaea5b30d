package above

import "math"

// probabilities turns the log-odds of P(>k), k = 0 … K−2, into the probabilities
// of the K classes in their order: P(k) = P(>k−1) − P(>k), with P(>−1) = 1 and
// P(>K−1) = 0. The models do not know of each other, so that P(>k) may increase
// with k and a difference be negative: they are first made monotone. Then the
// differences are at least 0 and sum to 1 as they are.
func probabilities(logOdds []float64) []float64 {
	above := make([]float64, len(logOdds))
	for k, s := range logOdds {
		above[k] = sigmoid(s)
	}
	monotone(above)
	p := make([]float64, 0, len(above)+1)
	before := 1.0
	for _, q := range above {
		p = append(p, before-q)
		before = q
	}
	return append(p, before)
}

// sigmoid returns 1/(1 + e⁻ˢ); it is 0 or 1 where eˢ has no finite value.
func sigmoid(s float64) float64 { return 1 / (1 + math.Exp(-s)) }

// block is a run of values that were pooled.
type block struct {
	sum  float64
	size int
}

func (b block) mean() float64 { return b.sum / float64(b.size) }

// monotone replaces q by the sequence that does not increase and is nearest to it
// in least squares: adjacent violators are pooled to their mean (Ayer, Brunk,
// Ewing, Reid & Silverman 1955).
func monotone(q []float64) {
	blocks := make([]block, 0, len(q))
	for _, v := range q {
		b := block{v, 1}
		for n := len(blocks); n > 0 && blocks[n-1].mean() < b.mean(); n-- {
			b = block{b.sum + blocks[n-1].sum, b.size + blocks[n-1].size}
			blocks = blocks[:n-1]
		}
		blocks = append(blocks, b)
	}
	at := 0
	for _, b := range blocks {
		for range b.size {
			q[at] = b.mean()
			at++
		}
	}
}
