package psd

import (
	"math"
	"slices"

	"gonum.org/v1/gonum/mat"

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
	g := memory.take(width * width)
	gram(g, columns, k, width)
	for i, v := range g {
		g[i] = -v
	}
	for p := rank; p < width; p++ {
		g[p*width+p] = -1
	}
	if !Cholesky(g, width, pivotFloor) {
		return false
	}
	v := f.part(memory, width*width)
	inverse(v, g, width)
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
		f.null = func() *mat.Dense { return nullSpace(rows, n, k, pivots) }
	}
	return true
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
			v = rest[p] - v*v
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

// nullSpace returns vectors, one a column, that span the z with L·z = 0: for each
// column that is no pivot one with a 1 there, solved for the pivots.
func nullSpace(l []float64, n, k int, pivots []int) *mat.Dense {
	r := len(pivots)
	pivot := make([]bool, k)
	for _, p := range pivots {
		pivot[p] = true
	}
	null := mat.NewDense(k, k-r, nil)
	z := make([]float64, r)
	at := 0
	for j := range k {
		if pivot[j] {
			continue
		}
		null.Set(j, at, 1)
		for t := r - 1; t >= 0; t-- {
			sum := l[t*n+j]
			for s := t + 1; s < r; s++ {
				sum += l[t*n+pivots[s]] * z[s]
			}
			z[t] = -sum / l[t*n+pivots[t]]
			null.Set(pivots[t], at, z[t])
		}
		at++
	}
	return null
}

// pivotFloor is the pivot of a matrix with a diagonal of ones below which a
// triangular factor is not trusted.
const pivotFloor = 1e-14

// Cholesky replaces the upper triangle of −R, n × n with n a multiple of
// kernel.Lanes, by U with R = UᵀU. It returns false at the first pivot that is not
// above floor. What is below the diagonal blocks is neither read nor written.
func Cholesky(r []float64, n int, floor float64) bool {
	for j := 0; j < n; j += kernel.Lanes {
		// Rows j … j+7 of −R, plus what the rows above contribute.
		kernel.MulAdd(kernel.Lanes, n-j, j, r[j:], 1, n, r[j:], n, r[j*n+j:], n)
		for p := j; p < j+kernel.Lanes; p++ {
			row := r[p*n+j : p*n+n]
			pivot := -row[p-j]
			if !(pivot > floor) {
				return false
			}
			scale := -1 / math.Sqrt(pivot)
			for k := p - j; k < len(row); k++ {
				row[k] *= scale
			}
			for q := p + 1; q < j+kernel.Lanes; q++ {
				kernel.Axpy(r[q*n+j:q*n+n], row[q-j], row)
			}
		}
	}
	return true
}

// SolveCholesky replaces b by the solution x of UᵀU·x = b.
func SolveCholesky(u []float64, n int, b []float64) {
	for j := range n {
		row := u[j*n : (j+1)*n]
		b[j] /= row[j]
		z := b[j]
		for k := j + 1; k < n; k++ {
			b[k] -= z * row[k]
		}
	}
	for j := n - 1; j >= 0; j-- {
		row, sum := u[j*n:(j+1)*n], b[j]
		for k := j + 1; k < n; k++ {
			sum -= row[k] * b[k]
		}
		b[j] = sum / row[j]
	}
}

// inverse stores U⁻¹ in v, which holds zeros, for an upper triangular n × n matrix
// U; it does not read what is below the diagonal.
func inverse(v, u []float64, n int) {
	for j := n - kernel.Lanes; j >= 0; j -= kernel.Lanes {
		// Rows j … j+7 of D⁻¹·(I − U·V), where D is the diagonal block.
		after := n - j - kernel.Lanes
		if after > 0 {
			kernel.MulAdd(kernel.Lanes, after, after, u[j*n+j+kernel.Lanes:], n, 1, v[(j+kernel.Lanes)*(n+1):], n,
				v[j*n+j+kernel.Lanes:], n)
		}
		for p := j + kernel.Lanes - 1; p >= j; p-- {
			row := v[p*n+j : p*n+n]
			for q := p + 1; q < j+kernel.Lanes; q++ {
				kernel.Axpy(row, u[p*n+q], v[q*n+j:q*n+n])
			}
			scale := 1 / u[p*n+p]
			for k := p - j; k < len(row); k++ {
				row[k] *= -scale
			}
			row[p-j] = scale
		}
	}
}

// sumSquares returns Σ v².
func sumSquares(v []float64) float64 { return kernel.Dot(v, v) }

// gram stores the upper triangle of XᵀX in g, width × width, which holds zeros. X is
// n × width.
func gram(g, x []float64, n, width int) {
	for j := 0; j < width; j += panel {
		w := min(panel, width-j)
		kernel.MulAdd(j+w, w, n, x, 1, width, x[j:], width, g[j:], width)
	}
}
