package kernel

// The steps of dual coordinate descent for one row of data and n problems, n a
// multiple of 8 and at most 512. f holds the decision values of the row for every
// problem and takes the changes of α·y; gap collects what the row adds to the
// duality gap, with the α that it had before.

// HingeStep minimises over the α of a row whose squared norm is q. p holds six
// numbers a problem, each kind in n consecutive elements: y (−1, 0 or +1), |y|, d, the
// largest α, and the coefficients of ξ and ξ² in the loss, ξ = max(0, |y| − y·f);
// the term ½·d·α² of the dual is what the squared loss has instead of an upper
// bound. The loss has weight 1/inverse, which multiplies all but d, and divides
// d. The result has bit k set if an α of the problems 8k … 8k+7 has changed.
func HingeStep(p, f, alpha, gap []float64, q, weight float64) uint64 {
	n := len(f)
	checkStep(n, 6, p, alpha, gap)
	if n == 0 {
		return 0
	}
	return active.hingeStep(n, p, f, alpha, gap, q, weight, 1/weight)
}

// Unvisited is the logit to start with, together with α = 0. Since it lies far from
// any solution, the first step of a row does not stop early.
const Unvisited = 1e6

// LogisticStep minimises over the α = c·σ(logit) of a row whose squared norm is q,
// by Newton's method for logit + y·f + q·(c·σ(logit) − α) = 0, whose left side
// grows at least as fast as the logit, is convex below 0 and concave above. p
// holds y and then c for each problem; c is multiplied by weight.
func LogisticStep(p, f, logit, alpha, gap []float64, q, weight float64) {
	n := len(f)
	checkStep(n, 2, p, alpha, gap)
	if n > 0 {
		_ = logit[n-1]
		active.logisticStep(n, p, f, logit, alpha, gap, q, weight)
	}
}

// LogisticGap adds to four sums a problem, each kind in n consecutive elements:
// the loss c·log(1 + exp(−y·f)), its excess over its linear bound given by α (the
// row's part of the duality gap), and minus its first and its second derivative
// by f. Arguments are those of LogisticStep.
func LogisticGap(p, f, logit, alpha, sums []float64, weight float64) {
	n := len(f)
	checkStep(n, 2, p, alpha, sums)
	if n > 0 {
		_, _ = logit[n-1], sums[4*n-1]
		active.logisticGap(n, p, f, logit, alpha, sums, weight)
	}
}

// Prefetch brings a sparse row closer, which will be needed soon.
func Prefetch(data []float64, indices []int32) {
	if n := min(len(data), len(indices)); n > 0 {
		active.prefetch(n, data, indices)
	}
}

// SparseDot returns Σ_j data[j]·w[indices[j]] in four partial sums, over every
// fourth j each.
func SparseDot(data []float64, indices []int32, w []float64) float64 {
	checkSparse(data, indices, w, 1, nil)
	if len(data) == 0 {
		return 0
	}
	_, _ = w[indices[0]], w[indices[len(indices)-1]]
	return active.sparseDot(len(data), data, indices, w)
}

// SparseAxpy adds a·data[j] to w[indices[j]], for every j.
func SparseAxpy(a float64, data []float64, indices []int32, w []float64) {
	checkSparse(data, indices, w, 1, nil)
	if len(data) > 0 {
		_, _ = w[indices[0]], w[indices[len(indices)-1]]
		active.sparseAxpy(len(data), a, data, indices, w)
	}
}

func checkStep(n, kinds int, p, alpha, gap []float64) {
	if n%Lanes != 0 || n > 512 {
		panic("kernel: a dual step of a size that is not a multiple of 8 up to 512")
	}
	if n > 0 {
		_, _, _ = p[kinds*n-1], alpha[n-1], gap[n-1]
	}
}
