package contract

import (
	"math"
	"testing"
)

func TestCheckLabelsAndTargets(t *testing.T) {
	targets := func(task Task, groups int, values ...float64) Stage {
		return Stage{Problems: Targeted{Task: task, Groups: groups, Values: Matrix{Rows: len(values), Cols: 1, Data: values}}}
	}
	for name, test := range map[string]struct {
		stage Stage
		good  bool
	}{
		"labels":             {Stage{Problems: Labelled{2, 0}}, true},
		"no labels":          {Stage{Problems: Labelled{}}, false},
		"a label twice":      {Stage{Problems: Labelled{0, 0}}, false},
		"no such label":      {Stage{Problems: Labelled{3}}, false},
		"binary":             {targets(Binary, 0, 1, -1, 1), true},
		"rows left out":      {targets(Binary, 0, 1, 0, -1, 0), true},
		"binary, half":       {targets(Binary, 0, 1, 0.5), false},
		"groups":             {targets(Multiclass, 3, 0, 2, 1), true},
		"no group":           {targets(Multiclass, 2, 0, -1, 1), true},
		"less than no group": {targets(Multiclass, 2, 0, -2, 1), false},
		"a group too many":   {targets(Multiclass, 2, 0, 2, 1), false},
		"half a group":       {targets(Multiclass, 2, 0.5, 1), false},
		"regression":         {targets(Regression, 0, 0, 2.5, -1e9), true},
		"no number":          {targets(Regression, 0, math.NaN()), false},
		"infinite":           {targets(Regression, 0, math.Inf(1)), false},
		"targets, no task":   {targets("", 0, 1), false},
		"values are absent":  {Stage{Problems: Targeted{Task: Binary, Values: Matrix{Rows: 2, Cols: 1, Data: []float64{1}}}}, false},
	} {
		if err := test.stage.Check(3); (err == nil) != test.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestCheckRowsOfTargets(t *testing.T) {
	of := func(rows []int, weights []float64) Stage {
		return Stage{Problems: Targeted{Task: Multiclass, Groups: 2, Values: Matrix{Rows: 3, Cols: 1, Data: []float64{0, 1, 1}}, Rows: rows, Weights: weights}}
	}
	for name, test := range map[string]struct {
		stage Stage
		good  bool
	}{
		"all":             {of(nil, nil), true},
		"repeated":        {of([]int{1, 1, 4}, nil), true},
		"weighed":         {of(nil, []float64{0.5, 0.5, 1}), true},
		"both":            {of([]int{0, 0, 0}, []float64{0.5, 0.5, 1}), true},
		"too few":         {of([]int{1, 1}, nil), false},
		"not ascending":   {of([]int{1, 4, 3}, nil), false},
		"negative":        {of([]int{-1, 4, 5}, nil), false},
		"too few weights": {of(nil, []float64{1}), false},
		"no weight":       {of(nil, []float64{1, 0, 1}), false},
		"a weight is NaN": {of(nil, []float64{1, math.NaN(), 1}), false},
		"endless weight":  {of(nil, []float64{1, math.Inf(1), 1}), false},
	} {
		if err := test.stage.Check(3); (err == nil) != test.good {
			t.Errorf("%s: %v", name, err)
		}
	}
}
