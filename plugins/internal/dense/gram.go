package dense

import (
	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"
	"gonum.org/v1/gonum/mat"
)

// gramBlock is how many rows are gathered before they are multiplied: 64 rows
// of 64 columns fit the first-level cache.
const gramBlock = 64

// Gram accumulates the upper triangle of Σ w_i·x_i·x_iᵀ, a d × d matrix.
type Gram struct {
	d, stride int       // stride is d rounded up to a multiple of 4
	sum       []float64 // stride × stride, upper triangle in blocks of 4
	block     []float64 // stride × gramBlock: gathered rows, one column of X a row
	filled    int
}

// NewGram returns an empty sum for vectors of d entries.
func NewGram(d int) *Gram {
	stride := (d + 3) &^ 3
	return &Gram{d: d, stride: stride, sum: make([]float64, stride*stride), block: make([]float64, stride*gramBlock)}
}

// Reset makes the sum zero.
func (g *Gram) Reset() {
	clear(g.sum)
	g.filled = 0
}

// Add adds root²·x·xᵀ. If x is one shorter than d, a 1 is appended to it.
func (g *Gram) Add(x []float64, root float64) {
	at := g.filled
	for _, v := range x {
		g.block[at] = root * v
		at += gramBlock
	}
	if len(x) == g.d-1 {
		g.block[at] = root
	}
	if g.filled++; g.filled == gramBlock {
		g.flush()
	}
}

// flush multiplies the gathered rows and empties the block.
func (g *Gram) flush() {
	if g.filled == 0 {
		return
	}
	for j := 0; j < g.d; j += 2 {
		a0, a1 := g.column(j), g.column(j+1)
		for k := j &^ 3; k < g.stride; k += 4 {
			g.tile(j, k, a0, a1)
		}
	}
	g.filled = 0
}

// column returns the gathered values of column j.
func (g *Gram) column(j int) []float64 {
	return g.block[j*gramBlock : j*gramBlock+g.filled]
}

// tile adds the products of columns j, j+1 with columns k … k+3: eight sums in
// registers.
func (g *Gram) tile(j, k int, a0, a1 []float64) {
	n := len(a0)
	a1 = a1[:n]
	b0, b1, b2, b3 := g.column(k)[:n], g.column(k + 1)[:n], g.column(k + 2)[:n], g.column(k + 3)[:n]
	var s00, s01, s02, s03, s10, s11, s12, s13 float64
	for i, u := range a0 {
		v := a1[i]
		s00 += u * b0[i]
		s10 += v * b0[i]
		s01 += u * b1[i]
		s11 += v * b1[i]
		s02 += u * b2[i]
		s12 += v * b2[i]
		s03 += u * b3[i]
		s13 += v * b3[i]
	}
	top := g.sum[j*g.stride+k:][:4]
	low := g.sum[(j+1)*g.stride+k:][:4]
	top[0], top[1], top[2], top[3] = top[0]+s00, top[1]+s01, top[2]+s02, top[3]+s03
	low[0], low[1], low[2], low[3] = low[0]+s10, low[1]+s11, low[2]+s12, low[3]+s13
}

// Upper calls f with the part of each row j of the sum from the diagonal on,
// d−j values that the caller may change.
func (g *Gram) Upper(f func(j int, row []float64)) {
	g.flush()
	for j := range g.d {
		f(j, g.sum[j*g.stride+j:j*g.stride+g.d])
	}
}

// Sym returns the sum as a symmetric matrix that shares the accumulator's
// memory: it is valid until the next Add or Reset.
func (g *Gram) Sym() *mat.SymDense {
	g.flush()
	var s mat.SymDense
	s.SetRawSymmetric(blas64.Symmetric{N: g.d, Stride: g.stride, Data: g.sum, Uplo: blas.Upper})
	return &s
}
