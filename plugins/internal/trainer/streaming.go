package trainer

import (
	"context"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/adagrad"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Streaming minimises the logistic objective of Trainer in binary problems, in a few passes over dense or sparse rows,
// which it does not copy. It is a contract.Learner and a contract.BatchLearner.
type Streaming struct {
	C         float64
	Balanced  bool // as in Trainer
	Intercept smooth.Intercept
	linear.Stopping
}

// Train trains one problem.
func (s Streaming) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.Alone(ctx, s, p)
}

// TrainBatch trains every problem, each in a thread or, if it is the only one, in several.
func (s Streaming) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	report := rowset.InTurn(done)
	for set := range b.RowSets {
		rows, problems := newRowSet(b, set), rowset.Problems(b, set)
		failure := rows.check()
		err := rowset.Each(b.Threads, len(problems), func(k int) error {
			i := problems[k]
			m, err := s.train(ctx, rows, b.Problems[i], failure, max(b.Threads/len(problems), 1))
			return report.One(ctx, i, m, err)
		})
		if err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (s Streaming) train(ctx context.Context, rows rowSet, p contract.BatchProblem, failure error,
	threads int) (*linear.Model, error) {
	start := time.Now()
	if failure == nil {
		failure = rows.checkBinary(p)
	}
	if failure != nil {
		return nil, failure
	}
	groups := rows.weights(p, s.C, s.Balanced)
	result, err := adagrad.Minimize(ctx, &adagrad.Rows{Features: rows.batch.Features, Ranges: rows.Ranges,
		Shift: rows.Shift, Scale: rows.Scale, Of: func(class, number int) (target, weight float64) {
			target = p.TargetOf(class, number)
			if k := group(p.Task, target); k >= 0 {
				weight = groups[k] * rows.weight(number)
			}
			return target, weight
		}}, adagrad.Settings{Intercept: s.Intercept, Tol: s.Tol, Passes: s.MaxIter, Seed: p.Seed, Threads: threads})
	if err == nil {
		err = result.Err
	}
	if err != nil {
		return nil, err
	}
	cols := rows.batch.Features.Cols
	fit := quality(result, time.Since(start).Seconds())
	return &linear.Model{W: result.X[:cols], B: result.X[cols:], Quality: fit}, nil
}
