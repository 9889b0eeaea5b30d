package margin

import (
	"math"

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
	held     []bool    // α at a bound
	residual []float64 // 1 − z_iᵀθ, 0 where held
	scaled   []float64 // residual / ‖z_i‖²
	p        []float64 // direction in α
	along    []float64 // direction in θ
}

// leastSteps is the least number of conjugate gradient steps on a face.
const leastSteps = 20

// solveFace moves the α of the given rows to the minimum of the dual, or as far
// as a number of steps leads.
func (d *dual) solveFace(rows []int, steps int) {
	m := len(rows)
	f := &face{dual: d, rows: rows, held: make([]bool, m), residual: make([]float64, m), scaled: make([]float64, m),
		p: make([]float64, m), along: make([]float64, len(d.theta))}
	for steps > 0 && f.restart() {
		steps = f.descend(steps)
	}
}

// restart computes the residual afresh and points the direction at it. It
// reports false when the residual is no more than rounding.
func (f *face) restart() bool {
	largest := 0.0
	for k, i := range f.rows {
		f.residual[k] = 1 - f.y[i]*f.decide(i, f.theta)
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
// factor 10⁶, an α meets its bound or the steps are used up. It returns how many are
// left. The residual is not 0, so some α moves.
func (f *face) descend(steps int) int {
	rho := f.scale()
	enough := rho * 1e-12
	for ; steps > 0; steps-- {
		clear(f.along)
		for k, i := range f.rows {
			if f.p[k] != 0 {
				f.add(f.along, f.y[i]*f.p[k], i)
			}
		}
		step := f.limit()
		curvature := dense.Dot(f.along, f.along)
		if curvature*step < rho { // the bound comes before the minimum
			f.move(step)
			return steps - 1
		}
		step = rho / curvature
		f.move(step)
		for k, i := range f.rows {
			if !f.held[k] {
				f.residual[k] -= step * f.y[i] * f.decide(i, f.along)
			}
		}
		next := f.scale()
		if next <= enough {
			return steps - 1
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
			longest = min(longest, (f.bound[i]-f.alpha[i])/p)
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
		change := step * f.p[k]
		next := f.alpha[i] + change
		if next <= -1e-15*change {
			next, f.held[k] = 0, true
		} else if next >= f.bound[i]*(1-1e-15) {
			next, f.held[k] = f.bound[i], true
		}
		f.alpha[i] = next
	}
	dense.Axpy(f.theta, step, f.along)
}
