package kernelised

import (
	"context"
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/test/reference"
)

// overlapping are few rows of one class among many of another, which cannot be separated
// well: with a large C steps in pairs alone take millions.
func overlapping() contract.Problem {
	const n, d = 200, 6
	rng := rand.New(rand.NewPCG(5, 6))
	p := contract.Problem{Task: contract.Binary, Classes: 2, X: contract.Matrix{Rows: n, Cols: d}}
	for i := range n {
		y := -1.0
		if i%12 == 0 {
			y = 1
		}
		p.Y = append(p.Y, y)
		for range d {
			p.X.Data = append(p.X.Data, 0.3*rng.NormFloat64()+0.1*y)
		}
	}
	return p
}

// Training ends by the tolerance within few steps.
func TestLargeCAndLowRank(t *testing.T) {
	m := reference.Train(t, Component(), map[string]any{"kernel": "linear", "C": 1e4, "max_iter": 50_000},
		overlapping()).(*Model)
	if m.Quality.End != contract.Tolerance {
		t.Errorf("training ended by %s", m.Quality.End)
	}
}

// A jump lowers the objective, keeps β within its bounds with the sum 0, and e what it
// should be.
func TestJump(t *testing.T) {
	p := overlapping()
	points := gram.NewPoints(contract.Features{Rows: p.X.Rows, Cols: p.X.Cols, Dense: p.X.Data},
		contract.RowSet{Ranges: []contract.Range{{End: p.X.Rows}}})
	m, err := gram.NewMatrix(gram.Kernel{Kind: gram.Linear}, points)
	if err != nil {
		t.Fatal(err)
	}
	values, err := newRecent(m, 1<<20)
	if err != nil {
		t.Fatal(err)
	}
	weights := make([]float64, p.X.Rows)
	for i := range weights {
		weights[i] = 1000
	}
	d := newDual(values, all(p.X.Rows), p.Y, weights, m.Diagonal())
	d.left = 300
	w := newWorking(d, all(p.X.Rows))
	if _, err := w.minimize(context.Background(), 1e-6); err != nil {
		t.Fatal(err)
	}
	before := objective(p, w)
	if w.jump() == 0 {
		t.Fatal("nothing moved")
	}
	after, sum := objective(p, w), 0.0
	if !(after < before) {
		t.Errorf("the objective goes from %v to %v", before, after)
	}
	for i, b := range w.beta {
		sum += b
		if b < w.lowest[i] || b > w.highest[i] {
			t.Errorf("β %d is %v, out of [%v, %v]", i, b, w.lowest[i], w.highest[i])
		}
	}
	reference.Near(t, "Σ β", sum, 0, 1e-7)
	for i, e := range w.e[:len(p.Y)] {
		reference.Near(t, "e", e, p.Y[i]-product(p, w, i), 1e-2)
	}
}

// objective is ½ βᵀKβ − yᵀβ.
func objective(p contract.Problem, w *working) float64 {
	sum := 0.0
	for i, b := range w.beta {
		sum += b * (product(p, w, i)/2 - p.Y[i])
	}
	return sum
}

// product is row i of Kβ.
func product(p contract.Problem, w *working, i int) float64 {
	sum := 0.0
	for j, b := range w.beta {
		for k, v := range p.X.Row(i) {
			sum += b * v * p.X.Row(j)[k]
		}
	}
	return sum
}
