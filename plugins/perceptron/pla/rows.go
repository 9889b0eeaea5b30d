package pla

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/least_squares/regression"
)

// rows are a problem with its rows.
type rows struct {
	contract.Problem
	x contract.Rows
}

// weight is that of row i.
func (r *rows) weight(i int) float64 {
	if r.Weights == nil {
		return 1
	}
	return r.Weights[i]
}

// dot is the product of row i with w, of the same bits in either form.
func (r *rows) dot(i int, w []float64) float64 {
	if r.x.Sparse == nil {
		return dense.Dot(r.x.Row(i), w)
	}
	columns, values := r.x.Sparse.Row(i)
	return dense.SparseDot(columns, values, w)
}

// add adds a multiple of row i to w.
func (r *rows) add(i int, a float64, w []float64) {
	if r.x.Sparse == nil {
		dense.Axpy(w, a, r.x.Row(i))
		return
	}
	columns, values := r.x.Sparse.Row(i)
	dense.SparseAxpy(w, a, columns, values)
}

// leastSquares returns the solution of least squares.
func (r *rows) leastSquares(ctx context.Context) (contract.Model, error) {
	l, err := regression.Component().Learner(nil)
	if err != nil {
		return nil, err
	}
	if r.x.Sparse == nil {
		return l.Train(ctx, r.Problem)
	}
	return rowset.One(ctx, l.(contract.BatchLearner), r.Problem, r.x)
}
