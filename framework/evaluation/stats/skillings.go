package stats

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/special"
)

// How many times the test of Skillings and Mack permutes the ranks of all blocks: less often
// where that would take more than mostPermuted steps. permutationSeed is the seed.
const (
	permutations    = 20_000
	mostPermuted    = 1e9
	permutationSeed = 0x736b696c
)

// SkillingsMack is the outcome of the test of Skillings and Mack.
type SkillingsMack struct {
	Statistic    float64
	ChiSquaredP  float64 // k−1 degrees of freedom
	PermutationP float64
	Permutations int // that PermutationP counts, without the one observed
	N, K         int // blocks with at least two values, treatments
}

// SkillingsMackTest is Friedman's test for blocks in which values are missing (Skillings and
// Mack, Technometrics 23, 1981). Rows are blocks, columns treatments, NaN is a missing value,
// and smaller values have smaller ranks. In a block of m values the ranks r, tied ones shared,
// become √(12/(m+1))·(r − (m+1)/2), and 0 where a value is missing. With their sums A over the
// blocks and the covariance Σ of A without ties, −n of two treatments that n blocks have both,
//
//	T = Aᵀ Σ⁻ A,
//
// which without missing values and ties is Friedman's χ². PermutationP is the share of random
// orders of the ranks within each block, with the one observed, whose T is at least as large:
// it is exact for ties and for few blocks, apart from the error of drawing. The draws depend on
// the number of blocks and treatments alone. It panics unless Linked.
func SkillingsMackTest(blocks [][]float64) SkillingsMack {
	k := len(blocks[0])
	if !Linked(blocks) {
		panic("stats: treatments have no blocks in common")
	}
	covariance := mat.NewSymDense(k-1, nil) // of all but the last treatment, which the others determine
	var places [][]int
	var scores [][]float64
	for _, block := range blocks {
		there := observed(block)
		if len(there) < 2 {
			continue
		}
		m := float64(len(there))
		ranks := Ranks(lists.Pick(block, there))
		places = append(places, there)
		scores = append(scores, lists.Map(ranks, func(r float64) float64 { return math.Sqrt(12/(m+1)) * (r - (m+1)/2) }))
		addTogether(covariance, there)
	}
	var factor mat.Cholesky
	if !factor.Factorize(covariance) {
		panic("stats: treatments have no blocks in common")
	}
	statistic := func() float64 { return weighted(&factor, sums(places, scores, k)) }
	result := SkillingsMack{Statistic: statistic(), N: len(places), K: k}
	_, result.ChiSquaredP = special.RegIncGamma(float64(k-1)/2, result.Statistic/2)
	random := rand.New(rand.NewPCG(permutationSeed, uint64(result.N)<<32|uint64(k)))
	result.Permutations = int(min(permutations, mostPermuted/float64(k*(k+len(places)))))
	least := result.Statistic - float64(1e-9*max(1, result.Statistic))
	larger := 1
	for range result.Permutations {
		for _, block := range scores {
			random.Shuffle(len(block), func(a, b int) { block[a], block[b] = block[b], block[a] })
		}
		if statistic() >= least {
			larger++
		}
	}
	result.PermutationP = float64(larger) / float64(result.Permutations+1)
	return result
}

// Linked reports whether treatments can be compared although values are missing (NaN): a chain
// of blocks, each with a value of the treatment before and of that after, joins each two.
func Linked(blocks [][]float64) bool {
	reached := make([]bool, len(blocks[0]))
	reached[0] = true
	for grows := true; grows; {
		grows = false
		for _, block := range blocks {
			there := observed(block)
			if !slices.ContainsFunc(there, func(j int) bool { return reached[j] }) {
				continue
			}
			for _, j := range there {
				grows = grows || !reached[j]
				reached[j] = true
			}
		}
	}
	return !slices.Contains(reached, false)
}

// observed are the places of the values that are not missing.
func observed(block []float64) []int {
	return lists.Filter(lists.Range(len(block)), func(j int) bool { return !math.IsNaN(block[j]) })
}

// addTogether adds to a covariance what a block with values of some treatments gives.
func addTogether(covariance *mat.SymDense, there []int) {
	n := covariance.SymmetricDim()
	for at, i := range there {
		if i == n {
			continue
		}
		covariance.SetSym(i, i, covariance.At(i, i)+float64(len(there)-1))
		for _, j := range there[:at] {
			covariance.SetSym(i, j, covariance.At(i, j)-1)
		}
	}
}

// sums are those of the scores of each treatment but the last.
func sums(places [][]int, scores [][]float64, k int) *mat.VecDense {
	all := make([]float64, k)
	for b, there := range places {
		for at, j := range there {
			all[j] += scores[b][at]
		}
	}
	return mat.NewVecDense(k-1, all[:k-1])
}

// weighted is aᵀ Σ⁻¹ a.
func weighted(factor *mat.Cholesky, a *mat.VecDense) float64 {
	var solved mat.VecDense
	if err := factor.SolveVecTo(&solved, a); err != nil {
		return math.NaN()
	}
	return mat.Dot(a, &solved)
}
