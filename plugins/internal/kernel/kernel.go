package kernel

// MulAdd adds A·B to C. C is m × n with stride cs. A is m × k: element (i, p) is
// a[i·as+p·ap], so that A may be a transposed matrix. B is k × n with stride bs.
// m and n are multiples of 8. The sum of an element runs over ascending p,
// starting from what C holds.
func MulAdd(m, n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int) {
	if m%Lanes != 0 || n%Lanes != 0 {
		panic("kernel: MulAdd of sizes that are not multiples of 8")
	}
	if m == 0 || n == 0 || k == 0 {
		return
	}
	_, _, _ = a[(m-1)*as+(k-1)*ap], b[(k-1)*bs+n-1], c[(m-1)*cs+n-1]
	for j := 0; j < n; {
		width := min(n-j, 3*Lanes)
		for i := 0; i < m; i += Lanes {
			active.block(width, k, a[i*as:], as, ap, b[j:], bs, c[i*cs+j:], cs)
		}
		j += width
	}
}

// RowMulAdd adds a·B to c, for one row a of k elements with stride ap. B is k × n
// with stride bs; n is a multiple of 8.
func RowMulAdd(n, k int, a []float64, ap int, b []float64, bs int, c []float64) {
	if n%Lanes != 0 {
		panic("kernel: RowMulAdd of a size that is not a multiple of 8")
	}
	if n == 0 || k == 0 {
		return
	}
	_, _, _ = a[(k-1)*ap], b[(k-1)*bs+n-1], c[n-1]
	active.row(n, k, a, ap, b, bs, c)
}

// Dot returns Σ a_j·b_j in 16 interleaved partial sums. Both have the same number
// of elements, a multiple of 8.
func Dot(a, b []float64) float64 {
	if len(a)%Lanes != 0 || len(a) != len(b) {
		panic("kernel: Dot of other sizes")
	}
	if len(a) == 0 {
		return 0
	}
	return active.dot(a, b)
}

// Axpy adds a·x to dst; both have the same length, a multiple of 8.
func Axpy(dst []float64, a float64, x []float64) {
	if len(dst)%Lanes != 0 || len(dst) != len(x) {
		panic("kernel: Axpy of other sizes")
	}
	if len(dst) > 0 {
		active.axpy(dst, a, x)
	}
}

// Logistic goes through rows of 8 decision values f, stride fs, whose targets are
// y (−1 or +1, one a lane): it replaces f by q·σ(−y·f), multiplies product by
// 1 + exp(−|y·f|) and adds max(0, −y·f) to linear, so that log(product) + linear
// is the sum of the losses log(1 + exp(−y·f)). A product starts at 1 and takes at
// most 1000 rows. All but f have 8 elements.
func Logistic(rows int, f []float64, fs int, y, q, product, linear []float64) {
	if rows == 0 {
		return
	}
	_, _, _, _, _ = f[(rows-1)*fs+Lanes-1], y[Lanes-1], q[Lanes-1], product[Lanes-1], linear[Lanes-1]
	active.logistic(rows, f, fs, y, q, product, linear)
}

// SquaredHinge goes through rows of 8 decision values f like Logistic: with
// m = max(0, 1 − y·f) it replaces f by q·m and adds m² to sum.
func SquaredHinge(rows int, f []float64, fs int, y, q, sum []float64) {
	if rows == 0 {
		return
	}
	_, _, _, _ = f[(rows-1)*fs+Lanes-1], y[Lanes-1], q[Lanes-1], sum[Lanes-1]
	active.squaredHinge(rows, f, fs, y, q, sum)
}

// Gather adds Σ_j data[j]·W[indices[j]] to f: the product of a sparse row with W,
// whose rows have len(f) columns, a multiple of 8, and stride ws.
func Gather(data []float64, indices []int32, w []float64, ws int, f []float64) {
	checkSparse(data, indices, w, ws, f)
	if len(data) > 0 {
		active.gather(len(data), data, indices, w, ws, f)
	}
}

// Scatter adds data[j]·f to row indices[j] of W, for every j.
func Scatter(data []float64, indices []int32, w []float64, ws int, f []float64) {
	checkSparse(data, indices, w, ws, f)
	if len(data) > 0 {
		active.scatter(len(data), data, indices, w, ws, f)
	}
}

// checkSparse checks sizes; indices ascend, so that the last is the largest.
func checkSparse(data []float64, indices []int32, w []float64, ws int, f []float64) {
	n := len(data)
	if len(f)%Lanes != 0 || len(indices) != n {
		panic("kernel: a sparse row of other sizes")
	}
	if n > 0 && len(f) > 0 {
		_, _ = w[int(indices[0])*ws], w[int(indices[n-1])*ws+len(f)-1]
	}
}
