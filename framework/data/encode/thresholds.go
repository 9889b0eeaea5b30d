package encode

import (
	"fmt"
	"strconv"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/data"
)

// above returns a table with a label for each threshold, which the rows have whose
// number, of which classes were made, is larger.
func above(t *data.Table, thresholds []float64) *data.Table {
	other := *t
	other.Target.MultiLabel, other.Target.Names, other.Target.Counts = true, nil, nil
	for _, limit := range thresholds {
		other.Target.Names = append(other.Target.Names, strconv.FormatFloat(limit, 'g', -1, 64))
	}
	other.Truth.Class, other.Truth.Y = make([]int, t.Rows), target.Labels{}
	for _, v := range t.Quantity {
		var above []int32
		for label, limit := range thresholds {
			if v > limit {
				above = append(above, int32(label))
			}
		}
		other.Truth.Y.Add(above...)
	}
	return &other
}

// checkQuantity refuses tables whose classes were not made from numbers.
func checkQuantity(t *data.Table, what string) error {
	if t.Quantity == nil {
		return fmt.Errorf("%s are for classes that discretize made of numbers: write discretize = { … } in the dataset "+
			"block, or remove them", what)
	}
	return nil
}
