package kernel

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
