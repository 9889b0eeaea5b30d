package pla

import (
	"context"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// weights is a linear decision function.
type weights struct {
	w []float64
	b float64
}

// mistaken reports whether a row of sign y is on the wrong side or on the border.
func (w weights) mistaken(x []float64, y float64) bool { return !(y*(dense.Dot(x, w.w)+w.b) > 0) }

// mistakes counts the mistakes on all rows, but stops at limit.
func (w weights) mistakes(p contract.Problem, limit int) int {
	n := 0
	for i := 0; i < p.X.Rows && n < limit; i++ {
		if w.mistaken(p.X.Row(i), p.Y[i]) {
			n++
		}
	}
	return n
}

// run is the algorithm at work.
type run struct {
	problem contract.Problem
	now     weights
	streak  int // rows in a row on which now was right
	updates int

	keep   bool // whether there is a pocket
	pocket weights
	wrong  int // mistakes of the pocket on all rows
	record int // longest streak of the weights in the pocket
}

func newRun(p contract.Problem, first weights, pocket bool) *run {
	r := &run{problem: p, now: first, keep: pocket}
	if pocket {
		r.pocket = weights{w: slices.Clone(first.w), b: first.b}
		r.wrong = first.mistakes(p, math.MaxInt)
	}
	return r
}

// train makes passes over the rows until one has no mistake. shuffle puts the
// rows in order before each.
func (r *run) train(ctx context.Context, epochs int, shuffle func([]int)) (converged bool, err error) {
	order := make([]int, r.problem.X.Rows)
	for i := range order {
		order[i] = i
	}
	for range epochs {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		shuffle(order)
		if r.pass(order) == 0 {
			converged = true
			break
		}
	}
	if r.keep {
		r.compare()
	}
	return converged, nil
}

// pass goes once over the rows and returns the number of mistakes.
func (r *run) pass(order []int) (mistakes int) {
	for _, i := range order {
		x, y := r.problem.X.Row(i), r.problem.Y[i]
		if !r.now.mistaken(x, y) {
			r.streak++
			continue
		}
		if r.keep && r.streak > r.record {
			r.compare()
		}
		dense.Axpy(r.now.w, y, x)
		r.now.b += y
		r.streak = 0
		mistakes++
	}
	r.updates += mistakes
	return mistakes
}

// compare puts the present weights in the pocket if they make fewer mistakes than
// those that are there.
func (r *run) compare() {
	if wrong := r.now.mistakes(r.problem, r.wrong); wrong < r.wrong {
		copy(r.pocket.w, r.now.w)
		r.pocket.b, r.wrong, r.record = r.now.b, wrong, r.streak
	}
}
