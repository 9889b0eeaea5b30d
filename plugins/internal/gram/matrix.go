package gram

import "github.com/manyclass/bench/plugins/internal/kernel"

// Matrix computes rows of the kernel matrix of points, in float32 and less the centre
// of the kernel.
type Matrix struct {
	*Points
	kernel Kernel
	panels []float64 // dense: a panel of cols × panel after the other
}

// NewMatrix prepares a kernel matrix. It returns an error if its values overflow.
func NewMatrix(k Kernel, p *Points) (*Matrix, error) {
	if err := k.check(p); err != nil {
		return nil, err
	}
	m := &Matrix{Points: p, kernel: k}
	if p.csr == nil {
		m.panels = make([]float64, len(p.norms)*p.cols)
		for i := range p.n {
			at := m.panels[i/panel*panel*p.cols+i%panel:]
			for j, v := range p.row(i) {
				at[j*panel] = v
			}
		}
	}
	return m, nil
}

// Width is the length of a row in memory: the number of points padded, so that all
// loops of package kernel take it. The values beyond the points mean nothing.
func (m *Matrix) Width() int { return len(m.norms) }

// block is the number of rows that are computed together.
const block = 2 * panel

// Rows computes some rows into others of Width values.
func (m *Matrix) Rows(rows []int32, out [][]float32) {
	for len(rows) > 0 {
		n := min(len(rows), block)
		if m.csr != nil {
			m.sparseRows(rows[:n], out[:n])
		} else {
			m.denseRows(rows[:n], out[:n])
		}
		rows, out = rows[n:], out[n:]
	}
}

// denseRows multiplies up to block rows with one panel after the other.
func (m *Matrix) denseRows(rows []int32, out [][]float32) {
	height := kernel.Padded(len(rows))
	a := make([]float64, height*m.cols)
	for r, i := range rows {
		copy(a[r*m.cols:], m.row(int(i)))
	}
	products := make([]float64, height*chunk)
	for start := 0; start < len(m.norms); start += chunk {
		width := min(chunk, len(m.norms)-start)
		clear(products)
		for j := 0; j < width; j += panel {
			kernel.MulAdd(height, panel, m.cols, a, m.cols, 1, m.panels[(start+j)*m.cols:], panel, products[j:], chunk)
		}
		for r, i := range rows {
			values := products[r*chunk : r*chunk+width]
			m.kernel.values(values, m.norms[start:start+width], m.norms[i])
			kernel.Narrow(out[r][start:start+width], values, m.kernel.centre())
		}
	}
}

// sparseRows multiplies every row with up to block rows side by side.
func (m *Matrix) sparseRows(rows []int32, out [][]float32) {
	width := kernel.Padded(len(rows))
	side, norms := make([]float64, m.cols*width), make([]float64, width)
	for r, i := range rows {
		data, indices := m.sparse(int(i))
		for at, j := range indices {
			side[int(j)*width+r] = data[at]
		}
		norms[r] = m.norms[i]
	}
	values, centre := make([]float64, width), m.kernel.centre()
	for j := range m.n {
		data, indices := m.sparse(j)
		clear(values)
		kernel.Gather(data, indices, side, width, values)
		m.kernel.values(values, norms, m.norms[j])
		for r := range rows {
			out[r][j] = float32(values[r] - centre)
		}
	}
}

// Diagonal returns the kernel of each row with itself less the centre, of Width values.
func (m *Matrix) Diagonal() []float64 {
	out := make([]float64, m.Width())
	for i := range m.n {
		value := []float64{m.norms[i]}
		if m.kernel.Kind != RBF {
			m.kernel.values(value, nil, 0)
			out[i] = value[0]
		}
	}
	return out
}
