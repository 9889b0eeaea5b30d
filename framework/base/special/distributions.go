package special

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
)

// Student returns the probability that a variable of Student's distribution with ν > 0 degrees of freedom is at most t,
// with small probabilities to all digits.
func Student(nu, t float64) float64 {
	if t != t {
		return t
	}
	square := float64(t * t)
	tail := 0.5
	switch {
	case square > math.MaxFloat64:
		tail = 0
	case square < 1: // so that the argument of the function keeps its digits
		tail = 0.5 - float64(0.5*RegIncBeta(0.5, nu/2, square/(nu+square)))
	default:
		tail = 0.5 * RegIncBeta(nu/2, 0.5, nu/(nu+square))
	}
	if t > 0 {
		return 1 - tail
	}
	return tail
}

// StudentQuantile returns the t that a variable of Student's distribution with ν > 0 degrees of freedom exceeds with
// probability 0 < p ≤ ½, by halves.
func StudentQuantile(nu, p float64) float64 {
	if !(nu > 0 && p > 0 && p <= 0.5) {
		panic("special: StudentQuantile is not defined there")
	}
	high := 1.0
	for Student(nu, -high) > p {
		high *= 2
	}
	low := 0.0
	for {
		middle := low + float64((high-low)/2)
		if middle == low || middle == high {
			return high
		}
		if Student(nu, -middle) > p {
			low = middle
		} else {
			high = middle
		}
	}
}

// NormalQuantile returns the z that a normal variable exceeds with probability 0 ≤ p ≤ 1: the approximation 26.2.23 of
// Abramowitz and Stegun, "Handbook of Mathematical Functions", 1964, and steps of Halley's method.
func NormalQuantile(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		panic("special: NormalQuantile is not defined there")
	case p == 0:
		return math.Inf(1)
	case p > 0.5:
		return -NormalQuantile(1 - p)
	}
	t := math.Sqrt(-2 * elementary.Log(p))
	z := t - polynomial([]float64{2.515517, 0.802853, 0.010328}, t)/
		polynomial([]float64{1, 1.432788, 0.189269, 0.001308}, t)
	for range 3 {
		over := float64(Erfc(z/math.Sqrt2)/2) - p
		step := over * math.Sqrt(2*math.Pi) / elementary.Exp(-0.5*z*z)
		z += step / (1 - float64(0.5*z*step))
	}
	return z
}
