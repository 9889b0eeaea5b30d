package decode

import (
	"math"
)

// cholesky replaces the lower triangle of the symmetric n × n matrix a (row by
// row; the upper triangle is not read) by its factor L with a = L·Lᵀ. It returns
// false as soon as a pivot is not above least times its diagonal entry.
func cholesky(a []float64, n int, least float64) bool {
	for j := range n {
		row := a[j*n : j*n+j]
		diagonal := a[j*n+j]
		pivot := diagonal - dot(row, row)
		if !(pivot > least*diagonal) {
			return false
		}
		root := math.Sqrt(pivot)
		a[j*n+j] = root
		i := j + 1
		for ; i+4 <= n; i += 4 {
			block := a[i*n:]
			s0, s1, s2, s3 := dot4(row, block, block[n:], block[2*n:], block[3*n:])
			block[j] = (block[j] - s0) / root
			block[n+j] = (block[n+j] - s1) / root
			block[2*n+j] = (block[2*n+j] - s2) / root
			block[3*n+j] = (block[3*n+j] - s3) / root
		}
		for ; i < n; i++ {
			a[i*n+j] = (a[i*n+j] - dot(row, a[i*n:])) / root
		}
	}
	return true
}

// solveCholesky replaces b by the solution x of L·Lᵀ·x = b.
func solveCholesky(l []float64, n int, b []float64) {
	for i := range n {
		b[i] = (b[i] - dot(b[:i], l[i*n:])) / l[i*n+i]
	}
	for i := n - 1; i >= 0; i-- {
		b[i] /= l[i*n+i]
		for j, x := range l[i*n : i*n+i] {
			b[j] -= float64(x * b[i])
		}
	}
}

// dot returns Σ x_i·y_i over the length of x.
func dot(x, y []float64) float64 {
	y = y[:len(x)]
	sum := 0.0
	for i, v := range x {
		sum += float64(v * y[i])
	}
	return sum
}

// dot4 returns the products of x with four vectors, in one pass over x.
func dot4(x, a, b, c, d []float64) (s0, s1, s2, s3 float64) {
	a, b, c, d = a[:len(x)], b[:len(x)], c[:len(x)], d[:len(x)]
	for i, v := range x {
		s0 += float64(v * a[i])
		s1 += float64(v * b[i])
		s2 += float64(v * c[i])
		s3 += float64(v * d[i])
	}
	return s0, s1, s2, s3
}
