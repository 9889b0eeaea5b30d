package trainer

import (
	"context"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/plugins/internal/sparse"
)

// ByForm trains on dense features in one way and binary problems on sparse ones in
// another; other problems on sparse features are trained on a dense copy, or on
// WideFrom columns and more by Wide, if there is such. It is a contract.Learner and a
// contract.BatchLearner.
type ByForm struct {
	Dense, Sparse, Wide contract.BatchLearner
	WideFrom            int
}

// Train trains one problem.
func (l ByForm) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.Alone(ctx, l, p)
}

// TrainBatch trains a batch.
func (l ByForm) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	if b.Features.CSR != nil {
		other := contract.BatchLearner(densely{l.Dense})
		if l.Wide != nil && b.Features.Cols >= l.WideFrom {
			other = l.Wide
		}
		return ByTask{Binary: l.Sparse, Multiclass: other}.TrainBatch(ctx, b, done)
	}
	return l.Dense.TrainBatch(ctx, b.InFull(), done)
}

// Sparse minimises ½‖w‖² [+ ½b²] + C·Σ c_i·loss(y_i·(x_iᵀw + b)) in binary problems
// over sparse features, by dual coordinate descent. It is a contract.BatchLearner.
type Sparse struct {
	Loss      linear.Loss
	C         float64
	Balanced  bool // as in Trainer
	Intercept smooth.Intercept
	linear.Stopping
}

// certain multiplies the tolerance: the duality gap bounds the distance to the
// minimum, where L-BFGS only estimates it.
const certain = 100

// TrainBatch trains the problems of one row set after the other, those over classes
// side by side.
func (s Sparse) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	for set := range b.RowSets {
		w := &sparseWork{Sparse: s, rowSet: newRowSet(b, set), ctx: ctx, report: rowset.InTurn(done)}
		if err := w.train(set); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// sparseWork is the problems over one row set.
type sparseWork struct {
	Sparse
	rowSet
	ctx    context.Context
	report rowset.Report
	csr    contract.CSR // scaled
	cols   int
	// support is the columns in which the rows have values, if csr has these alone.
	support *linear.Support
}

func (w *sparseWork) train(set int) error {
	failure := w.check()
	if failure == nil {
		w.narrow()
	}
	var together, labels []int
	for i, p := range w.batch.Problems {
		if p.RowSet != set {
			continue
		}
		err := failure
		if err == nil {
			err = w.checkBinary(p)
		}
		switch {
		case err != nil:
			w.report(i, nil, err)
		case p.Target == nil && p.Positives == nil:
			together = append(together, i)
		default:
			labels = append(labels, i)
		}
	}
	if err := w.trainLabels(labels); err != nil {
		return err
	}
	columns := make([]smooth.Column, len(together))
	for k, i := range together {
		columns[k] = w.column(w.batch.Problems[i], w.batch.Problems[i].Column)
	}
	return w.solve(together, w.Ranges, columns, w.batch.Threads, false)
}

// narrow copies the rows if they have values in half of the columns at most, and keeps no others
// then: the weights of a problem, which rows are added to in no order, fit a cache sooner, and
// models are smaller.
func (w *sparseWork) narrow() {
	f := w.batch.Features
	support := linear.SupportOf(*f.CSR, w.Ranges, f.Cols)
	if support.Count() > f.Cols/2 {
		w.scale()
		return
	}
	w.support, w.cols = support, support.Count()
	w.csr = support.Narrow(*f.CSR, w.Ranges, w.Scale)
	at := 0
	w.Ranges = lists.Map(w.Ranges, func(r contract.Range) contract.Range {
		at += r.End - r.Start
		return contract.Range{Start: at - (r.End - r.Start), End: at, Class: r.Class}
	})
}

// scale copies the values if columns are to be scaled.
func (w *sparseWork) scale() {
	w.csr, w.cols = *w.batch.Features.CSR, w.batch.Features.Cols
	if w.Scale == nil {
		return
	}
	w.csr.Data = slices.Clone(w.csr.Data)
	for i, j := range w.csr.Indices {
		w.csr.Data[i] /= w.Scale[j]
	}
}

// column is a problem as package sparse sees it: the targets of some classes.
func (w *sparseWork) column(p contract.BatchProblem, targets []int8) smooth.Column {
	return smooth.Column{Target: targets, Weight: w.classWeights(p, targets, w.C, w.Balanced)}
}

// solve trains problems over the classes of some ranges and reports them.
func (w *sparseWork) solve(
	problems []int, ranges []contract.Range, columns []smooth.Column, threads int, together bool,
) error {
	if len(problems) == 0 {
		return nil
	}
	rows := sparse.Rows{CSR: w.csr, Cols: w.cols, Ranges: ranges, Weights: w.Weights}
	settings := sparse.Settings{Loss: w.Loss, Intercept: w.Intercept, Typical: w.C, Tol: certain * w.Tol,
		MaxIter: w.MaxIter, Threads: threads, Together: together}
	results := make([]sparse.Result, len(problems))
	err := sparse.Train(w.ctx, rows, columns, settings, func(k int, r sparse.Result) { results[k] = r })
	if err != nil {
		return err
	}
	for k, i := range problems {
		r := results[k]
		if r.Err != nil {
			w.report(i, nil, r.Err)
			continue
		}
		w.report(i, &linear.Model{W: r.W, B: []float64{r.B}, Support: w.support, Quality: contract.Fit{
			Objective: r.Objective, HasObjective: true, Seconds: r.Seconds, Unconverged: r.End != contract.Tolerance, End: r.End,
		}}, nil)
	}
	return nil
}

// ByTask trains binary problems in one way and all others in another. It is a
// contract.Learner and a contract.BatchLearner.
type ByTask struct{ Binary, Multiclass contract.BatchLearner }

// Train trains one problem.
func (l ByTask) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.Alone(ctx, l, p)
}

