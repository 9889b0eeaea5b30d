package reducer

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// layout is a code with, for nested dichotomies, the columns of each tree, or the nodes of
// one whose nodes have several parts.
type layout struct {
	code  contract.Code
	trees [][]int
	nodes []decode.Node
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
	rule.Trees, rule.Nodes = l.trees, l.nodes
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
		s.Phase, s.Rule = learning, decode.Rule{Thresholds: s.Rule.Thresholds}
		return contract.Stage{
			Task: contract.Multiclass, Learner: "learner", Inputs: []contract.Input{contract.Scores}, Of: s.chosen(),
			State: s.bytes(),
		}, false, nil
	}
	if s.Kept != nil {
		t.Outputs = picked(t.Outputs, s.Kept)
	} else if t.Outputs.Cols > s.Skip {
		t.Outputs = between(t.Outputs, s.Skip, t.Outputs.Cols)
	}
	rule, err := s.Rule.Counted(s.Code, t)
	if err != nil {
		return contract.Stage{}, false, err
	}
	s.Rule = rule
	return contract.Stage{State: s.bytes()}, true, nil
}

// between keeps the columns from (inclusive) to (exclusive) of scores.
func between(scores contract.Matrix, from, to int) contract.Matrix {
	if from == 0 && to == scores.Cols {
		return scores
	}
	kept := contract.Matrix{Rows: scores.Rows, Cols: to - from}
	for i := range scores.Rows {
		kept.Data = append(kept.Data, scores.Row(i)[from:to]...)
	}
	return kept
}

// picked keeps some columns of scores.
func picked(scores contract.Matrix, columns []int) contract.Matrix {
	kept := contract.Matrix{Rows: scores.Rows, Cols: len(columns)}
	for i := range scores.Rows {
		for _, l := range columns {
			kept.Data = append(kept.Data, scores.Row(i)[l])
		}
	}
	return kept
}

// Decode decodes the scores of all columns, or those of the second model, which
// come after them.
func (c coded) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := readState(b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if s.Phase != observing && s.Phase != learning && s.Phase != growing {
		return contract.Decoded{}, fmt.Errorf("a row cannot be decoded after phase %q", s.Phase)
	}
	if s.Phase == learning {
		return s.decodeSecond(scores, kind)
	}
	if s.Kept != nil {
		return s.decodeParts(scores, kind)
	}
	if s.Skip >= scores.Cols {
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, and the first %d of them are skipped",
			scores.Cols, s.Skip)
	}
	return s.Rule.Decode(s.Code, between(scores, s.Skip, scores.Cols), kind)
}

// decodeParts decodes the scores of sub-classes, which some of all columns are of.
func (s state) decodeParts(scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if last := slices.Max(s.Kept); last >= scores.Cols {
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, and the code has column %d of them", scores.Cols,
			last)
	}
	thresholds := s.Rule.Thresholds
	s.Rule.Thresholds = nil
	d, err := s.Rule.Decode(s.Code, picked(scores, s.Kept), kind)
	if err != nil {
		return d, err
	}
	return thresholds.Applied(joined(d, s.Parts, s.classes()))
}

// decodeSecond takes the scores of the second model, which come after those of all columns.
func (s state) decodeSecond(scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	k, l := s.classes(), s.Skip+s.Code.Columns()
	if s.Kept != nil {
		l = max(l, scores.Cols-k) // with those of splits that did not pay
	}
	if scores.Cols != l+k {
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, not those of %d binary models and of %d classes",
			scores.Cols, l, k)
	}
	d, err := decode.Direct(between(scores, scores.Cols-k, scores.Cols), kind)
	if err != nil {
		return d, err
	}
	return s.Rule.Thresholds.Applied(d)
}
