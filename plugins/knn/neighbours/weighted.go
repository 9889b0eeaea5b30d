package neighbours

import (
	"math"
	"slices"
)

// scoreWeighted is score for rows that have weights.
func (f *fold) scoreWeighted(x points, scores []float64, width int) {
	f.inOrder(x, func(row int, all nearest) {
		for i, m := range f.models {
			m.sharesWeighted(all, scores[row*width+f.places[i]:])
		}
	})
}

// inOrder calls found with each row of q and all training rows, the nearest first: where
// they have weights, any number of them may be needed to make k.
func (x *index) inOrder(q points, found func(row int, all nearest)) {
	all := make(nearest, x.x.Rows)
	for row := range q.Rows {
		distance := x.from(q, row)
		for i := range all {
			all[i] = neighbour{distance(i), int32(i)}
		}
		slices.SortFunc(all, func(a, b neighbour) int {
			if a.nearer(b) {
				return -1
			}
			return 1
		})
		found(row, all)
	}
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
