package multiclass

import (
	"math"
)

// objective is a convex function with its derivatives where its value was computed last.
type objective interface {
	value(theta []float64) float64
	gradient(theta []float64) []float64
	curved(direction []float64) []float64 // the Hessian times it
	curves() []float64                    // the diagonal of the Hessian
}

const (
	newtonSteps = 100
	halvings    = 40    // of a step
	flat        = 1e-9  // the largest slope at the end
	rounding    = 1e-15 // what a step must be worth, as a share of the value
	straight    = 1e-16 // the curve of a direction in which the objective is straight
)

// minimise finds the minimum of an objective by Newton's method with conjugate gradients and
// backtracking (Nocedal and Wright, "Numerical optimization", 2006, algorithm 7.1). Where there
// is none, since the objective falls for ever, it ends where the slopes are flat.
func minimise(f objective, theta []float64) []float64 {
	value := f.value(theta)
	for range newtonSteps {
		gradient := f.gradient(theta)
		if steepest(gradient) <= flat {
			break
		}
		step := newtonStep(f, gradient)
		slope := dot(gradient, step)
		if -slope <= rounding*max(1, value) {
			break
		}
		size, next := 1.0, moved(theta, step, 1)
		reached := f.value(next)
		for n := 0; !(reached <= value+float64(1e-4*size*slope)) && n < halvings; n++ {
			size /= 2
			next = moved(theta, step, size)
			reached = f.value(next)
		}
		if !(reached < value) {
			break // to within rounding this is the minimum
		}
		theta, value = next, reached
	}
	return theta
}

// newtonStep solves H·step = −gradient about, by conjugate gradients preconditioned by the
// diagonal of H.
func newtonStep(f objective, gradient []float64) []float64 {
	diagonal, left := f.curves(), moved(make([]float64, len(gradient)), gradient, -1)
	step, toward := make([]float64, len(gradient)), conditioned(left, diagonal)
	length := math.Sqrt(dot(gradient, gradient))
	enough, product := length*min(0.1, math.Sqrt(length)), dot(left, toward)
	for range 2*len(gradient) + 10 {
		curved := f.curved(toward)
		curve := dot(toward, curved)
		if !(curve > straight*dot(toward, toward)) {
			break
		}
		size := product / curve
		step, left = moved(step, toward, size), moved(left, curved, -size)
		if math.Sqrt(dot(left, left)) <= enough {
			break
		}
		next := conditioned(left, diagonal)
		before := product
		product = dot(left, next)
		toward = moved(next, toward, product/before)
	}
	if dot(step, gradient) >= 0 {
		return moved(make([]float64, len(gradient)), gradient, -1)
	}
	return step
}

// conditioned are values divided by a diagonal.
func conditioned(values, diagonal []float64) []float64 {
	out := make([]float64, len(values))
	for i, v := range values {
		out[i] = v / (diagonal[i] + 1e-12)
	}
	return out
}

func dot(a, b []float64) (sum float64) {
	for i, v := range a {
		sum += float64(v * b[i])
	}
	return sum
}

// moved is theta after a step of some size.
func moved(theta, step []float64, size float64) []float64 {
	out := make([]float64, len(theta))
	for i, t := range theta {
		out[i] = t + float64(size*step[i])
	}
	return out
}

// steepest is the largest slope.
func steepest(gradient []float64) (largest float64) {
	for _, g := range gradient {
		largest = max(largest, math.Abs(g))
	}
	return largest
}
