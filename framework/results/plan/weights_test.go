package plan

import (
	"slices"
	"testing"
)

func TestWeightsOf(t *testing.T) {
	p := &Plan{Weights: map[string][]float64{"d": {1, 2, 0.5}}}
	if w, err := p.WeightsOf("d", []int{2, 0, 2}); err != nil || !slices.Equal(w, []float64{0.5, 1, 0.5}) {
		t.Errorf("weights %v, %v", w, err)
	}
	if w, err := p.WeightsOf("other", []int{2}); err != nil || w != nil {
		t.Errorf("a dataset without weights has %v, %v", w, err)
	}
	for _, row := range []int{-1, 3} {
		if w, err := p.WeightsOf("d", []int{0, row}); err == nil {
			t.Errorf("row %d has the weights %v", row, w)
		}
	}
}
