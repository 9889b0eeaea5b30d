package trainer

import (
	"context"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// SparseRows are the rows of sparse features that a problem is trained on, which are not copied.
type SparseRows struct {
	contract.CSR       // scaled
	Index        []int // of the rows
}

// Row returns the columns and values of a row that are stored.
func (x SparseRows) Row(i int) ([]int32, []float64) { return x.CSR.Row(x.Index[i]) }

// SparseSingly is Singly for sparse features. The matrix of a problem has the number of its rows and of
// their columns, and no values.
type SparseSingly struct {
	TrainOne func(ctx context.Context, p contract.Problem, x SparseRows) (*linear.Model, error)
	Balanced bool
}

// TrainBatch trains every problem, each in one thread.
func (s SparseSingly) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	report := rowset.InTurn(done)
	for set := range b.RowSets {
		w := &sparseWork{rowSet: newRowSet(b, set)}
		failure := w.check()
		if failure == nil {
			w.scale()
		}
		problems := rowset.Problems(b, set)
		err := rowset.Each(b.Threads, len(problems), func(k int) error {
			i := problems[k]
			m, err := s.train(ctx, w, b.Problems[i], failure)
			return report.One(ctx, i, m, err)
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Train trains one problem, which is never sparse.
func (s SparseSingly) Train(context.Context, contract.Problem) (contract.Model, error) {
	panic("trainer: a dense problem for a learner of sparse ones")
}

func (s SparseSingly) train(ctx context.Context, w *sparseWork, p contract.BatchProblem,
	failure error) (*linear.Model, error) {
	start := time.Now()
	if failure != nil {
		return nil, failure
	}
	if err := w.checkTarget(p); err != nil {
		return nil, err
	}
	problem, rows := w.problem(p, w.weights(p, 1, s.Balanced))
	m, err := s.TrainOne(ctx, problem, rows)
	if err != nil {
		return nil, err
	}
	m.Quality.Seconds = time.Since(start).Seconds()
	return m, nil
}

// problem is a problem as TrainOne sees it; groups holds the weights of its groups.
func (w *sparseWork) problem(p contract.BatchProblem, groups []float64) (contract.Problem, SparseRows) {
	out, rows := contract.Problem{Task: p.Task, Classes: p.Classes, Seed: p.Seed}, SparseRows{CSR: w.csr}
	number := 0
	for _, r := range w.Ranges {
		for i := r.Start; i < r.End; i++ {
			target := p.TargetOf(r.Class, number)
			if k := group(p.Task, target); k >= 0 {
				rows.Index, out.Y = append(rows.Index, i), append(out.Y, target)
				out.Weights = append(out.Weights, groups[k]*w.weight(number))
			}
			number++
		}
	}
	out.X = contract.Matrix{Rows: len(rows.Index), Cols: w.batch.Features.Cols}
	return out, rows
}
