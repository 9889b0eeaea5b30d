package labels

import (
	"errors"
	"math"

	"gonum.org/v1/gonum/mat"

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
	x, z := mat.NewDense(n, d, nil), mat.NewDense(n, k, nil)
	x.Apply(func(i, j int, _ float64) float64 { return features.Row(i)[j] - centre[j] }, x)
	z.Apply(func(i, l int, _ float64) float64 { return float64(y[i*k+l]) - mean[l] }, z)
	var gram mat.SymDense
	gram.SymOuterK(1, x.T())
	var eigen mat.EigenSym
	if !eigen.Factorize(&gram, true) {
		return Projection{}, errors.New("the eigenvalues of the features do not converge")
	}
	var u, xz, told mat.Dense
	eigen.VectorsTo(&u)
	xz.Mul(x.T(), z)
	told.Mul(u.T(), &xz)
	told.Apply(whiten(eigen.Values(nil)), &told)
	var explained mat.SymDense
	explained.SymOuterK(1, told.T())
	return leading(&explained, mean, size)
}

// whiten divides rows by the square roots of ascending eigenvalues, and clears those of
// directions that are none.
func whiten(values []float64) func(j, l int, v float64) float64 {
	scale := make([]float64, len(values))
	for j, v := range values {
		if v > flat*values[len(values)-1] {
			scale[j] = 1 / math.Sqrt(v)
		}
	}
	return func(j, _ int, v float64) float64 { return v * scale[j] }
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
