package stages

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/diagnose"
	"github.com/manyclass/bench/framework/run/rows"
)

// coded reports whether the models of a step are those of columns over classes.
func coded(s *stage) bool { return s.Code.Columns() > 0 && used(s) }

// code returns the columns of all stages that have a code side by side; without
// any, the rows are empty.
func (c *Cell) code() contract.Code {
	code := make(contract.Code, len(c.t.Fold.Block.Dataset.Table.Target.Names))
	for _, s := range c.stages {
		if coded(s) {
			for k := range code {
				code[k] = append(code[k], s.Code[k]...)
			}
		}
	}
	return code
}

// diagnosis counts what the binary models over classes do on the test rows. It is
// nil without any, and in inner folds, whose results are not kept.
func (c *Cell) diagnosis(code contract.Code, predicted []int32) *diagnose.Binary {
	if code.Columns() == 0 || !c.t.Fold.Block.Outer() {
		return nil
	}
	tally := diagnose.NewTally(code)
	for _, part := range c.t.Fold.Parts(c.t.Fold.Set(rows.Test)) {
		given, row := c.joined(rows.Test, part.From, part.To(), coded), 0
		for _, r := range part.Ranges {
			for range r.End - r.Start {
				tally.Add(r.Class, given.Row(row), int(predicted[part.From+row]) == r.Class)
				row++
			}
		}
	}
	b := tally.Binary()
	return &b
}
