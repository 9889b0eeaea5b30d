package smooth

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
)

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
	p := newPrecond(c.hessian(c.columns[number], x), 1, c.design.Penalty, 1)
	if p.inverse == nil {
		return nil
	}
	return p.multiply
}

// hessian returns that of the squared hinge of a problem at x, by the rows within the margin.
func (c *Columns) hessian(column Column, x []float64) []float64 {
	dim := c.design.Dim
	h := make([]float64, dim*dim)
	block, room := make([]float64, 0, tile*dim), make([]float64, dim)
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
	return h
}
