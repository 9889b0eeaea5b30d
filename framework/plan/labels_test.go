package plan

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// A label is one problem however often it is asked for, and so are targets of the
// same content, task and number of classes; neither is mirrored.
func TestLabelsAndTargetsAreTheirContent(t *testing.T) {
	values := func(rows int, data ...float64) contract.Matrix {
		return contract.Matrix{Rows: rows, Cols: len(data) / rows, Data: data}
	}
	stages := []contract.Stage{
		{Task: contract.Binary, Labels: []int{2, 0}},
		{Task: contract.Binary, Labels: []int{0, 1, 2}},
		{Task: contract.Binary, Targets: values(2, 1, -1, -1, 1)}, // two columns, of opposite signs
		{Task: contract.Regression, Targets: values(2, 1, -1)},
		{Task: contract.Multiclass, Groups: 2, Targets: values(2, 1, 0)},
		{Task: contract.Multiclass, Groups: 3, Targets: values(2, 1, 0)},
		{Task: contract.Regression, Targets: values(2, 1, -1)},
	}
	problems, uses := Union(asked(stages), true)
	var numbers []int
	for _, of := range uses {
		for _, u := range of {
			numbers = append(numbers, u.Problem)
			if u.Mirrored {
				t.Errorf("problem %d is mirrored", u.Problem)
			}
		}
	}
	if want := []int{0, 1, 1, 2, 0, 3, 4, 5, 6, 7, 5}; !slices.Equal(numbers, want) || len(problems) != 8 {
		t.Errorf("uses %v of %d problems, want %v", numbers, len(problems), want)
	}
	if p := problems[0]; !p.IsLabel() || p.Label != 2 || p.Content != "label 2" {
		t.Errorf("the first problem is %+v", p)
	}
	if p := problems[4]; p.IsLabel() || !slices.Equal(p.Target, []float64{-1, 1}) {
		t.Errorf("the second column is %+v", p)
	}
	if p := problems[7]; p.Groups != 3 || p.Task != contract.Multiclass {
		t.Errorf("the last problem is %+v", p)
	}
}
