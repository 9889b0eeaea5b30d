package training

import (
	"context"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/running/run/scores"
)

// train trains and scores the problems whose scores are neither kept nor constant.
// Its error is the run's.
func (t *Training) train(ctx context.Context) error {
	t.Exceeded = make([]error, len(t.Cells))
	t.Spills = t.Sink != nil && t.models.Raw != ""
	var left []int
	for i := range t.Problems {
		if !t.restore(i) && !t.constant(i) {
			left = append(left, i)
		}
	}
	return t.Solve(ctx, left)
}

// constant gives a problem that cannot be trained, since all its training rows are on
// one side or of one class, the scores of a constant model, and reports whether it
// did. They are of the size of other models' scores, which decoders and stages may
// see beside them: of a learner of margins ±1, which is what its loss asks of a
// row, else log-odds. So a label that no training row has is never predicted, and
// of a pair of classes the one with training rows wins. Without any training row
// the score is 0, an abstention. Of a multiclass problem the one class has 0, see
// scores.Widened for the others; without any row all have 0.
func (t *Training) constant(problem int) bool {
	p := &t.Problems[problem]
	var row []float64
	switch p.Task() {
	case contract.Multiclass:
		switch seen := t.Fold.SeenBy(p.Problem); len(seen) {
		case 0:
			row = make([]float64, t.Fold.Width(p.Problem))
		case 1:
			row = scores.Widened([]float64{0}, seen, t.Fold.Width(p.Problem))
		}
	case contract.Binary:
		score, constant := t.Fold.Constant(p.Problem)
		if t.Learner.Capabilities.Scores == contract.Margin {
			score = max(-1, min(score, 1))
		}
		if constant {
			row = []float64{score}
		}
	}
	if row == nil {
		return false
	}
	p.Constant, p.Width, p.Scores = true, len(row), nil
	for _, set := range t.Fold.Sets {
		times := set.Count
		if t.Sink != nil {
			times = 1 // for all rows
		}
		p.Put(set, slices.Repeat(row, times))
	}
	return true
}

// abstain sets the scores of binary problems that are too near to 0 to it.
func (t *Training) abstain() {
	for i := range t.Problems {
		if p := &t.Problems[i]; t.Learner.Host.Abstain > 0 && p.Task() == contract.Binary {
			p.Change(t.Abstain)
		}
	}
}
