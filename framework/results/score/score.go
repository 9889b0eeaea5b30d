// Package score computes the metrics of every cell from stored predictions. What
// it returns is a function of plan and results alone, in plan order.
package score

import (
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/manyclass/bench/framework/base/target"
)

// Compute computes every metric of every cell that was run, in plan order. It
// fails when predictions cannot be read or do not fit the plan.
func Compute(in Input) ([]Row, error) {
	for _, m := range in.Plan.Metrics {
		if err := m.Check(); err != nil {
			return nil, err
		}
	}
	if s := in.Plan.Sets; s != nil {
		if err := s.Check(); err != nil {
			return nil, err
		}
	}
	targets := Targets(in.Plan)
	rows := make([]Row, 0, len(in.Cells)*len(in.Plan.Metrics)) // more where a metric has a row for each class
	pools := newPools(in.Plan)
	var ran []int // places of the cells that were run
	for i, c := range in.Cells {
		if c.Status() != "" {
			ran = append(ran, i)
		}
	}
	for some := range slices.Chunk(ran, aside) {
		for n, scored := range scoreCells(in, some, targets) {
			c := in.Cells[some[n]]
			if scored.err != nil {
				return nil, fmt.Errorf("cell %s: %w", c.Name(), scored.err)
			}
			pools.add(some[n], c, len(rows))
			rows = append(rows, scored.rows...)
		}
	}
	return rows, pools.fill(in, rows, targets)
}

// aside is how many cells are scored side by side.
const aside = 32

// scored is what came of a cell.
type scored struct {
	rows []Row
	err  error
}

// scoreCells scores some cells on all processors.
func scoreCells(in Input, cells []int, targets map[string]target.Target) []scored {
	list := make([]scored, len(cells))
	var next atomic.Int64
	var wg sync.WaitGroup
	for range min(len(cells), runtime.GOMAXPROCS(0)) {
		wg.Go(func() {
			for n := int(next.Add(1)) - 1; n < len(cells); n = int(next.Add(1)) - 1 {
				c := &in.Cells[cells[n]]
				target, known := targets[c.Dataset]
				if !known {
					list[n].err = errors.New("the plan has no such dataset")
					continue
				}
				list[n].rows, list[n].err = in.scoreCell(c, target)
			}
		})
	}
	wg.Wait()
	return list
}

func (in Input) scoreCell(c *Cell, target target.Target) ([]Row, error) {
	parts, err := in.parts(*c, target, in.Plan.Metrics...)
	if err != nil {
		return nil, err
	}
	only := in.onlyClass(c, parts.test, target)
	var rows []Row
	for _, m := range in.Plan.Metrics {
		scores, problem := in.values(m, target, parts.of(m), *c)
		for k, row := range planned(&c.Cell, m, target) {
			row.Value, row.Status, row.OnlyClass = scores[k].Value, c.Status(), only
			if c.Result != nil {
				row.Sizes = c.Result.Sizes
			}
			if row.Defined() && !scores[k].Defined() {
				row.lacks(why(m, target, parts.of(m)), problem)
			}
			rows = append(rows, row)
		}
	}
	return rows, nil
}
