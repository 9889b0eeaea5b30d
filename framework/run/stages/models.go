package stages

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/diagnose"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/run/fault"
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
func (c *Cell) diagnosis(code contract.Code, predicted []int32) (*diagnose.Binary, error) {
	if code.Columns() == 0 || !c.t.Fold.Block.Outer() {
		return nil, nil
	}
	test := c.t.Fold.Set(rows.Test)
	var given contract.Matrix
	if path, ok := c.file(test); ok {
		m, err := matrix.Open(path) // sealed
		if err != nil {
			return nil, fault.Scratch(err)
		}
		defer m.Close()
		given = contract.Matrix{Rows: m.Rows, Cols: m.Cols, Data: m.Data}
	} else {
		given = c.joined(rows.Test, coded)
	}
	truth, answers := make([]int, 0, test.Count), make([]int, test.Count)
	for _, r := range test.Ranges {
		for range r.End - r.Start {
			truth = append(truth, r.Class)
		}
	}
	for i, k := range predicted {
		answers[i] = int(k)
	}
	b := diagnose.Models(code, given, truth, answers)
	return &b, nil
}
