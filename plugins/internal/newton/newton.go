// Package newton minimises the objectives of linear classifiers with a smooth
// loss:
//
//	J(w, b) = ½‖w‖² [+ ½b²] + C·Σ_i loss(y_i·(x_iᵀw + b))
//
// by Newton's method with a line search. Few columns: the Newton system is
// solved by a Cholesky factorisation; many: by preconditioned conjugate
// gradients (Nocedal and Wright, "Numerical Optimization", 2nd ed., algorithm
// 7.1). Everything starts from zero and is odd in y: negating y negates every
// coefficient bit for bit.
package newton

import (
	"context"
	"errors"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// directLimit is the largest number of coefficients for which the Hessian is
// formed and factorised, which does not mind badly conditioned columns. At 64
// columns of 1617 standardised rows conjugate gradients already take half the
// time (9 ms instead of 20 for a logistic problem, 5 instead of 7 for a squared
// hinge).
const directLimit = 32

// rounding is the relative error of an objective that the line search overlooks:
// next to the optimum the full step is right although no decrease can be seen.
const rounding = 1e-13

// Problem is one objective.
type Problem struct {
	X    contract.Matrix // n × d, finite
	Y    []float64       // n values −1 or +1
	C    float64         // weight of the losses, above 0
	Loss Loss

	Intercept         bool // whether there is a b at all
	PenalizeIntercept bool // whether ½b² is part of the objective

	// Tol bounds the estimated distance to the optimum relative to the
	// objective at which iteration stops. The last step is still taken, so the
	// result is far closer than Tol.
	Tol     float64
	MaxIter int // Newton steps
}

// Result is the minimum that was found.
type Result struct {
	W            []float64 // d coefficients
	B            float64   // 0 without an intercept
	Objective    float64   // J(W, B)
	GradientNorm float64   // ‖∇J‖ before the last step
	Iterations   int
	Converged    bool
}

// state is a point with everything that was computed there. Coefficients have
// b last if there is an intercept.
type state struct {
	Problem
	dim   int       // coefficients
	theta []float64 // dim
	f     []float64 // n values of the decision function
	value float64   // J at theta
	slope []float64 // n values C·y·loss′
	curve []float64 // n values C·loss″
	grad  []float64 // dim
}

// Minimize solves a problem. It returns an error if the context ends or if the
// numbers overflow. With a free intercept both signs must occur in Y: there is
// no minimum otherwise.
func Minimize(ctx context.Context, p Problem) (Result, error) {
	return minimize(ctx, p, directLimit)
}

// minimize is Minimize with a given limit for factorisation.
func minimize(ctx context.Context, p Problem, limit int) (Result, error) {
	s := newState(p)
	solve := s.solver(limit)
	for iter := 1; iter <= p.MaxIter; iter++ {
		if err := ctx.Err(); err != nil {
			return Result{}, err
		}
		s.gradient()
		step, residual := solve()
		decrease := -dense.Dot(s.grad, step)
		// H ≥ I but for a free intercept, so the squared Newton decrement is at
		// most decrease + residual².
		decrement := decrease + residual*residual
		if math.IsNaN(decrement) || math.IsInf(decrement+s.value, 0) {
			return Result{}, errors.New("the objective overflows: standardise the features or choose a smaller C")
		}
		done := decrement/2 <= p.Tol*s.value
		moved := s.lineSearch(step, decrease)
		if done || !moved {
			return s.result(iter, done), nil
		}
	}
	return s.result(p.MaxIter, false), nil
}

// newState returns the problem at w = 0, b = 0.
func newState(p Problem) *state {
	dim := p.X.Cols
	if p.Intercept {
		dim++
	}
	n := p.X.Rows
	s := &state{Problem: p, dim: dim, theta: make([]float64, dim), f: make([]float64, n),
		slope: make([]float64, n), curve: make([]float64, n), grad: make([]float64, dim)}
	s.value = s.losses()
	return s
}

// penalised returns the number of leading coefficients in the penalty.
func (s *state) penalised() int {
	if s.PenalizeIntercept {
		return s.dim
	}
	return s.X.Cols
}

// losses fills slope and curve at f and returns C·Σ loss.
func (s *state) losses() float64 {
	sum := 0.0
	for i, y := range s.Y {
		v, d1, d2 := s.Loss(y * s.f[i])
		sum += v
		s.slope[i] = s.C * y * d1
		s.curve[i] = s.C * d2
	}
	return s.C * sum
}

// gradient fills grad from slope and theta.
func (s *state) gradient() {
	clear(s.grad)
	addTransposed(s.grad, s.X, s.slope)
	dense.Axpy(s.grad[:s.penalised()], 1, s.theta)
}

// addTransposed adds xᵀ·g, or [x 1]ᵀ·g if dst is one longer than a row, to dst.
func addTransposed(dst []float64, x contract.Matrix, g []float64) {
	dense.AddMulTransVec(dst[:x.Cols], x, g)
	if len(dst) > x.Cols {
		dst[x.Cols] += dense.Sum(g)
	}
}

// product stores x·v, or [x 1]·v if v is one longer than a row, in dst.
func product(dst []float64, x contract.Matrix, v []float64) {
	b := 0.0
	if len(v) > x.Cols {
		b = v[x.Cols]
	}
	dense.MulVec(dst, x, v[:x.Cols], b)
}

// lineSearch moves along the step, halving it until the objective falls by a
// ten-thousandth of what its slope promises (Armijo), give or take rounding. It
// reports whether such a point was found; if not, the state is as before.
func (s *state) lineSearch(step []float64, decrease float64) bool {
	along := make([]float64, len(s.f))
	product(along, s.X, step)
	at := append([]float64(nil), s.f...)
	m := s.penalised()
	square, cross, length := dense.Dot(s.theta[:m], s.theta), dense.Dot(s.theta[:m], step), dense.Dot(step[:m], step)
	for t := 1.0; t > 1e-12; t /= 2 {
		for i, d := range along {
			s.f[i] = at[i] + t*d
		}
		value := s.losses() + (square+2*t*cross+t*t*length)/2
		if value <= s.value-1e-4*t*decrease+rounding*s.value {
			dense.Axpy(s.theta, t, step)
			s.value = value
			return true
		}
	}
	copy(s.f, at)
	s.losses()
	return false
}

// result reads the state. The objective is computed afresh from the
// coefficients.
func (s *state) result(iterations int, converged bool) Result {
	r := Result{W: s.theta[:s.X.Cols:s.X.Cols], GradientNorm: math.Sqrt(dense.Dot(s.grad, s.grad)), Iterations: iterations, Converged: converged}
	if s.Intercept {
		r.B = s.theta[s.X.Cols]
	}
	product(s.f, s.X, s.theta)
	m := s.penalised()
	r.Objective = s.losses() + dense.Dot(s.theta[:m], s.theta)/2
	return r
}
