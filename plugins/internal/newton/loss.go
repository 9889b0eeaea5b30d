package newton

import "math"

// Loss is a convex, differentiable function of a margin z = y·f(x): it returns
// its value and its first and second derivative.
type Loss func(z float64) (value, slope, curvature float64)

// Logistic is log(1 + exp(−z)), written so that nothing overflows.
func Logistic(z float64) (value, slope, curvature float64) {
	e := math.Exp(-math.Abs(z))
	p := 1 / (1 + e) // the larger of the two probabilities
	q := e * p
	value = math.Log1p(e)
	if z < 0 {
		return value - z, -p, p * q
	}
	return value, -q, p * q
}

// SquaredHinge is max(0, 1 − z)². Its curvature at z = 1 is taken as 0 (a
// generalised second derivative; Keerthi and DeCoste, "A modified finite Newton
// method for fast solution of large scale linear SVMs", JMLR 6, 2005).
func SquaredHinge(z float64) (value, slope, curvature float64) {
	if z >= 1 {
		return 0, 0, 0
	}
	return (1 - z) * (1 - z), -2 * (1 - z), 2
}
