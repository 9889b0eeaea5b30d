package decode

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Check returns an error if a field that the rule uses has no meaning whatever
// the code.
func (r Rule) Check() error {
	_, err := r.way()
	return err
}

// way returns the decoder of a rule that can be used.
func (r Rule) way() (Decoder, error) {
	d, ok := Find(r.Method)
	if !ok || d.prepare == nil {
		return d, fmt.Errorf("unknown decoding %q", string(r.Method))
	}
	if _, ok := losses[r.Loss]; d.Uses(LossOption) && !ok {
		return d, fmt.Errorf("unknown loss %q", string(r.Loss))
	}
	if r.Zeros != "" && !slices.Contains(AllZeros(), string(r.Zeros)) {
		return d, fmt.Errorf("unknown convention %q for zeros", string(r.Zeros))
	}
	if r.Ties != "" && !slices.Contains(AllTies(), string(r.Ties)) {
		return d, fmt.Errorf("unknown way %q to break ties", string(r.Ties))
	}
	if r.Coupling != "" && !slices.Contains(Couplings(), string(r.Coupling)) {
		return d, fmt.Errorf("unknown coupling %q", string(r.Coupling))
	}
	return d, nil
}

// mostCounts bounds what is counted of classes and columns, which is part of the state
// of a reduction.
const mostCounts = 1 << 24

// Fits returns an error if the rule cannot decode a code. What is counted in training
// (Weights, PairRows, Counts) need not be there yet.
func (r Rule) Fits(code contract.Code) error {
	d, err := r.way()
	if err != nil {
		return err
	}
	if err := checkCode(code); err != nil {
		return err
	}
	if d.Sees == contract.InSample {
		if code.Columns() > mostCounts/code.Classes() {
			return fmt.Errorf("%s counts for each of %d classes and %d binary problems, which are too many", r.Method,
				code.Classes(), code.Columns())
		}
		return nil
	}
	r.PairRows = nil
	_, err = d.prepare(r, code)
	return err
}

// Sees is what the rule has to see of the training rows before it can decode.
func (r Rule) Sees() contract.Outputs {
	d, _ := Find(r.Method)
	switch {
	case d.Sees != "":
		return d.Sees
	case r.Weighted:
		return contract.ClassesOnly
	}
	return contract.NoOutputs
}

// Counted is the rule with what it counts on training rows, of which it has seen what
// it had to.
func (r Rule) Counted(code contract.Code, t contract.Training) (Rule, error) {
	d, err := r.way()
	if err != nil {
		return r, err
	}
	if d.Sees == contract.InSample && t.Outputs.Cols != code.Columns() {
		return r, fmt.Errorf("there are outputs of %d models on training rows for %d columns", t.Outputs.Cols, code.Columns())
	}
	if len(t.Counts) != code.Classes() {
		return r, fmt.Errorf("training rows of %d classes meet a code of %d rows", len(t.Counts), code.Classes())
	}
	if d.count != nil {
		d.count(&r, code, t)
	}
	return r, nil
}

// checkCode refuses codes of fewer than two rows, or with entries other than −1, 0 and 1.
func checkCode(code contract.Code) error {
	if code == nil {
		return errors.New("there is no code")
	}
	if code.Classes() < 2 {
		return fmt.Errorf("a code of %d rows: it needs one for each of at least two classes", code.Classes())
	}
	dense, _ := code.(contract.Dense)
	for k, row := range dense {
		if len(row) != len(dense[0]) {
			return fmt.Errorf("row %d of the code has %d entries, row 0 has %d", k, len(row), len(dense[0]))
		}
		for l, m := range row {
			if m < -1 || m > 1 {
				return fmt.Errorf("the entry of row %d, column %d of the code is %d, not -1, 0 or 1", k, l, m)
			}
		}
	}
	return nil
}

// checkScores refuses scores that are not rows × columns finite numbers.
func checkScores(scores contract.Matrix, columns int) error {
	if scores.Cols != columns {
		return fmt.Errorf("scores have %d columns, but there are %d binary problems", scores.Cols, columns)
	}
	return CheckFinite(scores)
}
