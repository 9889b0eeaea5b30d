package margin

import (
	"context"
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// dual is the dual of the hinge problem,
//
//	minimise ½‖Σ α_i·z_i‖² − Σ α_i   over 0 ≤ α_i ≤ C·c_i,   z_i = y_i·[x_i 1],
//
// whose solution gives the primal one as θ = [w b] = Σ α_i·z_i. Rounds of
// coordinate descent (Hsieh et al., "A dual coordinate descent method for
// large-scale linear SVM", ICML 2008) find which α lie at a bound; near the minimum
// conjugate gradients solve for the others (see face.go), with as much time for the
// one as for the other. The order of rows comes from the seed alone and every step is odd in
// y, so negating y negates θ bit for bit.
type dual struct {
	given
	y     []float64
	alpha []float64 // n
	theta []float64 // d + 1, the intercept last
}

// trainHinge solves the hinge problem until the duality gap is within tol of
// the objective.
func trainHinge(ctx context.Context, p contract.Problem, s settings) (*linear.Model, error) {
	d := newDual(p, s.C)
	b, err := d.solve(ctx, d, rand.NewPCG(p.Seed, 0x68696e6765), s.Tol, s.MaxIter)
	if err != nil {
		return nil, err
	}
	return &linear.Model{W: b.point[:p.X.Cols], B: b.point[p.X.Cols:], Quality: b.fit}, nil
}

func newDual(p contract.Problem, c float64) *dual {
	return &dual{given: newGiven(p, c), y: p.Y, alpha: make([]float64, p.X.Rows), theta: make([]float64, p.X.Cols+1)}
}

// decide returns the decision value of row i for θ or a direction in θ.
func (d *dual) decide(i int, theta []float64) float64 {
	row := d.x.Row(i)
	whole := len(row) &^ (kernel.Lanes - 1)
	f := kernel.Dot(row[:whole], theta[:whole]) + theta[len(row)]
	for j := whole; j < len(row); j++ {
		f += float64(row[j] * theta[j])
	}
	return f
}

// add adds a·[x_i 1] to θ or a direction in θ.
func (d *dual) add(theta []float64, a float64, i int) {
	row := d.x.Row(i)
	whole := len(row) &^ (kernel.Lanes - 1)
	kernel.Axpy(theta[:whole], a, row[:whole])
	for j := whole; j < len(row); j++ {
		theta[j] += float64(a * row[j])
	}
	theta[len(row)] += a
}

// sweep minimises over one α after the other, in the order given, and returns the
// rows whose α has changed.
func (d *dual) sweep(order []int) (moved []int) {
	for _, i := range order {
		old := d.alpha[i]
		slope := float64(d.y[i]*d.decide(i, d.theta)) - 1
		next := min(max(old-slope/d.square[i], 0), d.bound[i])
		if next != old {
			d.alpha[i] = next
			d.add(d.theta, (next-old)*d.y[i], i)
			moved = append(moved, i)
		}
	}
	return moved
}

// free returns the rows of the order whose α is strictly between its bounds.
func (d *dual) free(order []int) []int {
	var rows []int
	for _, i := range order {
		if d.alpha[i] > 0 && d.alpha[i] < d.bound[i] {
			rows = append(rows, i)
		}
	}
	return rows
}

// point returns θ.
func (d *dual) point() []float64 { return d.theta }

// objectives returns the primal objective at θ, from which the optimum is at most
// as far as from the dual objective. θ is computed afresh from α first, so that
// rounding does not pile up.
func (d *dual) objectives() (primal, dual float64) {
	clear(d.theta)
	for i, a := range d.alpha {
		if a != 0 {
			d.add(d.theta, a*d.y[i], i)
		}
	}
	loss := 0.0
	for i, y := range d.y {
		loss += float64(d.bound[i] * max(0, 1-float64(y*d.decide(i, d.theta))))
	}
	square := dense.Dot(d.theta, d.theta)
	return float64(square/2) + loss, dense.Sum(d.alpha) - float64(square/2)
}

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
		f.residual[k] = 1 - float64(f.y[i]*f.decide(i, f.theta))
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
				f.residual[k] -= float64(step * f.y[i] * f.decide(i, f.along))
			}
		}
		next := f.scale()
		if next <= enough {
			return steps - 1
		}
		for k := range f.p {
			f.p[k] = f.scaled[k] + float64(next/rho*f.p[k])
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
		change := float64(step * f.p[k])
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
