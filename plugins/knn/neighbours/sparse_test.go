package neighbours

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// Neighbours of rows in compressed form are those of the same rows in dense form, and so
// are scores, to the last bit.
func TestSparseRows(t *testing.T) {
	for _, metric := range []string{euclidean, manhattan} {
		for _, k := range []int{1, 3, 1000} {
			for _, weights := range []string{uniform, distance} {
				reference.CheckSparse(t, Component(), map[string]any{"k": k, "metric": metric, "weights": weights}, 0)
			}
			reference.CheckSparse(t, LabelComponent(), map[string]any{"k": k, "metric": metric, "smooth": 1}, 0)
		}
	}
}

// Ties, rows that are equal, rows without a value, and distances that squares of lengths
// hide or that overflow are as in dense form.
func TestSparseTies(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	l := func(settings map[string]any) contract.BatchLearner {
		learner, err := Component().Learner(contract.NewConfig(settings))
		if err != nil {
			t.Fatal(err)
		}
		return learner.(contract.BatchLearner)
	}
	for round := range 100 {
		values := [][]float64{{1, 1, 2, -1, 0.5}, {1e8, 1e8 + 1, 1e8 + 3}, {1e16, 1e16 + 2, 1}, {1e154, -1e154, 1},
			{math.MaxFloat64, 1}}[round/4%5]
		n, d := 5+rng.IntN(60), 1+rng.IntN(12)
		b := contract.Batch{Features: contract.Features{Rows: n, Cols: d, Dense: make([]float64, n*d)}, Threads: 1,
			RowSets: []contract.RowSet{{Ranges: []contract.Range{{End: n / 2}, {Start: n / 2, End: n - 1, Class: 1},
				{Start: n - 1, End: n, Class: 2}}}},
			Problems: []contract.BatchProblem{{Task: contract.Multiclass, Classes: 3},
				{Task: contract.Binary, Column: []int8{1, -1, 0}}}}
		for at := range b.Features.Dense {
			if rng.IntN(3) == 0 {
				b.Features.Dense[at] = values[rng.IntN(len(values))]
			}
		}
		settings := map[string]any{"k": 1 + rng.IntN(6), "metric": []string{euclidean, manhattan}[round%2],
			"weights": []string{uniform, distance}[round/2%2]}
		x := contract.Matrix{Rows: n, Cols: d, Data: b.Features.Dense}
		want := scores(t, l(settings), b, func(m contract.Model, out []float64) { m.Score(x, out) })
		small := reference.Compressed(b)
		rows := contract.SparseMatrix{Rows: n, Cols: d, CSR: *small.Features.CSR}
		for form, got := range map[string][]float64{
			"compressed": scores(t, l(settings), small, func(m contract.Model, out []float64) {
				reference.ScoreSparse(m, rows, out)
			}),
			"compressed, asked in dense form": scores(t, l(settings), small, func(m contract.Model, out []float64) {
				m.Score(x, out)
			}),
		} {
			for i, s := range want {
				if got[i] != s && !(math.IsNaN(s) && math.IsNaN(got[i])) {
					t.Fatalf("round %d, %v, %s: score %d is %v, want %v", round, settings, form, i, got[i], s)
				}
			}
		}
	}
}

// scores trains the problems of a batch and returns the scores of each after the other.
func scores(t *testing.T, l contract.BatchLearner, b contract.Batch,
	score func(m contract.Model, out []float64)) []float64 {
	t.Helper()
	all := make([]float64, 4*b.Features.Rows)
	err := l.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil {
			t.Fatal(err)
		}
		if i == 0 {
			score(m, all[:3*b.Features.Rows])
		} else {
			score(m, all[3*b.Features.Rows:])
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// Of most training rows a query shares no column with, no distance is computed.
func TestSparseCandidates(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	rows := contract.SparseMatrix{Rows: 2000, Cols: 5000, CSR: contract.CSR{Indptr: []int64{0}}}
	for range rows.Rows {
		column := int32(0)
		for range 20 {
			column += 1 + int32(rng.IntN(240))
			rows.Indices, rows.Data = append(rows.Indices, column), append(rows.Data, rng.NormFloat64())
		}
		rows.Indptr = append(rows.Indptr, int64(len(rows.Data)))
	}
	for _, metric := range []string{euclidean, manhattan} {
		x := newIndex(settings{K: 5, Weights: uniform, Metric: metric}, contract.Compressed(rows), make([]int, rows.Rows), nil)
		estimates, computed := make([]float64, rows.Rows), 0
		var candidates []int32
		for row := range 100 {
			columns, values := stored(x.x, row)
			slack := x.estimateSparse(columns, values, estimates)
			exact := x.from(x.x, row)
			list := x.nearestOf(x.groups[0], estimates, slack, nil, &candidates, func(i int) float64 {
				computed++
				return exact(i)
			})
			if list[0] != (neighbour{0, int32(row)}) {
				t.Errorf("%s: nearest to row %d is %+v", metric, row, list[0])
			}
		}
		if computed != 500 {
			t.Errorf("%s: %s", metric, fmt.Sprint(computed, " distances computed for 5 neighbours of 100 rows"))
		}
	}
}
