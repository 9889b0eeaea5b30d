// Package rowset is the batch as learners see it that need the rows of a fold in one
// piece, and share what they make of it: the rows are gathered and checked once, and
// the problems are trained one by one, as many at a time as there are threads.
package rowset

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"time"

	"golang.org/x/sync/errgroup"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// Set is the rows of a row set.
type Set struct {
	X       contract.Rows // as a learner is to see them; set by Gather
	Classes []int         // of the row set, of each row; they mean nothing to a problem with targets

	batch  contract.Batch
	number int
}

// Problem is a problem over rows of a Set.
type Problem struct {
	Task    contract.Task
	Classes int
	// Rows are the numbers of the rows in the set, ascending.
	Rows    []int32
	Y       []float64 // of each of the rows
	Weights []float64 // likewise; nil for all 1
}

// Open looks at a row set. It returns an error for rows with which nothing can be trained.
func Open(b contract.Batch, number int) (*Set, error) {
	set := b.RowSets[number]
	s := &Set{batch: b, number: number}
	n := contract.CountRows(set.Ranges)
	switch {
	case n == 0:
		return nil, errors.New("there are no training rows")
	case b.Features.Cols == 0:
		return nil, errors.New("there are no feature columns")
	}
	if err := dense.CheckWeights(set.Weights); err != nil {
		return nil, err
	}
	if err := dense.CheckRows(b.Features, set.Ranges); err != nil {
		return nil, err
	}
	for _, r := range set.Ranges {
		for range r.End - r.Start {
			s.Classes = append(s.Classes, r.Class)
		}
	}
	return s, nil
}

// Gather copies the rows.
func (s *Set) Gather() { s.X = s.batch.Features.Gather(s.batch.RowSets[s.number]) }

// Weights returns the weights of the rows, nil for all 1.
func (s *Set) Weights() []float64 { return s.batch.RowSets[s.number].Weights }

// Problem returns problem i of the batch, which is one over this set, without the rows
// that its code column leaves out.
func (s *Set) Problem(i int) Problem {
	p, weights := s.batch.Problems[i], s.batch.RowSets[s.number].Weights
	out := Problem{Task: p.Task, Classes: p.Classes}
	if p.Task == contract.Binary {
		out.Classes = 2
	}
	for row, class := range s.Classes {
		y := p.TargetOf(class, row)
		if p.Task == contract.Binary && p.Target == nil && y == 0 {
			continue
		}
		out.Rows, out.Y = append(out.Rows, int32(row)), append(out.Y, y)
		if weights != nil {
			out.Weights = append(out.Weights, weights[row])
		}
	}
	return out
}

// Problems are the numbers of the problems over a row set.
func Problems(b contract.Batch, set int) []int {
	var list []int
	for i, p := range b.Problems {
		if p.RowSet == set {
			list = append(list, i)
		}
	}
	return list
}

// Trained is a model that is told how long its training took.
type Trained interface {
	contract.Model
	// Spent notes the seconds.
	Spent(seconds float64)
}

// Trainer trains a problem over a set.
type Trainer func(ctx context.Context, p Problem) (Trained, error)

// Learner trains the problems of a row set with what prepare makes of its rows. It is a
// contract.Learner and a contract.BatchLearner. The time of preparing is shared by the
// problems as their numbers of rows.
type Learner func(ctx context.Context, s *Set) (Trainer, error)

// Train trains one problem.
func (l Learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return Alone(ctx, l, p)
}

// TrainBatch trains the problems of one row set after the other.
func (l Learner) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	for number := range b.RowSets {
		if err := l.train(ctx, b, number, InTurn(done)); err != nil {
			return err
		}
	}
	return ctx.Err()
}

func (l Learner) train(ctx context.Context, b contract.Batch, number int, report Report) error {
	start := time.Now()
	numbers := Problems(b, number)
	if len(numbers) == 0 {
		return nil
	}
	set, err := Open(b, number)
	var trainer Trainer
	if err == nil {
		set.Gather()
		trainer, err = l(ctx, set)
	}
	if err != nil || ctx.Err() != nil {
		return report.Failed(ctx, numbers, err)
	}
	list, total := make([]Problem, len(numbers)), 0
	for k, i := range numbers {
		list[k] = set.Problem(i)
		total += len(list[k].Rows)
	}
	preparing := time.Since(start).Seconds() / float64(max(total, 1))
	return Each(b.Threads, len(list), func(k int) error {
		start := time.Now()
		m, err := trainer(ctx, list[k])
		if err == nil {
			m.Spent(float64(preparing*float64(len(list[k].Rows))) + time.Since(start).Seconds())
		}
		return report.One(ctx, numbers[k], m, err)
	})
}

// Report tells what came of a problem.
type Report func(problem int, m contract.Model, err error)

// InTurn lets one goroutine at a time report.
func InTurn(done Report) Report {
	var mu sync.Mutex
	return func(problem int, m contract.Model, err error) {
		mu.Lock()
		defer mu.Unlock()
		done(problem, m, err)
	}
}

// One reports a problem, unless the call has ended: then it returns the error of that.
func (r Report) One(ctx context.Context, problem int, m contract.Model, err error) error {
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

// Failed reports that problems have failed, unless the call has ended.
func (r Report) Failed(ctx context.Context, problems []int, err error) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	for _, i := range problems {
		r(i, nil, err)
	}
	return nil
}

// Each does n things, as many at a time as there are threads, and returns the first
// error.
func Each(threads, n int, do func(i int) error) error {
	var g errgroup.Group
	g.SetLimit(max(threads, 1))
	for i := range n {
		g.Go(func() error { return do(i) })
	}
	return g.Wait()
}

// Alone trains a problem on dense rows as a batch of one.
func Alone(ctx context.Context, l contract.BatchLearner, p contract.Problem) (contract.Model, error) {
	return One(ctx, l, p, contract.Rows{Matrix: p.X})
}

// One trains a problem on some rows as a batch of one.
func One(ctx context.Context, l contract.BatchLearner, p contract.Problem, x contract.Rows) (contract.Model, error) {
	if len(p.Y) != p.X.Rows {
		return nil, fmt.Errorf("%d targets of %d training rows", len(p.Y), p.X.Rows)
	}
	f := contract.Features{Rows: x.Rows, Cols: x.Cols, Dense: x.Data}
	if x.Sparse != nil {
		f.CSR = &x.Sparse.CSR
	}
	b := contract.Batch{
		Features: f,
		RowSets:  []contract.RowSet{{Ranges: []contract.Range{{End: p.X.Rows}}, Weights: p.Weights}},
		Problems: []contract.BatchProblem{{Task: p.Task, Target: slices.Clip(p.Y), Classes: p.Classes, Seed: p.Seed}},
		Threads:  1,
	}
	var model contract.Model
	var failure error
	err := l.TrainBatch(ctx, b, func(_ int, m contract.Model, err error) { model, failure = m, err })
	if err != nil {
		return nil, err
	}
	return model, failure
}
