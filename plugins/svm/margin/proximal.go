package margin

import (
	"context"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

const (
	// mostColumns is the largest number of columns, with that of the intercepts, for
	// which the proximal method is used: it decomposes matrices of that size.
	mostColumns = 256
	// firstStep is the first step of the proximal method over the mean of ‖z‖².
	// It grows after up to easy Newton steps, and shrinks after hard ones.
	firstStep, stepFactor, easy, hard = 8, 2, 3, 6
	// newtonSteps and halvings are the largest numbers of Newton steps on one proximal
	// problem, and of halvings of a step.
	newtonSteps, halvings = 30, 20
	// descentShare is the share of the decrease promised by the slope that a step
	// must reach (Armijo).
	descentShare = 1e-4
)

// values are what φ was computed from.
type values struct {
	phi, primal, dual float64
	far               float64 // Σ ‖a − â‖²/(2·σ·C·c)
	slope             float64 // ‖slope‖²
}

// newProximal returns the method at the α of the problem and their coefficients.
func newProximal(m *multiclass, threads int) *proximal {
	s := &proximal{multiclass: m, threads: threads, padded: kernel.Padded(m.x.Cols + 1)}
	size := s.padded * m.width
	s.anchor, s.a = make([]float64, len(m.alpha)), make([]float64, len(m.alpha))
	s.weights, s.slope = make([]float64, size), make([]float64, size)
	s.across, s.back = make([]float64, size), make([]float64, size)
	copy(s.weights, m.w)
	squares := 0.0
	for i, class := range m.class {
		kernel.Axpy(s.anchor[i*m.width:(i+1)*m.width], -1, m.alphaOf(i))
		s.anchor[i*m.width+class] += m.bound[i]
		squares += m.square[i]
	}
	s.sigma = firstStep * float64(len(m.class)) / squares
	s.blocks = newBlocks(len(m.class), s.padded, m.width)
	return s
}

// approach goes through proximal steps until the duality gap is within tol of the
// objective, nothing moves any more or the steps are used up. It reports false if
// numbers overflow.
func (s *proximal) approach(ctx context.Context, b *best, tol float64, steps int) (bool, error) {
	b.fit.End = contract.MaxIter
	idle := 0
	for range steps {
		before := *b
		inner, ok, err := s.minimise(ctx, b, tol)
		if err != nil || !ok {
			return false, err
		}
		if b.reached(tol) {
			b.fit.End = contract.Tolerance
			break
		}
		idle++
		least := float64(rounding * b.fit.Objective)
		if b.fit.Objective < before.fit.Objective-least || b.dual > before.dual+least {
			idle = 0
		}
		if idle >= patience {
			b.fit.End = contract.Stalled
			break
		}
		s.anchor, s.a = s.a, s.anchor
		switch {
		case inner <= easy:
			s.sigma *= stepFactor
		case inner >= hard:
			s.sigma /= stepFactor
		}
	}
	b.fit.Unconverged = b.fit.End != contract.Tolerance
	return true, nil
}

// minimise takes Newton steps on φ until it is as near its minimum as the a are to
// their anchors, and returns how many. It reports false if numbers overflow.
func (s *proximal) minimise(ctx context.Context, b *best, tol float64) (steps int, ok bool, err error) {
	d, next := make([]float64, len(s.weights)), make([]float64, len(s.weights))
	v := s.evaluate(s.weights)
	for ; ; steps++ {
		if err := ctx.Err(); err != nil {
			return steps, false, err
		}
		if size := v.phi - v.primal + v.dual + v.slope; size-size != 0 {
			return steps, false, nil
		}
		b.take(s.weights[:len(s.w)], v.primal, v.dual)
		if b.reached(tol) || v.slope/2 <= max(v.far, tol/10*v.primal) || steps == newtonSteps {
			return steps, true, nil
		}
		if !s.direction(d, v.slope) {
			return steps, false, nil
		}
		w, moved := s.search(v, d, next)
		if !moved {
			s.evaluate(s.weights)
			return steps, true, nil
		}
		v = w
		s.weights, next = next, s.weights
	}
}

// search halves the step along a direction until φ is low enough. The point is stored
// in next.
func (s *proximal) search(v values, d, next []float64) (values, bool) {
	along := kernel.Dot(d, s.slope)
	for step, n := 1.0, 0; n < halvings; step, n = step/2, n+1 {
		copy(next, s.weights)
		kernel.Axpy(next, step, d)
		if w := s.evaluate(next); w.phi <= v.phi+float64(descentShare*step*along)+float64(10*rounding*math.Abs(v.phi)) {
			return w, true
		}
	}
	return v, false
}

// evaluate computes φ and its slope at w, and the a that belong to it.
func (s *proximal) evaluate(w []float64) values {
	s.each(len(s.blocks), func(k int) { s.measure(&s.blocks[k], w) })
	clear(s.slope)
	var v values
	linear := 0.0
	for k := range s.blocks {
		p := &s.blocks[k]
		kernel.Axpy(s.slope, 1, p.sum)
		linear += p.linear
		v.primal += p.loss
		v.far += p.far
		v.dual += p.dual
	}
	square := float64(kernel.Dot(w, w) / 2)
	v.phi = square + linear - v.far
	v.primal += square
	v.dual -= float64(kernel.Dot(s.slope, s.slope) / 2)
	kernel.Axpy(s.slope, 1, w)
	v.slope = kernel.Dot(s.slope, s.slope)
	return v
}

// measure computes what the rows of a block add to φ and, in sum, to its slope.
func (s *proximal) measure(p *block, w []float64) {
	p.clear()
	for from := p.from; from < p.to; from += tile {
		n := min(tile, p.to-from)
		for r := range n {
			s.load(p, r, from+r)
		}
		s.products(p, n, w)
		for r := range n {
			s.project(p, from+r, p.f[r*s.width:r*s.width+s.classes])
		}
		s.addProducts(p, n)
	}
}

// project replaces the decision values f of a row by what they add to the slope:
// a, less C·c for the row's own class.
func (s *proximal) project(p *block, i int, f []float64) {
	class, c := s.class[i], s.bound[i]
	own := f[class]
	a, anchor, step := s.a[i*s.width:][:len(f)], s.anchor[i*s.width:][:len(f)], float64(s.sigma*c)
	most, highest := math.Inf(-1), math.Inf(-1)
	f[class]--
	for k, v := range f {
		v++
		f[k] = v
		if v > most {
			most = v
		}
		v = anchor[k] + float64(step*v)
		a[k] = v
		if v > highest {
			highest = v
		}
	}
	level := threshold(a, highest, c)
	linear, far, sum, before := 0.0, 0.0, 0.0, len(p.support)
	for k, v := range a {
		if v > level {
			v -= level
			p.support = append(p.support, int32(k))
			sum += v
			linear += float64(v * f[k])
		} else {
			v = 0
		}
		e := v - anchor[k]
		far += float64(e * e)
		a[k], f[k] = v, v
	}
	f[class] -= c
	p.dual += sum - a[class]
	p.loss += float64(c * (most - own))
	p.linear += linear - float64(c*own)
	p.far += far / (2 * step)
	p.note(i, before, step)
}

// threshold returns the t with Σ max(v − t, 0) = c, where highest is the largest v
// (Michelot, as in mean).
func threshold(v []float64, highest, c float64) float64 {
	least, before := highest-c, len(v)+1
	for {
		sum, n := 0.0, 0
		for _, x := range v {
			if x > least {
				sum += x - highest
				n++
			}
		}
		if n >= before || n == 0 {
			return least
		}
		least, before = highest+(sum-c)/float64(n), n
	}
}
