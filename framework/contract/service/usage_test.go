package service

import (
	"math"
	"reflect"
	"testing"
)

func TestUsageIsDivided(t *testing.T) {
	for name, test := range map[string]struct {
		used    Usage
		seconds []float64
		want    []Usage
	}{
		"by seconds": {Usage{CPU: 6, Joules: 30}, []float64{1, 0, 2}, []Usage{{1, 2, 10}, {}, {2, 4, 20}}},
		"equally":    {Usage{CPU: 6, Joules: 30}, []float64{0, 0}, []Usage{{0, 3, 15}, {0, 3, 15}}},
		"of nothing": {Usage{CPU: 6}, nil, []Usage{}},
	} {
		if got := test.used.Divide(test.seconds); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: %v, want %v", name, got, test.want)
		}
	}
	unknown := Unmeasured().Divide([]float64{0.5})[0]
	if left := (Usage{3, 5, 1}).Less(Usage{1, 2, 1.5}); left != (Usage{2, 3, 0}) {
		t.Errorf("%v is left", left)
	}
	sum := Usage{Seconds: 1, CPU: 1, Joules: 1}
	if sum.Add(unknown); sum.Seconds != 1.5 || !math.IsNaN(sum.CPU) || !math.IsNaN(sum.Joules) {
		t.Errorf("what is not measured makes the sum %v", sum)
	}
}
