package prepare

import (
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
)

// The scores of one-vs-one on many classes are larger than the matrix: 20,000
// rows in ten folds, 60 classes, 1,770 problems.
func TestScoresAreEstimated(t *testing.T) {
	code := make(contract.Dense, 60)
	for k := range code {
		code[k] = make([]int8, 1770)
	}
	b := &Block{
		Dataset: &Dataset{Repeats: []fold.Repeat{{Folds: 10, Test: make([]int, 20_000)}}},
		Planned: map[string]Planned{"ovo": {Reduction: &experiment.Instance{Name: "ovo"}, Stage: contract.Stage{Problems: contract.Coded{Code: code}}}},
	}
	item := Item{Cells: []plan.Cell{{Combination: plan.Combination{Reduction: "ovo"}}}}
	const least = 2000 * 1770 * 8
	if got := b.scoreBytes(item, false); got < 2*least || got > 3*least {
		t.Errorf("%d bytes for scores of %d, written twice", got, least)
	}
	if got := b.scoreBytes(item, true); got < 20*least {
		t.Errorf("%d bytes with the training rows, whose scores take %d", got, 9*least)
	}
}
