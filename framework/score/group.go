package score

import (
	"slices"

	"github.com/manyclass/bench/framework/grouped"
	"github.com/manyclass/bench/framework/plan"
)

// byCombination gathers the cells that suit, in the order in which the plan first
// names their combinations. Those of which no cell was run are left out.
func byCombination(cells []Cell, suits func(Cell) bool) [][]Cell {
	var groups grouped.By[plan.Combination, []Cell]
	for _, c := range cells {
		if suits(c) {
			group := groups.At(c.Combination)
			*group = append(*group, c)
		}
	}
	var list [][]Cell
	for _, group := range groups.All() {
		if slices.ContainsFunc(*group, func(c Cell) bool { return c.Status() != "" }) {
			list = append(list, *group)
		}
	}
	return list
}
