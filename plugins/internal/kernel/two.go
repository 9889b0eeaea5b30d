package kernel

// GatherTwo is Gather for a W of two columns, of which f has the first elements: it takes the same sums.
func GatherTwo(data []float64, indices []int32, w, f []float64) {
	checkTwo(data, indices, w, f)
	if len(data) > 0 {
		active.gatherTwo(len(data), data, indices, w, f)
	}
}

// ScatterTwo is Scatter for a W of two columns, of which f has the first elements.
func ScatterTwo(data []float64, indices []int32, w, f []float64) {
	checkTwo(data, indices, w, f)
	if len(data) > 0 {
		active.scatterTwo(len(data), data, indices, w, f)
	}
}

func checkTwo(data []float64, indices []int32, w, f []float64) {
	checkSparse(data, indices, w, 2, nil)
	_ = f[1]
	if n := len(data); n > 0 {
		_, _ = w[2*indices[0]], w[2*int(indices[n-1])+1]
	}
}
