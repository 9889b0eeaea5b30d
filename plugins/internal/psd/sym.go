package psd

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// panel is the number of columns of a Sym that are stored together.
const panel = 3 * kernel.Lanes

// Sym is a symmetric d × d matrix of which the upper triangle is stored, in panels
// of 24 columns (the last may have 8 or 16): the rows down to the end of the
// panel's diagonal block, which is there in full, one after the other. Columns from
// d on are 0.
type Sym struct {
	d, width int // width is d rounded up to a multiple of kernel.Lanes
	data     []float64
}

// NewSym returns the d × d matrix of zeros.
func NewSym(d int) *Sym {
	s := &Sym{d: d, width: kernel.Padded(d)}
	size := 0
	for j := 0; j < s.width; j += panel {
		w := min(panel, s.width-j)
		size += (j + w) * w
	}
	s.data = make([]float64, size)
	return s
}

// panels calls f with the first column, the width and the values of each panel.
func (s *Sym) panels(f func(first, width int, values []float64)) {
	rest := s.data
	for j := 0; j < s.width; j += panel {
		w := min(panel, s.width-j)
		n := (j + w) * w
		f(j, w, rest[:n])
		rest = rest[n:]
	}
}

// place returns where the element of row i and column j ≥ i is.
func (s *Sym) place(i, j int) int {
	p := j / panel
	w := min(panel, s.width-p*panel)
	return panel*panel*p*(p+1)/2 + i*w + j - p*panel
}

// SymmetricDim returns d.
func (s *Sym) SymmetricDim() int { return s.d }

// At returns the element of row i and column j.
func (s *Sym) At(i, j int) float64 { return s.data[s.place(min(i, j), max(i, j))] }

// SetDiagonal sets the element of row and column j.
func (s *Sym) SetDiagonal(j int, v float64) { s.data[s.place(j, j)] = v }

// SetColumn sets the elements of rows 0 … j of column j, and with them those of row j.
func (s *Sym) SetColumn(j int, values []float64) {
	first := j / panel * panel
	w, at := min(panel, s.width-first), s.place(0, j)
	for i, v := range values[:j+1] {
		s.data[at+i*w] = v
		if i >= first {
			s.data[at+j*w+i-j] = v
		}
	}
}

// Clone returns a copy.
func (s *Sym) Clone() *Sym { return &Sym{d: s.d, width: s.width, data: slices.Clone(s.data)} }

// Add adds b, which has the same size.
func (s *Sym) Add(b *Sym) { kernel.Axpy(s.data, 1, b.data) }

// Scale multiplies every element by v.
func (s *Sym) Scale(v float64) {
	for i := range s.data {
		s.data[i] *= v
	}
}

// Width returns the number of columns that AddGram expects: d rounded up.
func (s *Sym) Width() int { return s.width }

// AddGram adds XᵀX, where X is rows × Width with zeros from column d on. An
// element's sum runs over the rows in their order.
func (s *Sym) AddGram(rows int, x []float64) {
	if rows == 0 {
		return
	}
	if len(x) < rows*s.width {
		panic(fmt.Sprintf("psd: %d rows of %d columns in %d values", rows, s.width, len(x)))
	}
	s.panels(func(j, w int, values []float64) {
		kernel.MulAdd(j+w, w, rows, x, 1, s.width, x[j:], s.width, values, w)
	})
}

// Form returns xᵀAx; x has d elements.
func (s *Sym) Form(x []float64) float64 {
	v := make([]float64, s.width)
	copy(v, x)
	sum := 0.0
	s.panels(func(j, w int, values []float64) {
		above, block := make([]float64, w), make([]float64, w)
		kernel.RowMulAdd(w, j, v, 1, values, w, above)
		kernel.RowMulAdd(w, w, v[j:], 1, values[j*w:], w, block)
		sum += float64(2*kernel.Dot(above, v[j:j+w])) + kernel.Dot(block, v[j:j+w])
	})
	return sum
}
