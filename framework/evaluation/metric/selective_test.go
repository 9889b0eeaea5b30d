package metric

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// By hand, with a cost of 0.25: the rows with 0.75 and 0.9 are predicted, of which the second is
// wrong, and those with 0.7 and 0.5 cost 0.25 each: (0 + 1 + 0.25 + 0.25)/4.
func TestAbstaining(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0, 1, 0, 1}},
		Predicted:     target.Rows{Class: []int{0, 0, 0, 0}},
		Probabilities: []float64{0.75, 0.25, 0.9, 0.1, 0.7, 0.3, 0.5, 0.5}}
	check(t, "quarter", in, with("abstain_cost", map[string]any{"cost": 0.25}), 1.5/4)
	check(t, "tenth", in, with("abstain_cost", nil), (0.1+1+0.1+0.1)/4)
	check(t, "never", in, with("abstain_cost", map[string]any{"cost": 1}), 2.0/4) // that is error
	in.Weights = []float64{1, 2, 3, 4}
	check(t, "weights", in, weighing("abstain_cost", map[string]any{"cost": 0.25}), (2+0.75+1)/10)
	for _, cost := range []float64{0, -1, 1.5} {
		if with("abstain_cost", map[string]any{"cost": cost}).Check() == nil {
			t.Errorf("a cost of %v is accepted", cost)
		}
	}
}

// By hand: of the surest row none is wrong, of the three surest one, and of all four two.
func TestRiskCoverage(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0, 1, 0, 1}},
		Predicted:     target.Rows{Class: []int{0, 0, 0, 0}},
		Probabilities: []float64{0.75, 0.25, 0.75, 0.25, 0.9, 0.1, 0.5, 0.5}}
	want := [][2]float64{{0.25, 0}, {0.75, 1.0 / 3}, {1, 0.5}}
	if got := in.RiskCoverage(); !slices.Equal(got, want) {
		t.Errorf("points %v, want %v", got, want)
	}
	in.Weights = []float64{1, 2, 3, 4}
	if got := in.RiskCoverage(); !slices.Equal(got, [][2]float64{{0.3, 0}, {0.6, 2.0 / 6}, {1, 0.6}}) {
		t.Errorf("points with weights %v", got)
	}
	in.Probabilities = nil
	if got := in.RiskCoverage(); got != nil {
		t.Errorf("points %v of rows of which nothing says how sure they are", got)
	}
}
