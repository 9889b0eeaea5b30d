package plan

import (
	"reflect"
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
		{Problems: contract.Labelled{2, 0}},
		{Problems: contract.Labelled{0, 1, 2}},
		{Problems: contract.Targeted{Task: contract.Binary, Values: values(2, 1, -1, -1, 1)}}, // two columns, of opposite signs
		{Problems: contract.Targeted{Task: contract.Regression, Values: values(2, 1, -1)}},
		{Problems: contract.Targeted{Task: contract.Multiclass, Groups: 2, Values: values(2, 1, 0)}},
		{Problems: contract.Targeted{Task: contract.Multiclass, Groups: 3, Values: values(2, 1, 0)}},
		{Problems: contract.Targeted{Task: contract.Regression, Values: values(2, 1, -1)}},
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
	if p := problems[0]; !reflect.DeepEqual(p.Problems, contract.Labelled{2}) || p.Content != "label 2" {
		t.Errorf("the first problem is %+v", p)
	}
	if p, _ := problems[4].Problems.(contract.Targeted); !slices.Equal(p.Values.Data, []float64{-1, 1}) {
		t.Errorf("the second column is %+v", p)
	}
	if p, _ := problems[7].Problems.(contract.Targeted); p.Groups != 3 || p.Task != contract.Multiclass {
		t.Errorf("the last problem is %+v", p)
	}
}
