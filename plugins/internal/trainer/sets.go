package trainer

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// Sets trains the binary problems of one row set after the other by a function that
// sees them all. It is a contract.Learner and a contract.BatchLearner.
type Sets struct {
	// TrainSet trains problems whose rows and targets have been checked and tells of
	// each, from any goroutine. It may write neither to features nor to targets.
	TrainSet func(ctx context.Context, s *Set, problems []int, report rowset.Report) error
	C        float64
	Balanced bool // as in Trainer
}

// Set is a row set with its problems.
type Set struct {
	rowSet
	c        float64
	balanced bool
}

// Train trains one problem.
func (l Sets) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.Alone(ctx, l, p)
}

// TrainBatch trains the problems of every row set.
func (l Sets) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	report := rowset.InTurn(done)
	for at := range b.RowSets {
		s := &Set{rowSet: newRowSet(b, at), c: l.C, balanced: l.Balanced}
		failure := s.check()
		var problems []int
		for i, p := range b.Problems {
			if p.RowSet != at {
				continue
			}
			err := failure
			if err == nil {
				err = s.checkBinary(p)
			}
			if err != nil {
				report(i, nil, err)
				continue
			}
			problems = append(problems, i)
		}
		if len(problems) == 0 {
			continue
		}
		if err := l.TrainSet(ctx, s, problems, report); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// Batch returns the batch that the row set is of.
func (s *Set) Batch() contract.Batch { return s.batch }

// Rows returns the number of rows.
func (s *Set) Rows() int { return s.total }

// Used returns the number of rows that a problem uses.
func (s *Set) Used(problem int) int {
	p := s.batch.Problems[problem]
	if p.Target != nil {
		return s.total
	}
	plus, minus := s.signs(p.Column)
	return plus + minus
}

// Targets returns the rows that a problem uses, as numbers in the row set, with their
// targets and the weights of their losses, C·c_i.
func (s *Set) Targets(problem int) (rows []int32, y, weights []float64) {
	p := s.batch.Problems[problem]
	groups := s.weights(p, s.c, s.balanced)
	number := 0
	for _, r := range s.Ranges {
		for range r.End - r.Start {
			target := p.TargetOf(r.Class, number)
			if k := group(p.Task, target); k >= 0 {
				rows, y = append(rows, int32(number)), append(y, target)
				weights = append(weights, groups[k]*s.weight(number))
			}
			number++
		}
	}
	return rows, y, weights
}
