package run

import (
	"fmt"
	"math"
	"slices"
	"sync"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/test/must"
)

const fourCosts = "costs = [[0, 2, 3, 5], [7, 0, 11, 13], [17, 19, 0, 23], [29, 31, 37, 0]]\n"

// costing is an experiment with costs and some reductions.
func costing(costs, reductions string) string {
	return `
experiment "costs" { seed = 3 }
dataset "blobs" {
  generate = "blobs"
  counts   = [20, 30, 40, 50]
  spread   = 6
  seed     = 1
  ` + costs + `
}
encoder "one_hot" "e" { numeric = "none" }
learner "spy" "spy" {}
validation { folds = 4 }
metric "accuracy" {}
` + reductions
}

// Rows of pairs weigh as their mistakes cost, and the sum of the weights is that of the
// rows' own.
func TestRowsWeighByCost(t *testing.T) {
	for _, weighted := range []bool{false, true} {
		var mu sync.Mutex
		seen := map[string]bool{} // the ratios of the two sides' weights
		c := &balance{see: func(p contract.Problem) {
			mu.Lock()
			defer mu.Unlock()
			side, sum, own := map[float64]float64{}, 0.0, 0.0
			for i, w := range p.Weights {
				of := 1.0
				if weighted {
					of = weightOf(p.X.Row(i)[0])
				}
				if v, known := side[p.Y[i]]; known && math.Abs(v/(w/of)-1) > 1e-12 {
					t.Errorf("rows of one side weigh %v and %v", v, w/of)
				}
				side[p.Y[i]], sum, own = w/of, sum+w, own+of
			}
			if math.Abs(sum/own-1) > 1e-12 {
				t.Errorf("the weights sum to %v, without costs to %v", sum, own)
			}
			seen[fmt.Sprintf("%.9g", side[1]/side[-1])] = true
		}}
		s := openBalance(t, costing(fourCosts, `reduction "one_vs_one" "ovo" { class_weight = "cost" }`), true, c)
		if !weighted {
			s.ready.Datasets[0].Table.Weights = nil
		}
		checkRun(t, s, 2)
		for _, pair := range [][2]float64{{2, 7}, {3, 17}, {5, 29}, {11, 19}, {13, 31}, {23, 37}} {
			if want := fmt.Sprintf("%.9g", pair[0]/pair[1]); !seen[want] {
				t.Errorf("no pair weighs %v to %v: %v", pair[0], pair[1], seen)
			}
		}
		if len(seen) != 6 {
			t.Errorf("%d ratios of 6 pairs: %v", len(seen), seen)
		}
	}
}

// Where every mistake costs the same, weights change nothing.
func TestEqualCostsChangeNothing(t *testing.T) {
	s := openBalance(t, costing("costs = { \"0\" = { \"1\" = 1 } }", `reduction "one_vs_rest" "ova" { class_weight = grid("none", "cost") }`), true, &balance{})
	s.ready.Datasets[0].Table.Weights = nil
	checkRun(t, s, 1)
	first := map[int][]int{}
	for _, c := range s.ready.Plan.Cells {
		got := s.memory.outputs[c.Key].Test.Predicted.Class
		if want, known := first[c.Fold]; known && !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", c.Name(), got, want)
		}
		first[c.Fold] = got
	}
}

// The class of least expected cost is predicted, by the probabilities of the decoder.
func TestPredictByCost(t *testing.T) {
	s := openBalance(t, costing(fourCosts, `reduction "one_vs_rest" "ova" { predict = grid("decoder", "cost") }`), false,
		&balance{})
	checkRun(t, s, 1)
	costs := cost.Matrix(s.ready.Datasets[0].Table.Target.Costs)
	changed := 0
	for _, c := range s.ready.Plan.Cells[4:] {
		plain, byCost := s.memory.outputs[s.ready.Plan.Cells[c.Fold].Key].Test, s.memory.outputs[c.Key].Test
		if !slices.Equal(plain.Probabilities, byCost.Probabilities) {
			t.Errorf("%s: probabilities depend on costs", c.Name())
		}
		for i, got := range byCost.Predicted.Class {
			if want := costs.Least(byCost.Probabilities[4*i : 4*i+4]); got != want {
				t.Errorf("%s, row %d: %d, want %d", c.Name(), i, got, want)
			}
			if got != plain.Predicted.Class[i] {
				changed++
			}
		}
	}
	if changed == 0 {
		t.Error("costs change no prediction")
	}
}

// Costs are part of the identity of what uses them, and of nothing else.
func TestCostsInKeys(t *testing.T) {
	const reductions = `
reduction "one_vs_rest" "ova" {
  predict      = grid("decoder", "cost")
}
reduction "one_vs_one" "ovo" { class_weight = grid("none", "cost") }`
	heavy := func(text string) []plan.Cell {
		return openBalance(t, text, true, &balance{}).ready.Plan.Cells
	}
	some := heavy(costing(fourCosts, reductions))
	other := heavy(costing(must.Replace(fourCosts, "37", "38"), reductions))
	for i, c := range some {
		byCost := c.Reduction == "ova[predict=cost]" || c.Reduction == "ovo[class_weight=cost]"
		if differs := c.Key != other[i].Key; differs != byCost {
			t.Errorf("%s: other costs make another key: %v", c.Name(), differs)
		}
	}
	tuned := func(costs string) string {
		return must.Replace(costing(costs, `reduction "one_vs_rest" "ova" {}`+"\n"+`metric "cost" {}`), `learner "spy" "spy" {}`,
			"learner \"spy\" \"spy\" {\n  tune {\n    c      = [1, 2]\n    metric = metric.cost\n  }\n}")
	}
	if a, b := heavy(tuned(fourCosts)), heavy(tuned(must.Replace(fourCosts, "37", "38"))); a[0].Key == b[0].Key {
		t.Error("costs that a learner is tuned by are not in its keys")
	}
	none := heavy(costing("", `reduction "one_vs_rest" "ova" {}`))
	if none[0].Key != some[0].Key {
		t.Error("costs that nothing uses change keys")
	}
}
