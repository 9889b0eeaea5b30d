// Package kernelised is the support vector machine with a kernel.
package kernelised

import (
	"context"
	"math"
	"slices"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/internal/trainer"
)

// settings are the parameters of a learner block.
type settings struct {
	C float64 `json:"C"`
	gram.Settings
	ClassWeight linear.ClassWeight `json:"class_weight"`
	Cache       any                `json:"cache"`
	linear.Stopping
}

// Component describes the learner "kernel_svm". It minimises
//
//	½‖f‖² + C·Σ c_i·max(0, 1 − y_i·(f(x_i) + b))
//
// over the functions f of the reproducing kernel Hilbert space of a kernel and b. c_i is
// 1 or the class weight, times the row's weight. Scores are margins f(x) + b. γ is the
// same for all problems over the training rows of a fold, as in scikit-learn.
//
// The dual is solved by steps in pairs of rows chosen by second-order information (Fan,
// Chen and Lin, JMLR 6, 2005) within working sets: rows with a free coefficient and those
// that violate optimality most. Other rows are shrunk away until the next set (Joachims,
// "Making large-scale SVM learning practical", 1999). Where such steps zigzag, all free
// coefficients are moved together by Newton's method, as far as the first bound. Training ends as LIBSVM's does
// (Chang and Lin, "LIBSVM: a library for support vector machines", 2011): where no pair
// violates optimality by more than tol. With the kernel sigmoid, which is not an inner
// product, that is a stationary point.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "kernel_svm",
		Sources: []contract.Source{contract.Article("cortes1995", "Cortes, Corinna and Vapnik, Vladimir",
			"Support-Vector Networks", "Machine Learning", "20(3)", "273--297", "1995")},
		Doc: "Support vector machine with a kernel: minimises ½‖f‖² + C·Σ max(0, 1 − y (f + b)); scores are margins. " +
			"Synonym: svc.",
		Params: slices.Concat([]contract.Param{linear.CParam()}, gram.Params(), []contract.Param{
			linear.ClassWeightParam(),
			{Name: "tol", Type: "number", Default: 1e-3, Above: contract.Bound(0),
				Doc: "Training stops when no pair of rows violates optimality by more, as in LIBSVM."},
			{Name: "max_iter", Type: "number", Default: 1e7, Min: contract.Bound(1), Integer: true,
				Doc: "Steps in pairs of rows after which training stops and the model is marked unconverged."},
			{Name: "cache", Type: "any", Default: "1GiB",
				Doc: "Memory for the kernel, in bytes or text such as \"500MB\": where the kernel of a fold fits, all problems " +
					"share it, else each computes rows when it needs them."},
		}),
	})
}

// Capabilities tell of a γ that depends on all rows of the fold.
func (s settings) Capabilities() contract.Capabilities {
	cache, err := contract.ParseSize(s.Cache)
	if err != nil {
		cache = 0 // Check says so
	}
	return contract.Capabilities{
		Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
		Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
			contract.UsesThreads | contract.TakesSparse | contract.FoldWide.If(s.FoldWide()), SharedRows: gram.Fitting(cache),
	}
}

