package groups

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Group 4 is predicted right in 2 of 3 rows, group 7 in 1 of 2 and group 9 in none of 1.
func outcome() contract.Outcome {
	return contract.Outcome{
		Classes: []string{"a", "b"}, Scores: contract.Matrix{Rows: 6, Cols: 2, Data: make([]float64, 12)},
		Groups: []int{4, 7, 4, 9, 7, 4}, Truth: []int{0, 1, 1, 0, 0, 1}, Predicted: []int{0, 0, 1, 1, 0, 0},
	}
}

func TestWorst(t *testing.T) {
	weighted := outcome()
	weighted.Weights = []float64{1, 3, 1, 1, 1, 2}
	for _, c := range []struct {
		name  string
		least int
		on    contract.Outcome
		want  float64
	}{
		{"all groups", 1, outcome(), 0},
		{"two rows", 2, outcome(), 0.5},
		{"three rows", 3, outcome(), 2. / 3},
		{"weights", 2, weighted, 0.25},
		{"none", 4, outcome(), math.NaN()},
		{"a part", 1, outcome().Part(0, 3), 0},
		{"another part", 1, outcome().Part(4, 6), 0},
		{"one row", 1, outcome().Part(2, 3), 1},
	} {
		got, err := Worst{c.least}.Compute(c.on)
		if err != nil || got != c.want && !(math.IsNaN(got) && math.IsNaN(c.want)) {
			t.Errorf("%s: %v, %v; want %v", c.name, got, err, c.want)
		}
	}
	without := outcome()
	without.Groups = nil
	if _, err := (Worst{1}).Compute(without); err == nil {
		t.Error("no error without groups")
	}
}
