package lsp

import (
	"fmt"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/running/prepare"
)

// counts says how large a prepared experiment is.
type counts struct {
	all    string                    // cells and fits of all
	cells  map[string]map[string]int // by type and name of a block
	tables map[string]string         // what datasets hold, by their names
}

func count(p *prepare.Prepared) *counts {
	c := &counts{cells: map[string]map[string]int{}, tables: map[string]string{}}
	c.all = wording.Count(len(p.Plan.Cells), "cell") + ", " + wording.Count(p.Plan.FitsRequested, "fit")
	if p.Plan.FitsDistinct != p.Plan.FitsRequested {
		c.all += fmt.Sprintf(" (%d distinct)", p.Plan.FitsDistinct)
	}
	e := p.Experiment
	blocks := map[string]map[string]string{} // of variants
	for kind, instances := range map[string][]experiment.Instance{
		"dataset": e.Datasets, "encoder": e.Encoders, "learner": e.Learners, "reduction": e.Reductions,
	} {
		blocks[kind], c.cells[kind] = map[string]string{}, map[string]int{}
		for _, i := range instances {
			blocks[kind][i.Name] = i.Block
		}
	}
	for _, cell := range p.Plan.Cells {
		for kind, name := range map[string]string{"dataset": cell.Dataset, "encoder": cell.Encoder, "learner": cell.Learner,
			"reduction": cell.Reduction} {
			c.cells[kind][blocks[kind][name]]++
		}
	}
	for _, d := range p.Datasets {
		c.tables[d.Instance.Block] = holds(d)
	}
	return c
}

// holds says what a dataset holds.
func holds(d *prepare.Dataset) string {
	noun := "class"
	if d.Table.Target.MultiLabel {
		noun = "label"
	}
	columns := ""
	if n := len(d.Table.Columns); n > 0 {
		columns = wording.Count(n, "feature column") + ", "
	}
	return wording.Count(d.Table.Rows, "row") + ", " + columns + wording.Count(len(d.Table.Target.Names), noun)
}

// of is what stands above a block, "" if nothing does.
func (c *counts) of(kind, name string) string {
	if kind == "experiment" {
		return c.all
	}
	n, counted := c.cells[kind][name]
	switch {
	case !counted:
		return ""
	case kind == "dataset":
		return c.tables[name] + ", " + wording.Count(n, "cell")
	}
	return wording.Count(n, "cell")
}
