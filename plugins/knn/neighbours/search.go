package neighbours

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// newIndex is an index of rows with their classes and weights, nil for all 1.
func newIndex(s settings, rows contract.Rows, classes []int, weights []float64) *index {
	x := &index{settings: s, x: rows, width: kernel.Padded(rows.Rows), counts: weights}
	for i, class := range classes {
		if i == 0 || class != classes[i-1] {
			x.groups = append(x.groups, span{i, i})
		}
		x.groups[len(x.groups)-1].end = i + 1
	}
	switch {
	case x.counts != nil: // all distances are computed
	case x.x.Sparse != nil:
		x.post()
	case s.Metric == euclidean:
		x.estimable()
	}
	return x
}

// search calls found with each row of q and its nearest training rows among each of
// some spans; they are good until found returns.
func (x *index) search(q contract.Rows, spans []span, found func(row int, lists []nearest)) {
	if x.x.Sparse != nil {
		x.searchSparse(q, spans, found)
		return
	}
	lists := make([]nearest, len(spans))
	estimates := make([]float64, tile*x.width)
	var candidates []int32
	for start := 0; start < q.Rows; start += tile {
		rows := part(q, start, min(tile, q.Rows-start))
		var slack [tile]float64
		if x.Metric == euclidean {
			x.estimate(rows, estimates, slack[:])
		}
		for i := range rows.Rows {
			distance := x.from(contract.Rows{Matrix: rows}, i)
			for at, s := range spans {
				if x.Metric == euclidean {
					lists[at] = x.nearestOf(s, estimates[i*x.width:(i+1)*x.width], slack[i], lists[at][:0], &candidates, distance)
				} else {
					lists[at] = x.manhattan(rows.Row(i), s, lists[at][:0])
				}
			}
			found(start+i, lists)
		}
	}
}

// manhattan computes the distances of all rows of a span.
func (x *index) manhattan(row []float64, s span, list nearest) nearest {
	for i := s.start; i < s.end; i++ {
		sum := 0.0
		for j, z := range x.x.Row(i) {
			sum += math.Abs(row[j] - z)
		}
		if len(list) < x.K || sum < list[x.K-1].distance {
			list = list.add(x.K, neighbour{sum, int32(i)})
		}
	}
	return list
}
