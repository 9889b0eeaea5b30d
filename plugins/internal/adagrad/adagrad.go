// Package adagrad minimises the logistic objective of a binary problem,
//
//	J(w, b) = ½‖w‖² [+ ½b²] + Σ_i c_i·log(1 + exp(−y_i·(x_iᵀw + b))),
//
// in few passes over rows that need not fit into memory, one row a step (Duchi, Hazan and Singer, "Adaptive
// subgradient methods for online learning and stochastic optimization", JMLR 12, 2011).
package adagrad

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Minimize looks for the minimum. ½w_j² is divided among the rows that have a value in column j, so that a step for a
// row,
//
//	w_j ← w_j − η·g_j/√(Σ g_j²), g_j = −c_i·σ(−y_i·(x_iᵀw + b))·y_i·x_ij + w_j/n_j,
//
// moves the columns in which it has values, and the sum of all g is that of J. The sum in the divisor is that of the
// steps so far, this one included. X of the result ends with b. The error is the context's.
func Minimize(ctx context.Context, rows *Rows, s Settings) (lbfgs.Result, error) {
	d := &descent{Rows: rows, Settings: s, variables: make([]variable, rows.Features.Cols+1)}
	d.count()
	random := rand.New(rand.NewPCG(s.Seed, 0x616461))
	r := lbfgs.Result{}
	for r.Err == nil && r.End == "" {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		d.pass(random)
		r.Iterations++
		d.judge(&r)
	}
	r.X = make([]float64, len(d.variables))
	for j, v := range d.variables {
		r.X[j] = v.w + 0 // never −0
	}
	return r, nil
}

// count finds out how many rows have values in each column.
func (d *descent) count() {
	counts, used := d.counts()
	d.used = used
	for j, n := range counts {
		d.variables[j].share = 1 / float64(max(n, 1))
	}
	if intercept := &d.variables[len(counts)]; d.Intercept == smooth.PenalisedIntercept {
		intercept.share = 1 / float64(max(used, 1))
	}
}

// pass takes a step for each row.
func (d *descent) pass(random *rand.Rand) {
	v, b := d.view(), &d.variables[d.Features.Cols]
	d.shuffled(random, func(now, next sample) {
		if x := d.Features.CSR; x != nil {
			kernel.Prefetch(x.Data[x.Indptr[next.row]:x.Indptr[next.row+1]], x.Indices[x.Indptr[next.row]:x.Indptr[next.row+1]])
		}
		target, weight := d.Of(now.class, now.number)
		if target == 0 {
			return
		}
		columns, values := v.row(now.row)
		z := b.w
		for at, j := range columns {
			z += float64(values[at] * d.variables[j].w)
		}
		slope := -float64(weight*target) / (1 + elementary.Exp(float64(target*z)))
		for at, j := range columns {
			d.variables[j].step(float64(slope * values[at]))
		}
		if d.Intercept != smooth.NoIntercept {
			b.step(slope)
		}
	})
}

// judge computes the objective and its slope, and looks whether it is at its minimum.
func (d *descent) judge(r *lbfgs.Result) {
	value, square := d.evaluate()
	r.Value = value
	switch {
	case math.IsNaN(square+value) || math.IsInf(square+value, 0):
		r.Err = lbfgs.ErrOverflow
	case square/2 <= float64(d.Tol*value):
		r.End = contract.Tolerance
	case r.Iterations == d.Passes:
		r.End = contract.MaxIter
	}
}
