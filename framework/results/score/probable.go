package score

import (
	"fmt"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// FirstRepeats gives of each combination of a dataset with classes the predictions on the
// test rows of the first repeat, all folds together, in the order in which the plan first
// names them. Those without any are left out. It fails when predictions cannot be read or do
// not fit the plan, or with the error of visit.
func FirstRepeats(in Input, visit func(plan.Combination, metric.Input) error) error {
	targets := Targets(in.Plan)
	ofFirst := func(c Cell) bool { return c.Repeat == 0 && !targets[c.Dataset].MultiLabel }
	for cells := range byCombination(in.Cells, ofFirst) {
		var together *store.Predictions
		target := targets[cells[0].Dataset]
		for _, c := range cells {
			if c.Status() != store.OK {
				continue
			}
			p, err := c.Read(target)
			if err != nil {
				return fmt.Errorf("cell %s: %w", c.Name(), err)
			}
			together = joined(together, &p)
		}
		if together == nil {
			continue
		}
		if err := visit(cells[0].Combination, input(target, *together)); err != nil {
			return err
		}
	}
	return nil
}
