// Package sgd minimises the logistic and the softmax objective by stochastic
// gradient descent, one row a step (Robbins and Monro, "A stochastic approximation
// method", Annals of Mathematical Statistics 22, 1951).
package sgd

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Settings of the method. A minimum counts as reached when ½‖g‖² ≤ Tol·J after an
// epoch, which bounds the distance where every variable is penalised.
type Settings struct {
	Tol       float64
	Epochs    int     // passes over the rows
	Seed      uint64  // of the order of the rows
	Separated float64 // as in package lbfgs, or 0
}

// Binary minimises a logistic objective. Step t goes from w to
//
//	(w + η_t·(c_i/c̄)·σ(−y_i·x_iᵀw)·y_i·x_i) / (1 + η_t/(n·c̄)),
//
// the divisor for penalised variables alone, with c̄ the mean weight of a row and
// η_t = η/(1 + t/n), η being one over the mean of ¼‖x‖². The order of the rows is
// drawn anew every epoch. It starts at 0 unless start gives another point. The
// error is the context's.
func Binary(ctx context.Context, s *smooth.Subset, start []float64, settings Settings) (lbfgs.Result, error) {
	w := point(s, start)
	return run(ctx, descent{s, s.Rows(), 0.25, w, func(r smooth.Row, rate float64) {
		z := r.Target * kernel.Dot(r.X, w)
		kernel.Axpy(w, rate*r.Target/(1+elementary.Exp(z)), r.X)
	}}, settings)
}

// Softmax minimises a softmax objective: like Binary, with the step η_t·(c_i/c̄)·([k = y] − p_k)·x
// for class k and one over the mean of ½‖x‖² for η.
func Softmax(ctx context.Context, s *smooth.Softmax, start []float64, settings Settings) (lbfgs.Result, error) {
	w := point(s, start)
	logits, columns := make([]float64, s.Width), make([]int32, len(s.Penalty()))
	for j := range columns {
		columns[j] = int32(j)
	}
	return run(ctx, descent{s, s.Rows(), 0.5, w, func(r smooth.Row, rate float64) {
		clear(logits)
		kernel.RowMulAdd(s.Width, len(r.X), r.X, 1, w, s.Width, logits)
		smooth.Probabilities(logits[:len(s.Classes)])
		for k := range s.Classes {
			logits[k] *= -rate
		}
		logits[int(r.Target)] += rate
		clear(logits[len(s.Classes):])
		kernel.Scatter(r.X, columns, w, s.Width, logits)
	}}, settings)
}

// objective is a function of which the rows are known.
type objective interface {
	lbfgs.Functions
	Penalty() []float64
}

func point(o objective, start []float64) []float64 {
	_, variables := o.Size()
	w := make([]float64, variables)
	copy(w, start)
	return w
}

// descent is an objective with its point w.
type descent struct {
	objective
	rows      []smooth.Row
	curvature float64 // largest second derivative of a loss
	w         []float64
	visit     func(r smooth.Row, rate float64) // moves w along the slope of a row's loss
}

// run visits rows until the objective is at its minimum or the epochs are over.
func run(ctx context.Context, d descent, settings Settings) (lbfgs.Result, error) {
	rate, mean := d.scale()
	n := float64(len(d.rows))
	rng := rand.New(rand.NewPCG(settings.Seed, 0x736764))
	order := lists.Range(len(d.rows))
	r := lbfgs.Result{X: d.w}
	for steps := 0.0; r.Err == nil && r.End == ""; {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		for _, i := range order {
			eta := rate / (1 + steps/n)
			d.visit(d.rows[i], eta*d.rows[i].Weight/mean)
			d.shrink(1 + eta/(n*mean))
			steps++
		}
		r.Iterations++
		d.judge(&r, settings)
	}
	return r, nil
}

// scale returns the first step and the mean weight of a row.
func (d descent) scale() (rate, mean float64) {
	squares := 0.0
	for _, r := range d.rows {
		squares += kernel.Dot(r.X, r.X)
		mean += r.Weight / float64(len(d.rows))
	}
	if squares == 0 {
		return 1, mean
	}
	return float64(len(d.rows)) / (d.curvature * squares), mean
}

// shrink divides the penalised variables.
func (d descent) shrink(by float64) {
	width := len(d.w) / len(d.Penalty())
	for j, penalty := range d.Penalty() {
		if penalty == 0 {
			continue
		}
		for k := j * width; k < (j+1)*width; k++ {
			d.w[k] /= by
		}
	}
}

// judge computes the objective and looks whether it is at its minimum.
func (d descent) judge(r *lbfgs.Result, s Settings) {
	value, g := []float64{0}, make([]float64, len(d.w))
	d.Evaluate([]int{0}, [][]float64{d.w}, value, [][]float64{g})
	square := kernel.Dot(g, g)
	r.Value = value[0]
	switch {
	case math.IsNaN(square+r.Value) || math.IsInf(square+r.Value, 0):
		r.Err = lbfgs.ErrOverflow
	case square/2 <= s.Tol*math.Abs(r.Value) && r.Value >= s.Separated:
		r.End = contract.Tolerance
	case r.Iterations == s.Epochs:
		r.End = contract.MaxIter
	}
}
