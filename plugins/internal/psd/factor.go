package psd

import (
	"sync"
)

// Factor is a decomposition of a d × d matrix A. With D the diagonal matrix of
// √A_jj, R = D⁻¹·A·D⁻¹ has a diagonal of ones, so its mean eigenvalue is 1
// whatever the units of the columns. Eigenvalues up to a threshold count as 0.
// Columns with A_jj = 0 are left out.
//
// The factor holds H with R⁺ = H·Hᵀ, or H = B·VVᵀ. Where all eigenvalues surely
// exceed the threshold H comes from Cholesky's decomposition R = UᵀU, H = U⁻¹; where R
// has a clear rank, from one with pivots (lowrank.go); else from the eigenvalues.
type Factor struct {
	d     int
	kept  []int     // columns with a diagonal above 0
	scale []float64 // 1/√A_jj of the kept columns
	rank  int
	least float64   // at most the smallest eigenvalue that counts
	width int       // columns of H, padded to a multiple of kernel.Lanes
	root  []float64 // H or B, a row for each kept column
	inner []float64 // V, width × width; nil if root is H
	// brief says that the factor lies in memory that is used again, and has no null space.
	brief bool
	nulls
}

// nulls is the null space of a matrix, which is computed when it is first needed.
type nulls struct {
	// null returns vectors that span the null space of R; nil if
	// there is none.
	null  func() [][]float64
	once  sync.Once
	basis [][]float64 // orthonormal vectors that span the null space of A, made once
}

// margin is the factor by which all eigenvalues must be above the threshold for a
// decomposition that does not compute them.
const margin = 10

// mostKept is the largest size of a matrix that is kept for another try, which is
// faster than to make it again.
const mostKept = 256

// noise is the size, relative to the largest, of an element of a null vector of R
// that is taken for 0: the units of a column may be large.
const noise = 1e-12

// scratch is memory for the steps of one decomposition, kept for the next.
type scratch struct {
	data []float64
	used int
}

var scratches = sync.Pool{New: func() any { return new(scratch) }}

// take returns n zeros, which are good until the scratch is given back.
func (s *scratch) take(n int) []float64 {
	if s.used+n > len(s.data) {
		s.data, s.used = make([]float64, 2*(s.used+n)), 0
	}
	v := s.data[s.used : s.used+n : s.used+n]
	s.used += n
	clear(v)
	return v
}

// giveBack lets another decomposition use the memory.
func (s *scratch) giveBack() {
	s.used = 0
	scratches.Put(s)
}

// part returns n zeros for a part of a factor.
func (f *Factor) part(memory *scratch, n int) []float64 {
	if f.brief {
		return memory.take(n)
	}
	return make([]float64, n)
}

// pivotFloor is the pivot of a matrix with a diagonal of ones below which a
// triangular factor is not trusted.
const pivotFloor = 1e-14
