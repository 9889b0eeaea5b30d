package lbfgs

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// path is the way of one function to its minimum.
type path struct {
	Settings
	Result // X is the point
	quasiNewton
	line
	roughness

	number    int
	g         []float64 // the gradient at the point
	started   bool
	separated float64 // value below which there is no minimum
	work      float64 // of an evaluation
}

// quasiNewton is what is known of the inverse Hessian.
type quasiNewton struct {
	precondition func(dst, g []float64)
	refresher    Refresher   // or nil
	refreshed    int         // the step of the last refresh
	s, y         [][]float64 // remembered steps and changes of gradient, oldest first
	rho          []float64   // 1/sᵀy
	gamma        float64     // scale of the preconditioner
	scratch      []float64   // P⁻¹·y, and the coefficients of the recursion
	alpha        []float64
}

// line is the search along a direction.
type line struct {
	direction []float64
	descent   float64 // gᵀdirection, below 0
	step      float64
	first     float64   // the first step tried along the direction
	trial     []float64 // the point that is evaluated next
	slope     []float64 // its gradient
}

// roughness says whether values and gradients have few digits yet, and what they have led to.
type roughness struct {
	rough  bool
	lowest float64 // rough value
	idle   int     // steps without a lower one
}

func newPath(f Functions, number, n int, s Settings) *path {
	p := &path{number: number, Settings: s, quasiNewton: quasiNewton{gamma: 1, alpha: make([]float64, s.Memory)}}
	p.precondition = func(dst, g []float64) { f.Precondition(number, dst, g) }
	if !s.Gradient {
		p.refresher, _ = f.(Refresher)
	}
	if p.work = 1; s.Work != nil {
		p.work = s.Work[number]
	}
	if s.Separated != nil {
		p.separated = s.Separated[number]
	}
	for _, v := range []*[]float64{&p.X, &p.g, &p.trial, &p.slope, &p.direction, &p.scratch} {
		*v = make([]float64, n)
	}
	return p
}

// aim sets the trial point.
func (p *path) aim() {
	copy(p.trial, p.X)
	kernel.Axpy(p.trial, p.step, p.direction)
}

// refresh takes another preconditioner if there is a better one, and forgets what
// the last was corrected by.
func (p *path) refresh() {
	if p.refresher == nil {
		return
	}
	if fresh := p.refresher.Refresh(p.number, p.X, p.Iterations-p.refreshed); fresh != nil {
		p.precondition, p.refreshed = fresh, p.Iterations
		p.s, p.y, p.rho, p.gamma = nil, nil, nil, 1
	}
}

// sureSteps is the number of steps up to which the distance is not corrected.
const sureSteps = 30

// distance estimates that of the value to the minimum.
func (p *path) distance() float64 {
	return -p.descent / 2 * max(1, float64(p.Iterations)/sureSteps)
}

// stride returns the length of the first trial along the direction: 1, or for
// gradient descent twice the last step.
func (p *path) stride() float64 {
	switch {
	case !p.Gradient:
		return 1
	case p.Iterations > 0:
		return 2 * p.step
	}
	p.precondition(p.scratch, p.g)
	return kernel.Dot(p.g, p.scratch) / kernel.Dot(p.g, p.g)
}

// remember keeps the step to the trial point and the change of the gradient.
func (p *path) remember() {
	if p.Gradient {
		return
	}
	var s, y []float64
	if len(p.s) == p.Memory {
		s, y = p.s[0], p.y[0]
		p.s, p.y, p.rho = p.s[1:], p.y[1:], p.rho[1:]
	} else {
		s, y = make([]float64, len(p.X)), make([]float64, len(p.X))
	}
	copy(s, p.trial)
	kernel.Axpy(s, -1, p.X)
	copy(y, p.slope)
	kernel.Axpy(y, -1, p.g)
	sy := kernel.Dot(s, y)
	if !(sy > 1e-300) {
		return
	}
	p.s, p.y, p.rho = append(p.s, s), append(p.y, y), append(p.rho, 1/sy)
	p.precondition(p.scratch, y)
	if yy := kernel.Dot(y, p.scratch); yy > 0 {
		p.gamma = sy / yy
	}
}

// look finds the direction −H⁻¹·g by the two-loop recursion.
func (p *path) look() {
	if p.Gradient {
		p.descent = -kernel.Dot(p.g, p.g)
		clear(p.direction)
		kernel.Axpy(p.direction, -1, p.g)
		return
	}
	q := p.scratch
	copy(q, p.g)
	for i := len(p.s) - 1; i >= 0; i-- {
		p.alpha[i] = p.rho[i] * kernel.Dot(p.s[i], q)
		kernel.Axpy(q, -p.alpha[i], p.y[i])
	}
	p.precondition(p.direction, q)
	for j, v := range p.direction {
		p.direction[j] = -p.gamma * v
	}
	for i, s := range p.s {
		beta := float64(-p.rho[i] * kernel.Dot(p.y[i], p.direction))
		kernel.Axpy(p.direction, beta-p.alpha[i], s)
	}
	p.descent = kernel.Dot(p.g, p.direction)
}

func finite(v float64) bool { return math.Abs(v) <= math.MaxFloat64 }
