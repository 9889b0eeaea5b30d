package bayes

import (
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// Normal features in compressed form have the models and the scores of dense ones.
func TestSparseRows(t *testing.T) {
	for _, settings := range []map[string]any{
		nil, {"priors": "uniform", "var_smoothing": 1e-3}, {"var_smoothing": 1e-15},
	} {
		reference.CheckSparse(t, Component(), settings, 1e-12)
	}
	if Component().Under(contract.Config(`{"kind":"mixed"}`)).Has(contract.TakesSparse) {
		t.Error("categories are taken for sparse features")
	}
}

// A class in which a column is constant and far from the mean of others: what zeros would
// add to the distance is 10¹² times what is left, of which nothing is lost.
func TestDistancesOfSparseRowsAreExact(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, Classes: 2, Y: []float64{1, 1, 1, -1, -1, -1},
		X: contract.Matrix{Rows: 6, Cols: 3, Data: []float64{7, 1, 0, 7, 2, 0, 7, 4, 1, 0, 1, 5, 0, 3, 0, 9, 1, 0}}}
	csr := &contract.CSR{Indptr: []int64{0}}
	for i := range p.X.Rows {
		for j, v := range p.X.Row(i) {
			if v != 0 {
				csr.Data, csr.Indices = append(csr.Data, v), append(csr.Indices, int32(j))
			}
		}
		csr.Indptr = append(csr.Indptr, int64(len(csr.Data)))
	}
	x := contract.SparseMatrix{Rows: 6, Cols: 3, CSR: *csr}
	l, err := Component().Learner(contract.Config(`{"var_smoothing":1e-13}`))
	if err != nil {
		t.Fatal(err)
	}
	want, err := l.Train(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	q := p
	q.X.Data = nil
	got, err := l.(contract.SparseLearner).TrainSparse(t.Context(), q, x)
	if err != nil {
		t.Fatal(err)
	}
	scores := make([]float64, 6)
	got.(contract.SparseModel).ScoreSparse(x, scores)
	for i, s := range reference.Scores(want, p.X, 1) {
		reference.Near(t, "score", scores[i], s, 1e-12)
	}
	for want, change := range map[string]func(q *contract.Problem){
		"both signs":      func(q *contract.Problem) { q.Y = []float64{1, 1, 1, 1, 1, 1} },
		"weight 0":        func(q *contract.Problem) { q.Weights = make([]float64, 6) },
		"regression":      func(q *contract.Problem) { q.Task = contract.Regression },
		"feature columns": func(q *contract.Problem) { q.X.Cols = 0 },
		"column 2 holds NaN in training row 3": func(*contract.Problem) {
			x.Data = append([]float64(nil), x.Data...)
			x.Data[x.Indptr[3]+1] = math.NaN()
		},
	} {
		bad := q
		change(&bad)
		if _, err := l.(contract.SparseLearner).TrainSparse(t.Context(), bad, x); err == nil ||
			!strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
		x.Data = csr.Data
	}
}

// Where every column is constant no variance is left, whatever rounding makes of sums.
func TestConstantSparseColumns(t *testing.T) {
	p := contract.Problem{Task: contract.Multiclass, Classes: 2, Y: []float64{0, 0, 0, 1, 1, 1, 1},
		X: contract.Matrix{Rows: 7, Cols: 2}, Weights: []float64{0.1, 0.7, 0.3, 1, 2, 3, 1.1}}
	x := contract.SparseMatrix{Rows: 7, Cols: 2, CSR: contract.CSR{Indptr: []int64{0}}}
	for i := range 7 {
		p.X.Data = append(p.X.Data, 0.1, 0)
		x.Data, x.Indices, x.Indptr = append(x.Data, 0.1), append(x.Indices, 0), append(x.Indptr, int64(i+1))
	}
	l, _ := Component().Learner(nil)
	want, err := l.Train(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	got, err := l.(contract.SparseLearner).TrainSparse(t.Context(), p, x)
	if err != nil {
		t.Fatal(err)
	}
	for at, s := range reference.Scores(want, p.X, 2) {
		if v := reference.Scores(got, p.X, 2)[at]; v != s {
			t.Errorf("score %d is %v, want %v", at, v, s)
		}
	}
}
