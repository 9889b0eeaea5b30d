// Package score computes the metrics of every cell from stored predictions. What
// it returns is a function of plan and results alone, in plan order.
package score

import (
	"fmt"

	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/target"
)

// Compute computes every metric of every cell that was run, in plan order. It
// fails when predictions cannot be read or do not fit the plan.
func Compute(in Input) ([]Row, error) {
	for _, m := range in.Plan.Metrics {
		if err := m.Check(); err != nil {
			return nil, err
		}
	}
	targets := Targets(in.Plan)
	rows := make([]Row, 0, len(in.Cells)*len(in.Plan.Metrics)) // more where a metric has a row for each class
	pools := newPools(in.Plan)
	for i := range in.Cells {
		c := &in.Cells[i]
		if c.Status() == "" {
			continue
		}
		target, known := targets[c.Dataset]
		if !known {
			return nil, fmt.Errorf("cell %s: the plan has no such dataset", c.Name())
		}
		scored, err := scoreCell(c, target, in.Plan.Metrics)
		if err != nil {
			return nil, fmt.Errorf("cell %s: %w", c.Name(), err)
		}
		pools.add(i, *c, len(rows))
		rows = append(rows, scored...)
	}
	return rows, pools.fill(in.Cells, rows, targets)
}

func scoreCell(c *Cell, target target.Target, metrics []metric.Spec) ([]Row, error) {
	parts, err := c.parts(target, metrics...)
	if err != nil {
		return nil, err
	}
	var rows []Row
	for _, m := range metrics {
		scores := values(m, target, parts.of(m))
		for k, row := range planned(&c.Cell, m, target) {
			row.Value, row.Status = scores[k].Value, c.Status()
			if c.Result != nil {
				row.TrainRows, row.TestRows = c.Result.TrainRows, c.Result.TestRows
			}
			if row.Defined() && !scores[k].Defined() {
				row.Status = why(m, target, parts.of(m))
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}