// TrainBatch trains the binary problems, then the others.
func (l ByTask) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	var places [2][]int
	var problems [2][]contract.BatchProblem
	for i, p := range b.Problems {
		k := 0
		if p.Task != contract.Binary {
			k = 1
		}
		places[k], problems[k] = append(places[k], i), append(problems[k], p)
	}
	for k, learner := range []contract.BatchLearner{l.Binary, l.Multiclass} {
		if len(problems[k]) == 0 {
			continue
		}
		b.Problems = problems[k]
		report := func(i int, m contract.Model, err error) { done(places[k][i], m, err) }
		if err := learner.TrainBatch(ctx, b, report); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// mostDense is the largest number of values of a dense copy of sparse features: half
// a gigabyte.
const mostDense = 1 << 26

// densely trains on a dense copy of sparse features.
type densely struct{ contract.BatchLearner }

// TrainBatch trains a batch, or refuses every problem of one that is too large.
func (l densely) TrainBatch(ctx context.Context, b contract.Batch,
	done func(problem int, m contract.Model, err error)) error {
	f := b.Features
	if f.Rows > mostDense/max(f.Cols, 1) {
		for i, p := range b.Problems {
			done(i, nil, fmt.Errorf("a %s problem over %d × %d sparse features is too large to be trained at once: reduce it "+
				"to binary ones, or encode into fewer columns",
				p.Task, f.Rows, f.Cols))
		}
		return nil
	}
	all := contract.SparseMatrix{Rows: f.Rows, Cols: f.Cols, CSR: *f.CSR}
	b.Features.CSR, b.Features.Dense = nil, all.Unpacked().Data
	return l.BatchLearner.TrainBatch(ctx, b, done)
}

// trainLabels trains problems whose targets are not code columns, some side by side.
// Rows with the same targets in all of these are a class of rows: of labels, which
// are rare, there are few such patterns.
func (w *sparseWork) trainLabels(problems []int) error {
	chunks := slices.Collect(slices.Chunk(problems, sparse.Width(len(problems), w.batch.Threads)))
	return rowset.Each(w.batch.Threads, len(chunks), func(i int) error {
		ranges, targets := w.patterns(chunks[i])
		columns := make([]smooth.Column, len(chunks[i]))
		for j, problem := range chunks[i] {
			columns[j] = w.column(w.batch.Problems[problem], targets[j])
		}
		return w.solve(chunks[i], ranges, columns, 1, true)
	})
}
