package trainer

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/newton"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/internal/sgd"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// work is the problems over one row set.
type work struct {
	Trainer
	rowSet
	ctx     context.Context
	threads int
	report  rowset.Report

	opening, sharing sync.Once
	design           *smooth.Design // of all rows, made when first needed
	given            *smooth.Design // the same for problems that are trained together

	mu    sync.Mutex
	built []*smooth.Design // copies of rows, until the work is done
}

// free gives up the copies of rows.
func (w *work) free() {
	if w.given != nil && w.given != w.design {
		w.given.Free()
	}
	for _, d := range w.built {
		d.Free()
	}
}

// train sorts the problems of a row set by the way in which they are trained,
// which depends on the problem alone: binary ones over classes go together, those
// with targets or weights of their own or with another solver go one by one.
func (w *work) train(set int) error {
	var together, apart, multiclass []int
	finite := sync.OnceValue(w.rowSet.check)
	for i, p := range w.batch.Problems {
		if p.RowSet != set {
			continue
		}
		if err := w.check(p, finite); err != nil {
			w.report(i, nil, err)
			continue
		}
		switch {
		case p.Task == contract.Multiclass:
			multiclass = append(multiclass, i)
		case w.shared(p):
			together = append(together, i)
		default:
			apart = append(apart, i)
		}
	}
	if err := w.trainGroups(together); err != nil {
		return err
	}
	if err := rowset.Each(w.threads, len(apart), func(k int) error { return w.trainApart(apart[k]) }); err != nil {
		return err
	}
	return rowset.Each(1, len(multiclass), func(k int) error { return w.trainMulticlass(multiclass[k]) })
}

// check returns an error for a problem that cannot be trained.
func (w *work) check(p contract.BatchProblem, finite func() error) error {
	binary := w.Loss != linear.Logistic || w.Penalty == L1 || w.Method == Newton
	if p.Task != contract.Binary && (binary || p.Task != contract.Multiclass) {
		return fmt.Errorf("cannot train a %s problem with these settings: reduce it to binary ones first", p.Task)
	}
	if err := finite(); err != nil {
		return err
	}
	return w.checkTarget(p)
}

// shared reports whether a binary problem is trained together with others. Of those
// with targets of their own, which are not classes, those without class weights are.
func (w *work) shared(p contract.BatchProblem) bool {
	return (p.Target == nil || !w.Balanced) && w.Weights == nil && !w.LeastSquares && w.Penalty != L1 &&
		(w.Method == LBFGS || w.Method == Gradient)
}

// together returns the design of all rows for problems that are trained together, which
// need no copy of large matrices.
func (w *work) together() *smooth.Design {
	w.sharing.Do(func() {
		w.given = smooth.NewGiven(w.batch.Features, w.Ranges, w.Shift, w.Scale, w.Intercept)
		if w.given == nil {
			w.given = w.all()
		} else {
			w.penalise(w.given)
		}
	})
	return w.given
}

// penalise sets the penalty of a design.
func (w *work) penalise(d *smooth.Design) {
	if w.Penalty == None {
		clear(d.Penalty[:d.Cols])
	}
}

// all returns a copy of all rows.
func (w *work) all() *smooth.Design {
	w.opening.Do(func() { w.design = w.newDesign(w.batch.Features, w.Ranges) })
	return w.design
}

func (w *work) newDesign(f contract.Features, ranges []contract.Range) *smooth.Design {
	d := smooth.NewDesign(f, ranges, w.Shift, w.Scale, w.Intercept)
	w.penalise(d)
	w.mu.Lock()
	defer w.mu.Unlock()
	w.built = append(w.built, d)
	return d
}

// settings are those of L-BFGS and of gradient descent for some problems.
func (w *work) settings(problems ...int) lbfgs.Settings {
	s := lbfgs.Settings{Tol: w.Tol, MaxIter: w.MaxIter, Gradient: w.Method == Gradient}
	if w.Penalty == None {
		s.Tol *= unpenalised
		for _, i := range problems {
			s.Separated = append(s.Separated, w.separated(w.batch.Problems[i]))
		}
	}
	return s
}

// separated is the objective of a problem below which every row is on its side:
// one on the other side costs at least the logarithm of 2. Without a penalty there
// is no minimum then.
func (w *work) separated(p contract.BatchProblem) float64 {
	if w.Penalty != None {
		return 0
	}
	least := math.Inf(1)
	for _, c := range w.weights(p, w.C, w.Balanced) {
		if c > 0 {
			least = min(least, c)
		}
	}
	if w.Weights != nil {
		least *= slices.Min(w.Weights)
	}
	return least * math.Ln2
}

