package smooth

import (
	"math"
	"slices"
	"sync"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// Column is a binary problem over the classes of a design, or over its rows.
type Column struct {
	Target []int8    // of each class: +1, −1, or 0 for one that is left out
	Weight []float64 // of the losses of each class
	// Signs, unless it is nil, multiplies the target of each row of the design:
	// −1 or +1, and 0 for rows of padding (see Design.Pad).
	Signs []float64
}

// Columns are binary problems over the same rows. The rows of a class go through
// all problems that do not leave it out together.
type Columns struct {
	design  *Design
	stripes stripes
	loss    linear.Loss
	columns []Column
	preconds
	workers []worker    // of each thread
	sums    []columnSum // of each stripe; an evaluation uses the room that the last has left
}

// NewColumns returns the objectives of some problems. typical is about the size of
// their weights; it must be the same in any company. A thread is used if there is
// a stripe of rows for it.
func NewColumns(d *Design, l linear.Loss, typical float64, columns []Column, threads int) *Columns {
	stripes := newStripes(d, threads)
	return &Columns{design: d, stripes: stripes, loss: l, columns: columns,
		preconds: d.preconds(columns, curvature(l)*typical, threads),
		workers:  make([]worker, stripes.threads), sums: make([]columnSum, len(stripes.parts))}
}

// Size returns the number of problems and of variables.
func (c *Columns) Size() (functions, variables int) { return len(c.columns), c.design.Dim }

// Evaluate computes values and gradients of the problems with the given numbers.
func (c *Columns) Evaluate(numbers []int, x [][]float64, values []float64, gradients [][]float64) {
	c.pass(nil, numbers, x, values, gradients)
}

// pass is Evaluate, with products of the rows in float32 if there is such a copy of
// them.
func (c *Columns) pass(narrow []float32, numbers []int, x [][]float64, values []float64, gradients [][]float64) {
	c.sums[0] = columnSum{gradients, values}
	var wait sync.WaitGroup
	for t := range c.stripes.threads {
		wait.Go(func() {
			w := &c.workers[t]
			w.narrow, w.places = narrow, w.places[:0]
			for i := t; i < len(c.sums); i += c.stripes.threads {
				c.sums[i].begin(len(numbers), c.design.Dim)
				c.evaluate(w, c.stripes.parts[i], numbers, x, c.sums[i])
			}
		})
	}
	wait.Wait()
	for k := range numbers {
		for _, s := range c.sums[1:] {
			kernel.Axpy(gradients[k], 1, s.gradients[k])
			values[k] += s.losses[k]
		}
		values[k] += c.design.penalise(x[k], gradients[k])
	}
}

// columnSum is what the rows of a stripe add up to for each problem.
type columnSum struct {
	gradients [][]float64 // Dim
	losses    []float64
}

// begin gives a sum room for n problems and sets it to 0.
func (s *columnSum) begin(n, dim int) {
	for len(s.gradients) < n {
		s.gradients = append(s.gradients, make([]float64, dim))
	}
	for k := range n {
		clear(s.gradients[k])
	}
	s.losses = sized(s.losses, n)
	clear(s.losses)
}

// worker is what a thread needs for the rows of a class.
type worker struct {
	places   []int     // of the problems that use the class, among those evaluated
	w        []float64 // Dim × width: their coefficients
	gradient []float64 // Dim × width, or of narrow rows width × stride
	losses   []float64 // width
	f        []float64 // tile × width
	room     blockRoom

	narrow []float32 // the rows in float32 if products are computed of these, or nil
	wn     []float32 // Dim × width: the coefficients
	fn     []float32 // tile × width: the derivatives
}

// evaluate adds the losses and gradients of the rows of a stripe, one class after
// the other.
func (c *Columns) evaluate(w *worker, parts []part, numbers []int, x [][]float64, sum columnSum) {
	for from := 0; from < len(parts); {
		class, to := parts[from].class, from+1
		for to < len(parts) && parts[to].class == class {
			to++
		}
		if c.gather(w, class, numbers, x) {
			width := len(w.losses)
			for _, p := range parts[from:to] {
				if w.narrow != nil {
					c.addNarrow(w, p, numbers)
					continue
				}
				x := c.design.block(p, &w.room)
				f := w.f[:kernel.Padded(p.rows)*width]
				clear(f)
				x.decide(w.w, width, f)
				c.derive(p, w.places, numbers, f, w.losses)
				x.gradient(f, width, w.gradient)
			}
			for k, place := range w.places {
				w.addGradient(sum.gradients[place], k)
				sum.losses[place] += w.losses[k]
			}
		}
		from = to
	}
}

// addGradient adds the gradient of a problem among those of a worker.
func (w *worker) addGradient(into []float64, k int) {
	if w.narrow != nil {
		kernel.Axpy(into, 1, w.gradient[k*w.stride(len(into)):][:len(into)])
		return
	}
	width := len(w.losses)
	for j, at := 0, k; j < len(into); j, at = j+1, at+width {
		into[j] += w.gradient[at]
	}
}

// gather prepares a worker for the rows of a class. It reports whether a problem
// uses them.
func (c *Columns) gather(w *worker, class int, numbers []int, x [][]float64) bool {
	before := len(w.places)
	same := true
	w.places = w.places[:0]
	for k, number := range numbers {
		if c.columns[number].Target[class] != 0 {
			at := len(w.places)
			same = same && at < before && w.places[:before][at] == k
			w.places = append(w.places, k)
		}
	}
	if len(w.places) == 0 {
		return false
	}
	dim, width := c.design.Dim, w.width()
	w.gradient, w.losses = sized(w.gradient, w.stride(dim)*width), sized(w.losses, width)
	clear(w.gradient)
	clear(w.losses)
	if same && len(w.places) == before {
		return true
	}
	w.f, w.w = sized(w.f, tile*width), sized(w.w, dim*width)
	for k, place := range w.places {
		at := k
		for _, v := range x[place] {
			w.w[at] = v
			at += width
		}
	}
	for k := len(w.places); k < width; k++ {
		for at := k; at < len(w.w); at += width {
			w.w[at] = 0
		}
	}
	w.narrowDown()
	return true
}

// sized returns n numbers, where v is if there is room.
func sized(v []float64, n int) []float64 { return slices.Grow(v[:0], n)[:n] }

// derive replaces decision values by the derivatives of the losses, for 8 problems
// at a time.
func (c *Columns) derive(p part, places, numbers []int, f, losses []float64) {
	width := len(losses)
	for at := 0; at < len(places); at += kernel.Lanes {
		var s lanes
		for j := range min(kernel.Lanes, len(places)-at) {
			column := c.columns[numbers[places[at+j]]]
			s.set(c.loss, j, float64(column.Target[p.class]), column.Weight[p.class])
		}
		c.turn(p, places, numbers, f, width, at)
		s.apply(c.loss, p.rows, f[at:], width, losses[at:])
		c.turn(p, places, numbers, f, width, at)
	}
}

// turn multiplies the decision values of 8 problems, or their derivatives, by the
// signs of the rows: a loss is a function of their product.
func (c *Columns) turn(p part, places, numbers []int, f []float64, width, at int) {
	for j := range min(kernel.Lanes, len(places)-at) {
		signs := c.columns[numbers[places[at+j]]].Signs
		if signs == nil {
			continue
		}
		for i, y := range signs[p.start : p.start+p.rows] {
			f[i*width+at+j] *= y
		}
	}
}

// A problem with the squared hinge that takes long gets its Hessian, that of the
// rows within the margin, for a preconditioner: after as many steps as that costs (a
// row's part of the Hessian takes a quarter of Dim times as long as its part of a
// step) and at least leastSteps, for up to mostRefreshed variables and sampleRows
// rows or more of each.
const (
	leastSteps    = 20
	mostRefreshed = 256
)

// Refresh returns the Hessian of a problem at x as a preconditioner, or nil.
func (c *Columns) Refresh(number int, x []float64, steps int) func(dst, g []float64) {
	dim := c.design.Dim
	if c.loss != linear.SquaredHinge || steps < max(leastSteps, dim/4) || dim > mostRefreshed ||
		c.design.used(c.columns[number]) < sampleRows*dim {
		return nil
	}
	h := make([]float64, dim*dim)
	block, room := make([]float64, 0, tile*dim), make([]float64, dim)
	column := c.columns[number]
	for _, s := range c.design.Segments {
		y, weight := float64(column.Target[s.Class]), column.Weight[s.Class]
		if y == 0 {
			continue
		}
		root := math.Sqrt(2 * weight)
		for i := s.Start; i < s.End; i++ {
			row, sign := c.design.rows(i, 1, room), y
			if column.Signs != nil {
				sign *= column.Signs[i]
			}
			if sign*kernel.Dot(row, x) >= 1 {
				continue
			}
			for _, v := range row {
				block = append(block, root*v)
			}
			if len(block) == cap(block) {
				addGram(h, block, tile, dim)
				block = block[:0]
			}
		}
	}
	if len(block) > 0 {
		addGram(h, block, len(block)/dim, dim)
	}
	p := newPrecond(h, 1, c.design.Penalty, 1)
	if p.inverse == nil {
		return nil
	}
	return p.multiply
}
