package prepare

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/language/tuning"
	"github.com/manyclass/bench/framework/results/plan"
)

// Two learners and two codes of two columns are four candidates, of which one is left:
// its columns are counted, not those of both codes.
func TestDistinctFitsOfRounds(t *testing.T) {
	stage := func(code contract.Dense) plan.Asked {
		return plan.Asked{Stage: contract.Stage{Problems: contract.Coded{Code: code}}}
	}
	codes := []plan.Asked{
		stage(contract.Dense{{1, 1}, {-1, 1}, {-1, -1}, {-1, -1}}), stage(contract.Dense{{1, 1}, {1, -1}, {1, 1}, {-1, -1}}),
	}
	search := &Search{Tune: &experiment.Tune{Rules: tuning.Rules{Folds: 3}},
		Rounds: []tuning.Round{{Candidates: 4, Rows: 10}, {Candidates: 1, Rows: 40}}}
	requested := []int{search.requested(0, codes), search.requested(1, codes)}
	if !slices.Equal(requested, []int{3 * 4 * 2, 3 * 2}) {
		t.Errorf("%v are requested", requested)
	}
	if got := (together{search, [][]plan.Asked{codes, codes}, requested}).once(1, make([]bool, 2)); got != 3*2*4+3*2 {
		t.Errorf("%d are distinct", got)
	}
}
