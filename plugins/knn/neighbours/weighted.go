package neighbours

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// inOrder calls found with each row of q and all training rows, the nearest first: where
// they have weights, any number of them may be needed to make k.
func (x *index) inOrder(q contract.Rows, found func(row int, all nearest)) {
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
