package neighbours

import (
	"encoding/json"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// Mulan's MLkNN gives each label of each row the same probability.
func TestMulan(t *testing.T) {
	b, err := os.ReadFile("testdata/mlknn.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		X, Test [][]float64
		Y       [][]int
		Models  []struct {
			K             int
			Smooth        float64
			Probabilities []float64
		}
	}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Models) != 2 {
		t.Errorf("%d models", len(want.Models))
	}
	x, test := slices.Concat(want.X...), slices.Concat(want.Test...)
	for _, w := range want.Models {
		for l := range want.Y[0] {
			p := contract.Problem{Task: contract.Binary, Classes: 2, X: contract.Matrix{Rows: len(want.X), Cols: 4, Data: x}}
			for _, row := range want.Y {
				p.Y = append(p.Y, float64(2*row[l]-1))
			}
			m := reference.Train(t, LabelComponent(), map[string]any{"k": w.K, "smooth": w.Smooth, "metric": euclidean}, p)
			for i := range want.Test {
				score := make([]float64, 1)
				m.Score(contract.Matrix{Rows: 1, Cols: 4, Data: test[4*i : 4*i+4]}, score)
				probability := 1 / (1 + math.Exp(-score[0]))
				if expected := w.Probabilities[i*len(want.Y[0])+l]; math.Abs(probability-expected) > 1e-12 {
					t.Errorf("%d neighbours, row %d, label %d: %v, want %v", w.K, i, l, probability, expected)
				}
			}
		}
	}
}

// By hand: rows 0, 1, 2, 10, 11 on a line, the first three with the label, k = 1, s = 1.
// The neighbour of each has the same label: κ₁ = (0, 3), κ₀ = (2, 0). Of three copies of
// one row each has the two others for neighbours.
func TestLabelNeighboursByHand(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, Classes: 2,
		X: contract.Matrix{Rows: 5, Cols: 1, Data: []float64{0, 1, 2, 10, 11}}, Y: []float64{1, 1, 1, -1, -1}}
	settings := map[string]any{"k": 1, "smooth": 1, "metric": manhattan}
	got := make([]float64, 2)
	m := reference.Train(t, LabelComponent(), settings, p)
	m.Score(contract.Matrix{Rows: 2, Cols: 1, Data: []float64{3, 9}}, got)
	with, without := math.Log((4*4/5.0)/(3*1/4.0)), math.Log((4*1/5.0)/(3*3/4.0))
	if math.Abs(got[0]-with) > 1e-12 || math.Abs(got[1]-without) > 1e-12 {
		t.Errorf("scores %v, want %v and %v", got, with, without)
	}
	for i := range p.Y {
		p.Y[i] = -p.Y[i]
	}
	negated := make([]float64, 2)
	reference.Train(t, LabelComponent(), settings, p).Score(contract.Matrix{Rows: 2, Cols: 1, Data: []float64{3, 9}}, negated)
	if negated[0] != -got[0] || negated[1] != -got[1] {
		t.Errorf("turned around %v, was %v", negated, got)
	}
	all := make([]float64, 4)
	m.(contract.JointModel).ScoreAll([]contract.Model{m, reference.Train(t, LabelComponent(), settings, p)},
		contract.Rows{Matrix: contract.Matrix{Rows: 2, Cols: 1, Data: []float64{3, 9}}}, 1, all)
	if !slices.Equal(all, []float64{got[0], negated[0], got[1], negated[1]}) {
		t.Errorf("side by side %v", all)
	}
}

func TestCopiesAreNeighboursOfEachOther(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, Classes: 2,
		X: contract.Matrix{Rows: 6, Cols: 1, Data: []float64{1, 1, 1, 1, 1, 9}}, Y: []float64{1, 1, 1, 1, -1, -1}}
	m := reference.Train(t, LabelComponent(), map[string]any{"k": 2, "smooth": 1, "metric": euclidean}, p)
	got := make([]float64, 1)
	m.Score(contract.Matrix{Rows: 1, Cols: 1, Data: []float64{1}}, got)
	// All have two neighbours with the label: κ₁(2) = 4 of 4, κ₀(2) = 2 of 2.
	if want := math.Log((5 * 5 / 7.0) / (3 * 3 / 5.0)); math.Abs(got[0]-want) > 1e-12 {
		t.Errorf("score %v, want %v", got[0], want)
	}
}

// A problem that leaves rows out has the neighbours of its own.
func TestLabelNeighboursAmongSomeRows(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, Classes: 2,
		X: contract.Matrix{Rows: 4, Cols: 1, Data: []float64{0, 1, 5, 6}}, Y: []float64{1, 1, -1, -1}}
	settings := map[string]any{"k": 1, "smooth": 1, "metric": euclidean}
	asked := contract.Matrix{Rows: 2, Cols: 1, Data: []float64{2, 4}}
	want, got := make([]float64, 2), make([]float64, 2)
	reference.Train(t, LabelComponent(), settings, p).Score(asked, want)
	l, err := LabelComponent().Learner(contract.NewConfig(settings))
	if err != nil {
		t.Fatal(err)
	}
	b := contract.Batch{Features: contract.Features{Rows: 6, Cols: 1, Dense: []float64{0, 1, 2, 4, 5, 6}},
		RowSets:  []contract.RowSet{{Ranges: []contract.Range{{Start: 0, End: 2}, {Start: 2, End: 4, Class: 1}, {Start: 4, End: 6, Class: 2}}}},
		Problems: []contract.BatchProblem{{Task: contract.Binary, Column: []int8{1, 0, -1}, Classes: 3}}}
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(_ int, m contract.Model, err error) {
		if err != nil {
			t.Fatal(err)
		}
		m.Score(asked, got)
	})
	if err != nil || !slices.Equal(got, want) {
		t.Errorf("scores %v, want %v; %v", got, want, err)
	}
}

// By hand: rows 0, 1 and 10 of weights 1, ½ and 1, the first two with the label, k = 1. The
// first has half a neighbour with it: κ₁ = (½, 1), κ₀ = (0, 1).
func TestBrokenNumbersOfNeighbours(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, Classes: 2, Weights: []float64{1, 0.5, 1},
		X: contract.Matrix{Rows: 3, Cols: 1, Data: []float64{0, 1, 10}}, Y: []float64{1, 1, -1}}
	m := reference.Train(t, LabelComponent(), map[string]any{"k": 1, "smooth": 1, "metric": manhattan}, p)
	got := make([]float64, 3)
	m.Score(contract.Matrix{Rows: 3, Cols: 1, Data: []float64{0.2, 9, 5.4}}, got)
	one, none := math.Log((2.5*2/3.5)/(2*2/3.0)), math.Log((2.5*1.5/3.5)/(2*1/3.0))
	for i, want := range []float64{one, none, (one + none) / 2} {
		if math.Abs(got[i]-want) > 1e-12 {
			t.Errorf("score %d is %v, want %v", i, got[i], want)
		}
	}
}

func TestLabelNeighboursRefuse(t *testing.T) {
	for want, p := range map[string]contract.Problem{
		"single training row": {Task: contract.Binary, Classes: 2, X: contract.Matrix{Rows: 1, Cols: 1, Data: []float64{1}}, Y: []float64{1}},
		"multiclass":          {Task: contract.Multiclass, Classes: 2, X: contract.Matrix{Rows: 2, Cols: 1, Data: []float64{1, 2}}, Y: []float64{0, 1}},
	} {
		l, err := LabelComponent().Learner(contract.NewConfig(map[string]any{"k": 1, "smooth": 1, "metric": euclidean}))
		if err == nil {
			_, err = l.Train(t.Context(), p)
		}
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
}
