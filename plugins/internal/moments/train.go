package moments

import (
	"context"
	"fmt"
	"slices"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// Solve trains one problem from statistics: a code column over the classes of the set,
// or a multiclass problem of Classes. For a binary problem only the classes
// in use have rows in the set, which problems over the same classes share. It is
// called from several goroutines.
type Solve func(*Set, contract.BatchProblem) (contract.Model, error)

// Regress trains one problem with real targets, or −1 and +1, from the statistics of all
// rows as one class, with a target for each of them. It is called from several
// goroutines.
type Regress func(s *Set, target []float64) (contract.Model, error)

// Learner trains by statistics. It is a contract.Learner and a
// contract.BatchLearner.
type Learner struct {
	Solve   Solve
	Regress Regress // nil if there is no regression
}

// Train measures the rows of a problem and solves it.
func (l Learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := dense.CheckWeights(p.Weights); err != nil {
		return nil, err
	}
	r := &rows{data: p.X.Data, d: p.X.Cols, weights: p.Weights}
	all := lists.Range(p.X.Rows)
	return l.trainTargets(ctx, r, all, contract.BatchProblem{Task: p.Task, Target: p.Y, Classes: p.Classes}, 1)
}

// trainTargets solves a problem with one target for each row of an index.
func (l Learner) trainTargets(ctx context.Context, r *rows, index []int, p contract.BatchProblem,
	threads int) (contract.Model, error) {
	if p.Task == contract.Regression && l.Regress != nil {
		set, err := r.whole(ctx, index)
		if err != nil {
			return nil, err
		}
		return l.regress(set, p)
	}
	task, byClass, err := classify(p, index)
	if err != nil {
		return nil, err
	}
	own := *r
	own.index = byClass
	set, err := own.measure(ctx, threads)
	if err != nil {
		return nil, err
	}
	return l.Solve(set, task)
}

// regress solves a problem of numbers or signs. Labels share the statistics of the rows.
func (l Learner) regress(set *Set, p contract.BatchProblem) (contract.Model, error) {
	if err := labels.CheckNumbers(p.Task, p.Target); err != nil {
		return nil, err
	}
	return l.Regress(set, p.Target)
}

// classify sorts the rows of an index by the class that their targets say.
func classify(p contract.BatchProblem, index []int) (contract.BatchProblem, [][]int, error) {
	switch p.Task {
	case contract.Binary:
		return signs(p.Target, index)
	case contract.Multiclass:
		classes, _, err := labels.Targets(p.Task, p.Target, p.Classes)
		if err != nil {
			return contract.BatchProblem{}, nil, err
		}
		byClass := make([][]int, p.Classes)
		for i, k := range classes {
			byClass[k] = append(byClass[k], index[i])
		}
		return contract.BatchProblem{Classes: p.Classes}, byClass, nil
	}
	return contract.BatchProblem{}, nil, wrongTask(p.Task)
}

func wrongTask(t contract.Task) error {
	return fmt.Errorf("cannot train a %s problem, only binary and multiclass ones", t)
}

// signs makes a class of the sign that comes first and another of the rest, so
// that negating y changes no sum.
func signs(y []float64, index []int) (contract.BatchProblem, [][]int, error) {
	task, byClass := contract.BatchProblem{Column: []int8{1, -1}}, make([][]int, 2)
	if len(y) > 0 && y[0] < 0 {
		task.Column = []int8{-1, 1}
	}
	for i, v := range y {
		switch v {
		case float64(task.Column[0]):
			byClass[0] = append(byClass[0], index[i])
		case float64(task.Column[1]):
			byClass[1] = append(byClass[1], index[i])
		default:
			return contract.BatchProblem{}, nil, labels.NoSign(v, i)
		}
	}
	return task, byClass, nil
}

// TrainBatch measures every row set once and solves its problems from that, several
// at a time. A problem's model depends on the statistics of its row set alone,
// which depend on no problem.
func (l Learner) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	for s := range b.RowSets {
		w := batch{Learner: l, Batch: b, rowSet: b.RowSets[s], report: rowset.InTurn(done), parts: map[string]*Set{}}
		if err := w.train(ctx, s); err != nil {
			return err
		}
	}
	return nil
}

// batch is the problems of one row set.
type batch struct {
	Learner
	contract.Batch
	rowSet contract.RowSet
	parts  map[string]*Set // of a set, by the classes in use
	report rowset.Report
}