const (
	// manyProblems is the number of problems a thread from which threads share the
	// problems and not the rows.
	manyProblems = 16
	// neighbours is the number of classes that are close to each other: problems
	// over close classes are trained at the same time, to read their rows once.
	neighbours = 8
)

// trainGroups trains problems over classes.
func (w *work) trainGroups(problems []int) error {
	slices.SortStableFunc(problems, func(a, b int) int {
		return cmp.Compare(w.place(a), w.place(b))
	})
	if w.threads == 1 || len(problems) < manyProblems*w.threads {
		return w.trainTogether(problems, w.threads)
	}
	w.together()
	size := (len(problems) + w.threads - 1) / w.threads
	groups := slices.Collect(slices.Chunk(problems, size))
	return rowset.Each(w.threads, len(groups), func(i int) error { return w.trainTogether(groups[i], 1) })
}

// place orders problems by the first and the last class that they use; those that
// use all rows come first.
func (w *work) place(problem int) int {
	column := w.batch.Problems[problem].Column
	if w.batch.Problems[problem].Target != nil {
		return -1
	}
	used := func(v int8) bool { return v != 0 }
	first := slices.IndexFunc(column, used)
	last := len(column) - 1
	for last > first && column[last] == 0 {
		last--
	}
	return first/neighbours*len(column) + last/neighbours
}

// trainTogether trains problems in one pass after the other over all rows. The time
// is shared by work: rows × passes, all problems having the same columns.
func (w *work) trainTogether(problems []int, threads int) error {
	if len(problems) == 0 {
		return nil
	}
	start := time.Now()
	columns := make([]smooth.Column, len(problems))
	for k, i := range problems {
		columns[k] = w.column(w.batch.Problems[i])
	}
	f := smooth.NewColumns(w.together(), w.Loss, w.C, columns, threads)
	settings := w.settings(problems...)
	settings.Work, settings.Threads = w.rowsOf(problems), threads
	preparing := shares(time.Since(start).Seconds(), settings.Work)
	results, err := lbfgs.Minimize(w.ctx, f, nil, settings)
	if err != nil {
		return err
	}
	for k, i := range problems {
		m, err := w.model(results[k], preparing[k]+results[k].Seconds)
		w.report(i, m, err)
	}
	return nil
}

// column is a problem as smooth sees it.
func (w *work) column(p contract.BatchProblem) smooth.Column {
	if p.Target != nil {
		classes := 0
		for _, r := range w.Ranges {
			classes = max(classes, r.Class+1)
		}
		return smooth.Column{Target: slices.Repeat([]int8{1}, classes), Weight: slices.Repeat([]float64{w.C}, classes),
			Signs: w.together().Pad(p.Target)}
	}
	return smooth.Column{Target: p.Column, Weight: w.classWeights(p, p.Column, w.C, w.Balanced)}
}

// trainApart trains a binary problem through its own rows.
func (w *work) trainApart(i int) error {
	start := time.Now()
	p := w.batch.Problems[i]
	r, err := w.minimize(i, w.subset(p))
	if err != nil {
		return err
	}
	m, err := w.model(r, time.Since(start).Seconds())
	w.report(i, m, err)
	return nil
}

// subset is a binary problem over its own rows.
func (w *work) subset(p contract.BatchProblem) *smooth.Subset {
	if p.Target == nil && w.Weights == nil {
		return smooth.NewSubset(w.all(), w.Loss, w.C, w.column(p), nil)
	}
	f, ranges, weights := w.sorted(p)
	column := smooth.Column{Target: []int8{-1, 1}, Weight: w.weights(p, w.C, w.Balanced)}
	return smooth.NewSubset(w.newDesign(f, ranges), w.Loss, w.C, column, weights)
}

// minimize finds the minimum of a binary problem by the method of the trainer.
func (w *work) minimize(problem int, s *smooth.Subset) (lbfgs.Result, error) {
	p := w.batch.Problems[problem]
	var start []float64
	if w.LeastSquares {
		start = s.LeastSquares()
	}
	switch {
	case w.Penalty == L1 || w.Method == Newton:
		return newton.Minimize(w.ctx, s, start,
			newton.Settings{L1: w.Penalty == L1, Tol: w.Tol, MaxIter: w.MaxIter, Separated: w.separated(p)})
	case w.Method == Stochastic:
		return sgd.Binary(w.ctx, s, start, w.stochastic(p))
	}
	return w.descend(problem, s, start)
}

