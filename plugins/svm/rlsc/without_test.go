package rlsc

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// What a model says of a training row without it is what the model trained without it
// says: of every kernel, of pairs of classes, with row weights, for several columns.
func TestLeftOut(t *testing.T) {
	b := reference.IrisBatch(t)
	kept := b.RowSets[0]
	kept.Ranges = nil
	for _, r := range b.RowSets[0].Ranges { // few rows, of all classes
		kept.Ranges = append(kept.Ranges, contract.Range{Start: r.Start, End: min(r.End, r.Start+9), Class: r.Class})
	}
	weighted := kept
	for i := range contract.CountRows(kept.Ranges) {
		weighted.Weights = append(weighted.Weights, 0.5+float64(i%4))
	}
	for i, set := range []contract.RowSet{kept, weighted} {
		for _, settings := range []map[string]any{
			{"gamma": 0.5}, {"kernel": "linear", "alpha": 1e-3}, {"kernel": "poly", "gamma": "auto", "alpha": 0.1},
		} {
			for _, p := range []contract.BatchProblem{
				{Task: contract.Binary, Column: []int8{1, -1, -1}}, {Task: contract.Binary, Column: []int8{-1, 0, 1}},
				{Task: contract.Multiclass, Classes: 3},
			} {
				t.Run(fmt.Sprint(i, settings, p.Task, p.Column), func(t *testing.T) {
					compareLeftOut(t, settings, b.Features, set, p)
				})
			}
		}
	}
}

// compareLeftOut compares the scores of rows that are left out with those of models that
// are trained without them.
func compareLeftOut(t *testing.T, settings map[string]any, f contract.Features, set contract.RowSet, p contract.BatchProblem) {
	t.Helper()
	train := func(set contract.RowSet) *model {
		b := contract.Batch{Features: f, RowSets: []contract.RowSet{set}, Problems: []contract.BatchProblem{p}, Threads: 2,
			LeaveOneOut: true}
		l, err := Component().Learner(contract.NewConfig(settings))
		if err != nil {
			t.Fatal(err)
		}
		var m *model
		err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(_ int, got contract.Model, err error) {
			if err != nil {
				t.Fatal(err)
			}
			m = got.(*model)
		})
		if err != nil {
			t.Fatal(err)
		}
		return m
	}
	whole := train(set)
	got, width, at := whole.LeftOut(), len(whole.sums), 0
	for _, r := range set.Ranges {
		for row := r.Start; row < r.End; row++ {
			m := train(without(set, row, at))
			want := reference.Scores(m, contract.Matrix{Rows: 1, Cols: f.Cols, Data: f.Dense[row*f.Cols : (row+1)*f.Cols]}, width)
			for k, w := range want {
				if v := got[at*width+k]; math.Abs(v-w) > 1e-7*max(1, math.Abs(w)) {
					t.Fatalf("row %d, score %d: %v, without it %v", row, k, v, w)
				}
			}
			at++
		}
	}
}

// without leaves a row out of a row set.
func without(set contract.RowSet, row, at int) contract.RowSet {
	out := set
	out.Ranges = nil
	for _, r := range set.Ranges {
		if row < r.Start || row >= r.End {
			out.Ranges = append(out.Ranges, r)
			continue
		}
		for _, part := range []contract.Range{{Start: r.Start, End: row, Class: r.Class}, {Start: row + 1, End: r.End, Class: r.Class}} {
			if part.Start < part.End {
				out.Ranges = append(out.Ranges, part)
			}
		}
	}
	if set.Weights != nil {
		out.Weights = slices.Delete(slices.Clone(set.Weights), at, at+1)
	}
	return out
}
