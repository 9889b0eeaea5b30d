package gram

import (
	"math"
	"sync"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// Matrix computes rows of the kernel matrix of points, in float32 and less the centre
// of the kernel.
type Matrix struct {
	*Points
	kernel Kernel
	panels []float64 // dense: a panel of cols × panel after the other

	scratch sync.Pool // of *scratch
}

// NewMatrix prepares a kernel matrix. It returns an error if its values overflow.
func NewMatrix(k Kernel, p *Points) (*Matrix, error) {
	if err := k.check(p); err != nil {
		return nil, err
	}
	m := &Matrix{Points: p, kernel: k, scratch: sync.Pool{New: func() any { return new(scratch) }}}
	if p.x.Sparse == nil {
		m.panels = make([]float64, len(p.norms)*p.x.Cols)
		for i := range p.x.Rows {
			at := m.panels[i/panel*panel*p.x.Cols+i%panel:]
			for j, v := range p.x.Row(i) {
				at[j*panel] = v
			}
		}
	}
	return m, nil
}

// Width is the length of a row in memory: the number of points padded, so that all
// loops of package kernel take it. The values beyond the points mean nothing.
func (m *Matrix) Width() int { return len(m.norms) }

// Bytes is what all rows take.
func (m *Matrix) Bytes() int64 { return 4 * int64(m.x.Rows) * int64(m.Width()) }

// Fitting is the number of points whose matrix fits into the given bytes.
func Fitting(bytes int64) int {
	n := int(math.Sqrt(float64(bytes) / 4))
	for 4*int64(n)*int64(padded(n)) > bytes {
		n--
	}
	return n
}

// Kernel returns what the matrix is of.
func (m *Matrix) Kernel() Kernel { return m.kernel }

// block is the number of rows that are computed together.
const block = 2 * panel

// Rows computes some rows into others of Width values.
func (m *Matrix) Rows(rows []int32, out [][]float32) {
	if m.BySquares() {
		m.Squares(rows, out)
		for _, row := range out[:len(rows)] {
			m.FromSquares(row, row)
		}
		return
	}
	m.narrow(rows, out, m.kernel.values, m.kernel.centre())
}

// manyColumns is the number of columns from which the distance of two rows is so dear
// that it is better kept for another γ.
const manyColumns = 64

// BySquares reports whether kernel values are made of squared distances in float32.
// Rounding them is no worse than rounding the kernel: x·e⁻ˣ is below 1 − e⁻ˣ.
func (m *Matrix) BySquares() bool {
	return m.kernel.Kind == RBF && m.x.Cols >= manyColumns
}

// Squares writes the squared distances of rows from all rows.
func (m *Matrix) Squares(rows []int32, out [][]float32) { m.narrow(rows, out, squares, 0) }

// FromSquares writes the values of the kernel RBF for a row of squared distances, less 1.
func (m *Matrix) FromSquares(out, squares []float32) {
	memory := m.scratch.Get().(*scratch)
	defer m.scratch.Put(memory)
	values, none := memory.pair()
	for start := 0; start < len(squares); start += chunk {
		part := squares[start:min(start+chunk, len(squares))]
		for t, v := range part {
			values[t] = -float64(v) / 2 // as if of rows of length 0
		}
		m.kernel.values(values[:len(part)], none[:len(part)], 0)
		kernel.Narrow(out[start:start+len(part)], values[:len(part)], m.kernel.centre())
	}
}

// squares replaces products with a row by squared distances from it.
func squares(x, norms []float64, norm float64) {
	for t, v := range x {
		x[t] = max(0, math.FMA(-2, v, norms[t]+norm))
	}
}

// narrow writes values made of products, less a centre.
func (m *Matrix) narrow(rows []int32, out [][]float32, convert conversion, centre float64) {
	m.blocks(rows, 0, convert, func(r, start int, values []float64) {
		kernel.Narrow(out[r][start:start+len(values)], values, centre)
	}, func(r, j int, value float64) { out[r][j] = float32(value - centre) })
}

// conversion replaces products with a row by other values, given squares of the rows.
type conversion func(x, norms []float64, norm float64)

// Values computes some rows in float64, not less the centre, from a column on whose number
// is a multiple of 24. A row of out has as many values as there are points from there.
func (m *Matrix) Values(rows []int32, from int, out [][]float64) {
	m.blocks(rows, from, m.kernel.values, func(r, start int, values []float64) {
		copy(out[r][start-from:], values)
	}, func(r, j int, value float64) { out[r][j-from] = value })
}

// blocks computes up to block rows at a time from column from on. It tells of
// values side by side, padded, in column start of the row that is number r of rows, or of one
// after the other.
func (m *Matrix) blocks(rows []int32, from int, convert conversion, many func(r, start int, values []float64),
	one func(r, j int, value float64)) {
	for start := 0; start < len(rows); start += block {
		part := rows[start:min(start+block, len(rows))]
		if m.x.Sparse != nil {
			m.sparseRows(part, from, convert, func(r, j int, value float64) { one(start+r, j, value) })
		} else {
			m.denseRows(part, from, convert, func(r, at int, values []float64) { many(start+r, at, values) })
		}
	}
}

// few rows are multiplied one by one.
const few = kernel.Lanes / 2

// denseRows multiplies up to block rows with one panel after the other.
func (m *Matrix) denseRows(rows []int32, from int, convert conversion, many func(r, start int, values []float64)) {
	height := kernel.Padded(len(rows))
	if len(rows) < few {
		height = len(rows)
	}
	memory := m.scratch.Get().(*scratch)
	defer m.scratch.Put(memory)
	a, products := memory.room(height, m.x.Cols)
	for r, i := range rows {
		copy(a[r*m.x.Cols:], m.x.Row(int(i)))
	}
	for start := from; start < len(m.norms); start += chunk {
		width := min(chunk, len(m.norms)-start)
		clear(products)
		for j := 0; j < width; j += panel {
			m.multiply(height, a, m.panels[(start+j)*m.x.Cols:(start+j+panel)*m.x.Cols], products[j:])
		}
		for r, i := range rows {
			values := products[r*chunk : r*chunk+width]
			convert(values, m.norms[start:start+width], m.norms[i])
			many(r, start, values)
		}
	}
}

// multiply adds the products of rows with a panel to rows of chunk values.
func (m *Matrix) multiply(height int, a, b, products []float64) {
	if height >= few {
		kernel.MulAdd(height, panel, m.x.Cols, a, m.x.Cols, 1, b, panel, products, chunk)
		return
	}
	for r := range height {
		kernel.RowMulAdd(panel, m.x.Cols, a[r*m.x.Cols:], 1, b, panel, products[r*chunk:r*chunk+panel])
	}
}

// scratch is memory for rows and their products.
type scratch struct{ a, products, values, none []float64 }

// room returns memory for a number of rows.
func (s *scratch) room(height, cols int) (a, products []float64) {
	if len(s.products) < height*chunk {
		s.a, s.products = make([]float64, height*cols), make([]float64, height*chunk)
	}
	return s.a[:height*cols], s.products[:height*chunk]
}

// pair returns memory for values, and zeros.
func (s *scratch) pair() (values, none []float64) {
	if s.values == nil {
		s.values, s.none = make([]float64, chunk), make([]float64, chunk)
	}
	return s.values, s.none
}

// sparseRows multiplies every row with up to block rows side by side.
func (m *Matrix) sparseRows(rows []int32, from int, convert conversion, one func(r, j int, value float64)) {
	width := kernel.Padded(len(rows))
	side, norms := make([]float64, m.x.Cols*width), make([]float64, width)
	for r, i := range rows {
		indices, data := m.x.Sparse.Row(int(i))
		for at, j := range indices {
			side[int(j)*width+r] = data[at]
		}
		norms[r] = m.norms[i]
	}
	values := make([]float64, width)
	for j := from; j < m.x.Rows; j++ {
		indices, data := m.x.Sparse.Row(j)
		clear(values)
		kernel.Gather(data, indices, side, width, values)
		convert(values, norms, m.norms[j])
		for r := range rows {
			one(r, j, values[r])
		}
	}
}

// Diagonal returns the kernel of each row with itself less the centre, of Width values.
func (m *Matrix) Diagonal() []float64 {
	out := make([]float64, m.Width())
	for i := range m.x.Rows {
		value := []float64{m.norms[i]}
		if m.kernel.Kind != RBF {
			m.kernel.values(value, nil, 0)
			out[i] = value[0]
		}
	}
	return out
}
