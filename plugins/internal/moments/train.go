package moments

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// Task is a problem over the classes of a Set.
type Task struct {
	Column  []int8 // of a binary problem: +1, −1 or 0 for each class; nil for multiclass
	Classes int    // K of a multiclass problem
}

// Solve trains one problem from statistics.
type Solve func(*Set, Task) (contract.Model, error)

// Learner trains by statistics. It is a contract.Learner and a
// contract.BatchLearner.
type Learner struct{ Solve Solve }

// Train measures the rows of a problem and solves it. The two groups of a
// binary problem are taken in the order in which they appear, so that negating
// y changes no sum.
func (l Learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if p.Weights != nil {
		return nil, fmt.Errorf("row weights are not supported")
	}
	task, index, err := classify(p)
	if err != nil {
		return nil, err
	}
	r := rows{data: p.X.Data, d: p.X.Cols, index: index}
	set, err := r.measure(ctx)
	if err != nil {
		return nil, err
	}
	return l.Solve(set, task)
}

// classify sorts the rows of a problem by class.
func classify(p contract.Problem) (Task, [][]int, error) {
	switch p.Task {
	case contract.Binary:
		return signs(p.Y)
	case contract.Multiclass:
		index := make([][]int, p.Classes)
		for i, y := range p.Y {
			k := int(y)
			if float64(k) != y || k < 0 || k >= p.Classes {
				return Task{}, nil, fmt.Errorf("target %v of training row %d is no class number below %d", y, i, p.Classes)
			}
			index[k] = append(index[k], i)
		}
		return Task{Classes: p.Classes}, index, nil
	}
	return Task{}, nil, fmt.Errorf("cannot train a %s problem, only binary and multiclass ones", p.Task)
}

// signs makes a class of the sign that comes first and another of the rest.
func signs(y []float64) (Task, [][]int, error) {
	task, index := Task{Column: []int8{1, -1}}, make([][]int, 2)
	if len(y) > 0 && y[0] < 0 {
		task.Column = []int8{-1, 1}
	}
	for i, v := range y {
		switch v {
		case float64(task.Column[0]):
			index[0] = append(index[0], i)
		case float64(task.Column[1]):
			index[1] = append(index[1], i)
		default:
			return Task{}, nil, fmt.Errorf("target %v of training row %d is neither −1 nor +1", v, i)
		}
	}
	return task, index, nil
}

// TrainBatch measures every row set once and solves its problems, one after the
// other, from that. A problem's model depends on the statistics of its row set
// alone, which depend on no problem.
func (l Learner) TrainBatch(ctx context.Context, b contract.Batch, done func(problem int, m contract.Model, err error)) error {
	for s := range b.RowSets {
		if err := l.trainRowSet(ctx, b, s, done); err != nil {
			return err
		}
	}
	return nil
}

// trainRowSet solves the problems of one row set. The returned error is the
// context's; others are reported with the problems.
func (l Learner) trainRowSet(ctx context.Context, b contract.Batch, s int, done func(int, contract.Model, error)) error {
	var set *Set
	var failure error
	for i, p := range b.Problems {
		if p.RowSet != s {
			continue
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if p.Target != nil {
			problem, err := gather(b.Features, b.RowSets[s], p)
			if err != nil {
				done(i, nil, err)
				continue
			}
			m, err := l.Train(ctx, problem)
			done(i, m, err)
			continue
		}
		if set == nil && failure == nil {
			set, failure = FromRowSet(ctx, b.Features, b.RowSets[s])
		}
		m, err := l.solveOne(set, failure, p)
		done(i, m, err)
	}
	return ctx.Err()
}

// solveOne solves a problem over classes, unless the statistics failed.
func (l Learner) solveOne(set *Set, failure error, p contract.BatchProblem) (contract.Model, error) {
	if failure != nil {
		return nil, failure
	}
	switch p.Task {
	case contract.Binary:
		return l.Solve(set, Task{Column: p.Column})
	case contract.Multiclass:
		return l.Solve(set, Task{Classes: p.Classes})
	}
	return nil, fmt.Errorf("cannot train a %s problem, only binary and multiclass ones", p.Task)
}

// gather copies the rows of a problem whose targets are no code column.
func gather(f contract.Features, s contract.RowSet, p contract.BatchProblem) (contract.Problem, error) {
	if f.CSR != nil {
		return contract.Problem{}, fmt.Errorf("sparse features are not supported")
	}
	r := rows{data: f.Dense, d: f.Cols, shift: s.Shift, scale: s.Scale}
	x := contract.Matrix{Cols: f.Cols}
	row := make([]float64, f.Cols)
	for _, part := range s.Ranges {
		for i := part.Start; i < part.End; i++ {
			r.load(row, i)
			x.Data = append(x.Data, row...)
			x.Rows++
		}
	}
	return contract.Problem{Task: p.Task, X: x, Y: p.Target, Weights: s.Weights, Classes: p.Classes, Seed: p.Seed}, nil
}

// Groups returns for each class of the set its group in a task: 0 for +1, 1 for
// −1, −1 for classes left out; and for a multiclass task the class itself.
func (t Task) Groups(s *Set) (group []int, groups int) {
	group = make([]int, len(s.Classes))
	if t.Column == nil {
		for k := range group {
			group[k] = k
		}
		return group, t.Classes
	}
	for k := range group {
		group[k] = (1 - int(t.Column[k])) / 2
		if t.Column[k] == 0 {
			group[k] = -1
		}
	}
	return group, 2
}
