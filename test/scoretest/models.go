package scoretest

import (
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/results/plan"
)

// codeOf is the code of a reduction for k classes.
func codeOf(reduction string, k int) contract.Dense {
	c := make(contract.Dense, k)
	for i := range k {
		if reduction == "ova" {
			for class := range c {
				c[class] = append(c[class], -1)
			}
			c[i][i] = 1
			continue
		}
		for j := i + 1; j < k; j++ {
			for class := range c {
				c[class] = append(c[class], 0)
			}
			last := len(c[i]) - 1
			c[i][last], c[j][last] = 1, -1
		}
	}
	return c
}

// inventModels makes models that are right on four rows of five, whatever the
// invented predictions are.
func inventModels(c plan.Cell, i int) diagnose.Binary {
	rng := rand.New(rand.NewPCG(2, uint64(i)))
	p := invent(c, i)
	code := codeOf(c.Reduction, p.K)
	tally := diagnose.NewTally(code)
	for row, k := range p.Truth.Class {
		scores := make([]float64, len(code[k]))
		for l, m := range code[k] {
			scores[l] = float64(m)
			if rng.Float64() > 0.8 {
				scores[l] = -scores[l]
			}
		}
		tally.Add(k, scores, p.Predicted.Class[row] == k)
	}
	return tally.Binary()
}
