package sparse

import (
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// pair is a problem of two classes on the way to its minimum. With w = Xᵀβ, where X
// has a column of ones for a penalised intercept, the gradient is Xᵀρ, ρ = β + the
// slopes of the losses. Each step adds the gradient to a basis of directions, which
// are orthonormal, and takes a Newton step in the space that they span: a problem in
// a few variables, whose features are the products of X with the directions. So a step
// needs X·Xᵀ·ρ, which package smooth's methods need as well, but as P is minimised over
// all directions so far, steps are few (Narkiss and Zibulevsky, "Sequential subspace
// optimization method for large-scale unconstrained problems", Technion, 2005). The
// gap to the dual problem at α·y = −slopes is ½‖Xᵀρ‖².
type pair struct {
	*problems
	column       int
	classes      []int
	places       [2]place
	start, count [2]int // of the rows of its classes in vectors
	y            [2]float64
	weighted     bool // rows have weights of their own
	c, ones      []float64
	beta, f      []float64 // f: decision values
	slope        []float64 // of the losses
	loss         float64
	free         float64 // the free intercept
	rest, image  []float64
	basis        []direction
	trial        [2][]float64 // decision values and slopes
	along        []float64
	result       Result
}

// place is where the rows of a class have the numbers of a problem in an exchange.
type place struct {
	side  int // which tile
	first int // of the first row, those of the others follow every 8
	lane  int // among the lanes of all slots
}

// direction is Xᵀ·rho. The direction of a free intercept has no rho and no penalty.
type direction struct {
	rho, image []float64 // image: X·Xᵀ·rho
	place      float64   // the coefficient of the direction in w
}

func (d direction) penalty() float64 {
	if d.rho == nil {
		return 0
	}
	return 1
}

// mostDirections is the largest size of a basis. Beyond it, w and the last kept
// directions stand for all.
const mostDirections, kept = 40, 10

func newPair(g *problems, column int, classes []int) *pair {
	p := &pair{problems: g, column: column, classes: classes}
	n := 0
	for i, class := range classes {
		p.start[i], p.count[i] = n, len(g.classes[class])
		p.y[i] = float64(g.columns[column].Target[class])
		n += kernel.Padded(p.count[i])
	}
	for _, v := range []*[]float64{&p.c, &p.ones, &p.beta, &p.f, &p.slope, &p.rest, &p.image, &p.trial[0], &p.trial[1],
		&p.along} {
		*v = make([]float64, n)
	}
	for i, class := range classes {
		for k, r := range g.classes[class] {
			p.c[p.start[i]+k] = g.columns[column].Weight[class] * r.weight
			p.ones[p.start[i]+k] = 1
			p.weighted = p.weighted || r.weight != 1
		}
	}
	if p.Intercept == smooth.FreeIntercept {
		p.basis = append(p.basis, direction{image: p.ones})
	}
	p.loss = p.derive(p.f, p.slope)
	return p
}

// residual returns ρ.
func (p *pair) residual() []float64 {
	copy(p.rest, p.beta)
	kernel.Axpy(p.rest, 1, p.slope)
	return p.rest
}

// shift adds what the intercept has of X·Xᵀ·ρ.
func (p *pair) shift() {
	if p.Intercept == smooth.PenalisedIntercept {
		kernel.Axpy(p.image, kernel.Dot(p.rest, p.ones), p.ones)
	}
}

func (p *pair) objective() float64 {
	sum := p.loss
	for _, d := range p.basis {
		sum += float64(d.penalty() * d.place * d.place / 2)
	}
	return sum
}

// gap bounds how far the objective is above its minimum.
func (p *pair) gap() float64 {
	gap := kernel.Dot(p.rest, p.image) / 2
	if p.Intercept != smooth.FreeIntercept {
		return gap
	}
	q := quality{gap: gap, balance: kernel.Dot(p.slope, p.ones)}
	q.slope = q.balance
	for i := range p.c {
		q.curve += p.curvature(i)
	}
	return freeGap(q, p.radius)
}

// derive stores the slopes of the losses at decision values f and returns the sum of
// the losses.
func (p *pair) derive(f, slope []float64) float64 {
	copy(slope, f)
	sum := 0.0
	for i, n := range p.count {
		for at := 0; at < n; {
			rows := 1
			if whole := (n - at) / kernel.Lanes; whole > 1 && !p.weighted {
				rows = min(whole, 512)
			}
			from := p.start[i] + at
			sum += p.deriveRun(p.y[i], p.c[from:from+kernel.Lanes], slope[from:from+rows*kernel.Lanes])
			at += rows * kernel.Lanes
		}
	}
	return sum
}

// deriveRun is derive for decision values of the same target whose weights repeat
// every 8.
func (p *pair) deriveRun(y float64, c, f []float64) float64 {
	var ys, q, product, sums [kernel.Lanes]float64
	for l, w := range c {
		ys[l], q[l], product[l] = y, -w*y, 1
	}
	rows, sum := len(f)/kernel.Lanes, 0.0
	if p.Loss == linear.SquaredHinge {
		for l := range q {
			q[l] *= 2
		}
		kernel.SquaredHinge(rows, f, kernel.Lanes, ys[:], q[:], sums[:])
	} else {
		kernel.Logistic(rows, f, kernel.Lanes, ys[:], q[:], product[:], sums[:])
	}
	for l, w := range c {
		if w != 0 {
			sum += float64(w * (elementary.Log(product[l]) + sums[l]))
		}
	}
	return sum
}

// curvature is the second derivative of the loss of a row.
func (p *pair) curvature(i int) float64 {
	v := math.Abs(p.slope[i])
	switch {
	case v == 0:
		return 0
	case p.Loss == linear.SquaredHinge:
		return 2 * p.c[i]
	}
	return v - v*v/p.c[i]
}

// step takes ρ and its image into the basis and goes a Newton step. It reports
// whether it got on.
func (p *pair) step() bool {
	if len(p.basis) == mostDirections {
		p.forget()
	}
	if p.add(p.rest, p.image) {
		p.rest, p.image = make([]float64, len(p.f)), make([]float64, len(p.f))
	}
	move, descent := p.newton()
	if !(descent < 0) {
		return false
	}
	clear(p.along)
	for i, d := range p.basis {
		kernel.Axpy(p.along, move[i], d.image)
	}
	before := p.objective()
	for length := 1.0; length > 1e-6; length /= 2 {
		copy(p.trial[0], p.f)
		kernel.Axpy(p.trial[0], length, p.along)
		loss, square := p.derive(p.trial[0], p.trial[1]), 0.0
		for i, d := range p.basis {
			place := d.place + float64(length*move[i])
			square += float64(d.penalty() * place * place / 2)
		}
		if square+loss <= before+float64(1e-4*length*descent)+float64(1e-14*before) {
			p.move(length, move, loss)
			return true
		}
	}
	return false
}

// move goes to the trial point.
func (p *pair) move(length float64, move []float64, loss float64) {
	for i := range p.basis {
		d := &p.basis[i]
		d.place += float64(length * move[i])
		if d.rho == nil {
			p.free = d.place
		} else {
			kernel.Axpy(p.beta, length*move[i], d.rho)
		}
	}
	p.f, p.trial[0] = p.trial[0], p.f
	p.slope, p.trial[1] = p.trial[1], p.slope
	p.loss = loss
}

// add makes a direction of what a vector has beside the basis, and reports whether
// that is more than rounding.
func (p *pair) add(rho, image []float64) bool {
	whole := kernel.Dot(rho, image)
	for _, d := range p.basis {
		if d.rho != nil {
			part := kernel.Dot(rho, d.image)
			kernel.Axpy(rho, -part, d.rho)
			kernel.Axpy(image, -part, d.image)
		}
	}
	square := kernel.Dot(rho, image)
	if !(square > 1e-10*whole) {
		return false
	}
	scale := 1 / math.Sqrt(square)
	for i := range rho {
		rho[i] *= scale
		image[i] *= scale
	}
	p.basis = append(p.basis, direction{rho: rho, image: image})
	return true
}

// forget makes a basis of w and the last directions.
func (p *pair) forget() {
	old := p.basis
	p.basis = nil
	if old[0].rho == nil {
		p.basis = append(p.basis, old[0])
	}
	rho, image := append([]float64(nil), p.beta...), append([]float64(nil), p.f...)
	kernel.Axpy(image, -p.free, p.ones)
	length := math.Sqrt(kernel.Dot(rho, image))
	if p.add(rho, image) {
		p.basis[len(p.basis)-1].place = length
	}
	for _, d := range old[len(old)-kept:] {
		p.add(d.rho, d.image)
	}
}

// newton returns the step to the minimum of the quadratic approximation of P over the
// basis, and its slope along the step.
func (p *pair) newton() (move []float64, descent float64) {
	m := len(p.basis)
	h := make([][]float64, m)
	gradient := make([]float64, m)
	bend, curved := p.trial[0], p.along
	for k := range bend {
		bend[k] = p.curvature(k)
	}
	for i, d := range p.basis {
		for k, v := range d.image {
			curved[k] = v * bend[k]
		}
		h[i] = make([]float64, i+1)
		for j := range h[i] {
			h[i][j] = kernel.Dot(curved, p.basis[j].image)
		}
		h[i][i] += d.penalty()
		gradient[i] = float64(d.penalty()*d.place) + kernel.Dot(p.slope, d.image)
	}
	move = solveLower(h, gradient)
	for i, v := range gradient {
		descent += float64(v * move[i])
	}
	return move, descent
}

// solveLower returns −H⁻¹·g by Cholesky's factorisation of the lower triangle, which
// it overwrites.
func solveLower(h [][]float64, g []float64) []float64 {
	x := make([]float64, len(g))
	for i := range h {
		for j := range i + 1 {
			sum := h[i][j]
			for k := range j {
				sum -= float64(h[i][k] * h[j][k])
			}
			if i == j {
				h[i][i] = math.Sqrt(sum)
			} else {
				h[i][j] = sum / h[j][j]
			}
		}
		sum := -g[i]
		for k := range i {
			sum -= float64(h[i][k] * x[k])
		}
		x[i] = sum / h[i][i]
	}
	for i := len(x) - 1; i >= 0; i-- {
		for k := i + 1; k < len(x); k++ {
			x[i] -= float64(h[k][i] * x[k])
		}
		x[i] /= h[i][i]
	}
	return x
}