// train solves the problems. The returned error is the context's; others are
// reported with the problems.
func (w *batch) train(ctx context.Context, s int) error {
	problems := rowset.Problems(w.Batch, s)
	measured, start := slices.ContainsFunc(problems, func(i int) bool { return w.Problems[i].Target == nil }), time.Now()
	r, failure := newRows(w.Features, w.rowSet)
	var set *Set
	if measured && failure == nil {
		set, failure = r.measure(ctx, w.Threads)
	}
	if ctx.Err() != nil {
		return ctx.Err()
	}
	whole := sync.OnceValues(func() (*Set, error) { return r.whole(ctx, positions(w.rowSet)) })
	shared := make([]*Set, len(problems)) // let go of when the last of its problems is solved
	for n, i := range problems {
		if set != nil {
			shared[n] = w.share(set, w.Problems[i].Column)
		}
	}
	clear(w.parts)
	seconds := r.shares(time.Since(start).Seconds(), w.Problems, problems)
	each(w.Threads, len(problems), func(n int) {
		p, start := w.Problems[problems[n]], time.Now()
		if ctx.Err() != nil {
			return
		}
		m, err := contract.Model(nil), failure
		switch {
		case p.Target != nil && r != nil:
			m, err = w.trainOwn(ctx, r, whole, p)
		case err == nil:
			m, err = w.solve(set, shared[n], p)
		}
		shared[n] = nil
		if t, ok := m.(timed); ok && err == nil {
			t.Spent(seconds[n] + time.Since(start).Seconds())
		}
		w.report(problems[n], m, err)
	})
	return ctx.Err()
}

// timed is a model that notes how long its training took.
type timed interface{ Spent(seconds float64) }

// shares divides the time of measuring the rows among the problems over classes by
// their work, their numbers of rows; others measure rows for themselves.
func (r *rows) shares(seconds float64, all []contract.BatchProblem, problems []int) []float64 {
	used, total := make([]float64, len(problems)), 0.0
	for n, i := range problems {
		if r == nil || all[i].Target != nil {
			continue
		}
		for class, index := range r.index {
			if column := all[i].Column; column == nil || column[class] != 0 {
				used[n] += float64(len(index))
			}
		}
		total += used[n]
	}
	for n := range used {
		used[n] *= seconds / max(total, 1)
	}
	return used
}

// share returns the statistics of the classes that a column uses, the same for
// every column that uses the same classes. Without a column it is the whole set,
// and nil for a column of two classes, whose statistics hardly anybody shares.
func (w *batch) share(set *Set, column []int8) *Set {
	used := set.usedBy(column)
	key, n := make([]byte, len(used)), 0
	for k, yes := range used {
		if yes {
			key[k] = 1
			n++
		}
	}
	switch {
	case n == len(used):
		return set
	case n <= 2:
		return nil
	}
	part := w.parts[string(key)]
	if part == nil {
		part = set.only(used)
		w.parts[string(key)] = part
	}
	return part
}

// trainOwn trains a problem with targets of its own. Regressions and labels share the
// statistics of all rows.
func (w *batch) trainOwn(ctx context.Context, r *rows, whole func() (*Set, error),
	p contract.BatchProblem) (contract.Model, error) {
	if p.Task == contract.Multiclass || w.Regress == nil {
		return w.trainTargets(ctx, r, positions(w.rowSet), p, 1)
	}
	all, err := whole()
	if err != nil {
		return nil, err
	}
	return w.regress(all, p)
}

// solve solves a problem over classes.
func (w *batch) solve(set, shared *Set, p contract.BatchProblem) (contract.Model, error) {
	if shared == nil {
		shared, p.Column = set.few(p.Column)
	}
	if p.Task != contract.Binary && p.Task != contract.Multiclass {
		return nil, wrongTask(p.Task)
	}
	return w.Solve(shared, p)
}

// positions returns the numbers of the rows of a row set.
func positions(s contract.RowSet) []int {
	var index []int
	for _, part := range s.Ranges {
		for i := part.Start; i < part.End; i++ {
			index = append(index, i)
		}
	}
	return index
}

// Groups returns for each class of the set its group in a problem: 0 for +1, 1 for
// −1, −1 for classes left out; and for a multiclass problem the class itself.
func (s *Set) Groups(p contract.BatchProblem) (group []int, groups int) {
	group = make([]int, len(s.Classes))
	if p.Column == nil {
		for k := range group {
			group[k] = k
		}
		return group, p.Classes
	}
	for k := range group {
		group[k] = (1 - int(p.Column[k])) / 2
		if p.Column[k] == 0 {
			group[k] = -1
		}
	}
	return group, 2
}
