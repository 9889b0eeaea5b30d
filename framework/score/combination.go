package score

import (
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/plan"
)

// Combination is a dataset, encoder, learner and reduction: what the cells of all
// folds and repeats have in common.
type Combination struct {
	Dataset   string `json:"dataset"`
	Encoder   string `json:"encoder"`
	Learner   string `json:"learner"`
	Reduction string `json:"reduction"`
}

// CombinationOf returns the combination of a cell.
func CombinationOf(c plan.Cell) Combination {
	return Combination{c.Dataset, c.Encoder, c.Learner, c.Reduction}
}

// Name joins the names: "iris/one_hot/svm/ova".
func (c Combination) Name() string {
	return strings.Join([]string{c.Dataset, c.Encoder, c.Learner, c.Reduction}, "/")
}

// byCombination makes a value for each combination of the cells that suit, gives it
// the combination's cells, and returns those of which some cell was run, in the
// order in which the plan first names them.
func byCombination[T any](cells []CellResult, suits func(CellResult) bool, make func(CellResult) *T,
	add func(*T, CellResult) error) ([]T, error) {
	var order []Combination
	of, run := map[Combination]*T{}, map[Combination]bool{}
	for _, c := range cells {
		if !suits(c) {
			continue
		}
		key := CombinationOf(c.Cell)
		if of[key] == nil {
			of[key] = make(c)
			order = append(order, key)
		}
		run[key] = run[key] || c.Status() != ""
		if err := add(of[key], c); err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.Cell.Name(), err)
		}
	}
	var list []T
	for _, key := range order {
		if run[key] {
			list = append(list, *of[key])
		}
	}
	return list, nil
}
