package margin

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// face is the dual problem in the α of some rows, the others held fixed, as a
// system of equations Q·α = 1 that conjugate gradients solve. An α that runs
// into a bound stays there (the idea of Moré and Toraldo, "On the solution of
// large quadratic programming problems with bound constraints", SIAM J.
// Optimization 1, 1991).
type face struct {
	*dual
	rows     []int
	z        contract.Matrix // the rows z_i
	held     []bool          // α at a bound
	residual []float64       // 1 − z_iᵀθ, 0 where held
	scaled   []float64       // residual / ‖z_i‖²
	p, q     []float64       // direction in α, and Q·p
	along    []float64       // direction in θ
}

// solveFace moves the α of the given rows to the minimum of the dual, or as far
// as a bounded number of steps leads.
func (d *dual) solveFace(rows []int) {
	if len(rows) == 0 {
		return
	}
	f := d.newFace(rows)
	budget := 2*d.x.Cols + 50
	for budget > 0 && f.restart() {
		budget = f.descend(budget)
	}
}

func (d *dual) newFace(rows []int) *face {
	m, dim := len(rows), d.x.Cols+1
	f := &face{dual: d, rows: rows, z: contract.Matrix{Rows: m, Cols: dim, Data: make([]float64, 0, m*dim)}, held: make([]bool, m),
		residual: make([]float64, m), scaled: make([]float64, m), p: make([]float64, m), q: make([]float64, m), along: make([]float64, dim)}
	for _, i := range rows {
		for _, v := range d.x.Row(i) {
			f.z.Data = append(f.z.Data, d.y[i]*v)
		}
		f.z.Data = append(f.z.Data, d.y[i])
	}
	return f
}

// restart computes the residual afresh and points the direction at it. It
// reports false when the residual is no more than rounding.
func (f *face) restart() bool {
	dense.MulVec(f.residual, f.z, f.theta, 0)
	largest := 0.0
	for k := range f.residual {
		f.residual[k] = 1 - f.residual[k]
		if f.held[k] {
			f.residual[k] = 0
		}
		largest = max(largest, f.residual[k], -f.residual[k])
	}
	f.scale()
	copy(f.p, f.scaled)
	return largest > 1e-13
}

// scale applies the diagonal preconditioner and returns residualᵀ·scaled.
func (f *face) scale() float64 {
	for k, i := range f.rows {
		f.scaled[k] = f.residual[k] / f.square[i]
	}
	return dense.Dot(f.residual, f.scaled)
}

// descend takes conjugate gradient steps until the residual has fallen by a
// factor 10⁶, an α meets its bound or the budget is used up. It returns what is
// left of the budget. The residual is not 0, so some α moves.
func (f *face) descend(budget int) int {
	rho := f.scale()
	enough := rho * 1e-12
	for ; budget > 0; budget-- {
		clear(f.along)
		dense.AddMulTransVec(f.along, f.z, f.p)
		step := f.limit()
		curvature := dense.Dot(f.along, f.along)
		if curvature*step < rho { // the bound comes before the minimum
			f.move(step)
			return budget - 1
		}
		step = rho / curvature
		f.move(step)
		dense.MulVec(f.q, f.z, f.along, 0)
		for k := range f.residual {
			if !f.held[k] {
				f.residual[k] -= step * f.q[k]
			}
		}
		next := f.scale()
		if next <= enough {
			return budget - 1
		}
		for k := range f.p {
			f.p[k] = f.scaled[k] + next/rho*f.p[k]
		}
		rho = next
	}
	return 0
}

// limit returns the longest step along p that keeps every α within its bounds.
func (f *face) limit() float64 {
	longest := math.Inf(1)
	for k, i := range f.rows {
		switch p := f.p[k]; {
		case p > 0:
			longest = min(longest, (f.c-f.alpha[i])/p)
		case p < 0:
			longest = min(longest, -f.alpha[i]/p)
		}
	}
	return longest
}

// move goes a step along p and holds the α that have met a bound.
func (f *face) move(step float64) {
	for k, i := range f.rows {
		if f.p[k] == 0 {
			continue
		}
		next := f.alpha[i] + step*f.p[k]
		if next <= 1e-15*f.c {
			next, f.held[k] = 0, true
		} else if next >= f.c*(1-1e-15) {
			next, f.held[k] = f.c, true
		}
		f.alpha[i] = next
	}
	dense.Axpy(f.theta, step, f.along)
}
