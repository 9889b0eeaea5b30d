package reducer

import (
	"fmt"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
	"github.com/manyclass/bench/plugins/reducers/codes"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// layout is a code with, for nested dichotomies, the columns of each tree.
type layout struct {
	code  contract.Code
	trees [][]int
}

// coded reduces by a code. Its code is known from the problem, by design, or made
// from the training rows.
type coded struct {
	decoding
	// design returns the code, without one if there are errors.
	design func(contract.Reduction) (layout, []contract.Diagnostic)
	driven *driven // instead of design
}

// Plan returns the stage that trains the code, or the one that asks for training
// rows to make it from.
func (c coded) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	k := len(r.Classes)
	if ds := checkSize(k, 1); ds != nil {
		return contract.Stage{}, ds
	}
	rule, ds := c.of(r)
	if ds != nil {
		return contract.Stage{}, ds
	}
	if c.driven != nil {
		return c.driven.plan(c.decoding, rule, k)
	}
	l, ds := c.design(r)
	if l.code == nil {
		return contract.Stage{}, ds
	}
	rule.Trees = l.trees
	if err := rule.Fits(l.code); err != nil {
		return contract.Stage{}, append(ds,
			contract.Errorf([]any{"decoding"}, fmt.Sprintf("decoding = %q does not fit the code", string(c.Decoding)),
				"%s.", wording.Capital(err.Error())))
	}
	return c.trained(l.code, rule), ds
}

// trained is the stage that trains a complete code.
func (c coded) trained(code contract.Code, rule decode.Rule) contract.Stage {
	s := contract.Stage{Task: contract.Binary, Code: code, Outputs: c.wants()}
	if c.Decoding == decode.Learned {
		s.Folds, s.Later = c.innerFolds(), 1
	}
	s.State = state{Phase: observing, Rule: rule, Code: code}.bytes()
	return s
}

// Next goes on after the training rows have been seen.
func (c coded) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := readState(b)
	if err != nil {
		return contract.Stage{}, false, err
	}
	switch {
	case s.Phase == designing && c.driven != nil:
		next, err := c.driven.design(c, s.Rule, t)
		return next, false, err
	case s.Phase == growing && c.driven != nil:
		return c.driven.grow(c, s, t)
	case s.Phase == observing:
		return c.observed(s.Code, s.Rule, t)
	}
	return contract.Stage{}, false, fmt.Errorf("the reduction has no stage after phase %q", s.Phase)
}

// observed goes on when the code is complete and trained: to the second model, or
// to decoding with what was counted.
func (c coded) observed(code contract.Code, rule decode.Rule, t contract.Training) (contract.Stage, bool, error) {
	if c.Decoding == decode.Learned {
		return contract.Stage{
			Task: contract.Multiclass, Learner: "learner", Inputs: []contract.Input{contract.Scores},
			State: state{Phase: learning, Rule: decode.Rule{Thresholds: rule.Thresholds}, Code: code}.bytes(),
		}, false, nil
	}
	rule, err := rule.Counted(code, t)
	if err != nil {
		return contract.Stage{}, false, err
	}
	return contract.Stage{State: state{Phase: observing, Rule: rule, Code: code}.bytes()}, true, nil
}

// Decode decodes the scores of all columns, or those of the second model, which
// come after them.
func (c coded) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := readState(b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if s.Phase != learning {
		return s.Rule.Decode(s.Code, scores, kind)
	}
	k, l := s.Code.Classes(), s.Code.Columns()
	if scores.Cols != l+k {
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, not those of %d binary models and of %d classes",
			scores.Cols, l, k)
	}
	second := contract.Matrix{Rows: scores.Rows, Cols: k}
	for i := range scores.Rows {
		second.Data = append(second.Data, scores.Row(i)[l:]...)
	}
	d, err := decode.Direct(second, kind)
	if err != nil {
		return d, err
	}
	return s.Rule.Thresholds.Applied(d)
}

// driven makes a code from training rows.
type driven struct {
	// columns is the number at which a code stops to grow; 0 means that it does not
	// grow at all.
	columns func(k int) int
	folds   int // inner folds of the outputs by which it grows
}

// plan asks for the training rows.
func (d driven) plan(of decoding, rule decode.Rule, k int) (contract.Stage, []contract.Diagnostic) {
	first, last := k-1, k-1
	if d.columns != nil {
		last = d.columns(k)
		if last < first {
			return contract.Stage{}, []contract.Diagnostic{contract.Errorf([]any{"columns"}, fmt.Sprintf("columns is %d", last),
				"For %d classes the code starts with %d columns and grows from there.", k, first)}
		}
	}
	if ds := checkSize(k, last); ds != nil {
		return contract.Stage{}, ds
	}
	later := last
	switch {
	case d.columns != nil:
		later += last * d.folds
	case of.wants() == contract.OutOfFold:
		later += last * of.innerFolds()
	}
	if of.Decoding == decode.Learned {
		later++
	}
	return contract.Stage{
		Outputs: contract.ClassesOnly, Features: true, Later: later, State: state{Phase: designing, Rule: rule}.bytes(),
	}, nil
}

// design splits the classes by their separability.
func (d driven) design(c coded, rule decode.Rule, t contract.Training) (contract.Stage, error) {
	k := len(t.Counts)
	s, err := codes.ClassStatistics(t.Features.Data, t.Features.Rows, t.Features.Cols, t.Classes, k)
	if err != nil {
		return contract.Stage{}, err
	}
	code := codes.Discriminant(s).Code(k)
	if err := rule.Fits(code); err != nil {
		return contract.Stage{}, err
	}
	if d.columns == nil {
		next := c.trained(code, rule)
		next.Later = 0
		return next, nil
	}
	return d.tried(code, code, rule), nil
}

// tried is the stage that trains new columns of a code that may grow further.
func (d driven) tried(all, new contract.Dense, rule decode.Rule) contract.Stage {
	return contract.Stage{
		Task: contract.Binary, Code: new, Outputs: contract.OutOfFold, Folds: d.folds,
		State: state{Phase: growing, Rule: rule, Code: all}.bytes(),
	}
}

// grow adds a column for the classes that out-of-fold decoding confuses most, or
// goes on if the code is complete.
func (d driven) grow(c coded, s state, t contract.Training) (contract.Stage, bool, error) {
	if s.Code.Columns() < d.columns(s.Code.Classes()) {
		confusion, err := confusions(s, t)
		if err != nil {
			return contract.Stage{}, false, err
		}
		grown, err := code.WrittenOut(s.Code)
		if err != nil {
			return contract.Stage{}, false, err
		}
		if column, ok := codes.Grow(grown, confusion); ok {
			all, new := make(contract.Dense, len(column)), make(contract.Dense, len(column))
			for k, m := range column {
				all[k] = append(append([]int8(nil), grown[k]...), m)
				new[k] = []int8{m}
			}
			return d.tried(all, new, s.Rule), false, nil
		}
	}
	return c.observed(s.Code, s.Rule, t)
}

// confusions counts how often rows of one class are decoded as another. Decoders
// that lack what is counted later give way to hamming, and thresholds have no say.
func confusions(s state, t contract.Training) ([][]int, error) {
	rule := s.Rule
	if rule.Sees() == contract.InSample {
		rule = decode.Rule{Method: decode.Hamming}
	}
	rule.Thresholds = nil
	d, err := rule.Decode(s.Code, t.Outputs, t.Kind)
	if err != nil {
		return nil, err
	}
	counts := lists.Table[int](s.Code.Classes(), s.Code.Classes())
	for i, k := range t.Classes {
		counts[k][d.Predictions[i]]++
	}
	return counts, nil
}
