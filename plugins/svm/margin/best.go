package margin

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

var errOverflow = errors.New("the objective overflows: standardise the features or choose a smaller C")

const (
	// busySweeps is the number of sweeps over the rows that the sweep before has
	// moved, after one over all.
	busySweeps = 20
	// sparseSweeps is that of sparse rows.
	sparseSweeps = 10
	// faceGap is the relative duality gap, and faceRound the round, from which faces
	// are worth while. On sparse rows the gap never is the reason.
	faceGap, faceRound = 0.05, 30
	// patience is the number of rounds without progress, beyond a share of
	// rounding of the objective, after which nothing moves any more.
	patience, rounding = 20, 1e-15
)

// descent is a dual problem on the way to its minimum.
type descent interface {
	// rows returns the number of rows.
	rows() int
	// pace returns the number of sweeps over moved rows, and the gap for faces.
	pace() (busy int, gap float64)
	// sweep minimises over the α of one row after the other and returns the rows
	// whose α have changed.
	sweep(order []int) (moved []int)
	// free returns the rows of the order whose α can move along their face.
	free(order []int) []int
	// solveFace moves the α of rows along their face, in at most that many steps.
	solveFace(rows []int, steps int)
	// objectives computes the point afresh from α, and returns the primal and the
	// dual objective, between which the optimum is.
	objectives() (primal, dual float64)
	// point returns the coefficients.
	point() []float64
}

// best is the point of the smallest primal objective that a dual method has come
// by. Where columns of very different or large scale let rounding spoil the sum of
// α·z, it is the point 0 where the method starts.
type best struct {
	point []float64
	fit   contract.Fit
	dual  float64 // largest dual objective
	gap   float64 // relative duality gap
	idle  int     // rounds without progress
}

// given is what every dual problem is made of.
type given struct {
	x      contract.Matrix
	bound  []float64 // n: C·c_i
	square []float64 // n: ‖z_i‖²
}

func newGiven(p contract.Problem, c float64) given {
	g := given{x: p.X, bound: make([]float64, p.X.Rows), square: make([]float64, p.X.Rows)}
	for i := range g.bound {
		g.bound[i], g.square[i] = c*p.Weights[i], dense.Dot(p.X.Row(i), p.X.Row(i))+1
	}
	return g
}

func (g given) rows() int { return g.x.Rows }

func (given) pace() (busy int, gap float64) { return busySweeps, faceGap }

// solve approaches the minimum of a problem that stands at α = 0. Rows are taken in an
// order that comes from the seed.
func (g given) solve(ctx context.Context, d descent, random *rand.PCG, tol float64, rounds int) (*best, error) {
	b, err := g.start(d.point())
	if err != nil {
		return nil, err
	}
	return b, b.approach(ctx, d, rand.New(random), tol, rounds, math.MaxInt)
}

// start returns what is known at α = 0, where every loss is 1.
func (g given) start(point []float64) (*best, error) {
	if math.IsInf(dense.Sum(g.square), 1) {
		return nil, errOverflow
	}
	fit := contract.Fit{Objective: dense.Sum(g.bound), HasObjective: true}
	return &best{point: slices.Clone(point), gap: 1, fit: fit}, nil
}

// approach goes rounds of descent until the duality gap is within tol of the
// objective, nothing moves any more or the rounds or visits of rows are used up, and
// notes which.
func (b *best) approach(ctx context.Context, d descent, rng *rand.Rand, tol float64, rounds, mostVisits int) error {
	order := lists.Range(d.rows())
	b.fit.End = contract.MaxIter
	busy, gap := d.pace()
	for round := range rounds {
		if err := ctx.Err(); err != nil {
			return err
		}
		visits := sweeps(d, rng, order, busy)
		mostVisits -= visits
		if free := d.free(order); len(free) > 0 && (b.gap < gap || round >= faceRound) {
			d.solveFace(free, leastSteps+visits/len(free))
		}
		primal, dual := d.objectives()
		if math.IsNaN(primal-dual) || math.IsInf(primal, 0) {
			return errOverflow
		}
		b.take(d.point(), primal, dual)
		if b.reached(tol) {
			b.fit.End = contract.Tolerance
			break
		}
		if b.idle >= patience {
			b.fit.End = contract.Stalled
			break
		}
		if mostVisits <= 0 {
			break
		}
	}
	b.fit.Unconverged = b.fit.End != contract.Tolerance
	return nil
}

// reached reports whether the duality gap is within tol of the objective.
func (b *best) reached(tol float64) bool { return b.fit.Objective-b.dual <= tol*b.fit.Objective }

// sweeps goes over all rows and then over those that still move. It returns the
// number of rows visited.
func sweeps(d descent, rng *rand.Rand, order []int, busy int) (visits int) {
	shuffle(rng, order)
	moved := d.sweep(order)
	visits = len(order)
	for range busy {
		shuffle(rng, moved)
		visits += len(moved)
		moved = d.sweep(moved)
	}
	return visits
}

func shuffle(rng *rand.Rand, order []int) {
	rng.Shuffle(len(order), func(i, j int) { order[i], order[j] = order[j], order[i] })
}

// take looks at the next point.
func (b *best) take(point []float64, primal, dual float64) {
	least := float64(rounding * b.fit.Objective)
	b.idle++
	if primal < b.fit.Objective-least || dual > b.dual+least {
		b.idle = 0
	}
	if primal < b.fit.Objective {
		copy(b.point, point)
		b.fit.Objective = primal
	}
	b.dual = max(b.dual, dual)
	b.gap = (b.fit.Objective - b.dual) / b.fit.Objective
}

// leastSteps is the least number of conjugate gradient steps on a face.
const leastSteps = 20
