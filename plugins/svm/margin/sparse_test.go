package margin

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/trainer"
	"github.com/manyclass/bench/test/reference"
)

// holes are clouds of which most values are 0.
func holes(n, d, classes int) contract.Problem {
	p, rng := clouds(n, d, classes), rand.New(rand.NewPCG(9, 9))
	for i := range p.X.Data {
		if rng.IntN(4) > 0 {
			p.X.Data[i] = 0
		}
	}
	return p
}

// compressed returns the rows of a problem as every second row of sparse features.
func compressed(p contract.Problem) (contract.Problem, trainer.SparseRows) {
	x := trainer.SparseRows{CSR: contract.CSR{Indptr: []int64{0}}}
	for i := range p.X.Rows {
		for j, v := range p.X.Row(i) {
			if v != 0 {
				x.Data, x.Indices = append(x.Data, v), append(x.Indices, int32(j))
			}
		}
		x.Index = append(x.Index, 2*i)
		x.Indptr = append(x.Indptr, int64(len(x.Data)), int64(len(x.Data)))
	}
	p.X.Data = nil
	return p, x
}

// Sparse rows give the minimum of dense ones.
func TestSparseRows(t *testing.T) {
	for _, p := range []contract.Problem{holes(200, 40, 5), holes(60, 300, 3)} {
		s := settings{C: 0.1, PenalizeIntercept: true, Stopping: linear.Stopping{Tol: 1e-8, MaxIter: 1000}}
		m, lanes := newMulticlass(p, s.C)
		b, err := m.solve(t.Context(), m, rand.NewPCG(p.Seed, 0x6373), gapFactor*s.Tol, s.MaxIter)
		if err != nil {
			t.Fatal(err)
		}
		want := m.model(p.Classes, lanes, b)
		without, rows := compressed(p)
		got, err := s.trainSparse(t.Context(), without, rows)
		if err != nil || got.Quality.Unconverged || !(math.Abs(got.Quality.Objective/want.Quality.Objective-1) <= 1e-6) {
			t.Fatalf("%d columns: objective %v: %v", p.X.Cols, want.Quality.Objective, err)
		}
		for j, w := range append(want.W, want.B...) {
			reference.Near(t, "coefficient", append(got.W, got.B...)[j], w, 1e-4)
		}
	}
	p, rows := compressed(holes(9, 3, 3))
	if _, err := (settings{C: 1}).trainSparse(t.Context(), p, rows); err == nil {
		t.Error("a free intercept was accepted")
	}
}

// Many sparse columns are not made dense: a copy of all rows would be too large.
func TestWideRows(t *testing.T) {
	p, rows := compressed(holes(40, 12, 4))
	wide := rows.CSR
	wide.Indices = slices.Clone(wide.Indices)
	for i := range wide.Indices {
		wide.Indices[i] *= 100
	}
	const all = 1 << 17
	wide.Indptr = append(wide.Indptr, slices.Repeat([]int64{int64(len(wide.Data))}, all-80)...)
	b := contract.Batch{Features: contract.Features{Rows: all, Cols: 1200, CSR: &wide}, Threads: 2,
		RowSets: []contract.RowSet{{}, {}}}
	for k, i := range rows.Index {
		r := contract.Range{Start: i, End: i + 1, Class: int(p.Y[k])}
		b.RowSets[0].Ranges = append(b.RowSets[0].Ranges, r)
		if k%5 > 0 {
			b.RowSets[1].Ranges = append(b.RowSets[1].Ranges, r)
		}
	}
	for i := range 2 {
		b.Problems = append(b.Problems, contract.BatchProblem{RowSet: i, Task: contract.Multiclass, Classes: 4, Seed: 1})
	}
	l, err := Component().Learner(nil)
	if err != nil {
		t.Fatal(err)
	}
	trained := 0
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil || m.(*linear.Model).Quality.Unconverged {
			t.Errorf("problem %d: %v", i, err)
			return
		}
		trained++
		if i == 0 {
			s := settings{C: 1, PenalizeIntercept: true, Stopping: linear.Stopping{Tol: 1e-8, MaxIter: 1000}}
			p.Weights = slices.Repeat([]float64{1}, len(p.Y))
			narrow, err := s.trainSparse(t.Context(), p, rows)
			if err != nil {
				t.Fatal(err)
			}
			got := m.(*linear.Model)
			for k := range 4 {
				for j := range 12 {
					reference.Near(t, "coefficient", got.W[k*1200+100*j], narrow.W[k*12+j], 1e-6)
				}
			}
		}
	})
	if err != nil || trained != 2 {
		t.Errorf("%d problems trained: %v", trained, err)
	}
}
