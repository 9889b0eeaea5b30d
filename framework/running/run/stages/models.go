package stages

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/evaluation/diagnose"
	"github.com/manyclass/bench/framework/running/run/rows"
)

// coded reports whether the models of a step are those of columns over classes.
func coded(s *stage) bool { return s.Code() != nil && used(s) }

// code returns the columns of all stages that have a code side by side, nil without any.
func (c *Cell) code() (contract.Code, error) {
	var all []contract.Code
	for _, s := range c.stages {
		if coded(s) {
			all = append(all, s.Code())
		}
	}
	if len(all) < 2 {
		return append(all, nil)[0], nil
	}
	joined := make(contract.Dense, all[0].Classes())
	for _, one := range all {
		written, err := code.WrittenOut(one)
		if err != nil {
			return nil, err
		}
		for k, row := range written {
			joined[k] = append(joined[k], row...)
		}
	}
	return joined, nil
}

// newTally counts what the binary models over classes do on the test rows. It is nil
// without any, and in inner folds, whose results are not kept.
func (c *Cell) newTally(code contract.Code) *diagnose.Tally {
	if code == nil || !c.t.Fold.Block.Outer() {
		return nil
	}
	return diagnose.NewTally(code)
}

// count adds the rows of a part with their scores and predictions to a tally.
func count(tally *diagnose.Tally, part rows.Part, scores contract.Matrix, predicted []int) {
	row := 0
	for _, r := range part.Ranges {
		for range r.End - r.Start {
			tally.Add(r.Class, scores.Row(row), predicted[row] == r.Class)
			row++
		}
	}
}

// diagnosis counts what the binary models over classes do on the test rows.
func (c *Cell) diagnosis(code contract.Code, predicted []int) *diagnose.Binary {
	tally := c.newTally(code)
	if c.stream != nil {
		tally = c.stream.tally
	}
	if tally == nil {
		return nil
	}
	if c.stream == nil {
		for _, part := range c.t.Fold.Parts(c.t.Fold.Set(rows.Test)) {
			count(tally, part, c.joined(rows.Test, part.From, part.To(), coded), predicted[part.From:part.To()])
		}
	}
	b := tally.Binary()
	return &b
}
