// Package dense holds a few loops over vectors, and the check of dense matrices for
// numbers that are not finite.
//
// Every sum has a fixed order that depends on the sizes alone, and every loop
// is odd in each of its vectors: negating one negates the result bit for bit.
// Learners build their symmetry promise on that.
package dense

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// Axpy adds a·x to dst; both have the same length.
func Axpy(dst []float64, a float64, x []float64) {
	x = x[:len(dst)]
	for j := range dst {
		dst[j] += float64(a * x[j])
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
		s0 += float64(u[0] * v[0])
		s1 += float64(u[1] * v[1])
		s2 += float64(u[2] * v[2])
		s3 += float64(u[3] * v[3])
	}
	for ; j < len(a); j++ {
		s0 += float64(a[j] * b[j])
	}
	return (s0 + s1) + (s2 + s3)
}

// DotAcross is Dot with the partial sums added across, in the order of gonum's vector
// instructions on amd64: the same bits as theirs, on every machine.
func DotAcross(a, b []float64) float64 {
	var s [4]float64
	whole := len(a) &^ 3
	for j, v := range a {
		part := 0
		if j < whole {
			part = j & 3
		}
		s[part] += float64(v * b[j])
	}
	return (s[0] + s[2]) + (s[1] + s[3])
}

// SparseAxpy is Axpy of a vector in compressed form.
func SparseAxpy(dst []float64, a float64, columns []int32, values []float64) {
	for at, j := range columns {
		dst[j] += float64(a * values[at])
	}
}

// SparseDot is Dot of a vector in compressed form. It has the same bits, but where b is not
// finite.
func SparseDot(columns []int32, values, b []float64) float64 {
	var s [4]float64
	whole := int32(len(b) &^ 3)
	for at, j := range columns {
		part := int32(0)
		if j < whole {
			part = j & 3
		}
		s[part] += float64(values[at] * b[j])
	}
	return (s[0] + s[1]) + (s[2] + s[3])
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
func CheckFinite(x contract.Rows) error {
	for i := range x.Rows {
		if x.Sparse != nil {
			columns, values := x.Sparse.Row(i)
			if err := sparseNotFinite(i, columns, values); err != nil {
				return err
			}
			continue
		}
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
			return notFinite(i, j, v)
		}
	}
	return nil
}

func notFinite(row, column int, v float64) error {
	return fmt.Errorf("feature column %d holds %v in training row %d: impute or drop it, learners need finite numbers",
		column, v, row)
}

// sparseNotFinite is NotFinite for the values that are stored of a row.
func sparseNotFinite(i int, columns []int32, values []float64) error {
	for at, v := range values {
		if v-v != 0 {
			return notFinite(i, int(columns[at]), v)
		}
	}
	return nil
}

// CheckRows is CheckFinite for the stored values of ranges of rows, which it counts
// from 0.
func CheckRows(f contract.Features, ranges []contract.Range) error {
	number := 0
	for _, r := range ranges {
		for i := r.Start; i < r.End; i, number = i+1, number+1 {
			err := error(nil)
			if f.CSR != nil {
				columns, values := f.CSR.Row(i)
				err = sparseNotFinite(number, columns, values)
			} else {
				err = NotFinite(number, f.Values(i))
			}
			if err != nil {
				return err
			}
		}
		if f.Release != nil {
			f.Release(r.Start, r.End)
		}
	}
	return nil
}

// CheckWeights returns an error if a row weight is not a finite number above 0.
func CheckWeights(weights []float64) error {
	for i, w := range weights {
		if !(w > 0) || math.IsInf(w, 1) {
			return fmt.Errorf("weight %v of training row %d is not a finite number above 0", w, i)
		}
	}
	return nil
}
