package kernel

// set is one way of computing. Slices are long enough; sizes are above 0.
type set struct {
	name string
	products
	losses
	sparse
	duals
	pairs
}

// products multiply matrices and vectors.
type products struct {
	// block adds A·B to C for 8 rows and n columns (8, 16 or 24).
	block func(n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int)
	// row adds a·B to c for n columns, a multiple of 8.
	row func(n, k int, a []float64, ap int, b []float64, bs int, c []float64)
	// narrowBlock is MulAddNarrow for 8 rows and 16, 32 or 48 columns.
	narrowBlock func(n, k int, a []float32, as, ap int, b []float32, bs int, c []float64, cs int)
	dot         func(a, b []float64) float64
	axpy        func(dst []float64, a float64, x []float64)
}

// losses compute losses and their derivatives.
type losses struct {
	logistic     func(rows int, f []float64, fs int, y, q, product, linear []float64)
	squaredHinge func(rows int, f []float64, fs int, y, q, sum []float64)
}

// sparse takes rows in compressed form.
type sparse struct {
	gather     func(n int, data []float64, indices []int32, w []float64, ws int, f []float64)
	scatter    func(n int, data []float64, indices []int32, w []float64, ws int, f []float64)
	prefetch   func(n int, data []float64, indices []int32)
	sparseDot  func(n int, data []float64, indices []int32, w []float64) float64
	sparseAxpy func(n int, a float64, data []float64, indices []int32, w []float64)
	gatherTwo  func(n int, data []float64, indices []int32, w, f []float64)
	scatterTwo func(n int, data []float64, indices []int32, w, f []float64)
}

// duals are steps of dual coordinate descent.
type duals struct {
	hingeStep    func(n int, p, f, alpha, gap []float64, q, weight, inverse float64) uint64
	logisticStep func(n int, p, f, logit, alpha, gap []float64, q, weight float64)
	logisticGap  func(n int, p, f, logit, alpha, sums []float64, weight float64)
}

// pairs are the steps of a learner that is trained on a kernel matrix.
type pairs struct {
	gaussian   func(x, norms []float64, norm, gamma float64)
	narrow     func(dst []float32, x []float64, shift float64)
	axpyNarrow func(dst []float64, a float64, x []float32)
	step       func(e, up, low []float64, step float64, p, q []float32) (at int, least float64)
	partner    func(e, low, diagonal []float64, row []float32, most, own float64, best *candidates)
	exchange   func(x *Exchange, from, to, spread int)
}

var portable = set{name: "portable",
	products: products{
		block: blockPortable, row: rowPortable, narrowBlock: narrowBlockPortable, dot: dotPortable,
		axpy: axpyPortable,
	},
	losses: losses{logistic: logisticPortable, squaredHinge: squaredHingePortable},
	sparse: sparse{
		gather: gatherPortable, scatter: scatterPortable, prefetch: func(int, []float64, []int32) {},
		sparseDot: sparseDotPortable, sparseAxpy: sparseAxpyPortable,
		gatherTwo: gatherTwoPortable, scatterTwo: scatterTwoPortable,
	},
	duals: duals{hingeStep: hingeStepPortable, logisticStep: logisticStepPortable, logisticGap: logisticGapPortable},
	pairs: pairs{
		gaussian: gaussianPortable, narrow: narrowPortable, axpyNarrow: axpyNarrowPortable, step: stepPortable,
		partner: partnerPortable, exchange: exchangePortable,
	},
}
