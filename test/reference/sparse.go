package reference

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Compressed is a batch with its features in compressed form, zeros left out.
func Compressed(b contract.Batch) contract.Batch {
	b.Features.CSR = compress(contract.Matrix{Rows: b.Features.Rows, Cols: b.Features.Cols, Data: b.Features.Dense})
	b.Features.Dense = nil
	sets := append([]contract.RowSet(nil), b.RowSets...)
	for i := range sets {
		sets[i].Shift = nil
	}
	b.RowSets = sets
	return b
}

func compress(x contract.Matrix) *contract.CSR {
	c := &contract.CSR{Indptr: []int64{0}}
	for i := range x.Rows {
		for j, v := range x.Row(i) {
			if v != 0 {
				c.Data, c.Indices = append(c.Data, v), append(c.Indices, int32(j))
			}
		}
		c.Indptr = append(c.Indptr, int64(len(c.Data)))
	}
	return c
}

// SparseBatch returns problems over rows that are mostly zeros, in dense form: columns
// with values in one row of four, some of them negative, except for one of an offset, one of
// 0.3 throughout, one that is so in the first class, an empty one and one of whole
// numbers. Of two row sets the second has scales and weights.
func SparseBatch() contract.Batch {
	const rows, cols, classes = 150, 30, 3
	rng := rand.New(rand.NewPCG(5, 6))
	b := contract.Batch{Features: contract.Features{Rows: rows, Cols: cols, Dense: make([]float64, rows*cols)}, Threads: 1}
	for i := range rows {
		row := b.Features.Dense[i*cols : (i+1)*cols]
		class := i * classes / rows
		for j := range row {
			if rng.IntN(4) == 0 {
				row[j] = rng.ExpFloat64() - 0.3
				if j%classes == class {
					row[j]++
				}
			}
		}
		row[1], row[2], row[4] = 50+rng.NormFloat64(), 0.3, 0
		if row[5] = math.Trunc(3 * row[5]); class == 0 {
			row[3] = 0.3
		}
	}
	for set := range 2 {
		s := contract.RowSet{Shift: make([]float64, cols), Scale: make([]float64, cols)}
		for k := range classes {
			s.Ranges = append(s.Ranges, contract.Range{Start: 50*k + set, End: 50*k + 47, Class: k})
		}
		for j := range cols {
			if s.Scale[j] = 1; set > 0 {
				s.Scale[j] = 0.5 + float64(j%3)
			}
		}
		target, real := make([]float64, contract.CountRows(s.Ranges)), make([]float64, contract.CountRows(s.Ranges))
		for i := range target {
			target[i], real[i] = math.Copysign(1, math.Sin(float64(i+set))), rng.NormFloat64()
			if set > 0 {
				s.Weights = append(s.Weights, 0.5+rng.Float64())
			}
		}
		b.RowSets = append(b.RowSets, s)
		for _, c := range [][]int8{{1, -1, -1}, {1, 1, -1}, {1, -1, 0}, {0, 1, -1}} {
			b.Problems = append(b.Problems, contract.BatchProblem{RowSet: set, Task: contract.Binary, Column: c})
		}
		b.Problems = append(b.Problems,
			contract.BatchProblem{RowSet: set, Task: contract.Multiclass, Classes: classes},
			contract.BatchProblem{RowSet: set, Task: contract.Binary, Target: target},
			contract.BatchProblem{RowSet: set, Task: contract.Regression, Target: real})
	}
	return b
}

// CheckSparse compares what a learner makes of the problems of SparseBatch that it takes in
// compressed form with what it makes of them in dense form: every score of a training
// row, of the model of either form on rows of either form, to a tolerance in units of the
// largest; 0 means the same bits.
func CheckSparse(t *testing.T, c contract.Component, settings map[string]any, tolerance float64) {
	t.Helper()
	config := contract.NewConfig(settings)
	if !c.Under(config).Has(contract.TakesSparse) {
		t.Errorf("%v: the component does not declare that it takes sparse features", settings)
	}
	l, err := c.Learner(config)
	if err != nil {
		t.Fatal(err)
	}
	dense := SparseBatch()
	tasks := c.Under(config).Tasks
	var problems []contract.BatchProblem
	for _, p := range dense.Problems {
		for _, task := range tasks {
			if p.Task == task {
				problems = append(problems, p)
			}
		}
	}
	dense.Problems = problems
	want, got := models(t, l, dense), models(t, l, Compressed(dense))
	for i := range problems {
		p := Plain(dense, i)
		x := contract.SparseMatrix{Rows: p.X.Rows, Cols: p.X.Cols, CSR: *compress(p.X)}
		scores, largest := Scores(want[i], p.X, width(p)), 0.0
		for _, s := range scores {
			if s > -1e99 { // of a class without rows
				largest = max(largest, math.Abs(s))
			}
		}
		forms := map[string][]float64{"its model on dense rows": Scores(got[i], p.X, width(p))}
		for name, m := range map[string]contract.Model{"its model": got[i], "the dense model": want[i]} {
			on := make([]float64, len(scores))
			if !ScoreSparse(m, x, on) {
				t.Errorf("%T does not score sparse rows", m)
				continue
			}
			forms[name+" on sparse rows"] = on
		}
		for name, form := range forms {
			for k, s := range form {
				if !(math.Abs(s-scores[k]) <= tolerance*largest) {
					t.Errorf("%v, problem %d, %s: score %d is %v, not %v", settings, i, name, k, s, scores[k])
					break
				}
			}
		}
		if fit, known := got[i].(contract.Fitted); known && fit.Fit().HasObjective {
			a, b := fit.Fit().Objective, want[i].(contract.Fitted).Fit().Objective
			if !(math.Abs(a-b) <= tolerance*math.Abs(b)) {
				t.Errorf("%v, problem %d: objective %v, dense %v", settings, i, a, b)
			}
		}
	}
}

// ScoreSparse scores rows in compressed form. It reports whether the model can do that.
func ScoreSparse(m contract.Model, x contract.SparseMatrix, scores []float64) bool {
	switch m := m.(type) {
	case contract.JointModel:
		m.ScoreAll([]contract.Model{m}, contract.Compressed(x), 1, scores)
	case contract.SparseModel:
		m.ScoreSparse(x, scores)
	default:
		return false
	}
	return true
}

// models trains the problems of a batch as the SDK does.
func models(t *testing.T, l contract.Learner, b contract.Batch) []contract.Model {
	t.Helper()
	list := make([]contract.Model, len(b.Problems))
	if batch, together := l.(contract.BatchLearner); together {
		err := batch.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
			if err != nil {
				t.Fatalf("problem %d: %v", i, err)
			}
			list[i] = m
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	for i := range b.Problems {
		whole := b
		if b.Features.CSR != nil {
			whole = SparseBatch()
			whole.Problems = b.Problems
		}
		p := Plain(whole, i)
		var err error
		if x := p.X; b.Features.CSR == nil {
			list[i], err = l.Train(t.Context(), p)
		} else {
			p.X.Data = nil
			rows := contract.SparseMatrix{Rows: x.Rows, Cols: x.Cols, CSR: *compress(x)}
			list[i], err = l.(contract.SparseLearner).TrainSparse(t.Context(), p, rows)
		}
		if err != nil {
			t.Fatalf("problem %d: %v", i, err)
		}
	}
	return list
}
