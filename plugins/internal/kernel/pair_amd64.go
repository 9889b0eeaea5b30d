package kernel

import "math"

func gaussianOfAVX512(x, norms []float64, norm, gamma float64) {
	gaussianAVX512(len(x), &x[0], &norms[0], norm, gamma)
}

func narrowOfAVX512(dst []float32, x []float64, shift float64) {
	narrowAVX512(len(x), &dst[0], &x[0], shift)
}

func axpyNarrowOfAVX512(dst []float64, a float64, x []float32) {
	axpyNarrowAVX512(len(x), a, &x[0], &dst[0])
}

func stepOfAVX512(e, up, low []float64, step float64, p, q []float32) (at int, least float64) {
	var most, leasts [Lanes]float64
	var where [Lanes]int64
	stepAVX512(len(e), &e[0], &up[0], &low[0], step, &p[0], &q[0], &most[0], &leasts[0], &where[0])
	return first(most, leasts, where)
}

func partnerOfAVX512(e, low, diagonal []float64, row []float32, most, own float64, best *candidates) {
	partnerAVX512(len(e), &e[0], &low[0], &diagonal[0], &row[0], most, own, &best.above[0], &best.below[0], &best.at[0])
}

func gaussianOfAVX2(x, norms []float64, norm, gamma float64) {
	gaussianAVX2(len(x), &x[0], &norms[0], norm, gamma)
}

func narrowOfAVX2(dst []float32, x []float64, shift float64) {
	narrowAVX2(len(x), &dst[0], &x[0], shift)
}

func axpyNarrowOfAVX2(dst []float64, a float64, x []float32) {
	axpyNarrowAVX2(len(x), a, &x[0], &dst[0])
}

func stepOfAVX2(e, up, low []float64, step float64, p, q []float32) (at int, least float64) {
	var most, leasts [Lanes]float64
	var where [Lanes]int64
	stepAVX2(len(e), &e[0], &up[0], &low[0], step, &p[0], &q[0], &most[0], &leasts[0], &where[0])
	return first(most, leasts, where)
}

func partnerOfAVX2(e, low, diagonal []float64, row []float32, most, own float64, best *candidates) {
	partnerAVX2(len(e), &e[0], &low[0], &diagonal[0], &row[0], most, own, &best.above[0], &best.below[0], &best.at[0])
}

// first returns the first index with the largest value of eight lists, -1 if all are empty,
// and the smallest of the other values.
func first(most, leasts [Lanes]float64, where [Lanes]int64) (at int, least float64) {
	best, least := math.Inf(-1), leasts[0]
	at = -1
	for l, v := range most {
		if i := int(where[l]); i >= 0 && (v > best || v == best && i < at) {
			best, at = v, i
		}
		if leasts[l] < least {
			least = leasts[l]
		}
	}
	return at, least
}

//go:noescape
func gaussianAVX512(n int, x, norms *float64, norm, gamma float64)

//go:noescape
func narrowAVX512(n int, dst *float32, x *float64, shift float64)

//go:noescape
func axpyNarrowAVX512(n int, a float64, x *float32, dst *float64)

//go:noescape
func stepAVX512(n int, e, up, low *float64, step float64, p, q *float32, most, least *float64, at *int64)

//go:noescape
func partnerAVX512(n int, e, low, diagonal *float64, row *float32, most, own float64, above, below *float64, at *int64)

//go:noescape
func gaussianAVX2(n int, x, norms *float64, norm, gamma float64)

//go:noescape
func narrowAVX2(n int, dst *float32, x *float64, shift float64)

//go:noescape
func axpyNarrowAVX2(n int, a float64, x *float32, dst *float64)

//go:noescape
func stepAVX2(n int, e, up, low *float64, step float64, p, q *float32, most, least *float64, at *int64)

//go:noescape
func partnerAVX2(n int, e, low, diagonal *float64, row *float32, most, own float64, above, below *float64, at *int64)
