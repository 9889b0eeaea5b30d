package psd

import (
	"math"
	"slices"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

// Pivots of a matrix with a diagonal of ones. Rounding leaves up to negligible
// where there is nothing; up to slight they may be left out if what that changes
// in R⁺, relatively, is below unnoticed.
const (
	negligible = 1e-13
	slight     = 1e-10
	unnoticed  = 1e-7
)

// pivoted is for R with a clear rank r: R = LᵀL + E where L is r × n, all r
// eigenvalues of LᵀL surely exceed the threshold, and the trace of the positive
// semidefinite E is so far below the smallest of them that (LᵀL)⁺ stands for R⁺
// (Wedin, "Perturbation theory for pseudo-inverses", BIT 13, 1973). With G = LLᵀ, which has the
// same eigenvalues, R⁺ = LᵀG⁻²L, so H = LᵀG⁻¹, and G⁻¹ = VVᵀ. It is given −R.
func (f *Factor) pivoted(memory *scratch, full []float64, n int, threshold float64) bool {
	k := len(f.kept)
	l := memory.take(n * n)
	pivots, left := pivotedRows(l, full, k, n)
	rank := len(pivots)
	if rank == 0 || float64(k-rank)*left > threshold {
		return false
	}
	width := kernel.Padded(rank)
	columns := f.part(memory, k*width) // Lᵀ
	for t := range rank {
		for p, v := range l[t*n : t*n+k] {
			columns[p*width+t] = v
		}
	}
	v := f.inverseGram(memory, columns, rank, width)
	if v == nil {
		return false
	}
	trace := sumSquares(v) - float64(width-rank)
	if !(trace*margin*threshold < 1) {
		return false
	}
	if left > negligible && float64(k-rank)*left*trace > unnoticed {
		return false
	}
	f.rank, f.width, f.root, f.inner, f.least = rank, width, columns, v, 1/trace
	if rank < k && !f.brief {
		rows := slices.Clone(l[:rank*n])
		f.null = func() [][]float64 { return nullSpace(rows, n, k, pivots) }
	}
	return true
}

// inverseGram returns the V of G⁻¹ = VVᵀ, where G is LLᵀ for the given Lᵀ, or nil if G is
// not clearly positive definite. Padding has a diagonal of ones.
func (f *Factor) inverseGram(memory *scratch, columns []float64, rank, width int) []float64 {
	g := memory.take(width * width)
	gram(g, columns, len(f.kept), width)
	for i, v := range g {
		g[i] = -v
	}
	for p := rank; p < width; p++ {
		g[p*width+p] = -1
	}
	if !Cholesky(g, width, pivotFloor) {
		return nil
	}
	v := f.part(memory, width*width)
	Inverse(v, g, width)
	return v
}

// pivotedRows stores the rows of L in l for the −R in full, n × n of which k count,
// and returns the columns of the pivots and the largest pivot left. Each pivot is the
// largest that the rows before leave.
func pivotedRows(l, full []float64, k, n int) (pivots []int, left float64) {
	pivots = make([]int, 0, k)
	rest := make([]float64, k) // the diagonal of what is left of R
	for p := range rest {
		rest[p] = -full[p*n+p]
	}
	best := 0
	for p, v := range rest {
		if v > rest[best] {
			best = p
		}
	}
	for {
		left = max(rest[best], 0)
		if left <= slight || len(pivots) == k {
			return pivots, left
		}
		t := len(pivots)
		row := l[t*n : (t+1)*n]
		copy(row, full[best*n:(best+1)*n])
		kernel.RowMulAdd(n, t, l[best:], n, l, n, row)
		scale, next, most := -1/math.Sqrt(left), best, math.Inf(-1)
		for p, v := range row[:k] {
			v *= scale
			row[p] = v
			v = rest[p] - float64(v*v)
			rest[p] = v
			if v > most && p != best {
				next, most = p, v
			}
		}
		for _, p := range pivots {
			row[p] = 0
		}
		row[best], rest[best] = math.Sqrt(left), 0
		pivots = append(pivots, best)
		best = next
	}
}

// nullSpace returns vectors that span the z with L·z = 0: for each
// column that is not a pivot one with a 1 there, solved for the pivots.
func nullSpace(l []float64, n, k int, pivots []int) [][]float64 {
	r := len(pivots)
	pivot := make([]bool, k)
	for _, p := range pivots {
		pivot[p] = true
	}
	null := make([][]float64, 0, k-r)
	z := make([]float64, r)
	for j := range k {
		if pivot[j] {
			continue
		}
		v := make([]float64, k)
		v[j] = 1
		for t := r - 1; t >= 0; t-- {
			sum := l[t*n+j]
			for s := t + 1; s < r; s++ {
				sum += float64(l[t*n+pivots[s]] * z[s])
			}
			z[t] = -sum / l[t*n+pivots[t]]
			v[pivots[t]] = z[t]
		}
		null = append(null, v)
	}
	return null
}
