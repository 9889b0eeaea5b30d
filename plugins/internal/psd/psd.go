// Package psd solves equations with symmetric positive semidefinite matrices of
// any rank.
package psd

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"
)

// Factor is a decomposition of a d × d matrix A. With D the diagonal matrix of
// √A_jj, R = D⁻¹·A·D⁻¹ has a diagonal of ones, so its mean eigenvalue is 1
// whatever the units of the columns. Eigenvalues up to a threshold count as 0.
// Columns with A_jj = 0 are left out.
type Factor struct {
	d     int
	kept  []int     // columns with a diagonal above 0
	scale []float64 // √A_jj of the kept columns

	chol    *mat.Cholesky // of R, if all its eigenvalues surely exceed the threshold
	vectors *mat.Dense    // else its eigenvectors, one a column
	inverse []float64     // and the reciprocals of the eigenvalues, 0 for those that count as 0
}

// New decomposes a, of which it reads the upper triangle. It returns an error if
// a is not finite.
func New(a *mat.SymDense, threshold float64) (*Factor, error) {
	f := &Factor{d: a.SymmetricDim()}
	for j := range f.d {
		if v := a.At(j, j); v > 0 {
			f.kept, f.scale = append(f.kept, j), append(f.scale, math.Sqrt(v))
		}
	}
	if len(f.kept) == 0 {
		return f, nil
	}
	r, err := f.scaled(a)
	if err != nil {
		return nil, err
	}
	var chol mat.Cholesky
	// ‖R‖₁/cond₁ = 1/‖R⁻¹‖₁ is at most the smallest eigenvalue; the condition is
	// an estimate, hence the factor.
	if chol.Factorize(r) && mat.Norm(r, 1)/chol.Cond() > 10*threshold {
		f.chol = &chol
		return f, nil
	}
	return f, f.eigen(r, threshold)
}

// scaled returns R.
func (f *Factor) scaled(a *mat.SymDense) (*mat.SymDense, error) {
	r := mat.NewSymDense(len(f.kept), nil)
	for p, j := range f.kept {
		for q := p; q < len(f.kept); q++ {
			v := a.At(j, f.kept[q]) / f.scale[p] / f.scale[q]
			if v-v != 0 {
				return nil, fmt.Errorf("products of feature columns %d and %d overflow: standardise the features", j, f.kept[q])
			}
			r.SetSym(p, q, v)
		}
	}
	return r, nil
}

func (f *Factor) eigen(r *mat.SymDense, threshold float64) error {
	var e mat.EigenSym
	if !e.Factorize(r, true) {
		return errors.New("the eigenvalues of the features' covariance were not found")
	}
	f.inverse = e.Values(nil)
	for k, v := range f.inverse {
		f.inverse[k] = 0
		if v > threshold {
			f.inverse[k] = 1 / v
		}
	}
	f.vectors = new(mat.Dense)
	e.VectorsTo(f.vectors)
	return nil
}

// Rank returns the number of eigenvalues above the threshold.
func (f *Factor) Rank() int {
	if f.chol != nil {
		return len(f.kept)
	}
	rank := 0
	for _, v := range f.inverse {
		if v > 0 {
			rank++
		}
	}
	return rank
}

// Solve returns D⁻¹·R⁺·D⁻¹·b, which solves A·x = b if there is a solution; R⁺ is
// the pseudo-inverse. It is odd in b bit for bit.
func (f *Factor) Solve(b []float64) []float64 {
	x := make([]float64, f.d)
	if len(f.kept) == 0 {
		return x
	}
	u := mat.NewVecDense(len(f.kept), nil)
	for p, j := range f.kept {
		u.SetVec(p, b[j]/f.scale[p])
	}
	if f.chol != nil {
		// The condition was checked in New, an error can only repeat it.
		_ = f.chol.SolveVecTo(u, u)
	} else {
		var z mat.VecDense
		z.MulVec(f.vectors.T(), u)
		for k, v := range f.inverse {
			z.SetVec(k, v*z.AtVec(k))
		}
		u.MulVec(f.vectors, &z)
	}
	for p, j := range f.kept {
		x[j] = u.AtVec(p) / f.scale[p]
	}
	return x
}

// Shortest returns a function that replaces a solution x of A·x = b by the one
// of least Euclidean norm: it takes out what lies in the null space of A, which
// is D⁻¹ times that of R.
func (f *Factor) Shortest() func(x []float64) {
	k, r := len(f.kept), len(f.kept)-f.Rank()
	if r == 0 {
		return func([]float64) {}
	}
	null := mat.NewDense(k, r, nil)
	at := 0
	for e, v := range f.inverse {
		if v != 0 {
			continue
		}
		for p, s := range f.scale {
			null.Set(p, at, f.vectors.At(p, e)/s)
		}
		at++
	}
	var qr mat.QR
	var q mat.Dense
	qr.Factorize(null)
	qr.QTo(&q)
	basis := q.Slice(0, k, 0, r)
	return func(x []float64) { f.project(basis, x) }
}

// project subtracts from the kept entries of x their part in the span of an
// orthonormal basis.
func (f *Factor) project(basis mat.Matrix, x []float64) {
	u := mat.NewVecDense(len(f.kept), nil)
	for p, j := range f.kept {
		u.SetVec(p, x[j])
	}
	var along, part mat.VecDense
	along.MulVec(basis.T(), u)
	part.MulVec(basis, &along)
	for p, j := range f.kept {
		x[j] -= part.AtVec(p)
	}
}
