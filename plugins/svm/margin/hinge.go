package margin

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// dual is the dual of the hinge problem,
//
//	minimise ½‖Σ α_i·z_i‖² − Σ α_i   over 0 ≤ α_i ≤ C,   z_i = y_i·[x_i 1],
//
// whose solution gives the primal one as θ = [w b] = Σ α_i·z_i. Rounds of
// coordinate descent (Hsieh et al., "A dual coordinate descent method for
// large-scale linear SVM", ICML 2008) find which α lie at a bound, conjugate
// gradients then solve for the others (see face.go), until the duality gap is
// closed. The order of rows comes from the seed alone and every step is odd in
// y, so negating y negates θ bit for bit.
type dual struct {
	x      contract.Matrix
	y      []float64
	c      float64
	alpha  []float64 // n
	square []float64 // n: ‖z_i‖²
	theta  []float64 // d + 1, the intercept last
	f      []float64 // n: decision values at the last gap
}

var errOverflow = errors.New("the objective overflows: standardise the features or choose a smaller C")

// trainHinge solves the hinge problem until the duality gap is within tol of
// the objective.
func trainHinge(ctx context.Context, p contract.Problem, s settings) (contract.Model, error) {
	d := newDual(p, s.C)
	if math.IsInf(dense.Sum(d.square), 1) {
		return nil, errOverflow
	}
	rng := rand.New(rand.NewPCG(p.Seed, 0x68696e6765))
	order := make([]int, p.X.Rows)
	for i := range order {
		order[i] = i
	}
	fit := contract.Fit{HasObjective: true, Unconverged: true}
	for range s.MaxIter {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
		d.sweep(order)
		for range 3 {
			d.sweep(d.free(order))
		}
		d.solveFace(d.free(order))
		primal, gap := d.gap()
		if math.IsNaN(gap) || math.IsInf(primal, 0) {
			return nil, errOverflow
		}
		fit.Objective = primal
		if gap <= s.Tol*primal {
			fit.Unconverged = false
			break
		}
	}
	return &linear.Model{W: d.theta[:p.X.Cols], B: d.theta[p.X.Cols:], Quality: fit}, nil
}

func newDual(p contract.Problem, c float64) *dual {
	n := p.X.Rows
	d := &dual{x: p.X, y: p.Y, c: c, alpha: make([]float64, n), square: make([]float64, n),
		theta: make([]float64, p.X.Cols+1), f: make([]float64, n)}
	for i := range n {
		d.square[i] = dense.Dot(p.X.Row(i), p.X.Row(i)) + 1
	}
	return d
}

// sweep minimises over one α after the other, in the order given.
func (d *dual) sweep(order []int) {
	last := d.x.Cols
	w := d.theta[:last]
	for _, i := range order {
		row, old := d.x.Row(i), d.alpha[i]
		slope := d.y[i]*(dense.Dot(row, w)+d.theta[last]) - 1
		next := min(max(old-slope/d.square[i], 0), d.c)
		if next != old {
			d.alpha[i] = next
			step := (next - old) * d.y[i]
			dense.Axpy(w, step, row)
			d.theta[last] += step
		}
	}
}

// free returns the rows of the order whose α is strictly between its bounds.
func (d *dual) free(order []int) []int {
	var rows []int
	for _, i := range order {
		if d.alpha[i] > 0 && d.alpha[i] < d.c {
			rows = append(rows, i)
		}
	}
	return rows
}

// gap returns the primal objective at θ and how much it exceeds the dual
// objective, hence at most how much it exceeds the optimum. θ is computed
// afresh from α first, so that rounding does not pile up.
func (d *dual) gap() (primal, gap float64) {
	last := d.x.Cols
	clear(d.theta)
	signed := make([]float64, len(d.alpha))
	for i, a := range d.alpha {
		signed[i] = a * d.y[i]
	}
	dense.AddMulTransVec(d.theta[:last], d.x, signed)
	d.theta[last] = dense.Sum(signed)
	dense.MulVec(d.f, d.x, d.theta[:last], d.theta[last])
	loss := 0.0
	for i, f := range d.f {
		loss += max(0, 1-d.y[i]*f)
	}
	square := dense.Dot(d.theta, d.theta)
	primal = square/2 + d.c*loss
	return primal, primal - (dense.Sum(d.alpha) - square/2)
}
