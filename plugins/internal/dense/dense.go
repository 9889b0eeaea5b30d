// Package dense holds a few loops over dense matrices: products with a vector,
// and the check for numbers that are not finite.
//
// Every sum has a fixed order that depends on the sizes alone, and every loop
// is odd in its vector argument: negating the vector negates the result bit for
// bit. Learners build their symmetry promise on that.
package dense

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// MulVec stores X·w + b in dst. X is n × d, w has d entries and dst has n. The
// sum of a row runs over ascending columns whatever rows surround it.
func MulVec(dst []float64, x contract.Matrix, w []float64, b float64) {
	if len(dst) != x.Rows || len(w) != x.Cols {
		panic(fmt.Sprintf("dense: MulVec of %d × %d with %d weights into %d", x.Rows, x.Cols, len(w), len(dst)))
	}
	i := 0
	for ; i+8 <= x.Rows; i += 8 {
		mulVec8(dst[i:i+8], x, i, w, b)
	}
	for ; i < x.Rows; i++ {
		dst[i] = rowSum(x.Row(i), w) + b
	}
}

// mulVec8 is MulVec for the eight rows from row i: eight independent sums keep
// the adders busy.
func mulVec8(dst []float64, x contract.Matrix, i int, w []float64, b float64) {
	n := len(w)
	r0, r1, r2, r3 := x.Row(i)[:n], x.Row(i + 1)[:n], x.Row(i + 2)[:n], x.Row(i + 3)[:n]
	r4, r5, r6, r7 := x.Row(i + 4)[:n], x.Row(i + 5)[:n], x.Row(i + 6)[:n], x.Row(i + 7)[:n]
	var s0, s1, s2, s3, s4, s5, s6, s7 float64
	for j, wj := range w {
		s0 += r0[j] * wj
		s1 += r1[j] * wj
		s2 += r2[j] * wj
		s3 += r3[j] * wj
		s4 += r4[j] * wj
		s5 += r5[j] * wj
		s6 += r6[j] * wj
		s7 += r7[j] * wj
	}
	dst[0], dst[1], dst[2], dst[3] = s0+b, s1+b, s2+b, s3+b
	dst[4], dst[5], dst[6], dst[7] = s4+b, s5+b, s6+b, s7+b
}

// AddMulTransVec adds Xᵀ·g to dst. X is n × d, g has n entries and dst has d.
func AddMulTransVec(dst []float64, x contract.Matrix, g []float64) {
	if len(dst) != x.Cols || len(g) != x.Rows {
		panic(fmt.Sprintf("dense: AddMulTransVec of %d × %d with %d entries into %d", x.Rows, x.Cols, len(g), len(dst)))
	}
	i, n := 0, len(dst)
	for ; i+4 <= x.Rows; i += 4 {
		r0, r1, r2, r3 := x.Row(i)[:n], x.Row(i + 1)[:n], x.Row(i + 2)[:n], x.Row(i + 3)[:n]
		g0, g1, g2, g3 := g[i], g[i+1], g[i+2], g[i+3]
		for j := range dst {
			dst[j] += (g0*r0[j] + g1*r1[j]) + (g2*r2[j] + g3*r3[j])
		}
	}
	for ; i < x.Rows; i++ {
		Axpy(dst, g[i], x.Row(i))
	}
}

// Axpy adds a·x to dst; both have the same length.
func Axpy(dst []float64, a float64, x []float64) {
	x = x[:len(dst)]
	for j := range dst {
		dst[j] += a * x[j]
	}
}

// Dot returns Σ a_j·b_j in four interleaved partial sums; b is at least as long
// as a.
func Dot(a, b []float64) float64 {
	b = b[:len(a)]
	var s0, s1, s2, s3 float64
	j := 0
	for ; j+4 <= len(a); j += 4 {
		u, v := a[j:j+4:j+4], b[j:j+4:j+4]
		s0 += u[0] * v[0]
		s1 += u[1] * v[1]
		s2 += u[2] * v[2]
		s3 += u[3] * v[3]
	}
	for ; j < len(a); j++ {
		s0 += a[j] * b[j]
	}
	return (s0 + s1) + (s2 + s3)
}

// rowSum returns Σ a_j·b_j over ascending j.
func rowSum(a, b []float64) float64 {
	b = b[:len(a)]
	s := 0.0
	for j, v := range a {
		s += v * b[j]
	}
	return s
}

// Sum returns Σ a_j over ascending j.
func Sum(a []float64) float64 {
	s := 0.0
	for _, v := range a {
		s += v
	}
	return s
}

// CheckFinite returns an error that names the first column of the first row
// that holds a NaN or an infinity.
func CheckFinite(x contract.Matrix) error {
	for i := range x.Rows {
		row := x.Row(i)
		sum := 0.0
		for _, v := range row {
			sum += v - v // NaN exactly when v is not finite
		}
		if sum != 0 {
			return NotFinite(i, row)
		}
	}
	return nil
}

// NotFinite returns the error for row i, whose values are given, or nil if all
// of them are finite.
func NotFinite(i int, row []float64) error {
	for j, v := range row {
		if v-v != 0 {
			return fmt.Errorf("feature column %d holds %v in training row %d: impute or drop it, learners need finite numbers", j, v, i)
		}
	}
	return nil
}
