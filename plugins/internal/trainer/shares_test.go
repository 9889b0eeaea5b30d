package trainer

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Problems that are trained together share the time by their rows: one over two
// classes costs what its own rows do.
func TestTimeIsSharedByRows(t *testing.T) {
	set := newRowSet(contract.Batch{
		RowSets: []contract.RowSet{{Ranges: []contract.Range{{End: 10}, {Start: 10, End: 40, Class: 1},
			{Start: 40, End: 100, Class: 2}}}},
		Problems: []contract.BatchProblem{
			{Task: contract.Binary, Column: []int8{1, -1, -1}}, {Task: contract.Binary, Column: []int8{1, -1, 0}},
			{Task: contract.Binary, Target: slices.Repeat([]float64{1, -1}, 50)},
			{Task: contract.Binary, Column: []int8{0, 1, -1}},
		},
	}, 0)
	rows := set.rowsOf([]int{3, 0, 1, 2})
	if want := []float64{90, 100, 40, 100}; !slices.Equal(rows, want) {
		t.Errorf("rows %v, want %v", rows, want)
	}
	if got, want := shares(33, rows), []float64{9, 10, 4, 10}; !slices.Equal(got, want) {
		t.Errorf("shares %v, want %v", got, want)
	}
}
