package trainer

import (
	"context"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// Singly trains the problems of a batch one by one, as many at a time as there are
// threads, and shares out the threads if there are fewer problems. It is a contract.Learner and a
// contract.BatchLearner.
type Singly struct {
	// TrainOne trains a problem whose rows and targets have been checked: binary
	// with rows of both signs or multiclass. Losses are to be weighted as the
	// problem's Weights say, which are never nil. It may write neither to X nor to
	// Y. The model does not depend on the number of threads.
	TrainOne func(ctx context.Context, p contract.Problem, threads int) (*linear.Model, error)
	Balanced bool // weights are multiplied by n/(K·n_y), as in Trainer
}

// Train trains one problem.
func (s Singly) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.Alone(ctx, s, p)
}

// TrainBatch trains every problem.
func (s Singly) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	report := rowset.InTurn(done)
	sets := make([]*gathered, len(b.RowSets))
	for i := range sets {
		sets[i] = &gathered{rowSet: newRowSet(b, i)}
	}
	threads := max(b.Threads/max(len(b.Problems), 1), 1)
	err := rowset.Each(b.Threads, len(b.Problems), func(i int) error {
		m, err := s.train(ctx, sets[b.Problems[i].RowSet], b.Problems[i], threads)
		return report.One(ctx, i, m, err)
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}

func (s Singly) train(ctx context.Context, set *gathered, p contract.BatchProblem, threads int) (*linear.Model, error) {
	start := time.Now()
	set.checking.Do(func() { set.failure = set.check() })
	if set.failure != nil {
		return nil, set.failure
	}
	if err := set.checkTarget(p); err != nil {
		return nil, err
	}
	m, err := s.TrainOne(ctx, set.problem(p, set.weights(p, 1, s.Balanced)), threads)
	if err != nil {
		return nil, err
	}
	m.Quality.Seconds = time.Since(start).Seconds()
	return m, nil
}

// gathered is a row set whose rows are copied once for the problems that use them
// all, and not at all if they need no change.
type gathered struct {
	rowSet
	checking sync.Once
	failure  error
	copying  sync.Once
	x        contract.Matrix
}

// problem is a problem as a plain learner sees it; groups holds the weights of its
// groups.
func (g *gathered) problem(p contract.BatchProblem, groups []float64) contract.Problem {
	out := contract.Problem{Task: p.Task, Classes: p.Classes, Seed: p.Seed}
	var ranges []contract.Range
	number, left := 0, 0
	for _, r := range g.Ranges {
		used := false
		for range r.End - r.Start {
			target := p.TargetOf(r.Class, number)
			if k := group(p.Task, target); k >= 0 {
				used = true
				out.Y = append(out.Y, target)
				out.Weights = append(out.Weights, groups[k]*g.weight(number))
			}
			number++
		}
		if used {
			ranges = append(ranges, r)
		} else {
			left += r.End - r.Start
		}
	}
	if left > 0 {
		out.X = g.gather(ranges)
		return out
	}
	g.copying.Do(func() { g.x = g.gather(g.Ranges) })
	out.X = g.x
	return out
}

// gather returns the rows of ranges, standardised.
func (g *gathered) gather(ranges []contract.Range) contract.Matrix {
	return g.batch.Features.Borrow(contract.RowSet{Ranges: ranges, Shift: g.Shift, Scale: g.Scale}).Matrix
}
