package constant

import (
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

func TestScores(t *testing.T) {
	x := contract.Matrix{Rows: 4, Cols: 1, Data: []float64{1, 2, 3, 4}}
	for name, c := range map[string]struct {
		p    contract.Problem
		want []float64
	}{
		"binary":   {contract.Problem{Task: contract.Binary, Y: []float64{1, 1, 1, -1}}, []float64{math.Log(3)}},
		"one sign": {contract.Problem{Task: contract.Binary, Y: []float64{1, 1, 1, 1}}, []float64{-linear.Absent}},
		"multiclass": {contract.Problem{Task: contract.Multiclass, Classes: 2, Y: []float64{0, 1, 1, 1}},
			[]float64{math.Log(0.25), math.Log(0.75)}},
		"absent class": {contract.Problem{Task: contract.Multiclass, Classes: 2, Y: []float64{0, 0, 0, 0}},
			[]float64{0, linear.Absent}},
	} {
		c.p.X = x
		for i, s := range reference.Scores(reference.Train(t, Component(), nil, c.p), x, len(c.want)) {
			reference.Near(t, name, s, c.want[i%len(c.want)], 1e-15)
		}
	}
}

// A batch over sparse features gives what the plain problems do.
func TestSparse(t *testing.T) {
	csr := &contract.CSR{Data: []float64{1, 2}, Indices: []int32{70000, 3}, Indptr: []int64{0, 1, 1, 2, 2}}
	set := contract.RowSet{Ranges: []contract.Range{{End: 1}, {Start: 1, End: 3, Class: 1}, {Start: 3, End: 4, Class: 2}},
		Scale: []float64{2}}
	b := contract.Batch{Features: contract.Features{Rows: 4, Cols: 80000, CSR: csr}, RowSets: []contract.RowSet{set},
		Problems: []contract.BatchProblem{
			{Task: contract.Binary, Column: []int8{1, -1, -1}}, {Task: contract.Binary, Column: []int8{0, 1, -1}},
			{Task: contract.Multiclass, Classes: 3}, {Task: contract.Binary, Target: []float64{1, 1, -1, 1}},
			{Task: contract.Regression, Target: []float64{1, 2, 3, 4}},
		}}
	want := [][]float64{{-math.Log(3)}, {math.Log(2)}, {-math.Log(4), -math.Log(2), -math.Log(4)}, {math.Log(3)}, nil}
	l, _ := Component().Learner(nil)
	train := func() (failed int) {
		err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
			if err != nil {
				failed++
				return
			}
			scores := make([]float64, 4*len(want[i]))
			m.(contract.SparseModel).ScoreSparse(contract.SparseMatrix{Rows: 4, Cols: 80000, CSR: *csr}, scores)
			for at, s := range scores {
				reference.Near(t, "score", s, want[i][at%len(want[i])], 1e-15)
			}
		})
		if err != nil {
			t.Fatal(err)
		}
		return failed
	}
	if n := train(); n != 1 {
		t.Errorf("%d problems failed, want the regression alone", n)
	}
	csr.Data[1] = math.Inf(1)
	if n := train(); n != 5 {
		t.Errorf("%d problems failed on an infinite value", n)
	}
}

func TestSymmetric(t *testing.T) { reference.CheckSymmetric(t, Component(), nil) }

func TestRefusals(t *testing.T) {
	if _, err := Component().Learner(contract.Config(`{"C":1}`)); err == nil {
		t.Error("an unknown attribute is accepted")
	}
	l, _ := Component().Learner(nil)
	x := contract.Matrix{Rows: 1, Cols: 2, Data: []float64{0, 0}}
	for want, p := range map[string]contract.Problem{
		"no training rows": {Task: contract.Binary},
		"neither":          {Task: contract.Binary, X: x, Y: []float64{0}},
		"below 2":          {Task: contract.Multiclass, Classes: 2, X: x, Y: []float64{2}},
		"regression":       {Task: contract.Regression, X: x, Y: []float64{2}},
		"weight -1":        {Task: contract.Binary, X: x, Y: []float64{1}, Weights: []float64{-1}},
		"column 1": {Task: contract.Binary, X: contract.Matrix{Rows: 1, Cols: 2, Data: []float64{0, math.NaN()}},
			Y: []float64{1}},
	} {
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

func TestBatch(t *testing.T) { reference.CheckBatch(t, Component()) }
