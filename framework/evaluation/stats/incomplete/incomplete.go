// Package incomplete compares treatments over blocks in which values are missing.
package incomplete

import (
	"math"
	"math/rand/v2"
	"slices"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/special"
	"github.com/manyclass/bench/framework/evaluation/stats"
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

// Test is Friedman's test for blocks in which values are missing (Skillings and
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
func Test(blocks [][]float64) SkillingsMack {
	k := len(blocks[0])
	if !Linked(blocks) {
		panic("incomplete: treatments have no blocks in common")
	}
	d := newDesign(blocks)
	result := SkillingsMack{Statistic: d.statistic(), N: len(d.places), K: k}
	_, result.ChiSquaredP = special.RegIncGamma(float64(k-1)/2, result.Statistic/2)
	result.Permutations = int(min(permutations, mostPermuted/float64(k*(k+result.N))))
	random := rand.New(rand.NewPCG(permutationSeed, uint64(result.N)<<32|uint64(k)))
	least := result.Statistic - float64(1e-9*max(1, result.Statistic))
	larger := 1
	for range result.Permutations {
		d.permute(random)
		if d.statistic() >= least {
			larger++
		}
	}
	result.PermutationP = float64(larger) / float64(result.Permutations+1)
	return result
}

// design holds the scores of the ranks of each block with two values, at the places of its
// treatments, and the covariance of their sums.
type design struct {
	k      int
	places [][]int
	scores [][]float64
	factor mat.Cholesky // of all but the last treatment, which the others determine
}

func newDesign(blocks [][]float64) *design {
	d := &design{k: len(blocks[0])}
	covariance := mat.NewSymDense(d.k-1, nil)
	for _, block := range blocks {
		there := observed(block)
		if len(there) < 2 {
			continue
		}
		m := float64(len(there))
		ranks := stats.Ranks(lists.Pick(block, there))
		d.places = append(d.places, there)
		d.scores = append(d.scores, lists.Map(ranks, func(r float64) float64 {
			return float64(math.Sqrt(12/(m+1)) * (r - float64((m+1)/2)))
		}))
		addTogether(covariance, there)
	}
	d.factor.Factorize(covariance) // which is positive definite where treatments are linked
	return d
}

// permute puts the scores of each block into a random order.
func (d *design) permute(random *rand.Rand) {
	for _, block := range d.scores {
		random.Shuffle(len(block), func(a, b int) { block[a], block[b] = block[b], block[a] })
	}
}

// statistic is T of the scores as they are.
func (d *design) statistic() float64 {
	sums := make([]float64, d.k)
	for b, there := range d.places {
		for at, j := range there {
			sums[j] += d.scores[b][at]
		}
	}
	a := mat.NewVecDense(d.k-1, sums[:d.k-1])
	var solved mat.VecDense
	if err := d.factor.SolveVecTo(&solved, a); err != nil {
		return math.NaN()
	}
	return mat.Dot(a, &solved)
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
