package metric

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// ROC is the curve of class k against the others: shares of the other rows and of its own
// that have at least some score, or probability where there are no scores, from 0, 0 to 1, 1;
// and the area under it. Rows with equal values make one step. Without rows of both sides
// there is no curve, and the area is NaN.
func (in Input) ROC(k int) (points [][2]float64, area float64) {
	order := lists.Range(in.rows())
	value := func(i int) float64 { return in.ranking()[i*in.Target.K()+k] }
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(value(b), value(a)) })
	own := lists.Count(order, func(i int) bool { return in.has(i, k) })
	others := len(order) - own
	if own == 0 || others == 0 {
		return nil, math.NaN()
	}
	points = [][2]float64{{0, 0}}
	hits, falses := 0, 0
	for at, i := range order {
		if in.has(i, k) {
			hits++
		} else {
			falses++
		}
		if at+1 < len(order) && cmp.Compare(value(order[at+1]), value(i)) == 0 {
			continue
		}
		points = append(points, [2]float64{float64(falses) / float64(others), float64(hits) / float64(own)})
	}
	return points, in.area(k, lists.Range(in.rows()))
}
