// Package psd solves equations with symmetric positive semidefinite matrices of
// any rank.
package psd

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"gonum.org/v1/gonum/floats"
	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// New decomposes a. It returns an error if a is not finite.
func New(a *Sym, threshold float64) (*Factor, error) {
	memory := scratches.Get().(*scratch)
	defer memory.giveBack()
	return decompose(a, threshold, memory, false)
}

// Solve returns what New and Factor.Solve return for one right side b, bit for bit, in
// memory that the next call uses again.
func Solve(a *Sym, b []float64, threshold float64) ([]float64, error) {
	memory := scratches.Get().(*scratch)
	defer memory.giveBack()
	f, err := decompose(a, threshold, memory, true)
	if err != nil {
		return nil, err
	}
	return f.Solve(b), nil
}

// decompose decomposes a.
func decompose(a *Sym, threshold float64, memory *scratch, brief bool) (*Factor, error) {
	f := &Factor{d: a.d, least: math.Inf(1), brief: brief, kept: make([]int, 0, a.d), scale: make([]float64, 0, a.d)}
	for j := range f.d {
		v := a.At(j, j)
		if v-v != 0 {
			return nil, overflow(j, j)
		}
		if v > 0 {
			f.kept, f.scale = append(f.kept, j), append(f.scale, 1/math.Sqrt(v))
		}
	}
	if len(f.kept) == 0 {
		return f, nil
	}
	n := kernel.Padded(len(f.kept))
	r := memory.take(n * n)
	if err := f.scaled(a, r, n); err != nil {
		return nil, err
	}
	var again []float64 // −R, which whole overwrites
	if n <= mostKept {
		again = memory.take(n * n)
		copy(again, r)
	}
	if f.whole(memory, r, n, threshold) {
		return f, nil
	}
	if again != nil {
		r = again
	} else if err := f.scaled(a, r, n); err != nil {
		return nil, err
	}
	if f.pivoted(memory, r, n, threshold) {
		return f, nil
	}
	return f, f.eigen(r, n, threshold)
}

func overflow(i, j int) error {
	return fmt.Errorf("products of feature columns %d and %d overflow: standardise the features", i, j)
}

// scaled stores −R in r, n × n, with −1 on the diagonal of the rows that pad it.
func (f *Factor) scaled(a *Sym, r []float64, n int) error {
	for p, j := range f.kept {
		row, at := r[p*n:p*n+p+1], a.place(0, j)
		step := a.place(min(1, j), j) - at
		for q, k := range f.kept[:p+1] {
			v := float64(a.data[at+k*step] * f.scale[p] * f.scale[q])
			if v-v != 0 {
				return overflow(k, j)
			}
			row[q], r[q*n+p] = -v, -v
		}
		row[p] = -1
	}
	for p := len(f.kept); p < n; p++ {
		r[p*n+p] = -1
	}
	return nil
}

// whole is for R of full rank: the trace of R⁻¹, the sum of the reciprocals of the
// eigenvalues, bounds each of them. It is at least the reciprocal of the smallest pivot.
// It overwrites r.
func (f *Factor) whole(memory *scratch, r []float64, n int, threshold float64) bool {
	if !Cholesky(r, n, max(pivotFloor, margin*threshold)) {
		return false
	}
	v := memory.take(n * n)
	inverse(v, r, n)
	trace := sumSquares(v) - float64(n-len(f.kept))
	if !(trace*margin*threshold < 1) {
		return false
	}
	if !f.brief {
		v = slices.Clone(v)
	}
	f.rank, f.width, f.root, f.least = len(f.kept), n, v, 1/trace
	return true
}

