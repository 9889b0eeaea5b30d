package reducer

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
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
	paired int     // instead: the number of trees by random pairs
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
	if c.paired > 0 {
		return c.planPairs(rule, k, r.Seed)
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
	return c.trained(l.code, rule, 0), ds
}

// trained is the stage that trains a complete code, after the columns of earlier stages
// that decoding skips.
func (c coded) trained(code contract.Code, rule decode.Rule, skip int) contract.Stage {
	s := contract.Stage{Task: contract.Binary, Code: code, Outputs: c.wants()}
	if c.Decoding == decode.Learned {
		s.Folds, s.Later = c.innerFolds(), 1
	}
	s.State = state{Phase: observing, Rule: rule, Code: code, Skip: skip}.bytes()
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
	case s.Phase == pairing && c.paired > 0:
		return c.pair(s, t)
	case s.Phase == observing:
		return c.observed(s, t)
	}
	return contract.Stage{}, false, fmt.Errorf("the reduction has no stage after phase %q", s.Phase)
}

// observed goes on when the code is complete and trained: to the second model, or
// to decoding with what was counted.
func (c coded) observed(s state, t contract.Training) (contract.Stage, bool, error) {
	if c.Decoding == decode.Learned {
		next := contract.Stage{
			Task: contract.Multiclass, Learner: "learner", Inputs: []contract.Input{contract.Scores},
			State: state{
				Phase: learning, Rule: decode.Rule{Thresholds: s.Rule.Thresholds}, Code: s.Code, Skip: s.Skip,
			}.bytes(),
		}
		for l := range s.Code.Columns() {
			if s.Skip > 0 {
				next.Of = append(next.Of, s.Skip+l)
			}
		}
		return next, false, nil
	}
	if t.Outputs.Cols > s.Skip {
		t.Outputs = without(t.Outputs, s.Skip)
	}
	rule, err := s.Rule.Counted(s.Code, t)
	if err != nil {
		return contract.Stage{}, false, err
	}
	return contract.Stage{State: state{Phase: observing, Rule: rule, Code: s.Code, Skip: s.Skip}.bytes()}, true, nil
}

// without leaves out the first columns of scores.
func without(scores contract.Matrix, columns int) contract.Matrix {
	if columns == 0 {
		return scores
	}
	rest := contract.Matrix{Rows: scores.Rows, Cols: scores.Cols - columns}
	for i := range scores.Rows {
		rest.Data = append(rest.Data, scores.Row(i)[columns:]...)
	}
	return rest
}

// Decode decodes the scores of all columns, or those of the second model, which
// come after them.
func (c coded) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := readState(b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if s.Phase == designing || s.Phase == pairing || s.Skip >= scores.Cols {
		return contract.Decoded{}, fmt.Errorf("%d scores a row do not belong to the state of the reduction", scores.Cols)
	}
	scores = without(scores, s.Skip)
	if s.Phase != learning {
		return s.Rule.Decode(s.Code, scores, kind)
	}
	k, l := s.Code.Classes(), s.Code.Columns()
	if scores.Cols != l+k {
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, not those of %d binary models and of %d classes",
			scores.Cols, l, k)
	}
	d, err := decode.Direct(without(scores, l), kind)
	if err != nil {
		return d, err
	}
	return s.Rule.Thresholds.Applied(d)
}
