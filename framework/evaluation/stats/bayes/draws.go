package bayes

import (
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/variate"
)

// SignedRankDraws are the first draws of those that SignedRank counts, at most 50,000.
func SignedRankDraws(d []float64, rope float64, n int) [][3]float64 {
	var out [][3]float64
	signedRank(d, rope, min(n, samples), func(above, within, below float64) {
		out = append(out, [3]float64{above, max(0, within), below})
	})
	return out
}

// SignDraws are seeded draws of the Dirichlet posterior of Sign.
func SignDraws(d []float64, rope float64, n int) [][3]float64 {
	counts := signCounts(d, rope)
	random := rand.New(rand.NewPCG(seed, uint64(len(d))))
	var out [][3]float64
	for range n {
		var shares [3]float64
		sum := 0.0
		for i, count := range counts {
			if count > 0 {
				shares[i] = variate.Gamma(random, count)
			}
			sum += shares[i]
		}
		for i := range shares {
			shares[i] /= sum
		}
		out = append(out, shares)
	}
	return out
}
