package neighbours

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// scoreWeighted is score for rows that have weights. Any number of rows may be needed to
// make k, so that all of them are put in order.
func (f *fold) scoreWeighted(x contract.Matrix, scores []float64, width int) {
	all := make(nearest, f.x.Rows)
	for row := range x.Rows {
		for i := range all {
			all[i] = neighbour{f.distance(x.Row(row), f.x.Row(i)), int32(i)}
		}
		slices.SortFunc(all, func(a, b neighbour) int {
			if a.nearer(b) {
				return -1
			}
			return 1
		})
		for i, m := range f.models {
			m.sharesWeighted(all, scores[row*width+f.places[i]:])
		}
	}
}

// distance is the distance of two rows, for Euclidean ones the square.
func (x *index) distance(a, b []float64) (sum float64) {
	for j, v := range a {
		if x.Metric == euclidean {
			sum += (v - b[j]) * (v - b[j])
		} else {
			sum += math.Abs(v - b[j])
		}
	}
	return sum
}

// sharesWeighted writes the shares of the classes among the nearest of all rows whose
// weights are k together.
func (m *model) sharesWeighted(all nearest, out []float64) {
	sums, least, left := make([]float64, m.k), math.NaN(), float64(m.K)
	for _, n := range all {
		class := m.classes[n.row]
		if class == leftOut {
			continue
		}
		if least != least {
			least = n.distance
		}
		taken := min(left, m.counts[n.row])
		sums[class] += taken * m.weight(least, n.distance)
		if left -= taken; left <= 0 {
			break
		}
	}
	m.divide(sums, out)
	if !m.binary {
		copy(out, sums)
	}
}
