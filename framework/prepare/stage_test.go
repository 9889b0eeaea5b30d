package prepare

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/target"
)

var threeClasses = contract.Dense{{1, 1}, {-1, 1}, {0, -1}}

// A first stage knows no scores of others, and no learner that is not written.
func TestFirstStagesAreChecked(t *testing.T) {
	with := &experiment.Instance{Learners: map[string]*experiment.Instance{"second": {}}}
	d := &Dataset{Table: &data.Table{Design: data.Design{Target: target.Target{Names: []string{"a", "b", "c"}}}}}
	for name, test := range map[string]struct {
		stage contract.Stage
		good  bool
	}{
		"a code":           {contract.Stage{Task: contract.Binary, Code: threeClasses}, true},
		"wrong shape":      {contract.Stage{Task: contract.Binary, Code: threeClasses[:2]}, false},
		"scores":           {contract.Stage{Task: contract.Binary, Code: threeClasses, Inputs: []contract.Input{contract.Scores}}, false},
		"second learner":   {contract.Stage{Task: contract.Binary, Code: threeClasses, Learner: "second"}, true},
		"unknown learner":  {contract.Stage{Task: contract.Binary, Code: threeClasses, Learner: "third"}, false},
		"trains nothing":   {contract.Stage{Features: true}, true},
		"says nothing":     {contract.Stage{}, false},
		"unknown multiple": {contract.Stage{Task: "multilabel"}, false},
		"labels":           {contract.Stage{Task: contract.Binary, Labels: []int{0}}, false},
		"targets":          {contract.Stage{Task: contract.Regression, Targets: contract.Matrix{Rows: 1, Cols: 1, Data: []float64{2}}}, false},
		"true targets":     {contract.Stage{Task: contract.Binary, Code: threeClasses, Inputs: []contract.Input{contract.Original, contract.Targets}}, false},
	} {
		found := d.checkFirst(test.stage, with)
		if (len(found) == 0) != test.good {
			t.Errorf("%s: %v", name, found)
		}
	}
}

// Problems out of fold are shared by the stages that divide rows alike.
func TestDistinctFitsOfStages(t *testing.T) {
	folded := func(folds, later int, columns int) contract.Stage {
		s := contract.Stage{Task: contract.Binary, Outputs: contract.OutOfFold, Folds: folds, Later: later}
		var code contract.Dense
		for _, row := range threeClasses {
			code = append(code, row[:columns])
		}
		s.Code = code
		return s
	}
	plain := contract.Stage{Task: contract.Binary, Code: threeClasses}
	for name, test := range map[string]struct {
		stages []contract.Stage
		want   int
	}{
		"plain":            {[]contract.Stage{plain, plain}, 2},
		"one folded":       {[]contract.Stage{plain, folded(3, 4, 1)}, 2 + 3*1 + 4},
		"two folded":       {[]contract.Stage{folded(3, 4, 1), folded(3, 2, 2)}, 2 + 3*2 + 4 + 2},
		"different folds":  {[]contract.Stage{folded(3, 0, 2), folded(5, 0, 2)}, 2 + 3*2 + 5*2},
		"another learner":  {[]contract.Stage{plain, {Task: contract.Binary, Code: threeClasses, Learner: "second"}}, 2 + 2},
		"nothing at first": {[]contract.Stage{{Features: true, Later: 7}}, 7},
	} {
		var asked []plan.Asked
		for _, s := range test.stages {
			asked = append(asked, plan.Asked{Stage: s})
		}
		if got := distinct(asked, true); got != test.want {
			t.Errorf("%s: %d, want %d", name, got, test.want)
		}
	}
}
