package fold

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

func TestInner(t *testing.T) {
	// 20 rows of class 0, 10 of class 1, 2 of class 2, 1 of class 3, and one without a class.
	var labels []int
	for c, n := range []int{20, 10, 2, 1} {
		for range n {
			labels = append(labels, c)
		}
	}
	labels = append(labels, -1)
	outer := Repeat{Folds: 2, Test: make([]int, len(labels))}
	for row := range labels {
		outer.Test[row] = Never
		if row%5 == 4 && row < 30 {
			outer.Test[row] = 1
		}
	}
	outer.Test[len(labels)-1] = Out
	inner, err := innerOfClasses(labels, 4, outer, 1, 3, 7)
	if err != nil || inner.Folds != 3 {
		t.Fatalf("%+v, %v", inner, err)
	}
	tested := make([][4]int, 3)
	for row, f := range inner.Test {
		switch {
		case labels[row] < 0 || outer.Test[row] == 1:
			if f != Out {
				t.Errorf("row %d, which does not train, is in fold %d", row, f)
			}
		case labels[row] == 3:
			if f != Never {
				t.Errorf("the only row of its class is in fold %d", f)
			}
		default:
			tested[f][labels[row]]++
		}
	}
	for c, n := range []int{16, 8, 2} {
		least, most, sum := n, 0, 0
		for _, counts := range tested {
			least, most, sum = min(least, counts[c]), max(most, counts[c]), sum+counts[c]
		}
		if sum != n || most-least > 1 || most == n {
			t.Errorf("class %d is tested %d times, %d to %d a fold", c, sum, least, most)
		}
	}
	again, _ := innerOfClasses(labels, 4, outer, 1, 3, 7)
	other, _ := innerOfClasses(labels, 4, outer, 1, 3, 8)
	if !reflect.DeepEqual(inner, again) || reflect.DeepEqual(inner, other) {
		t.Error("the parts depend on something else than the seed, or not on it")
	}
}

func TestInnerOfFewRows(t *testing.T) {
	outer := Repeat{Folds: 2, Test: []int{0, 1, 1, 1}}
	if inner, err := innerOfClasses([]int{0, 0, 0, 1}, 2, outer, 0, 5, 1); err != nil || inner.Folds != 2 {
		t.Errorf("%+v, %v", inner, err)
	}
	if inner, err := innerOfClasses([]int{0, 0, 1, 2}, 3, outer, 0, 3, 1); err != nil || inner.Folds != 3 {
		t.Errorf("%+v of single rows: %v", inner, err)
	}
	outer.Group = []int{0, 1, 2, 2}
	if inner, err := innerOfClasses([]int{0, 0, 1, 2}, 3, outer, 0, 3, 1); err != nil || inner.Folds != 2 ||
		inner.Test[2] != inner.Test[3] {
		t.Errorf("%+v of groups that hold a class alone: %v", inner, err)
	}
	if inner, err := innerOfClasses([]int{0, 0}, 1, Repeat{Folds: 2, Test: []int{0, 1}}, 0, 3, 1); err == nil {
		t.Errorf("%+v of one row", inner)
	}
}

func innerOfClasses(classes []int, k int, outer Repeat, number, folds int, seed uint64) (Repeat, error) {
	return Inner(target.Target{Names: make([]string, k)}, target.Rows{Class: classes}, outer, number, folds, seed)
}

func innerOfLabels(y []int8, k int, used []int, outer Repeat, number, folds int, seed uint64) (Repeat, error) {
	labels := target.Target{Names: make([]string, k), MultiLabel: true}
	return Inner(labels, target.Rows{Class: used, Y: target.Listed(y, k)}, outer, number, folds, seed)
}
