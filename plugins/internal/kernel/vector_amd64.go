package kernel

func blockAVX512(n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int) {
	switch n {
	case 24:
		block24AVX512(k, &a[0], as*width, ap*width, &b[0], bs*width, &c[0], cs*width)
	case 16:
		block16AVX512(k, &a[0], as*width, ap*width, &b[0], bs*width, &c[0], cs*width)
	default:
		block8AVX512(k, &a[0], as*width, ap*width, &b[0], bs*width, &c[0], cs*width)
	}
}

func rowAVX512(n, k int, a []float64, ap int, b []float64, bs int, c []float64) {
	j := 0
	for ; j+64 <= n; j += 64 {
		row64AVX512(k, &a[0], ap*width, &b[j], bs*width, &c[j])
	}
	for ; j < n; j += 8 {
		row8AVX512(k, &a[0], ap*width, &b[j], bs*width, &c[j])
	}
}

func logisticOfAVX512(rows int, f []float64, fs int, y, q, product, linear []float64) {
	logisticAVX512(rows, &f[0], fs*width, &y[0], &q[0], &product[0], &linear[0])
}

func squaredHingeOfAVX512(rows int, f []float64, fs int, y, q, sum []float64) {
	squaredHingeAVX512(rows, &f[0], fs*width, &y[0], &q[0], &sum[0])
}

func gatherAVX512(n int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	j := 0
	for ; j+24 <= len(f); j += 24 {
		gather24AVX512(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
	for ; j < len(f); j += 8 {
		gather8AVX512(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
}

func scatterAVX512(n int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	j := 0
	for ; j+24 <= len(f); j += 24 {
		scatter24AVX512(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
	for ; j < len(f); j += 8 {
		scatter8AVX512(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
}

func blockAVX2(n, k int, a []float64, as, ap int, b []float64, bs int, c []float64, cs int) {
	for j := 0; j < n; j += 8 {
		for i := 0; i < 8; i += 4 {
			block4x8AVX2(k, &a[i*as], as*width, ap*width, &b[j], bs*width, &c[i*cs+j], cs*width)
		}
	}
}

func rowAVX2(n, k int, a []float64, ap int, b []float64, bs int, c []float64) {
	j := 0
	for ; j+32 <= n; j += 32 {
		row32AVX2(k, &a[0], ap*width, &b[j], bs*width, &c[j])
	}
	for ; j < n; j += 8 {
		row8AVX2(k, &a[0], ap*width, &b[j], bs*width, &c[j])
	}
}

func logisticAVX2(rows int, f []float64, fs int, y, q, product, linear []float64) {
	for j := 0; j < Lanes; j += 4 {
		logistic4AVX2(rows, &f[j], fs*width, &y[j], &q[j], &product[j], &linear[j])
	}
}

func squaredHingeAVX2(rows int, f []float64, fs int, y, q, sum []float64) {
	for j := 0; j < Lanes; j += 4 {
		squaredHinge4AVX2(rows, &f[j], fs*width, &y[j], &q[j], &sum[j])
	}
}

func gatherAVX2(n int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	for j := 0; j < len(f); j += 8 {
		gather8AVX2(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
}

func scatterAVX2(n int, data []float64, indices []int32, w []float64, ws int, f []float64) {
	for j := 0; j < len(f); j += 8 {
		scatter8AVX2(n, &data[0], &indices[0], &w[j], ws*width, &f[j])
	}
}

func dotOfAVX512(a, b []float64) float64 { return dotAVX512(len(a), &a[0], &b[0]) }

func dotOfAVX2(a, b []float64) float64 { return dotAVX2(len(a), &a[0], &b[0]) }

func axpyOfAVX512(dst []float64, a float64, x []float64) { axpyAVX512(len(dst), a, &x[0], &dst[0]) }

func axpyOfAVX2(dst []float64, a float64, x []float64) { axpyAVX2(len(dst), a, &x[0], &dst[0]) }

// Strides are in bytes. Sizes are above 0.

//go:noescape
func block24AVX512(k int, a *float64, as, ap int, b *float64, bs int, c *float64, cs int)

//go:noescape
func block16AVX512(k int, a *float64, as, ap int, b *float64, bs int, c *float64, cs int)

//go:noescape
func block8AVX512(k int, a *float64, as, ap int, b *float64, bs int, c *float64, cs int)

//go:noescape
func row64AVX512(k int, a *float64, ap int, b *float64, bs int, c *float64)

//go:noescape
func row8AVX512(k int, a *float64, ap int, b *float64, bs int, c *float64)

//go:noescape
func logisticAVX512(rows int, f *float64, fs int, y, q, product, linear *float64)

//go:noescape
func squaredHingeAVX512(rows int, f *float64, fs int, y, q, sum *float64)

//go:noescape
func gather24AVX512(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func gather8AVX512(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func scatter24AVX512(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func scatter8AVX512(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func block4x8AVX2(k int, a *float64, as, ap int, b *float64, bs int, c *float64, cs int)

//go:noescape
func row32AVX2(k int, a *float64, ap int, b *float64, bs int, c *float64)

//go:noescape
func row8AVX2(k int, a *float64, ap int, b *float64, bs int, c *float64)

//go:noescape
func logistic4AVX2(rows int, f *float64, fs int, y, q, product, linear *float64)

//go:noescape
func squaredHinge4AVX2(rows int, f *float64, fs int, y, q, sum *float64)

//go:noescape
func gather8AVX2(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func scatter8AVX2(n int, data *float64, indices *int32, w *float64, ws int, f *float64)

//go:noescape
func dotAVX512(n int, a, b *float64) float64

//go:noescape
func dotAVX2(n int, a, b *float64) float64

//go:noescape
func axpyAVX512(n int, a float64, x, y *float64)

//go:noescape
func axpyAVX2(n int, a float64, x, y *float64)
