package kernel

// This file holds the loops of a learner that is trained on a kernel matrix: values
// of the matrix are float32, sums float64. Slices of one call have the same length, a
// multiple of 8.

// Gaussian replaces each x_t, the product of two rows, by exp(−γ·d²) for their
// distance d² = max(0, norms_t + norm − 2·x_t), where norms are squares of rows.
func Gaussian(x, norms []float64, norm, gamma float64) {
	checkEqual(len(x), len(norms))
	if len(x) > 0 {
		active.gaussian(x, norms, norm, gamma)
	}
}

// Narrow writes x − shift to dst.
func Narrow(dst []float32, x []float64, shift float64) {
	checkEqual(len(x), len(dst))
	if len(x) > 0 {
		active.narrow(dst, x, shift)
	}
}

// AxpyNarrow adds a·x to dst.
func AxpyNarrow(dst []float64, a float64, x []float32) {
	checkEqual(len(dst), len(x))
	if len(x) > 0 {
		active.axpyNarrow(dst, a, x)
	}
}

// Step subtracts step·(p − q) from e. It returns the first index with the largest
// e_t + up_t, −1 if all are −∞, and the smallest e_t + low_t.
func Step(e, up, low []float64, step float64, p, q []float32) (at int, least float64) {
	n := len(e)
	checkEqual(n, len(up))
	checkEqual(n, len(low))
	checkEqual(n, len(p))
	checkEqual(n, len(q))
	if n == 0 {
		panic("kernel: a step of nothing")
	}
	return active.step(e, up, low, step, p, q)
}

// Partner returns the index with the largest b²/a among those with b = most − e_t −
// low_t > 0, or −1, where a = own + diagonal_t − 2·row_t, or 1e-12 if that is not
// positive. Quotients are compared by their products, in eight interleaved lists whose
// best are then compared in order.
func Partner(e, low, diagonal []float64, row []float32, most, own float64) int {
	n := len(e)
	checkEqual(n, len(low))
	checkEqual(n, len(diagonal))
	checkEqual(n, len(row))
	if n == 0 {
		return -1
	}
	var best candidates
	active.partner(e, low, diagonal, row, most, own, &best)
	return best.first()
}

func checkEqual(n, m int) {
	if n%Lanes != 0 || n != m {
		panic("kernel: rows of other sizes")
	}
}
