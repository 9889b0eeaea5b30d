package kernel

func blockNEON(n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int) {
	for j := 0; j < n; j += 8 {
		for i := 0; i < 8; i += 4 {
			block4x8NEON(k, &a[i*as], as*width, ap*width, &b[j], bs*width, &c[i*cs+j], cs*width)
		}
	}
}

func rowNEON(n, k int, a []float64, ap int, b []float64, bs int, c []float64) {
	j := 0
	for ; j+16 <= n; j += 16 {
		row16NEON(k, &a[0], ap*width, &b[j], bs*width, &c[j])
	}
	for ; j < n; j += 8 {
		row8NEON(k, &a[0], ap*width, &b[j], bs*width, &c[j])
	}
}

func narrowBlockNEON(n, k int, a []float32, as, ap int, b []float32, bs int, c []float64, cs int) {
	for j := 0; j < n; j += NarrowLanes {
		for i := 0; i < 8; i += 4 {
			narrowBlock4x16NEON(k, &a[i*as], as*narrowWidth, ap*narrowWidth, &b[j], bs*narrowWidth, &c[i*cs+j], cs*width)
		}
	}
}

func dotOfNEON(a, b []float64) float64 { return dotNEON(len(a), &a[0], &b[0]) }

func axpyOfNEON(dst []float64, a float64, x []float64) { axpyNEON(len(dst), a, &x[0], &dst[0]) }

func logisticNEON(rows int, f []float64, fs int, y, q, product, linear []float64) {
	for j := 0; j < Lanes; j += 2 {
		logistic2NEON(rows, &f[j], fs*width, &y[j], &q[j], &product[j], &linear[j])
	}
}

func squaredHingeNEON(rows int, f []float64, fs int, y, q, sum []float64) {
	for j := 0; j < Lanes; j += 2 {
		squaredHinge2NEON(rows, &f[j], fs*width, &y[j], &q[j], &sum[j])
	}
}

func gatherNEON(n int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	for j := 0; j < len(f); j += 8 {
		gather8NEON(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
}

func scatterNEON(n int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	for j := 0; j < len(f); j += 8 {
		scatter8NEON(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
}

func hingeStepOfNEON(n int, p, f, alpha, gap []float64, q, weight, inverse float64) uint64 {
	return hingeStepNEON(n, &p[0], &f[0], &alpha[0], &gap[0], q, weight, inverse)
}

func logisticStepOfNEON(n int, p, f, logit, alpha, gap []float64, q, weight float64) {
	logisticStepNEON(n, &p[0], &f[0], &logit[0], &alpha[0], &gap[0], q, weight)
}

func logisticGapOfNEON(n int, p, f, logit, alpha, sums []float64, weight float64) {
	logisticGapNEON(n, &p[0], &f[0], &logit[0], &alpha[0], &sums[0], weight)
}

func gaussianOfNEON(x, norms []float64, norm, gamma float64) {
	gaussianNEON(len(x), &x[0], &norms[0], norm, gamma)
}

func narrowOfNEON(dst []float32, x []float64, shift float64) {
	narrowNEON(len(x), &dst[0], &x[0], shift)
}

func axpyNarrowOfNEON(dst []float64, a float64, x []float32) {
	axpyNarrowNEON(len(x), a, &x[0], &dst[0])
}

// Strides are in bytes. Sizes are above 0.

//go:noescape
func block4x8NEON(k int, a *float64, as, ap int, b *float64, bs int, c *float64, cs int)

//go:noescape
func row16NEON(k int, a *float64, ap int, b *float64, bs int, c *float64)

//go:noescape
func row8NEON(k int, a *float64, ap int, b *float64, bs int, c *float64)

//go:noescape
func narrowBlock4x16NEON(k int, a *float32, as, ap int, b *float32, bs int, c *float64, cs int)

//go:noescape
func dotNEON(n int, a, b *float64) float64

//go:noescape
func axpyNEON(n int, a float64, x, y *float64)

//go:noescape
func logistic2NEON(rows int, f *float64, fs int, y, q, product, linear *float64)

//go:noescape
func squaredHinge2NEON(rows int, f *float64, fs int, y, q, sum *float64)

//go:noescape
func gather8NEON(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func scatter8NEON(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func hingeStepNEON(n int, p, f, alpha, gap *float64, q, weight, inverse float64) uint64

//go:noescape
func logisticStepNEON(n int, p, f, logit, alpha, gap *float64, q, weight float64)

//go:noescape
func logisticGapNEON(n int, p, f, logit, alpha, sums *float64, weight float64)

//go:noescape
func gaussianNEON(n int, x, norms *float64, norm, gamma float64)

//go:noescape
func narrowNEON(n int, dst *float32, x *float64, shift float64)

//go:noescape
func axpyNarrowNEON(n int, a float64, x *float32, dst *float64)
