package margin

import (
	"context"
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
		f += row[j] * theta[j]
	}
	return f
}

// add adds a·[x_i 1] to θ or a direction in θ.
func (d *dual) add(theta []float64, a float64, i int) {
	row := d.x.Row(i)
	whole := len(row) &^ (kernel.Lanes - 1)
	kernel.Axpy(theta[:whole], a, row[:whole])
	for j := whole; j < len(row); j++ {
		theta[j] += a * row[j]
	}
	theta[len(row)] += a
}

// sweep minimises over one α after the other, in the order given, and returns the
// rows whose α has changed.
func (d *dual) sweep(order []int) (moved []int) {
	for _, i := range order {
		old := d.alpha[i]
		slope := d.y[i]*d.decide(i, d.theta) - 1
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
		loss += d.bound[i] * max(0, 1-y*d.decide(i, d.theta))
	}
	square := dense.Dot(d.theta, d.theta)
	return square/2 + loss, dense.Sum(d.alpha) - square/2
}
