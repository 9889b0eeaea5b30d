package moments

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// The statistics of sparse rows are those of the same rows in dense form, to rounding in
// units of the deviations: of columns that are mostly 0, mostly not, far from 0, and
// constant within a class or in all, whose scatter is exactly 0.
func TestSparseStatistics(t *testing.T) {
	full := reference.SparseBatch()
	packed := reference.Compressed(full)
	for n := range full.RowSets {
		dense, err := FromRowSet(t.Context(), full.Features, full.RowSets[n], 1)
		if err != nil {
			t.Fatal(err)
		}
		sparse, err := FromRowSet(t.Context(), packed.Features, packed.RowSets[n], 2)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range dense.Classes {
			got := sparse.Classes[k]
			if got.N != want.N {
				t.Errorf("class %d: %v rows, want %v", k, got.N, want.N)
			}
			for j, m := range want.Mean {
				reference.Near(t, "mean", got.Mean[j], m, 1e-14)
				for i := range j + 1 {
					unit := math.Sqrt(want.scatter.At(i, i) * want.scatter.At(j, j))
					if a, b := got.scatter.At(i, j), want.scatter.At(i, j); !(math.Abs(a-b) <= 1e-13*unit) {
						t.Errorf("row set %d, class %d: scatter (%d, %d) is %v, want %v", n, k, i, j, a, b)
					}
				}
			}
		}
		for _, j := range []int{2, 3, 4} {
			if v := sparse.Classes[0].scatter.At(j, j); v != 0 {
				t.Errorf("constant column %d: scatter %v", j, v)
			}
		}
	}
}

// The right side of a regression is that of dense rows.
func TestSparseCross(t *testing.T) {
	full := reference.SparseBatch()
	packed := reference.Compressed(full)
	for _, p := range full.Problems {
		if p.Task != contract.Regression {
			continue
		}
		var sums [2][]float64
		for at, b := range []contract.Batch{full, packed} {
			r, err := newRows(b.Features, b.RowSets[p.RowSet])
			if err != nil {
				t.Fatal(err)
			}
			set, err := r.whole(t.Context(), positions(b.RowSets[p.RowSet]))
			if err != nil {
				t.Fatal(err)
			}
			average, _ := set.Average(p.Target)
			sums[at] = set.Cross(p.Target, average, set.Classes[0].Mean)
		}
		for j, want := range sums[0] {
			reference.Near(t, "sum", sums[1][j], want, 1e-12)
		}
	}
}

// The problems of labels are trained from the statistics of all rows, measured once, on
// features of either form; targets that are not signs are refused one by one.
func TestLabelsShareStatistics(t *testing.T) {
	for _, b := range []contract.Batch{reference.SparseBatch(), reference.Compressed(reference.SparseBatch())} {
		b.RowSets, b.Problems = b.RowSets[:1], nil
		n := contract.CountRows(b.RowSets[0].Ranges)
		for label := range 4 {
			target := make([]float64, n)
			for i := range target {
				target[i] = math.Copysign(1, float64(i%(label+2))-0.5)
			}
			b.Problems = append(b.Problems, contract.BatchProblem{Task: contract.Binary, Target: target})
		}
		b.Problems[2].Target[5] = 0.5
		var seen []*Set
		l := Learner{
			Solve: func(*Set, contract.BatchProblem) (contract.Model, error) { panic("measured by classes") },
			Regress: func(s *Set, _ []float64) (contract.Model, error) {
				seen = append(seen, s)
				return nil, nil
			},
		}
		failed := map[int]string{}
		err := l.TrainBatch(t.Context(), b, func(i int, _ contract.Model, err error) {
			if err != nil {
				failed[i] = err.Error()
			}
		})
		if err != nil || len(failed) != 1 || failed[2] != "target 0.5 of training row 5 is neither −1 nor +1" {
			t.Errorf("%v, %v", err, failed)
		}
		if len(seen) != 3 || seen[0] != seen[1] || seen[1] != seen[2] {
			t.Errorf("%d problems see %v", len(seen), seen)
		}
	}
}