// eigen computes the eigenvalues of R from −R.
func (f *Factor) eigen(r []float64, n int, threshold float64) error {
	k := len(f.kept)
	s := mat.NewSymDense(k, nil)
	for p := range k {
		for q := p; q < k; q++ {
			s.SetSym(p, q, -r[p*n+q])
		}
	}
	var e mat.EigenSym
	if !e.Factorize(s, true) {
		return errors.New("the eigenvalues of the features' covariance were not found")
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	values := e.Values(nil) // they ascend
	zeros := 0
	for zeros < k && values[zeros] <= threshold {
		zeros++
	}
	f.rank = k - zeros
	f.width = kernel.Padded(f.rank)
	f.root = make([]float64, n*f.width)
	for p := range k {
		for q, v := range values[zeros:] {
			f.root[p*f.width+q] = vectors.At(p, zeros+q) / math.Sqrt(v)
		}
	}
	if zeros > 0 {
		f.null = func() *mat.Dense { return mat.DenseCopyOf(vectors.Slice(0, k, 0, zeros)) }
	}
	if f.rank > 0 {
		f.least = values[zeros]
	}
	return nil
}

// Rank returns the number of eigenvalues above the threshold.
func (f *Factor) Rank() int { return f.rank }

// Least returns a lower bound of the smallest eigenvalue of R that counts, +Inf if
// there is none.
func (f *Factor) Least() float64 { return f.least }

// Definite reports whether R has full rank; columns left out do not count.
func (f *Factor) Definite() bool { return f.rank == len(f.kept) }

// Solve returns D⁻¹·R⁺·D⁻¹·b, which solves A·x = b if there is a solution; R⁺ is
// the pseudo-inverse. It is odd in b bit for bit.
func (f *Factor) Solve(b []float64) []float64 {
	x := make([]float64, f.d)
	if f.rank == 0 {
		return x
	}
	u, t := make([]float64, len(f.kept)), make([]float64, f.width)
	for p, j := range f.kept {
		u[p] = b[j] * f.scale[p]
	}
	kernel.RowMulAdd(f.width, len(u), u, 1, f.root, f.width, t)
	if f.inner != nil {
		t = f.middle(f.middle(t))
	}
	for p, j := range f.kept {
		x[j] = kernel.Dot(f.root[p*f.width:(p+1)*f.width], t) * f.scale[p]
	}
	return x
}

// middle returns V·Vᵀ·t.
func (f *Factor) middle(t []float64) []float64 {
	across, out := make([]float64, f.width), make([]float64, f.width)
	kernel.RowMulAdd(f.width, f.width, t, 1, f.inner, f.width, across)
	for p := range out {
		out[p] = kernel.Dot(f.inner[p*f.width:(p+1)*f.width], across)
	}
	return out
}

// Shorten replaces a solution x of A·x = b by the one of least Euclidean norm: it
// takes out what lies in the null space of A, which is D⁻¹ times that of R. What it
// takes out is a combination of vectors of the null space up to rounding, so that x
// stays a solution even if the units of the columns are so far apart that its norm
// means little. It may be called from several goroutines.
func (f *Factor) Shorten(x []float64) {
	if f.null == nil {
		return
	}
	f.once.Do(f.span)
	u := mat.NewVecDense(len(f.kept), nil)
	for p, j := range f.kept {
		u.SetVec(p, x[j])
	}
	var y mat.VecDense
	err := f.qr.SolveVecTo(&y, false, u)
	var condition mat.Condition
	if errors.As(err, &condition) && math.IsInf(float64(condition), 1) {
		return
	}
	u.MulVec(f.basis, &y)
	for p, j := range f.kept {
		x[j] -= u.AtVec(p)
	}
}

// span computes vectors of length 1, one a column, that span the null space of A,
// and their QR decomposition.
func (f *Factor) span() {
	f.basis = f.null()
	_, zeros := f.basis.Dims()
	v := make([]float64, len(f.kept))
	for q := range zeros {
		mat.Col(v, q, f.basis)
		largest := max(slices.Max(v), -slices.Min(v))
		for p := range v {
			if math.Abs(v[p]) <= noise*largest {
				v[p] = 0
			}
			v[p] *= f.scale[p]
		}
		floats.Scale(1/floats.Norm(v, 2), v)
		f.basis.SetCol(q, v)
	}
	f.qr.Factorize(f.basis)
}
