package kernel

func hingeStepOfAVX512(n int, p, f, alpha, gap []float64, q, weight, inverse float64) uint64 {
	return hingeStepAVX512(n, &p[0], &f[0], &alpha[0], &gap[0], q, weight, inverse)
}

func logisticStepOfAVX512(n int, p, f, logit, alpha, gap []float64, q, weight float64) {
	logisticStepAVX512(n, &p[0], &f[0], &logit[0], &alpha[0], &gap[0], q, weight)
}

func logisticGapOfAVX512(n int, p, f, logit, alpha, sums []float64, weight float64) {
	logisticGapAVX512(n, &p[0], &f[0], &logit[0], &alpha[0], &sums[0], weight)
}

func hingeStepOfAVX2(n int, p, f, alpha, gap []float64, q, weight, inverse float64) uint64 {
	return hingeStepAVX2(n, &p[0], &f[0], &alpha[0], &gap[0], q, weight, inverse)
}

func logisticStepOfAVX2(n int, p, f, logit, alpha, gap []float64, q, weight float64) {
	logisticStepAVX2(n, &p[0], &f[0], &logit[0], &alpha[0], &gap[0], q, weight)
}

func logisticGapOfAVX2(n int, p, f, logit, alpha, sums []float64, weight float64) {
	logisticGapAVX2(n, &p[0], &f[0], &logit[0], &alpha[0], &sums[0], weight)
}

func prefetchOf(n int, data []float64, indices []int32) { prefetchSparse(n, &data[0], &indices[0]) }

func sparseDotOf(n int, data []float64, indices []int32, w []float64) float64 {
	return sparseDotFMA(n, &data[0], &indices[0], &w[0])
}

func sparseAxpyOf(n int, a float64, data []float64, indices []int32, w []float64) {
	sparseAxpyFMA(n, a, &data[0], &indices[0], &w[0])
}

//go:noescape
func sparseDotFMA(n int, data *float64, indices *int32, w *float64) float64

//go:noescape
func sparseAxpyFMA(n int, a float64, data *float64, indices *int32, w *float64)

//go:noescape
func prefetchSparse(n int, data *float64, indices *int32)

//go:noescape
func hingeStepAVX512(n int, p, f, alpha, gap *float64, q, weight, inverse float64) uint64

//go:noescape
func logisticStepAVX512(n int, p, f, logit, alpha, gap *float64, q, weight float64)

//go:noescape
func logisticGapAVX512(n int, p, f, logit, alpha, sums *float64, weight float64)

//go:noescape
func hingeStepAVX2(n int, p, f, alpha, gap *float64, q, weight, inverse float64) uint64

//go:noescape
func logisticStepAVX2(n int, p, f, logit, alpha, gap *float64, q, weight float64)

//go:noescape
func logisticGapAVX2(n int, p, f, logit, alpha, sums *float64, weight float64)

func gatherTwoOf(n int, data []float64, indices []int32, w, f []float64) {
	gatherTwoFMA(n, &data[0], &indices[0], &w[0], &f[0])
}

func scatterTwoOf(n int, data []float64, indices []int32, w, f []float64) {
	scatterTwoFMA(n, &data[0], &indices[0], &w[0], &f[0])
}

//go:noescape
func gatherTwoFMA(n int, data *float64, indices *int32, w, f *float64)

//go:noescape
func scatterTwoFMA(n int, data *float64, indices *int32, w, f *float64)
