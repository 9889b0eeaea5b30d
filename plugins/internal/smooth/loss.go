package smooth

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// curvature is the largest second derivative.
func curvature(l linear.Loss) float64 {
	if l == linear.Logistic {
		return 0.25
	}
	return 2
}

// lanes is what the kernels need to know of 8 decision values side by side: their
// targets and the weights of their losses.
type lanes struct {
	y, q, c, one, sum [kernel.Lanes]float64
}

// set fills one lane with target y (−1, 0 or +1) and weight c.
func (s *lanes) set(l linear.Loss, j int, y, c float64) {
	s.y[j], s.c[j] = y, c*math.Abs(y)
	s.q[j] = -c * y
	if l == linear.SquaredHinge {
		s.q[j] = -2 * c * y
	}
}

// apply replaces rows of 8 decision values by the derivatives of their weighted
// losses and adds the weighted losses to sums. rows is at most 1000.
func (s *lanes) apply(l linear.Loss, rows int, f []float64, fs int, sums []float64) {
	if rows == 0 {
		return
	}
	clear(s.sum[:])
	if l == linear.SquaredHinge {
		kernel.SquaredHinge(rows, f, fs, s.y[:], s.q[:], s.sum[:])
		for j, v := range s.sum {
			sums[j] += float64(s.c[j] * v)
		}
		return
	}
	copy(s.one[:], ones)
	kernel.Logistic(rows, f, fs, s.y[:], s.q[:], s.one[:], s.sum[:])
	for j, v := range s.sum {
		if s.c[j] != 0 {
			sums[j] += float64(s.c[j] * (elementary.Log(s.one[j]) + v))
		}
	}
}

var ones = slices.Repeat([]float64{1}, kernel.Lanes)
