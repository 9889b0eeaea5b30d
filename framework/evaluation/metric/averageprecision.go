package metric

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// averagePrecisions computes the area under the curve of precision over recall of each
// class or label over the rows, of each row over the labels, or of all entries; see the
// conventions at Compute.
func averagePrecisions(in Input, o options) []float64 {
	n, k := in.rows(), in.Target.K()
	switch o.Average {
	case micro:
		return []float64{in.stepsOf(n*k, func(e int) (int, int) { return e / k, e % k })}
	case samples:
		return []float64{in.mean(func(i int) float64 { return in.stepsOf(k, func(l int) (int, int) { return i, l }) })}
	}
	values := lists.Map(lists.Range(k), func(l int) float64 {
		return in.stepsOf(n, func(i int) (int, int) { return i, l })
	})
	switch o.Average {
	case none:
		return values
	case weighted:
		supports := make([]counts, k)
		for l := range supports {
			supports[l].tp = in.totalOf(lists.Filter(lists.Range(n), func(i int) bool { return in.has(i, l) }))
		}
		return []float64{bySupport(values, supports)}
	}
	return []float64{plainMean(k, func(l int) float64 { return values[l] })}
}

// stepsOf is the average precision of n entries, each a row and a label.
func (in Input) stepsOf(n int, entry func(int) (row, label int)) float64 {
	return steps(in.listOf(n, entry))
}

// steps is Σ (Rₜ − Rₜ₋₁) Pₜ over the distinct values t from the largest to the smallest,
// with weighted precision P and recall R of the entries that are at least t: no line is
// drawn between points. Without positives it is 0. The list is sorted.
func steps(list []ranked) float64 {
	slices.SortFunc(list, func(a, b ranked) int { return cmp.Compare(b.value, a.value) })
	var above sides
	sum := 0.0
	for start := 0; start < len(list); {
		equal, end := equals(list, start)
		above.positives += equal.positives
		above.negatives += equal.negatives
		sum += float64(equal.positives * Ratio(above.positives, above.positives+above.negatives))
		start = end
	}
	return Ratio(sum, above.positives)
}
