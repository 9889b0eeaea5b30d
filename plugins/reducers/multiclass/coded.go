package multiclass

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// coded is what all reductions by a code share: how the code is trained, what is counted on
// training rows, and how scores are decoded.
type coded struct{ decoding }

// designed reduces by a code that is known before training rows are seen.
type designed struct {
	coded
	// design returns the code, without one if there are errors.
	design func(r contract.Reduction, ds *step.Diagnostics) layout
}

// layout is a code with, for nested dichotomies, the columns of each tree, or the nodes of
// one whose nodes have several parts.
type layout struct {
	code  contract.Code
	trees [][]int
	nodes []decode.Node
}

// start refuses too few classes, and thresholds of others, and fills in the decoder.
func (c coded) start(s *state, r contract.Reduction, ds *step.Diagnostics) (ok bool) {
	if checkSize(ds, len(r.Classes), 1); !ds.Failed() {
		s.Rule = c.rule()
		s.Rule.Thresholds = c.inOrder(ds, r.Classes)
	}
	return !ds.Failed()
}

// Plan returns the stage that trains the code.
func (d designed) Plan(s *state, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	if !d.start(s, r, ds) {
		return contract.Stage{}
	}
	l := d.design(r, ds)
	if l.code == nil {
		return contract.Stage{}
	}
	s.Rule.Trees, s.Rule.Nodes = l.trees, l.nodes
	if err := s.Rule.Fits(l.code); err != nil {
		ds.At("decoding").Errorf(fmt.Sprintf("decoding = %q does not fit the code", string(d.Decoding)), "%s.",
			wording.Capital(err.Error()))
	}
	stage := d.train(s, l.code)
	if d.Decoding == decode.Learned {
		stage.Later = 1
	}
	return stage
}

// Next goes on when the training rows have been seen.
func (d designed) Next(s *state, t contract.Training) (contract.Stage, error) {
	if s.Phase != observing {
		return contract.Stage{}, s.lost()
	}
	return d.observed(s, t)
}

// lost says that a phase has no next stage.
func (s state) lost() error { return fmt.Errorf("the reduction has no stage after phase %q", s.Phase) }

// train is the stage that trains a complete code.
func (c coded) train(s *state, code contract.Code) contract.Stage {
	s.Phase, s.Code = observing, code
	return contract.Stage{Problems: contract.Coded{Code: code}, Outputs: c.wants(), Folds: c.innerFolds()}
}

// fits is how often models are trained for a code of some columns, each again in inner folds,
// and for learned on its scores.
func (c coded) fits(columns, folds int) int {
	fits := columns * (1 + folds)
	if c.Decoding == decode.Learned {
		fits++
	}
	return fits
}

// observed goes on when the code is complete and trained: to the second model, or
// to decoding with what was counted.
func (c coded) observed(s *state, t contract.Training) (stage contract.Stage, err error) {
	if c.Decoding == decode.Learned {
		s.Phase, s.Rule = learning, decode.Rule{Thresholds: s.Rule.Thresholds}
		return contract.Stage{
			Problems: contract.Whole{}, Learner: "learner", Inputs: []contract.Input{contract.Scores}, Of: s.chosen(),
		}, nil
	}
	if s.Kept != nil {
		t.Outputs = step.Picked(t.Outputs, s.Kept)
	} else if t.Outputs.Cols > s.Skip {
		t.Outputs = step.Between(t.Outputs, s.Skip, t.Outputs.Cols)
	}
	s.Rule, err = s.Rule.Counted(s.Code, t)
	return stage, err
}

// Decode decodes the scores of all columns, or those of the second model, which
// come after them.
func (c coded) Decode(s state, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	switch {
	case s.Phase == learning:
		return s.decodeSecond(scores, kind)
	case s.Phase != observing && s.Phase != growing:
		return contract.Decoded{}, fmt.Errorf("a row cannot be decoded after phase %q", s.Phase)
	case s.Kept != nil:
		return s.decodeParts(scores, kind)
	case s.Skip >= scores.Cols:
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, and the first %d of them are skipped",
			scores.Cols, s.Skip)
	}
	return s.Rule.Decode(s.Code, step.Between(scores, s.Skip, scores.Cols), kind)
}

// decodeParts decodes the scores of sub-classes, whose columns are some of all.
func (s state) decodeParts(scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if last := slices.Max(s.Kept); last >= scores.Cols {
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, and the code has column %d of them", scores.Cols,
			last)
	}
	thresholds := s.Rule.Thresholds
	s.Rule.Thresholds = nil
	d, err := s.Rule.Decode(s.Code, step.Picked(scores, s.Kept), kind)
	if err != nil {
		return d, err
	}
	return thresholds.Applied(s.joined(d))
}

// decodeSecond takes the scores of the second model, which come after those of all columns.
func (s state) decodeSecond(scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	k, l := s.classes(), s.Skip+s.Code.Columns()
	if s.Kept != nil {
		l = max(l, scores.Cols-k) // with those of splits that were not kept
	}
	if scores.Cols != l+k {
		return contract.Decoded{}, fmt.Errorf("there are %d scores a row, not those of %d binary models and of %d classes",
			scores.Cols, l, k)
	}
	d, err := decode.Direct(step.Between(scores, scores.Cols-k, scores.Cols), kind)
	if err != nil {
		return d, err
	}
	return s.Rule.Thresholds.Applied(d)
}

// joined makes what was decoded of sub-classes into classes: the largest of their scores,
// the sum of their probabilities.
func (s state) joined(d contract.Decoded) contract.Decoded {
	k := s.classes()
	scores := contract.Matrix{Rows: d.Scores.Rows, Cols: k, Data: make([]float64, d.Scores.Rows*k)}
	out := contract.Decoded{Scores: scores}
	out.Predictions = lists.Map(d.Predictions, func(sub int) int { return s.Parts[sub] })
	if d.Probabilities != nil {
		out.Probabilities = &contract.Matrix{Rows: scores.Rows, Cols: k, Data: make([]float64, scores.Rows*k)}
	}
	for i := range scores.Rows {
		known := make([]bool, k)
		for sub, class := range s.Parts {
			if score := d.Scores.Row(i)[sub]; !known[class] || score > scores.Row(i)[class] {
				scores.Row(i)[class], known[class] = score, true
			}
			if out.Probabilities != nil {
				out.Probabilities.Row(i)[class] += d.Probabilities.Row(i)[sub]
			}
		}
	}
	return out
}
