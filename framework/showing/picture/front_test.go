package picture

import (
	"math"
	"slices"
	"testing"
)

// The front is worked out by hand; equal points are on it together.
func TestFront(t *testing.T) {
	f := Front{Labels: []string{"dear", "good", "cheap", "beaten", "same", "lost", "free"},
		Costs: []float64{9, 4, 1, 5, 4, math.NaN(), 0}, Values: []float64{.95, .9, .7, .8, .9, .99, .99}}
	if got := f.Best(); !slices.Equal(got, []int{2, 1, 4, 0}) {
		t.Errorf("%v", got)
	}
	f.SmallerIsBetter = true
	if got := f.Best(); !slices.Equal(got, []int{2}) {
		t.Errorf("smaller is better: %v", got)
	}
}
