package score

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// pools are the metrics of each dataset that are pooled over folds, and the cells
// that they are pooled over.
type pools struct {
	metrics []metric.Spec
	pooled  map[string][]bool // of each dataset, by metric
	cells   grouped.By[pool, []pooledCell]
}

// pooledCell is a cell with the place of its first row.
type pooledCell struct{ cell, row int }

func newPools(p *plan.Plan) *pools {
	all := &pools{metrics: p.Metrics, pooled: map[string][]bool{}}
	for _, d := range p.Datasets {
		which := lists.Map(p.Metrics, func(m metric.Spec) bool { return m.Pools(d.SingleRows) })
		if slices.Contains(which, true) {
			all.pooled[d.Name] = which
		}
	}
	return all
}

// add notes a cell whose first row is at some place.
func (p *pools) add(i int, c Cell, row int) {
	if p.pooled[c.Dataset] == nil {
		return
	}
	cells := p.cells.At(pool{c.Combination, c.Repeat})
	*cells = append(*cells, pooledCell{i, row})
}

// fill puts the pooled values into the rows of the cells: each ok cell of a repeat
// has the value of the predictions of them all.
func (p *pools) fill(in Input, rows []Row, targets map[string]target.Target) error {
	for of, pooled := range p.cells.All() {
		dataset := of.Dataset
		target := targets[dataset]
		var wanted []metric.Spec
		for i, m := range p.metrics {
			if p.pooled[dataset][i] {
				wanted = append(wanted, m)
			}
		}
		var together parts
		for _, at := range *pooled {
			one, err := in.parts(in.Cells[at.cell], target, wanted...)
			if err != nil {
				return fmt.Errorf("cell %s: %w", in.Cells[at.cell].Name(), err)
			}
			together.test, together.train = joined(together.test, one.test), joined(together.train, one.train)
		}
		at := 0 // of the rows of a cell
		for i, m := range p.metrics {
			names := len(m.Names(target.Names))
			if p.pooled[dataset][i] {
				p.place(in, rows, *pooled, at, m, target, together.of(m))
			}
			at += names
		}
	}
	return nil
}

// place puts the values of a metric into the rows of ok cells, from a place in the
// rows of each on.
func (p *pools) place(in Input, rows []Row, cells []pooledCell, at int, m metric.Spec, target target.Target,
	together *store.Predictions) {
	all := lists.Map(cells, func(c pooledCell) Cell { return in.Cells[c.cell] })
	scores, problem := in.values(m, target, together, all...)
	for k, v := range scores {
		again := false
		for _, c := range cells {
			row := &rows[c.row+at+k]
			if row.Pooled = true; row.Status == store.OK || row.Status == Undefined || row.Problem != "" {
				if row.Value, row.Status, row.Problem = v.Value, store.OK, ""; !v.Defined() {
					row.lacks(why(m, target, together), problem)
				}
				row.Again, again = again, true
			}
		}
	}
}
