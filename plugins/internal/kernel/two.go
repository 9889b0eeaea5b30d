package kernel

import "math"

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

func gatherTwoPortable(n int, data []float64, indices []int32, w, f []float64) {
	first, second := f[0], f[1]
	for i := range n {
		at := 2 * int(indices[i])
		first, second = math.FMA(data[i], w[at], first), math.FMA(data[i], w[at+1], second)
	}
	f[0], f[1] = first, second
}

func scatterTwoPortable(n int, data []float64, indices []int32, w, f []float64) {
	first, second := f[0], f[1]
	for i := range n {
		at := 2 * int(indices[i])
		w[at], w[at+1] = math.FMA(data[i], first, w[at]), math.FMA(data[i], second, w[at+1])
	}
}
