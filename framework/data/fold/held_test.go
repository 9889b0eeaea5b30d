package fold

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

func TestHeld(t *testing.T) {
	var labels []int
	for c, n := range []int{200, 97, 10, 3, 1} {
		for range n {
			labels = append(labels, c)
		}
	}
	labels = append(labels, 0, -1)
	outer := Repeat{Folds: 2, Test: make([]int, len(labels))}
	for row := range labels {
		outer.Test[row] = Never
	}
	outer.Test[len(labels)-2], outer.Test[len(labels)-1] = 1, Out
	for _, share := range []float64{0.05, 0.2, 0.3, 0.5} {
		held, err := Held(target.Target{Names: make([]string, 5)}, target.Rows{Class: labels}, outer, 1, share, 7)
		if err != nil || held.Folds != 1 {
			t.Fatalf("%+v, %v", held, err)
		}
		tested, train := make([]float64, 5), make([]float64, 5)
		for row, f := range held.Test {
			switch {
			case f == Out && row >= len(labels)-2:
			case f == 0:
				tested[labels[row]]++
			case f == Never:
				train[labels[row]]++
			default:
				t.Errorf("row %d is in fold %d", row, f)
			}
		}
		for c := range tested {
			n := tested[c] + train[c]
			if math.Abs(tested[c]-share*n) > 1+0.05*n || train[c] == 0 {
				t.Errorf("holdout %v tests %v of the %v rows of class %d", share, tested[c], n, c)
			}
		}
	}
}

// A row of each of two classes is all there is.
func TestHeldOfFewRows(t *testing.T) {
	outer := Repeat{Folds: 1, Test: []int{Never, Never, Never}}
	of := func(labels ...int) (Repeat, error) {
		return Held(target.Target{Names: make([]string, 3)}, target.Rows{Class: labels}, outer, 0, 0.3, 1)
	}
	if held, err := of(0, 0, 1); err != nil || held.Folds != 1 || held.Test[2] != Never || held.Test[0] == held.Test[1] {
		t.Errorf("%+v, %v", held, err)
	}
	outer.Test = []int{Never, Out, Out}
	if held, err := of(0, 0, 1); err == nil {
		t.Errorf("%+v of one row", held)
	}
}
