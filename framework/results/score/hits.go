package score

import (
	"slices"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/store"
)

// Hits says of each row that an ok cell tests, by its number in the dataset, whether it
// is predicted right: of labels whether all are.
func (c Cell) Hits(t target.Target) (rows []int, right []bool, err error) {
	p, err := c.Read(t)
	if err != nil {
		return nil, nil, err
	}
	for i := range p.Rows {
		right = append(right, hit(p, i))
	}
	return p.Rows, right, nil
}

func hit(p store.Predictions, i int) bool {
	if !p.MultiLabel {
		return p.Predicted.Class[i] == p.Truth.Class[i]
	}
	return slices.Equal(p.Predicted.Y.Row(i), p.Truth.Y.Row(i))
}
