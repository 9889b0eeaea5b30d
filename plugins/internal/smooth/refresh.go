package smooth

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
)

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
	block := make([]float64, 0, tile*dim)
	column := c.columns[number]
	for _, s := range c.design.Segments {
		y, weight := float64(column.Target[s.Class]), column.Weight[s.Class]
		if y == 0 {
			continue
		}
		root := math.Sqrt(2 * weight)
		for i := s.Start; i < s.End; i++ {
			row, sign := c.design.row(i), y
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
	p := newPrecond(h, 1, c.design.Penalty)
	if p.inverse == nil {
		return nil
	}
	return p.multiply
}
