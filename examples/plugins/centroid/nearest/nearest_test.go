package nearest

import (
	"context"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Centroids (1, 2) and (5, −1), by hand.
var problem = contract.Problem{
	Task: contract.Binary,
	X:    contract.Matrix{Rows: 4, Cols: 2, Data: []float64{0, 1, 5, 0, 2, 3, 5, -2}},
	Y:    []float64{1, -1, 1, -1},
}

func TestScores(t *testing.T) {
	m, err := Learner{}.Train(context.Background(), problem)
	if err != nil {
		t.Fatal(err)
	}
	rows := contract.Matrix{Rows: 4, Cols: 2, Data: []float64{1, 2, 5, -1, 3, 0.5, 0, 0}}
	got := make([]float64, 4)
	m.Score(rows, got)
	want := []float64{25, -25, 0, 26 - 5}
	if !slices.Equal(got, want) {
		t.Errorf("scores %v, want %v", got, want)
	}
}

// The component promises that swapped signs negate every score exactly.
func TestSymmetric(t *testing.T) {
	swapped := problem
	swapped.Y = []float64{-1, 1, -1, 1}
	scores := make([][]float64, 2)
	for i, p := range []contract.Problem{problem, swapped} {
		m, err := Learner{}.Train(context.Background(), p)
		if err != nil {
			t.Fatal(err)
		}
		scores[i] = make([]float64, p.X.Rows)
		m.Score(p.X, scores[i])
	}
	for i := range scores[0] {
		if scores[0][i] != -scores[1][i] {
			t.Errorf("row %d scores %v, with swapped signs %v", i, scores[0][i], scores[1][i])
		}
	}
}

func TestOneSign(t *testing.T) {
	p := problem
	p.Y = []float64{1, 1, 1, 1}
	if _, err := (Learner{}).Train(context.Background(), p); err == nil {
		t.Error("a problem of one sign was trained")
	}
}
