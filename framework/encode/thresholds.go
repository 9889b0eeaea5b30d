package encode

import (
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
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
	other.Truth.Class, other.Truth.Y = make([]int, t.Rows), make([]int8, 0, t.Rows*len(thresholds))
	for _, v := range t.Quantity {
		for _, limit := range thresholds {
			bit := int8(0)
			if v > limit {
				bit = 1
			}
			other.Truth.Y = append(other.Truth.Y, bit)
		}
	}
	return &other
}

// checkThresholds checks thresholds, and that priors do not name classes.
func (e *encoder) checkThresholds() []contract.Diagnostic {
	if e.Thresholds == nil {
		return nil
	}
	const example = "Write for example thresholds = [10, 20]."
	if len(e.Thresholds) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"thresholds"}, "thresholds is empty", example)}
	}
	for i := 1; i < len(e.Thresholds); i++ {
		if e.Thresholds[i] <= e.Thresholds[i-1] {
			return []contract.Diagnostic{contract.Errorf([]any{"thresholds", i}, "a threshold is not larger than the one before",
				example)}
		}
	}
	for i, prior := range slices.Concat([]any{e.Prior}, e.Priors) {
		if _, named := prior.(map[string]any); !named {
			continue
		}
		path := []any{"prior"}
		if i > 0 {
			path = []any{"priors", i - 1}
		}
		return []contract.Diagnostic{contract.Errorf(path, "with thresholds there are no classes that a prior could name",
			"Write a number, for example prior = 1.")}
	}
	return nil
}

// checkQuantity refuses tables whose classes were not made of numbers.
func checkQuantity(t *data.Table, what string) error {
	if t.Quantity == nil {
		return fmt.Errorf("%s are for classes that discretize made of numbers: write discretize = { … } in the dataset block, "+
			"or remove them", what)
	}
	return nil
}
