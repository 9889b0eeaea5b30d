package knockout

import (
	"encoding/json"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// planned are the pairs of classes with costs, nil if none are written.
func planned(t *testing.T, costs cost.Matrix, k int) (c pairs, s state) {
	t.Helper()
	if c.Ties = decode.First; costs != nil {
		b, err := json.Marshal(costs)
		if err != nil {
			t.Fatal(err)
		}
		c.Costs.Costs = b
	}
	var ds step.Diagnostics
	stage := c.Plan(&s, contract.Reduction{Classes: make([]string, k)}, &ds)
	if ds.Failed() || stage.Later != k*(k-1)/2 || s.Check() != nil {
		t.Fatalf("%v, %+v, %v", ds, stage, s.Check())
	}
	return c, s
}

// trainedPairs are the problems of the only stage on some training rows.
func trainedPairs(t *testing.T, costs cost.Matrix, of contract.Training) (state, contract.Targeted) {
	t.Helper()
	c, s := planned(t, costs, len(of.Counts))
	stage, err := c.Next(&s, of)
	if err == nil {
		err = stage.Check(len(of.Counts))
	}
	if err != nil || stage.Asks() {
		t.Fatalf("%v, %+v", err, stage)
	}
	return s, stage.Targets()
}

// By hand: of the costs 0, 1, 3 and 3 the integrals are 0, 1, 1 + 2/2 and the same.
func TestShared(t *testing.T) {
	if got := shared([]float64{3, 0, 3, 1}); !slices.Equal(got, []float64{2, 0, 2, 1}) {
		t.Error(got)
	}
	if got := shared([]float64{5, -5, 4}); !slices.Equal(got, []float64{9.5, 0, 9}) {
		t.Error(got)
	}
}

// The theorem (Beygelzimer et al. 2005): whatever the pairs decide, a prediction costs at most twice what the wrong
// ones weigh more than the cheapest. Half of that is not enough.
func TestCostOfPairs(t *testing.T) {
	random, worst := rand.New(rand.NewPCG(9, 10)), 0.0
	for range 3000 {
		k := 2 + random.IntN(5)
		row, costs := make([]float64, k), cost.Matrix{}
		for i := range row {
			row[i] = float64(random.IntN(5))
		}
		for range k {
			costs = append(costs, row)
		}
		c, s := planned(t, costs, k)
		scores, wrong := contract.Matrix{Rows: 1, Cols: len(s.Matches)}, 0.0
		for n := range s.Matches {
			s.Matches[n].Model, s.Trained = n, append(s.Trained, n)
			score := float64(1 - 2*random.IntN(2))
			if one := s.sample(s.Matches[n], 0, nil); one.sign*score < 0 {
				wrong += one.weight
			}
			scores.Data = append(scores.Data, score)
		}
		d, err := c.Decode(s, scores, contract.Margin)
		if err != nil {
			t.Fatal(err)
		}
		regret := row[d.Predictions[0]] - slices.Min(row)
		if regret > 2*wrong+1e-9 {
			t.Fatalf("costs %v, scores %v: predicting %d, with pairs of %g wrong", row, scores.Data, d.Predictions[0], wrong)
		}
		if wrong > 0 {
			worst = max(worst, regret/wrong)
		}
	}
	if worst < 1.2 {
		t.Errorf("a prediction costs at most %g times the wrong pairs", worst)
	}
}

// Without costs, and with costs of 1, the problems are those of one-vs-one.
func TestPairsWithoutCosts(t *testing.T) {
	of := contract.Training{Classes: []int{0, 0, 1, 2, 2, 3}, Counts: []int{2, 1, 2, 1}}
	code := contract.Pairs(4)
	for _, costs := range []cost.Matrix{nil, {{0, 1, 1, 1}, {1, 0, 1, 1}, {1, 1, 0, 1}, {1, 1, 1, 0}}} {
		_, p := trainedPairs(t, costs, of)
		if (p.Weights == nil) != (costs == nil) || !slices.Equal(p.Rows, []int{0, 1, 2, 3, 4, 5}) {
			t.Errorf("rows %v, weights %v", p.Rows, p.Weights)
		}
		for i, class := range of.Classes {
			for l, y := range p.Values.Row(i) {
				if want := float64(code.Column(l)[class]); y != want {
					t.Errorf("pair %d has the target %g on a row of class %d, want %g", l, y, class, want)
				}
			}
		}
	}
}

// A pair whose rows agree needs no model, here that of class 2, which never costs less than class 0.
func TestPairsWithoutModels(t *testing.T) {
	costs := cost.Matrix{{0, 1, 5, 5}, {1, 0, 5, 7}, {0, 2, 0, 1}, {0, 1, 1, 0}}
	s, p := trainedPairs(t, costs, contract.Training{Classes: []int{0, 1, 2, 3}, Counts: []int{1, 1, 1, 1}})
	if m := s.Matches[1]; m.Fixed != 1 || m.Model >= 0 || p.Count() != len(s.Trained) || p.Count() >= len(s.Matches) {
		t.Errorf("%+v, and %d problems", m, p.Count())
	}
	scores := contract.Matrix{Rows: 1, Cols: p.Count(), Data: make([]float64, p.Count())}
	d, err := pairs{Ties: decode.First}.Decode(s, scores, contract.Margin)
	if err != nil || d.Scores.Data[0] <= d.Scores.Data[2] {
		t.Errorf("%v, %v", d.Scores.Data, err)
	}
}

// Stages have as many pairs as their targets have room for.
func TestStagesOfPairs(t *testing.T) {
	const k, rows = 40, 100
	random := rand.New(rand.NewPCG(11, 12))
	of := contract.Training{Counts: make([]int, k)}
	for i := range rows {
		of.Classes = append(of.Classes, i*k/rows)
	}
	costs := make(cost.Matrix, k)
	for i := range costs {
		for range k {
			costs[i] = append(costs[i], random.Float64())
		}
	}
	c, s := planned(t, costs, k)
	var stages []int
	for s.open() != nil {
		stage, err := c.Next(&s, of)
		if err == nil {
			err = stage.Check(k)
		}
		if err != nil || stage.Asks() != (s.open() != nil) {
			t.Fatalf("%v, %+v", err, stage.Outputs)
		}
		stages = append(stages, stage.Count())
	}
	if !slices.Equal(stages, []int{409, 371}) { // √(2²⁴/100) and the rest of 780
		t.Errorf("stages of %v problems", stages)
	}
}