// Check refuses a cache that is not a size.
func (s settings) Check() []contract.Diagnostic {
	if _, err := contract.ParseSize(s.Cache); err != nil {
		return []contract.Diagnostic{contract.Errorf([]any{"cache"}, "Unusable cache", "%v", err)}
	}
	return nil
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner {
	return trainer.Sets{TrainSet: s.trainSet, C: s.C, Balanced: s.ClassWeight.Balanced()}
}

// work is what the problems of a row set share.
type work struct {
	settings
	*trainer.Set
	points   *gram.Points
	kernel   gram.Kernel
	matrix   *gram.Matrix // of all rows
	whole    shared       // nil if problems compute rows by themselves
	diagonal []float64
	cache    int64
}

func (s settings) trainSet(ctx context.Context, set *trainer.Set, problems []int,
	report rowset.Report) error {
	start := time.Now()
	w, err := s.prepare(set, problems)
	if err != nil {
		return report.Failed(ctx, problems, err)
	}
	preparing := time.Since(start).Seconds() / float64(len(problems))
	return rowset.Each(set.Batch().Threads, len(problems), func(k int) error {
		start := time.Now()
		m, err := w.train(ctx, problems[k])
		if err == nil {
			m.Quality.Seconds = preparing + time.Since(start).Seconds()
		}
		return report.One(ctx, problems[k], m, err)
	})
}

// prepare makes what the problems share.
func (s settings) prepare(set *trainer.Set, problems []int) (*work, error) {
	cache, err := contract.ParseSize(s.Cache)
	if err != nil {
		return nil, err
	}
	w := &work{settings: s, Set: set, cache: cache}
	w.points = gram.NewPoints(set.Batch().Features, set.RowSet)
	if w.kernel, err = s.Of(w.points); err != nil {
		return nil, err
	}
	if w.matrix, err = gram.NewMatrix(w.kernel, w.points); err != nil {
		return nil, err
	}
	w.diagonal = w.matrix.Diagonal()
	if w.sharing(problems) {
		w.whole = w.keep().matrix(set, w.matrix, cache)
	}
	return w, nil
}

// keep returns what earlier calls have kept, or nothing.
func (w *work) keep() *kept {
	memory := w.Batch().Kept
	if memory == nil {
		return new(kept)
	}
	k, is := (*memory).(*kept)
	if !is {
		k = new(kept)
		*memory = k
	}
	return k
}

// sharing reports whether the whole kernel matrix fits and is cheaper to compute than
// the rows that each problem needs by itself. Of these a quarter is a guess on the high
// side; a value in a block costs some 2 + 0.04·d ns, one alone 1.2 + 0.2·d.
func (w *work) sharing(problems []int) bool {
	n, d, used := float64(w.points.Len()), float64(w.Batch().Features.Cols), 0.0
	for _, i := range problems {
		used += float64(w.Used(i) * w.Used(i))
	}
	return used/4*(1.2+float64(0.2*d)) >= n*n*(2+float64(0.04*d)) && w.matrix.Bytes() <= w.cache
}

// train trains one problem. The row of the set that comes first counts as positive, so
// that negated targets negate the model to the bit.
func (w *work) train(ctx context.Context, problem int) (*Model, error) {
	rows, y, weights := w.Targets(problem)
	sign := y[0]
	for i := range y {
		y[i] *= sign
	}
	d, err := w.dual(rows, y, weights)
	if err != nil {
		return nil, err
	}
	end, err := d.solve(ctx)
	if err != nil {
		return nil, err
	}
	return w.model(d, rows, weights, sign, end)
}

// dual states the problem of some rows.
func (w *work) dual(rows []int32, y, weights []float64) (*dual, error) {
	var d *dual
	if w.whole != nil {
		d = newDual(w.whole, rows, y, weights, w.diagonal)
	} else {
		m := w.matrix
		if len(rows) < m.Len() {
			var err error
			if m, err = gram.NewMatrix(w.kernel, w.points.Subset(rows)); err != nil {
				return nil, err
			}
		}
		v, err := newRecent(m, w.cache/int64(max(w.Batch().Threads, 1)))
		if err != nil {
			return nil, err
		}
		d = newDual(v, all(len(rows)), y, weights, m.Diagonal())
	}
	d.tol, d.left = w.Tol, w.MaxIter
	d.wide = w.Batch().Features.Cols >= manyColumns
	d.exact = func(beta []float64) []float64 { return w.exact(rows, beta) }
	d.largest = min(widest, int(math.Sqrt(float64(w.cache)/16)))
	return d, nil
}

// exact returns the sum of the kernels with some rows, without intercept, at each of them.
func (w *work) exact(rows []int32, beta []float64) []float64 {
	var sum gram.Sum
	for i, b := range beta {
		if b != 0 {
			sum.Rows, sum.Coef = append(sum.Rows, rows[i]), append(sum.Coef, b)
		}
	}
	f := make([]float64, len(rows))
	w.kernel.Scores(w.points, []gram.Sum{sum}, w.points.Subset(rows).Rows(), f, 1, 1)
	return f
}

// manyColumns is the number of columns from which three rows of the kernel matrix in a
// block take no longer than one alone.
const manyColumns = 64

// widest is the largest number of rows of a working set.
const widest = 4096

// model makes a model of a solution.
func (w *work) model(d *dual, rows []int32, weights []float64, sign float64, end contract.End) (*Model, error) {
	b := d.intercept()
	square, loss := 0.0, 0.0
	m := &Model{points: w.points, kernel: w.kernel, sum: gram.Sum{B: sign * b}}
	for i, e := range d.e {
		loss += float64(weights[i] * max(0, d.y[i]*(e-b)))
		if v := d.beta[i]; v != 0 {
			square += float64(v * (d.y[i] - e))
			m.sum.Rows, m.sum.Coef = append(m.sum.Rows, rows[i]), append(m.sum.Coef, sign*v)
		}
	}
	objective := float64(square/2) + loss
	if math.IsNaN(objective) || math.IsInf(objective, 0) {
		return nil, errOverflow
	}
	m.Quality = contract.Fit{Objective: objective, HasObjective: true, End: end, Unconverged: end != contract.Tolerance}
	return m, nil
}

// intercept is the mean of e over the free β, whose rows are on their margin, or the
// middle of what optimality allows.
func (d *dual) intercept() float64 {
	sum, n := 0.0, 0
	for i, e := range d.e {
		if d.beta[i] > d.lowest[i] && d.beta[i] < d.highest[i] {
			sum += e
			n++
		}
	}
	if n > 0 {
		return sum / float64(n)
	}
	high, low := d.ends()
	return (high + low) / 2
}
