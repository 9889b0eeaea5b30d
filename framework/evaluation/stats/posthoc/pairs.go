package posthoc

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/special"
)

// Pair names two treatments by their numbers.
type Pair struct{ A, B int }

// Pairs returns all pairs of k treatments: (0, 1), (0, 2), …, (1, 2), ….
func Pairs(k int) []Pair {
	var pairs []Pair
	for a := range k {
		for b := a + 1; b < k; b++ {
			pairs = append(pairs, Pair{a, b})
		}
	}
	return pairs
}

// AgainstControl returns the pairs of a control with each other of k treatments.
func AgainstControl(k, control int) []Pair {
	var pairs []Pair
	for b := range k {
		if b != control {
			pairs = append(pairs, Pair{control, b})
		}
	}
	return pairs
}

// Z returns the statistic z = (R_A − R_B)/√(k(k+1)/(6n)) of each pair, of k mean
// ranks over n blocks, and its two-sided p-value (Demšar 2006, section 3.2.2).
func Z(ranks []float64, n int, pairs []Pair) (z, p []float64) {
	for _, pair := range pairs {
		v := (ranks[pair.A] - ranks[pair.B]) / rankError(len(ranks), n)
		z = append(z, v)
		p = append(p, special.Erfc(math.Abs(v)/math.Sqrt2))
	}
	return z, p
}

// Nemenyi returns the p-value of the statistic z of a pair of k treatments, adjusted
// for all pairs: the probability that the range of k standard normal variables
// exceeds √2·|z| (Nemenyi, Distribution-free Multiple Comparisons, 1963).
func Nemenyi(k int, z float64) float64 {
	return min(1, rangeSurvival(k, math.Sqrt2*math.Abs(z)))
}

// Shaffer adjusts the p-values of all pairs of k treatments, in the order of Pairs,
// by Shaffer's static procedure (Journal of the American Statistical Association 81,
// 1986): Holm's, where the factor of the i-th is the largest number of hypotheses of
// equality, at most m−i, that can be true together.
func Shaffer(k int, p []float64) []float64 {
	checkPairs(k, p)
	possible := trueTogether(k)
	return stepDown(p, func(i int) int {
		n := len(p) - i
		for !possible[n] {
			n--
		}
		return n
	})
}

// trueTogether says of each number whether so many of the hypotheses that two of k
// treatments are equal can be true and no other: those within the blocks of some
// partition.
func trueTogether(k int) []bool {
	sets := make([][]bool, k+1)
	for n := range sets {
		sets[n] = make([]bool, n*(n-1)/2+1)
		sets[n][0] = true
		for block := 2; block <= n; block++ {
			for rest, can := range sets[n-block] {
				if can {
					sets[n][block*(block-1)/2+rest] = true
				}
			}
		}
	}
	return sets[k]
}

// MostBergmann is the largest number of treatments that Bergmann takes: nine have
// 21,147 partitions.
const MostBergmann = 9

// Bergmann adjusts the p-values of all pairs of k treatments, in the order of Pairs,
// by the procedure of Bergmann and Hommel (Improvements of general multiple test
// procedures for redundant systems of hypotheses, 1988), as García and Herrera (JMLR
// 9, 2008) state it: the p-value of a pair is the largest |I|·min{p_j : j ∈ I}, at
// most 1, of the exhaustive sets I that it is in. A set of hypotheses of equality is
// exhaustive if exactly these can be true: they are the pairs within the blocks of a
// partition of the treatments. It panics for more than MostBergmann treatments.
func Bergmann(k int, p []float64) []float64 {
	checkPairs(k, p)
	if k > MostBergmann {
		panic(fmt.Sprintf("posthoc: the exhaustive sets of %d treatments are too many", k))
	}
	pairs, adjusted := Pairs(k), make([]float64, len(p))
	var together []int
	partitions(k, func(block []int) {
		together = together[:0]
		smallest := 1.0
		for i, pair := range pairs {
			if block[pair.A] == block[pair.B] {
				together = append(together, i)
				smallest = min(smallest, p[i])
			}
		}
		for _, i := range together {
			adjusted[i] = max(adjusted[i], min(1, float64(len(together))*smallest))
		}
	})
	return adjusted
}

func checkPairs(k int, p []float64) {
	if len(p) != k*(k-1)/2 {
		panic(fmt.Sprintf("posthoc: %d p-values of all pairs of %d treatments", len(p), k))
	}
}

// partitions visits each partition of k treatments once: the block of each, numbered
// in the order of their first treatments.
func partitions(k int, visit func(block []int)) {
	block := make([]int, k)
	var place func(i, blocks int)
	place = func(i, blocks int) {
		if i == k {
			visit(block)
			return
		}
		for b := range blocks + 1 {
			block[i] = b
			place(i+1, max(blocks, b+1))
		}
	}
	place(0, 0)
}
