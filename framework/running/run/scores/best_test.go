package scores

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// best are the best of two rows of five classes.
func best() Decoded {
	d := Decoded{Top: &target.Top{Others: -4, Labels: target.Labels{Ends: []int{2, 3}, Of: []int32{4, 1, 2}},
		Scores: []float64{3, 1, 2}, Probabilities: []float64{0.5, 0.2, 0.6}, Predicted: []int32{1, 1}}}
	d.Predicted = d.Top.Chosen(false)
	return d
}

// The others have one score, and the rest of the probability in equal shares.
func TestDenseOfTheBest(t *testing.T) {
	d := best()
	d.dense(5)
	if want := []float64{-4, 1, -4, -4, 3, -4, -4, 2, -4, -4}; d.Top != nil || !slices.Equal(d.Scores, want) {
		t.Errorf("scores %v", d.Scores)
	}
	for i, want := range []float64{0.1, 0.2, 0.1, 0.1, 0.5, 0.1, 0.1, 0.6, 0.1, 0.1} {
		if math.Abs(d.Probabilities[i]-want) > 1e-15 {
			t.Errorf("probabilities %v", d.Probabilities)
		}
	}
	labels := best()
	labels.Top.Predicted = []int32{2, 0}
	labels.Predicted = labels.Top.Chosen(true)
	labels.dense(5)
	if want := []float64{0, 0.2, 0, 0, 0.5, 0, 0, 0.6, 0, 0}; !slices.Equal(labels.Probabilities, want) {
		t.Errorf("probabilities of labels %v", labels.Probabilities)
	}
}

// Classes that no model has seen are taken out of the best, and what is left is predicted.
func TestWithholdOfTheBest(t *testing.T) {
	d := best()
	d.Withhold([]bool{true, false, true, false, true})
	want := &target.Top{Others: -4, Labels: target.Labels{Ends: []int{1, 2}, Of: []int32{1, 1}},
		Scores: []float64{1, math.Nextafter(-4, 0)}, Probabilities: []float64{0.4, 0.5}, Predicted: []int32{1, 1}}
	if !reflect.DeepEqual(d.Top, want) || !slices.Equal(d.Predicted.Class, []int{1, 1}) {
		t.Errorf("%+v, predicted %v", d.Top, d.Predicted.Class)
	}
	if err := d.Top.Check(2, 5, false); err != nil {
		t.Error(err)
	}
}

// Parts are put behind each other, unless one has the scores of all classes.
func TestAppendTheBest(t *testing.T) {
	var all Decoded
	for range 2 {
		if err := all.Append(best(), 2); err != nil {
			t.Fatal(err)
		}
	}
	if err := all.Top.Check(4, 5, false); err != nil || !slices.Equal(all.Predicted.Class, []int{4, 2, 4, 2}) {
		t.Errorf("%+v, %v", all, err)
	}
	whole := best()
	whole.dense(5)
	bare := best()
	bare.Top.Probabilities = nil
	if all.Append(whole, 2) == nil || whole.Append(best(), 2) == nil || all.Append(bare, 2) == nil {
		t.Error("parts of two kinds are put together")
	}
	if err := all.NeedsAll("calibrate"); err == nil || whole.NeedsAll("calibrate") != nil {
		t.Error(err)
	}
}
