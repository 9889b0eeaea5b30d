package score

import (
	"github.com/manyclass/bench/framework/results/plan"
)

// Labelled are results and the scores computed from them as people read them: with labels
// in place of names, see plan.Plan.Labelled. What the plan calls as people do is left as it is.
func (in Input) Labelled(rows []Row) (Input, []Row) {
	p, naming := in.Plan.Labelled()
	if len(naming) == 0 {
		return in, rows
	}
	cells := make([]Cell, len(in.Cells))
	of := make(map[*plan.Cell]*plan.Cell, len(cells))
	for i, c := range in.Cells {
		c.Combination = naming.Combination(c.Combination)
		cells[i] = c
		of[&in.Cells[i].Cell] = &cells[i].Cell
	}
	labelled := make([]Row, len(rows))
	for i, r := range rows {
		r.Cell = of[r.Cell]
		labelled[i] = r
	}
	in.Plan, in.Cells = p, cells
	return in, labelled
}
