package pla

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/least_squares/regression"
)

// rows are the rows of a problem, dense or in compressed form.
type rows struct {
	contract.Problem
	sparse *contract.SparseMatrix // nil if dense
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
	if r.sparse == nil {
		return dense.Dot(r.X.Row(i), w)
	}
	columns, values := r.sparse.Row(i)
	return dense.SparseDot(columns, values, w)
}

// add adds a multiple of row i to w.
func (r *rows) add(i int, a float64, w []float64) {
	if r.sparse == nil {
		dense.Axpy(w, a, r.X.Row(i))
		return
	}
	columns, values := r.sparse.Row(i)
	dense.SparseAxpy(w, a, columns, values)
}

// leastSquares returns the solution of least squares.
func (r *rows) leastSquares(ctx context.Context) (m contract.Model, err error) {
	l, err := regression.Component().Learner(nil)
	if err != nil {
		return nil, err
	}
	if r.sparse == nil {
		return l.Train(ctx, r.Problem)
	}
	b := contract.Batch{
		Features: contract.Features{Rows: r.X.Rows, Cols: r.X.Cols, CSR: &r.sparse.CSR},
		RowSets:  []contract.RowSet{{Ranges: []contract.Range{{End: r.X.Rows}}, Weights: r.Weights}},
		Problems: []contract.BatchProblem{{Task: r.Task, Target: r.Y, Classes: r.Classes, Seed: r.Seed}},
		Threads:  1,
	}
	var failure error
	err = l.(contract.BatchLearner).TrainBatch(ctx, b, func(_ int, trained contract.Model, err error) {
		m, failure = trained, err
	})
	if err != nil {
		return nil, err
	}
	return m, failure
}
