package psd

import (
	"math"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

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

// SolveCholesky replaces b by the solution x of UᵀU·x = b, of which the first len(b) rows and columns count.
func SolveCholesky(u []float64, n int, b []float64) {
	for j := range b {
		row := u[j*n : (j+1)*n]
		b[j] /= row[j]
		z := b[j]
		for k := j + 1; k < len(b); k++ {
			b[k] -= float64(z * row[k])
		}
	}
	for j := len(b) - 1; j >= 0; j-- {
		row, sum := u[j*n:(j+1)*n], b[j]
		for k := j + 1; k < len(b); k++ {
			sum -= float64(row[k] * b[k])
		}
		b[j] = sum / row[j]
	}
}

// Inverse stores U⁻¹ in v, which holds zeros, for an upper triangular n × n matrix
// U; it does not read what is below the diagonal.
func Inverse(v, u []float64, n int) {
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