func (w *work) stochastic(p contract.BatchProblem) sgd.Settings {
	return sgd.Settings{Tol: w.Tol, Epochs: w.MaxIter, Seed: p.Seed, Separated: w.separated(p)}
}

// descend minimises the objective of one problem.
func (w *work) descend(problem int, f lbfgs.Functions, start []float64) (lbfgs.Result, error) {
	var starts [][]float64
	if start != nil {
		starts = [][]float64{start}
	}
	results, err := lbfgs.Minimize(w.ctx, f, starts, w.settings(problem))
	if err != nil {
		return lbfgs.Result{}, err
	}
	return results[0], nil
}

// model makes a model of the result of a binary problem.
func (w *work) model(r lbfgs.Result, seconds float64) (contract.Model, error) {
	if r.Err != nil {
		return nil, r.Err
	}
	cols := w.batch.Features.Cols
	m := &linear.Model{W: slices.Clone(r.X[:cols]), B: []float64{0}, Quality: quality(r, seconds)}
	if w.Intercept != smooth.NoIntercept {
		m.B[0] = r.X[cols]
	}
	return m, nil
}

func quality(r lbfgs.Result, seconds float64) contract.Fit {
	return contract.Fit{Objective: r.Value, HasObjective: true, Unconverged: r.End != contract.Tolerance, End: r.End,
		Seconds: seconds}
}

// trainMulticlass trains a softmax model.
func (w *work) trainMulticlass(i int) error {
	start := time.Now()
	p := w.batch.Problems[i]
	s := w.softmax(p)
	var at []float64
	if w.LeastSquares {
		at = s.LeastSquares()
	}
	var r lbfgs.Result
	var err error
	if w.Method == Stochastic {
		r, err = sgd.Softmax(w.ctx, s, at, w.stochastic(p))
	} else {
		r, err = w.descend(i, s, at)
	}
	if err != nil {
		return err
	}
	if r.Err != nil {
		w.report(i, nil, r.Err)
		return nil
	}
	w.report(i, w.multiclassModel(p, s, r, time.Since(start).Seconds()), nil)
	return nil
}

func (w *work) softmax(p contract.BatchProblem) *smooth.Softmax {
	class := w.weights(p, w.C, w.Balanced)
	if p.Target == nil {
		return smooth.NewSoftmax(w.all(), w.C, class, w.Weights, w.threads)
	}
	f, ranges, weights := w.sorted(p)
	return smooth.NewSoftmax(w.newDesign(f, ranges), w.C, class, weights, w.threads)
}

// multiclassModel makes a model of a result. A class without rows scores
// linear.Absent.
func (w *work) multiclassModel(p contract.BatchProblem, s *smooth.Softmax, r lbfgs.Result,
	seconds float64) contract.Model {
	cols := w.batch.Features.Cols
	m := &linear.Model{W: make([]float64, p.Classes*cols), B: slices.Repeat([]float64{linear.Absent}, p.Classes),
		Quality: quality(r, seconds)}
	for k, class := range s.Classes {
		for j := range cols {
			m.W[class*cols+j] = r.X[j*s.Width+k]
		}
		if m.B[class] = 0; w.Intercept != smooth.NoIntercept {
			m.B[class] = r.X[cols*s.Width+k]
		}
	}
	return m
}

// TrainBatch trains the problems of every row set.
func (t Trainer) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	report := rowset.InTurn(done)
	wide := max(b.Threads, 1)
	for _, s := range b.RowSets {
		if contract.CountRows(s.Ranges)*b.Features.Cols > sideBySide {
			wide = 1
		}
	}
	wide = min(wide, max(len(b.RowSets), 1))
	threads := max(b.Threads/wide, 1)
	err := rowset.Each(wide, len(b.RowSets), func(set int) error {
		w := &work{Trainer: t, rowSet: newRowSet(b, set), ctx: ctx, threads: threads, report: report}
		defer w.free()
		return w.train(set)
	})
	if err != nil {
		return err
	}
	return ctx.Err()
}

// Train trains one problem.
func (t Trainer) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.Alone(ctx, t, p)
}

// sideBySide is the number of values of a row set up to which row sets are trained
// side by side, each with a copy of its rows.
const sideBySide = 1 << 22
