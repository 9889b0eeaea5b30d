// Package kernel holds the few inner loops on which the linear learners spend
// their time, in vector instructions where the processor has them.
//
// Every function is defined operation by operation (see portable.go): sums run
// over ascending indices with fused multiply–add, one lane an element, so that
// the result of an element depends neither on the instruction set nor on what is
// computed beside it. All ways of computing give the same bits.
//
// Matrices are row-major slices with a stride between rows. The number of
// columns n is a multiple of Lanes; callers pad with zeros.
package kernel

import "os"

// Lanes is the number of columns that are computed side by side.
const Lanes = 8

// Padded is the next multiple of Lanes.
func Padded(n int) int { return (n + Lanes - 1) &^ (Lanes - 1) }

// Variable is the environment variable that names the instructions to use, portable,
// avx2 or avx512. Without it a process uses the best that the processor has.
const Variable = "BENCH_KERNELS"

// set is one way of computing. Slices are long enough; sizes are above 0.
type set struct {
	name string
	// block adds A·B to C for 8 rows and n columns (8, 16 or 24).
	block func(n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int)
	// row adds a·B to c for n columns, a multiple of 8.
	row func(n, k int, a []float64, ap int, b []float64, bs int, c []float64)
	// narrowBlock is MulAddNarrow for 8 rows and 16, 32 or 48 columns.
	narrowBlock  func(n, k int, a []float32, as, ap int, b []float32, bs int, c []float64, cs int)
	logistic     func(rows int, f []float64, fs int, y, q, product, linear []float64)
	squaredHinge func(rows int, f []float64, fs int, y, q, sum []float64)
	gather       func(n int, data []float64, indices []int32, w []float64, ws int, f []float64)
	scatter      func(n int, data []float64, indices []int32, w []float64, ws int, f []float64)
	dot          func(a, b []float64) float64
	axpy         func(dst []float64, a float64, x []float64)
	hingeStep    func(n int, p, f, alpha, gap []float64, q, weight, inverse float64) uint64
	logisticStep func(n int, p, f, logit, alpha, gap []float64, q, weight float64)
	logisticGap  func(n int, p, f, logit, alpha, sums []float64, weight float64)
	prefetch     func(n int, data []float64, indices []int32)
	sparseDot    func(n int, data []float64, indices []int32, w []float64) float64
	sparseAxpy   func(n int, a float64, data []float64, indices []int32, w []float64)
	gaussian     func(x, norms []float64, norm, gamma float64)
	narrow       func(dst []float32, x []float64, shift float64)
	axpyNarrow   func(dst []float64, a float64, x []float32)
	step         func(e, up, low []float64, step float64, p, q []float32) (at int, least float64)
	partner      func(e, low, diagonal []float64, row []float32, most, own float64, best *candidates)
	exchange     func(x *Exchange, from, to, spread int)
}

var portable = set{"portable", blockPortable, rowPortable, narrowBlockPortable, logisticPortable, squaredHingePortable, gatherPortable,
	scatterPortable, dotPortable, axpyPortable,
	hingeStepPortable, logisticStepPortable, logisticGapPortable, func(int, []float64, []int32) {}, sparseDotPortable,
	sparseAxpyPortable, gaussianPortable, narrowPortable, axpyNarrowPortable, stepPortable, partnerPortable,
	exchangePortable}

var active = choose()

func choose() set {
	sets := available()
	for _, s := range sets {
		if s.name == os.Getenv(Variable) {
			return s
		}
	}
	return sets[len(sets)-1]
}

// Name tells which instructions are in use: portable, avx2 or avx512.
func Name() string { return active.name }

// MulAdd adds A·B to C. C is m × n with stride cs. A is m × k: element (i, p) is
// a[i·as+p·ap], so that A may be a transposed matrix. B is k × n with stride bs.
// m and n are multiples of 8. The sum of an element runs over ascending p,
// starting from what C holds.
func MulAdd(m, n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int) {
	if m%Lanes != 0 || n%Lanes != 0 {
		panic("kernel: MulAdd of sizes that are no multiples of 8")
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
		panic("kernel: RowMulAdd of a size that is no multiple of 8")
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
