// Package trainer trains the problems of a batch for linear learners: many at a
// time where they share their rows (Trainer), or one by one (Singly).
package trainer

import (
	"context"
	"sync"

	"golang.org/x/sync/errgroup"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Penalty is what is added to the losses.
type Penalty int

// The penalties: ½‖w‖², ‖w‖₁ and 0. L1 is for the logistic loss.
const (
	L2 Penalty = iota
	L1
	None
)

// Method is a way of finding the minimum. All but LBFGS are for the logistic loss.
type Method int

// The methods. With the penalty L1 it is Newton's whatever is asked for.
const (
	LBFGS      Method = iota
	Newton            // for binary problems
	Gradient          // gradient descent
	Stochastic        // gradient descent, one row a step
)

// Trainer minimises penalty + C·Σ c_i·loss(y_i·(x_iᵀw + b)) in binary problems and,
// with the logistic loss, penalty + C·Σ −c_i·log softmax(W·x_i + b)[y_i] in
// multiclass problems. It is a contract.Learner and a contract.BatchLearner. Row
// weights multiply c_i.
type Trainer struct {
	Loss         linear.Loss
	C            float64
	Penalty      Penalty
	Method       Method
	LeastSquares bool // start from the least-squares solution instead of 0
	Balanced     bool // c_i = n/(K·n_y), n_y being the rows of the class of row i; else 1
	Intercept    smooth.Intercept
	linear.Stopping
}

// unpenalised multiplies the tolerance of L-BFGS where there is no penalty: its
// estimate of the distance is then less sure.
const unpenalised = 1e-3

// Train trains one problem.
func (t Trainer) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.One(ctx, t, p)
}

// sideBySide is the number of values of a row set up to which row sets are trained
// side by side, each with a copy of its rows.
const sideBySide = 1 << 22

// TrainBatch trains the problems of every row set.
func (t Trainer) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	report := inTurn(done)
	wide := max(b.Threads, 1)
	for _, s := range b.RowSets {
		if contract.CountRows(s.Ranges)*b.Features.Cols > sideBySide {
			wide = 1
		}
	}
	wide = min(wide, max(len(b.RowSets), 1))
	threads := max(b.Threads/wide, 1)
	err := each(wide, len(b.RowSets), func(set int) error {
		w := &work{Trainer: t, rowSet: newRowSet(b, set), ctx: ctx, threads: threads, report: report}
		return w.train(set)
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}

// reporter tells of a trained problem.
type reporter func(problem int, m contract.Model, err error)

// inTurn lets one goroutine at a time report.
func inTurn(done reporter) reporter {
	var mu sync.Mutex
	return func(problem int, m contract.Model, err error) {
		mu.Lock()
		defer mu.Unlock()
		done(problem, m, err)
	}
}

// one reports what came of a problem, unless the end of the call did.
func (r reporter) one(ctx context.Context, problem int, m *linear.Model, err error) error {
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case err != nil:
		r(problem, nil, err)
	default:
		r(problem, m, nil)
	}
	return nil
}

// each does n things, as many at a time as there are threads, and returns the first
// error.
func each(threads, n int, do func(i int) error) error {
	var g errgroup.Group
	g.SetLimit(max(threads, 1))
	for i := range n {
		g.Go(func() error { return do(i) })
	}
	return g.Wait()
}
