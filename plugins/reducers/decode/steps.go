package decode

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// thresholdsOf reads a code of thresholds between ordered classes: it returns the
// classes from the lowest and the columns of the thresholds above them. A column is +1
// for the classes above its threshold and −1 for the others.
func thresholdsOf(code contract.Code) (class, column []int, err error) {
	k := code.Classes()
	if code.Columns() != k-1 {
		return nil, nil, fmt.Errorf("%s needs a code of thresholds between ordered classes; %d classes have %d, not %d",
			Cumulative, k, k-1, code.Columns())
	}
	class, column = slices.Repeat([]int{-1}, k), slices.Repeat([]int{-1}, k-1)
	above := make([]int, k) // the thresholds below each class
	for l := range column {
		positive := 0
		for i, m := range code.Column(l) {
			if m > 0 {
				positive++
				above[i]++
			}
		}
		if place := k - 1 - positive; place >= 0 && place < k-1 {
			column[place] = l
		}
	}
	for i, place := range above {
		class[place] = i
	}
	for place, l := range column {
		if l < 0 || slices.Contains(class, -1) {
			return nil, nil, fmt.Errorf("%s needs a code of thresholds between ordered classes; "+
				"no column has exactly the %d highest of them at +1", Cumulative, k-1-place)
		}
		for i, m := range code.Column(l) {
			if (above[i] > place) != (m > 0) || m == 0 {
				return nil, nil, fmt.Errorf("%s needs a code of thresholds between ordered classes, without zeros; column %d "+
					"is none", Cumulative, l)
			}
		}
	}
	return class, column, nil
}
