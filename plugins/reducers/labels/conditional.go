package labels

import (
	"errors"
	"math"

	"github.com/manyclass/bench/framework/base/symmetric"
	"github.com/manyclass/bench/framework/contract"
)

// flat is the share of the largest eigenvalue of XᵀX below which directions of the
// features are none.
const flat = 1e-12

// Conditional returns the leading eigenvectors of ZᵀHZ with Z = Y − 1ȳᵀ (n × K) and H the
// projection on the columns of the features and a constant, so of the part of the labels
// that a linear regression on the features predicts: conditional principal label space
// transformation (Chen & Lin, "Feature-aware label space dimension reduction for
// multi-label classification", NIPS 2012). With X centred and XᵀX = UΛUᵀ it is the sum of
// squares of Λ^(−½)UᵀXᵀZ.
func Conditional(y []int8, k int, features contract.Matrix, size Size) (Projection, error) {
	n, d := features.Rows, features.Cols
	if n == 0 || len(y) != n*k {
		return Projection{}, errors.New("the features are not those of the rows")
	}
	mean := means(n, k, func(i, l int) float64 { return float64(y[i*k+l]) })
	centre := means(n, d, func(i, j int) float64 { return features.Row(i)[j] })
	x, z := make([]float64, 0, n*d), make([]float64, 0, n*k)
	for i := range n {
		for j, v := range features.Row(i) {
			x = append(x, v-centre[j])
		}
		for l, v := range mean {
			z = append(z, float64(y[i*k+l])-v)
		}
	}
	values, u, ok := symmetric.Eigen(across(x, d, x, d), d)
	if !ok {
		return Projection{}, errors.New("the eigenvalues of the features do not converge")
	}
	xz, told := across(x, d, z, k), make([]float64, 0, d*k)
	for j, scale := range whitening(values) {
		for _, v := range across(u[j], 1, xz, k) {
			told = append(told, v*scale)
		}
	}
	return leading(across(told, k, told, k), mean, size)
}

// across returns AᵀB for matrices of as many rows, of a and b columns.
func across(x []float64, a int, z []float64, b int) []float64 {
	out := make([]float64, a*b)
	for i := range len(x) / a {
		for p, v := range x[i*a : (i+1)*a] {
			line := out[p*b : (p+1)*b]
			for q, w := range z[i*b : (i+1)*b] {
				line[q] += float64(v * w)
			}
		}
	}
	return out
}

// whitening has the reciprocals of the square roots of ascending eigenvalues, and 0 for those of directions that are
// none.
func whitening(values []float64) []float64 {
	scale := make([]float64, len(values))
	for j, v := range values {
		if v > flat*values[len(values)-1] {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	return scale
}

// means are those of the columns.
func means(rows, cols int, value func(i, j int) float64) []float64 {
	out := make([]float64, cols)
	for j := range out {
		for i := range rows {
			out[j] += value(i, j)
		}
		out[j] /= float64(rows)
	}
	return out
}
