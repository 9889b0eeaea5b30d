// Package psd solves equations with symmetric positive semidefinite matrices of
// any rank.
package psd

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/symmetric"
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
	Inverse(v, r, n)
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
	s := make([]float64, k*k)
	for p := range k {
		for q := range p + 1 {
			s[p*k+q] = -r[q*n+p]
		}
	}
	values, vectors, ok := symmetric.Eigen(s, k) // they ascend
	if !ok {
		return errors.New("the eigenvalues of the features' covariance were not found")
	}
	zeros := 0
	for zeros < k && values[zeros] <= threshold {
		zeros++
	}
	f.rank = k - zeros
	f.width = kernel.Padded(f.rank)
	f.root = make([]float64, n*f.width)
	for p := range k {
		for q, v := range values[zeros:] {
			f.root[p*f.width+q] = vectors[zeros+q][p] / math.Sqrt(v)
		}
	}
	if zeros > 0 {
		f.null = func() [][]float64 { return vectors[:zeros] }
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
	u := make([]float64, len(f.kept))
	for p, j := range f.kept {
		u[p] = x[j]
	}
	for _, v := range f.basis {
		takeOut(u, v)
	}
	for p, j := range f.kept {
		x[j] = u[p]
	}
}

// span computes an orthonormal basis of the null space of A. Each vector is made orthogonal to those before it
// twice, after which rounding does not matter; one that depends on them has nothing left.
func (f *Factor) span() {
	for _, v := range f.null() {
		largest := max(slices.Max(v), -slices.Min(v))
		for p := range v {
			if math.Abs(v[p]) <= noise*largest {
				v[p] = 0
			}
			v[p] *= f.scale[p]
		}
		if !shorten(v) {
			continue
		}
		for range 2 {
			for _, w := range f.basis {
				takeOut(v, w)
			}
		}
		if product(v, v) > dependent*dependent && shorten(v) {
			f.basis = append(f.basis, v)
		}
	}
}

// dependent is the length of what is left of a vector of length 1 that is rounding.
const dependent = 1e-14

// shorten gives a vector length 1, if it has a length.
func shorten(v []float64) bool {
	largest := max(slices.Max(v), -slices.Min(v))
	if !(largest > 0) {
		return false
	}
	for p := range v {
		v[p] /= largest
	}
	size := math.Sqrt(product(v, v))
	for p := range v {
		v[p] /= size
	}
	return true
}

// takeOut subtracts from u its part in the direction of v, which has length 1.
func takeOut(u, v []float64) {
	size := product(u, v)
	for p := range u {
		u[p] -= float64(size * v[p])
	}
}

func product(u, v []float64) float64 {
	sum := 0.0
	for p := range u {
		sum += float64(u[p] * v[p])
	}
	return sum
}
