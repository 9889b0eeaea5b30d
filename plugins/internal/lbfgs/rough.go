package lbfgs

import "math"

const (
	// roughRounding is the relative error of a rough value that is overlooked. A step of
	// less than leastRoughStep times the first shows that it is larger.
	roughRounding, leastRoughStep = 1e-7, 1e-4
	// roughTol is the distance to the minimum, relative to the value, to which rough
	// gradients lead at most.
	roughTol = 1e-9
	// roughPatience is the number of steps that need not lower the value by more than
	// its error.
	roughPatience = 20
)

// enough reports whether rough gradients have led as far as they are needed or as they
// can: to half the tolerance, so that it is met with all digits too, or to where
// rounding hides what descent there is.
func (p *path) enough() bool {
	distance := p.distance()
	p.idle++
	if p.Iterations == 0 || p.Value < p.lowest-float64(roughRounding*math.Abs(p.Value)) {
		p.lowest, p.idle = p.Value, 0
	}
	return distance <= max(p.Tol/2, roughTol)*math.Abs(p.Value) || p.idle >= roughPatience ||
		p.Iterations >= p.MaxIter || !finite(distance)
}

// sharpen goes on with all digits from a point, and with what is remembered.
func (p *path) sharpen(point []float64) bool {
	p.rough, p.started = false, false
	copy(p.trial, point)
	return true
}
