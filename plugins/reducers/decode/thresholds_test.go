package decode

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// By hand, as mlr3's PredictionClassif$set_threshold has it: p_k/t_k is largest.
func TestThresholds(t *testing.T) {
	p := matrix([]float64{0.5, 0.3, 0.2}, []float64{0.4, 0.4, 0.2}, []float64{0.2, 0.2, 0.6}, []float64{1, 0, 0})
	for _, test := range []struct {
		thresholds Thresholds
		want       []int
	}{
		{Thresholds{1, 1, 1}, []int{0, 0, 2, 0}},
		{Thresholds{2, 2, 2}, []int{0, 0, 2, 0}},
		{Thresholds{0.5, 0.2, 0.3}, []int{1, 1, 2, 0}},  // 1, 1.5, 0.67; 0.8, 2, 0.67; 0.4, 1, 2; 2, 0, 0
		{Thresholds{0.5, 0.3, 0.1}, []int{2, 2, 2, 0}},  // 1, 1, 2
		{Thresholds{0.9, 0.05, 0.9}, []int{1, 1, 1, 0}}, // 0.56, 6, 0.22
		{nil, []int{2, 2, 2, 2}},                        // those of the decoder
		{Thresholds{0.5, 0.3, 0.4}, []int{0, 1, 2, 0}},  // 1, 1, 0.5: the first of equals
	} {
		d, err := test.thresholds.Applied(contract.Decoded{Scores: p, Predictions: []int{2, 2, 2, 2}, Probabilities: &p})
		if err != nil || !slices.Equal(d.Predictions, test.want) {
			t.Errorf("%v: %v, want %v; %v", test.thresholds, d.Predictions, test.want, err)
		}
	}
	for _, bad := range []Thresholds{{1, 1}, {1, 0, 1}, {}} {
		if _, err := bad.Applied(contract.Decoded{Probabilities: &p}); err == nil {
			t.Errorf("%v of three classes", bad)
		}
	}
	if _, err := (Thresholds{1, 1, 1}).Applied(contract.Decoded{}); err == nil {
		t.Error("thresholds of what has no probabilities")
	}
	rule := Rule{Method: MaxScore, Thresholds: Thresholds{9, 1, 9}}
	scores := matrix([]float64{2, 1, 0})
	if d := mustDecode(t, rule, contract.Dense{{1, -1, -1}, {-1, 1, -1}, {-1, -1, 1}}, scores); d.Predictions[0] != 1 {
		t.Errorf("by a rule: %v", d.Predictions)
	}
}
