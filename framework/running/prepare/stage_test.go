package prepare

import (
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

var threeClasses = contract.Dense{{1, 1}, {-1, 1}, {0, -1}}

// A first stage knows no scores of others, and no learner that is not written.
func TestFirstStagesAreChecked(t *testing.T) {
	with := &experiment.Instance{Inner: experiment.Inner{Learners: map[string]*experiment.Instance{"second": {}}}}
	d := &Dataset{Table: &data.Table{Design: data.Design{Target: target.Target{Names: []string{"a", "b", "c"}}}}}
	for name, test := range map[string]struct {
		stage contract.Stage
		good  bool
	}{
		"a code":          {contract.Stage{Problems: contract.Coded{Code: threeClasses}}, true},
		"wrong shape":     {contract.Stage{Problems: contract.Coded{Code: threeClasses[:2]}}, false},
		"scores":          {contract.Stage{Problems: contract.Coded{Code: threeClasses}, Inputs: []contract.Input{contract.Scores}}, false},
		"second learner":  {contract.Stage{Problems: contract.Coded{Code: threeClasses}, Learner: "second"}, true},
		"unknown learner": {contract.Stage{Problems: contract.Coded{Code: threeClasses}, Learner: "third"}, false},
		"trains nothing":  {contract.Stage{Features: true}, true},
		"says nothing":    {contract.Stage{}, false},
		"unknown task":    {contract.Stage{Problems: contract.Targeted{Task: "multilabel"}}, false},
		"labels":          {contract.Stage{Problems: contract.Labelled{0}}, false},
		"targets":         {contract.Stage{Problems: contract.Targeted{Task: contract.Regression, Values: contract.Matrix{Rows: 1, Cols: 1, Data: []float64{2}}}}, false},
		"true targets":    {contract.Stage{Problems: contract.Coded{Code: threeClasses}, Inputs: []contract.Input{contract.Original, contract.Targets}}, false},
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
		var code contract.Dense
		for _, row := range threeClasses {
			code = append(code, row[:columns])
		}
		return contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.OutOfFold, Folds: folds, Later: later}
	}
	plain := contract.Stage{Problems: contract.Coded{Code: threeClasses}}
	for name, test := range map[string]struct {
		stages []contract.Stage
		want   int
	}{
		"plain":            {[]contract.Stage{plain, plain}, 2},
		"one folded":       {[]contract.Stage{plain, folded(3, 4, 1)}, 2 + 3*1 + 4},
		"two folded":       {[]contract.Stage{folded(3, 4, 1), folded(3, 2, 2)}, 2 + 3*2 + 4 + 2},
		"different folds":  {[]contract.Stage{folded(3, 0, 2), folded(5, 0, 2)}, 2 + 3*2 + 5*2},
		"another learner":  {[]contract.Stage{plain, {Problems: contract.Coded{Code: threeClasses}, Learner: "second"}}, 2 + 2},
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
