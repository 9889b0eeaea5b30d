package cgls

import (
	"context"
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// line is x = 0, 1, 3 and 4 with a column of zeros between two of x and 2x.
func line() contract.SparseMatrix {
	return contract.SparseMatrix{Rows: 4, Cols: 3, CSR: contract.CSR{Data: []float64{1, 2, 3, 6, 4, 8},
		Indices: []int32{0, 2, 0, 2, 0, 2}, Indptr: []int64{0, 0, 2, 4, 6}}}
}

// y = 1 + 5x is fitted by the shortest weights (1, 0, 2). With a penalty the weights are
// those of ESL's equation 3.44: for u = x·(1, 2)/√5, Σ (u − ū)² = 50.
func TestByHand(t *testing.T) {
	y := []float64{1, 6, 16, 21}
	for alpha, factor := range map[float64]float64{0: 1, 50: 0.5, 150: 0.25} {
		results, err := NewRows(line(), nil).Solve(t.Context(), [][]float64{y, {2, 2, 2, 2}}, alpha)
		if err != nil {
			t.Fatal(err)
		}
		r := results[0]
		for j, want := range []float64{factor, 0, 2 * factor} {
			if math.Abs(r.W[j]-want) > 1e-12 {
				t.Errorf("alpha %v: weight %d is %v, want %v", alpha, j, r.W[j], want)
			}
		}
		if want := 11 - 10*factor; math.Abs(r.B-want) > 1e-11 || r.End != contract.Tolerance || r.Iterations > 2 {
			t.Errorf("alpha %v: %+v, want the intercept %v", alpha, r, want)
		}
		if want := 250*(1-factor)*(1-factor) + alpha*5*factor*factor; math.Abs(r.Objective-want) > 1e-9 {
			t.Errorf("alpha %v: objective %v, want %v", alpha, r.Objective, want)
		}
		if r := results[1]; r.W[0] != 0 || r.B != 2 || r.Objective != 0 || r.Iterations != 0 {
			t.Errorf("a constant target: %+v", r)
		}
	}
}

// A row of weight 3 counts like three rows.
func TestWeights(t *testing.T) {
	x := line()
	x.Rows, x.Indptr = 6, []int64{0, 0, 2, 4, 6, 8, 10}
	x.Data = append(x.Data, 4, 8, 4, 8)
	x.Indices = append(x.Indices, 0, 2, 0, 2)
	repeated, err := NewRows(x, nil).Solve(t.Context(), [][]float64{{1, -1, 1, -1, -1, -1}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	weighted, err := NewRows(line(), []float64{1, 1, 1, 3}).Solve(t.Context(), [][]float64{{1, -1, 1, -1}}, 2)
	if err != nil {
		t.Fatal(err)
	}
	a, b := repeated[0], weighted[0]
	if math.Abs(a.W[2]-b.W[2]) > 1e-13 || math.Abs(a.B-b.B) > 1e-13 || math.Abs(a.Objective-b.Objective) > 1e-12 {
		t.Errorf("%+v, want %+v", b, a)
	}
}

// Columns whose units are far apart make the iterations many: they end, and say how.
func TestEnds(t *testing.T) {
	const n = 24
	x := contract.SparseMatrix{Rows: n, Cols: n}
	x.Indptr = []int64{0}
	y := make([]float64, n)
	for i := range n {
		for j := range n {
			x.Data = append(x.Data, math.Pow(10, -float64(j)/3)/float64(i+j+1))
			x.Indices = append(x.Indices, int32(j))
		}
		x.Indptr = append(x.Indptr, int64(len(x.Data)))
		y[i] = math.Copysign(1, math.Sin(float64(3*i)))
	}
	results, err := NewRows(x, nil).Solve(t.Context(), [][]float64{y}, 0)
	if err != nil || results[0].Err != nil || results[0].End != contract.Tolerance {
		t.Errorf("%v, %+v", err, results)
	}
	s := newSolver(NewRows(x, nil), [][]float64{y}, 0)
	s.most = 3
	for i := 0; s.left > 0; i++ {
		s.iterate(i)
	}
	if r := s.results[0]; r.End != contract.MaxIter || r.Iterations != 3 || r.W[0] == 0 {
		t.Errorf("%+v", r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := NewRows(x, nil).Solve(ctx, [][]float64{y}, 0); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
	far := x
	far.Data = nil
	for at, v := range x.Data {
		far.Data = append(far.Data, 1e9+v*float64(at%7))
	}
	results, err = NewRows(far, nil).Solve(t.Context(), [][]float64{y}, 0)
	if err != nil || results[0].End != contract.Stalled {
		t.Errorf("%v, %+v", err, results)
	}
	x.Data[0] = 1e200
	results, err = NewRows(x, nil).Solve(t.Context(), [][]float64{y, make([]float64, n)}, 0)
	if err != nil || results[0].Err != ErrOverflow || results[1].Err != nil {
		t.Errorf("overflow: %+v", results)
	}
}
