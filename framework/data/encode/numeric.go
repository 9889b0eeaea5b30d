package encode

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
)

// gather appends the values of a column in some rows that are not missing.
func gather(into []float64, c *data.Column, rows []int) []float64 {
	for _, row := range rows {
		if v := c.Values[row]; v == v {
			into = append(into, v)
		}
	}
	return into
}

// impute returns what replaces a missing value: the mean, the median or the
// smallest most frequent of the values, and 0 if there are none.
func impute(values []float64, how string) float64 {
	if len(values) == 0 {
		return 0
	}
	if how == "mean" {
		return mean(values)
	}
	sorted := slices.Sorted(slices.Values(values))
	if how == "mode" {
		return mode(sorted)
	}
	middle := len(sorted) / 2
	if len(sorted)%2 == 1 {
		return sorted[middle]
	}
	return (sorted[middle-1] + sorted[middle]) / 2
}

// mode returns the most frequent of sorted values, the smallest of several.
func mode(sorted []float64) float64 {
	best, most := sorted[0], 0
	for start := 0; start < len(sorted); {
		end := start
		for end < len(sorted) && sorted[end] == sorted[start] {
			end++
		}
		if end-start > most {
			best, most = sorted[start], end-start
		}
		start = end
	}
	return best
}

// affine returns the shift and scale of a scaling, such that a feature becomes
// (x − shift) / scale. Columns that are constant are only shifted. values must
// not be empty.
func affine(values []float64, scaling string, bounds []float64) (shift, scale float64) {
	if scaling == "none" {
		return 0, 1
	}
	low, high := slices.Min(values), slices.Max(values)
	switch scaling {
	case "minmax":
		width := high - low
		if width == 0 {
			width = 1
		}
		scale = width / (bounds[1] - bounds[0])
		return low - float64(bounds[0]*scale), scale
	case "maxabs":
		scale = max(math.Abs(low), math.Abs(high))
		if scale == 0 {
			scale = 1
		}
		return 0, scale
	}
	if low == high {
		return low, 1
	}
	return standard(values)
}

// standard returns mean and population deviation, in two passes. The deviation
// is 1 where rounding alone could have made it: by the error bound of the
// two-pass variance, n·ε·var + (n·ε·mean)² (Chan, Golub and LeVeque, "Algorithms
// for computing the sample variance", 1983), the rule of scikit-learn.
func standard(values []float64) (shift, scale float64) {
	n := float64(len(values))
	shift = mean(values)
	sum := 0.0
	for _, v := range values {
		sum += float64((v - shift) * (v - shift))
	}
	variance := sum / n
	const epsilon = 0x1p-52
	noise := n * shift * epsilon
	if isFinite(variance) && variance <= float64(n*epsilon*variance)+float64(noise*noise) {
		return shift, 1
	}
	return shift, math.Sqrt(variance)
}

func mean(values []float64) float64 { return lists.Sum(values) / float64(len(values)) }

func isFinite(v float64) bool { return !math.IsInf(v, 0) && !math.IsNaN(v) }
