package metric

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// random has n rows of k classes with probabilities of a few values, so that some are equal.
func random(n, k int) Input {
	rng := rand.New(rand.NewPCG(3, 4))
	in := Input{Target: target.Target{Names: named(k)}, Predicted: target.Rows{Class: make([]int, n)}}
	for range n {
		in.Truth.Class = append(in.Truth.Class, rng.IntN(k))
		left := 1.0
		for j := range k {
			p := left
			if j < k-1 {
				p = left * float64(rng.IntN(11)) / 10
			}
			left -= p
			in.Probabilities = append(in.Probabilities, p)
		}
	}
	return in
}

// The bins have the error that the metric gives, and hold all rows.
func TestReliability(t *testing.T) {
	in := random(200, 3)
	for _, n := range []int{1, 7, 10, 15} {
		bins := in.Reliability(n)
		rows := 0
		for _, b := range bins {
			rows += b.Rows
			if b.Rows > 0 && (b.Mean < b.Low || b.Mean > b.High || b.Right < 0 || b.Right > 1) {
				t.Errorf("%+v", b)
			}
		}
		check(t, "ece", in, with("ece", map[string]any{"bins": n}), CalibrationError(bins))
		if rows != 200 || len(bins) != n || bins[n-1].High != 1 {
			t.Errorf("%d rows in %d bins", rows, len(bins))
		}
	}
}

// The trapezoids under a curve have the area that auc gives; by hand, three rows of which two
// are equal make two steps.
func TestROC(t *testing.T) {
	in := random(100, 3)
	var areas []float64
	for k := range 3 {
		points, area := in.ROC(k)
		areas = append(areas, area)
		sum := 0.0
		for i := 1; i < len(points); i++ {
			sum += (points[i][0] - points[i-1][0]) * (points[i][1] + points[i-1][1]) / 2
		}
		if !near(sum, area) || points[0] != [2]float64{} || points[len(points)-1] != [2]float64{1, 1} {
			t.Errorf("class %d: the area is %v and by trapezoids %v", k, area, sum)
		}
	}
	check(t, "auc", in, with("auc", map[string]any{"average": none}), areas...)
	small := Input{Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{1, 0, 1}},
		Predicted: target.Rows{Class: make([]int, 3)}, Scores: []float64{0, 0.9, 0, 0.5, 0, 0.5}}
	points, area := small.ROC(1)
	if !slices.Equal(points, [][2]float64{{0, 0}, {0, 0.5}, {1, 1}}) || area != 0.75 {
		t.Errorf("%v, %v", points, area)
	}
	small.Truth.Class = []int{1, 1, 1}
	if points, area := small.ROC(1); points != nil || !math.IsNaN(area) {
		t.Errorf("without others %v, %v", points, area)
	}
}
