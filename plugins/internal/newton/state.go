package newton

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// state is a point with everything that was computed there.
type state struct {
	Settings
	rows    []smooth.Row
	penalty []float64 // dim
	x, g    []float64 // dim: the variables and the gradient of the smooth terms
	f       []float64 // decision value of each row
	slope   []float64 // derivative of each row's loss by f
	curve   []float64 // second derivative
	value   float64   // J
}

func newState(p *smooth.Subset, start []float64, settings Settings) *state {
	s := &state{Settings: settings, rows: p.Rows(), penalty: p.Penalty()}
	dim, n := len(s.penalty), len(s.rows)
	s.x, s.g = make([]float64, dim), make([]float64, dim)
	s.f, s.slope, s.curve = make([]float64, n), make([]float64, n), make([]float64, n)
	copy(s.x, start)
	for i, r := range s.rows {
		s.f[i] = kernel.Dot(r.X, s.x)
	}
	s.value = s.losses() + s.penalise(s.x)
	return s
}

// losses fills slope and curve at f and returns the sum of the losses.
func (s *state) losses() float64 {
	sum := 0.0
	for i, r := range s.rows {
		z := r.Target * s.f[i]
		e := elementary.Exp(-math.Abs(z))
		sum += float64(r.Weight * (elementary.Log1p(e) + max(0, -z)))
		wrong := 1 / (1 + e) // σ(−z) or its complement
		if z > 0 {
			wrong = e / (1 + e)
		}
		s.slope[i] = -r.Weight * r.Target * wrong
		s.curve[i] = r.Weight * e / ((1 + e) * (1 + e))
	}
	return sum
}

// penalise returns the penalty at x.
func (s *state) penalise(x []float64) float64 {
	sum := 0.0
	for j, v := range x {
		if s.L1 {
			sum += float64(s.penalty[j] * math.Abs(v))
		} else {
			sum += float64(s.penalty[j] * v * v / 2)
		}
	}
	return sum
}

// gradient fills g from slope, with the penalty unless it has none.
func (s *state) gradient() {
	clear(s.g)
	for i, r := range s.rows {
		kernel.Axpy(s.g, s.slope[i], r.X)
	}
	if !s.L1 {
		for j, v := range s.x {
			s.g[j] += float64(s.penalty[j] * v)
		}
	}
}

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }

// rounding is the relative error of an objective that the line search overlooks:
// next to the optimum the full step is right although no decrease can be seen.
const rounding = 1e-13

// Settings of the method.
type Settings struct {
	L1 bool // the penalty is Σ penalty_j·|x_j| instead of ½ Σ penalty_j·x_j²
	// Tol is the decrease of the quadratic model, relative to the value, at which
	// the minimum counts as reached; that step is still taken.
	Tol       float64
	MaxIter   int     // steps
	Separated float64 // as in package lbfgs, or 0
}
