package sdktest

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// A training row with several targets has that of the row that is not left out, here by other weights, and noise does
// not change the side of a target.
func TestScoresOfTargets(t *testing.T) {
	p := contract.Targeted{Task: contract.Binary, Rows: []int{0, 0, 2},
		Values: contract.Matrix{Rows: 3, Cols: 2, Data: []float64{0, 1, -1, 0, 1, 1}}, Weights: []float64{1, 2, 1}}
	for i, want := range [][]float64{{-1, 1}, {0, 0}, {1, 1}} {
		for l, y := range want {
			if got := targetOf(p, i, l); got != y {
				t.Errorf("row %d has the target %v in column %d, want %v", i, got, l, y)
			}
		}
	}
	of := newTruth(40, false)
	q := contract.Targeted{Task: contract.Binary, Values: contract.Matrix{Rows: of.rows(), Cols: 1}}
	for row := range of.rows() {
		q.Values.Data = append(q.Values.Data, float64(1-2*(row%2)))
	}
	for row, score := range of.invented([]contract.Stage{{Problems: q, Outputs: contract.InSample}}).Data {
		if score*q.Values.Data[row] <= 0 {
			t.Fatalf("row %d has the score %v and the target %v", row, score, q.Values.Data[row])
		}
	}
}
