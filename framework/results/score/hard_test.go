package score

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// predicting is input of methods with the predictions of four rows in two repeats.
func predicting(methods ...[2][]int) Input {
	in := Input{Plan: &plan.Plan{}}
	truth := []int{0, 1, 2, 0}
	for m, repeats := range methods {
		for r, predicted := range repeats {
			c := Cell{Cell: plan.Cell{Combination: plan.Combination{Dataset: "d", Learner: fmt.Sprint(m)}, Repeat: r},
				Result: &store.Result{Status: store.OK}}
			c.Predictions = func() (store.Predictions, error) {
				return store.Predictions{K: 3, Rows: []int{5, 6, 7, 8}, Truth: target.Rows{Class: truth},
					Predicted: target.Rows{Class: predicted}, Scores: make([]float64, 12)}, nil
			}
			in.Cells = append(in.Cells, c)
		}
	}
	return in
}

// Row 5 is wrong once right, 6 always wrong and the same, 7 always wrong but not the same, 8 always right.
func TestHardRows(t *testing.T) {
	three := target.Target{Names: []string{"a", "b", "c"}, Counts: []int{2, 1, 1}}
	a := [2][]int{{1, 2, 0, 0}, {1, 2, 1, 0}}
	b := [2][]int{{1, 2, 0, 0}, {0, 2, 0, 0}}
	in := predicting(a, b, a)
	got, err := in.HardRows("d", three)
	want := Hard{Rows: []HardRow{{6, 1, 2, 6, 6}, {7, 2, 0, 4, 6}}, Tested: 4, Methods: 3}
	if err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%+v, %v, want %+v", got, err, want)
	}
	for name, in := range map[string]Input{"two methods": predicting(a, b), "another dataset": {}} {
		if got, err := in.HardRows("d", three); err != nil || got.Rows != nil {
			t.Errorf("%s: %+v, %v", name, got, err)
		}
	}
	labels := three
	labels.MultiLabel = true
	if got, _ := in.HardRows("d", labels); got.Rows != nil {
		t.Errorf("labels: %+v", got)
	}
}
