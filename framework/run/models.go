package run

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/diagnose"
	"github.com/manyclass/bench/framework/matrix"
)

// coded reports whether the models of a step are those of columns over classes.
func coded(s *step) bool { return s.Code.Columns() > 0 && len(s.uses) > 0 }

// code returns the columns of all stages that have a code side by side; without
// any, the rows are empty.
func (c *course) code() contract.Code {
	code := make(contract.Code, len(c.t.block.Dataset.Table.Target.Names))
	for _, s := range c.steps {
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
func (c *course) diagnosis(code contract.Code, predicted []int32) (*diagnose.Binary, error) {
	if code.Columns() == 0 || len(c.t.block.within) > 0 {
		return nil, nil
	}
	p := c.t.test
	var scores contract.Matrix
	if path, ok := c.file(p); ok {
		m, err := matrix.Open(path) // sealed
		if err != nil {
			return nil, &scratchError{err}
		}
		defer m.Close()
		scores = contract.Matrix{Rows: m.Rows, Cols: m.Cols, Data: m.Data}
	} else {
		scores = c.joined(tested, coded)
	}
	truth, answers := make([]int, 0, p.rows), make([]int, p.rows)
	for _, r := range p.ranges {
		for range r.End - r.Start {
			truth = append(truth, r.Class)
		}
	}
	for i, k := range predicted {
		answers[i] = int(k)
	}
	b := diagnose.Models(code, scores, truth, answers)
	return &b, nil
}
