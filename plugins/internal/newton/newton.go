// Package newton minimises the logistic objective of one problem by Newton's
// method, with the penalty ½‖w‖² or with the penalty ‖w‖₁:
//
//	J(w, b) = Σ_i c_i·log(1 + exp(−y_i·(x_iᵀw + b))) + penalty.
//
// The Hessian is formed. With ½‖w‖² (or none) the quadratic model of J is solved
// by a Cholesky factorisation, with ‖w‖₁ by coordinate descent over the variables
// that are not 0 or should not be (the proximal Newton method: Yuan, Ho and Lin,
// "An improved GLMNET for L1-regularized logistic regression", JMLR 13, 2012).
// Everything is odd in y: negating y negates every variable bit for bit.
package newton

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// MostVariables is the largest number of variables of a problem whose Hessian is
// formed as a whole.
const MostVariables = 5000

// Minimize starts at 0 unless start gives another point. The error is the
// context's, or that of a problem with too many variables.
func Minimize(ctx context.Context, p *smooth.Subset, start []float64, settings Settings) (lbfgs.Result, error) {
	s := newState(p, start, settings)
	if len(s.x) > MostVariables && !s.L1 {
		return lbfgs.Result{}, fmt.Errorf("the solver newton is for up to %d features: use lbfgs", MostVariables)
	}
	r := lbfgs.Result{X: s.x}
	for r.End == "" {
		if err := ctx.Err(); err != nil {
			return r, err
		}
		s.gradient()
		if !finite(s.value) || !finite(kernel.Dot(s.g, s.g)) {
			r.Err = lbfgs.ErrOverflow
			return r, nil
		}
		active, all := s.active()
		step, slope, model := s.step(active)
		r.Iterations++
		reached := all && model <= s.Tol*s.value && s.value >= s.Separated
		switch moved := s.search(step, slope); {
		case reached:
			r.End = contract.Tolerance
		case !moved:
			r.End = contract.Stalled
		case s.value < 1e-6*s.Separated:
			r.End = contract.NoMinimum
		case r.Iterations == s.MaxIter:
			r.End = contract.MaxIter
		}
	}
	r.Value = s.value
	return r, nil
}

// search moves along the step, halving it until the objective falls by a
// ten-thousandth of what its slope (below 0) promises, give or take rounding. It
// reports whether such a point was found; if not, the state is as before.
func (s *state) search(step []float64, slope float64) bool {
	along, at := make([]float64, len(s.f)), append([]float64(nil), s.f...)
	for i, r := range s.rows {
		along[i] = kernel.Dot(r.X, step)
	}
	x := make([]float64, len(s.x))
	for t := 1.0; t > 1e-12; t /= 2 {
		for i, v := range along {
			s.f[i] = at[i] + float64(t*v)
		}
		for j, v := range step {
			x[j] = s.x[j] + float64(t*v)
		}
		value := s.losses() + s.penalise(x)
		if value <= s.value+float64(1e-4*t*slope)+float64(rounding*s.value) {
			copy(s.x, x)
			s.value = value
			return true
		}
	}
	copy(s.f, at)
	s.losses()
	return false
}
