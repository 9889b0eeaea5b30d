package labels

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// tree is a chain that knows the log-odds of each label after all labels before it.
type tree struct {
	order []int
	odds  map[string]float64
}

func randomTree(random *rand.Rand, k int) tree {
	return tree{random.Perm(k), map[string]float64{}}
}

// after is the log-odds of the next label.
func (c tree) after(random *rand.Rand, before []int8) float64 {
	key := fmt.Sprint(before)
	if _, known := c.odds[key]; !known {
		c.odds[key] = 2 * random.NormFloat64()
	}
	return c.odds[key]
}

// scores are what the links of the chain say after each hypothesis, as a host hands them over.
func (c tree) scores(random *rand.Rand, s contract.Search) (row []float64) {
	hypotheses := s.Begin()
	for j := range c.order {
		slots := make([]float64, s.Width(j))
		for i, g := range hypotheses {
			slots[i] = c.after(random, g.Targets)
		}
		row = append(row, slots...)
		hypotheses = s.Extend(hypotheses, slots[:len(hypotheses)])
	}
	return row
}

// joint is the probability of a set of labels, 1 or 0 each, by the chain rule.
func (c tree) joint(random *rand.Rand, labels []int) float64 {
	p, before := 1.0, []int8{}
	for _, l := range c.order {
		s := c.after(random, before)
		if labels[l] == 0 {
			s = -s
		}
		p /= 1 + math.Exp(-s)
		before = append(before, int8(labels[l]))
	}
	return p
}

// enumerated are the most probable labels by the average of chains, and the probability of
// each label.
func enumerated(random *rand.Rand, chains []tree, k int) (mode []int, marginals []float64) {
	most := 0.0
	marginals = make([]float64, k)
	for set := range 1 << k {
		labels := make([]int, k)
		for l := range labels {
			labels[l] = set >> l & 1
		}
		p := 0.0
		for _, c := range chains {
			p += c.joint(random, labels) / float64(len(chains))
		}
		if p > most {
			mode, most = labels, p
		}
		for l, has := range labels {
			marginals[l] += float64(has) * p
		}
	}
	return mode, marginals
}

func found(random *rand.Rand, chains []tree, of contract.Search) Searched {
	row, orders := []float64{}, [][]int{}
	searches := slices.Repeat([]contract.Search{of}, len(chains))
	for e, c := range chains {
		searches[e].Seed += uint64(e)
		row, orders = append(row, c.scores(random, searches[e])...), append(orders, c.order)
	}
	return Search(contract.Matrix{Rows: 1, Cols: len(row), Data: row}, orders, searches)
}

func TestSearchesAgainstEnumeration(t *testing.T) {
	random := rand.New(rand.NewPCG(3, 1))
	for range 60 {
		k := 1 + random.IntN(6)
		var chains []tree
		for range 1 + random.IntN(3) {
			chains = append(chains, randomTree(random, k))
		}
		mode, marginals := enumerated(random, chains, k)
		for _, s := range []contract.Search{{Beam: 1 << k}, {Least: 1e-4}} {
			got := found(random, chains, s)
			if !slices.Equal(got.Modes, mode) {
				t.Fatalf("%+v: the mode of %d chains is %v, want %v", s, len(chains), got.Modes, mode)
			}
			for l, want := range marginals {
				if off := math.Abs(got.Marginals.Data[l] - want); off > 0.01 || s.Beam > 0 && off > 1e-12 {
					t.Fatalf("%+v: label %d has probability %v, want %v", s, l, got.Marginals.Data[l], want)
				}
			}
		}
		one := found(random, chains[:1], contract.Search{Beam: 1})
		for j, l := range chains[0].order {
			if (one.Along.Data[j] > 0) != (one.Modes[l] == 1) {
				t.Fatalf("a beam of one says %v of %v", one.Modes, one.Along.Data)
			}
		}
		drawn := found(random, chains, contract.Search{Samples: 4000, Seed: 2})
		if !slices.Equal(drawn.Modes, mode) && len(chains) == 1 && chains[0].joint(random, mode) > 0.01 {
			t.Errorf("the mode of draws is %v, want %v", drawn.Modes, mode)
		}
		for l, want := range marginals {
			if math.Abs(drawn.Marginals.Data[l]-want) > 4*0.5/math.Sqrt(4000) {
				t.Errorf("label %d is in %v of the draws, its probability is %v", l, drawn.Marginals.Data[l], want)
			}
		}
	}
}

// What the models say along the best hypothesis is what they say after each of its labels.
func TestScoresAlongTheBestHypothesis(t *testing.T) {
	random := rand.New(rand.NewPCG(8, 1))
	for range 20 {
		chain := randomTree(random, 5)
		got := found(random, []tree{chain}, contract.Search{Beam: 4})
		before := []int8{}
		for j, l := range chain.order {
			if want := chain.after(random, before); got.Along.Data[j] != want {
				t.Fatalf("link %d says %v along the best hypothesis, want %v", j, got.Along.Data[j], want)
			}
			before = append(before, int8(got.Modes[l]))
		}
	}
}
