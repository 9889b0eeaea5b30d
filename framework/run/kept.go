package run

import (
	"context"
	"errors"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
)

// The scores of binary models of code columns are kept, if the experiment asks for
// it, for decoders that are added later. What is kept is what reducers get: after
// calibration and abstention. Inner folds, models that see what earlier stages make
// of a row, second learners and what tuning chose have no key and keep nothing.

// keeps reports whether the scores of a problem are those of an item's code column.
func (t *training) keeps(problem int) bool {
	p := t.problems[problem]
	return t.item.Models != "" && p.Task == contract.Binary && p.Column != nil
}

// restore takes the scores of a problem from those that are kept, and reports
// whether it did: not where scores of training rows are wanted too, or where what is
// kept is of other rows or lacks the grid.
func (t *training) restore(problem int) bool {
	o := &t.outcomes[problem]
	if !t.keeps(problem) || o.inSample || t.train != nil {
		return false
	}
	s, rows, ok := t.worker.kept.Read(t.item.Models, code.Key(t.problems[problem].Column))
	if !ok {
		return false
	}
	if want := t.testRows(); !slices.Equal(rows.Rows, want.Rows) || !slices.Equal(rows.Truth, want.Truth) {
		return false
	}
	scores := map[*part][]float64{t.test: rows.Scores}
	if t.grid != nil {
		if len(rows.Grid) != t.grid.rows {
			return false
		}
		scores[t.grid] = rows.Grid
	}
	fit := contract.Fit{Unconverged: s.Unconverged, End: s.End}
	if s.Objective != nil {
		fit.Objective, fit.HasObjective = *s.Objective, true
	}
	*o = outcome{
		Trained: service.Trained{Fit: fit, Seconds: s.TrainSeconds}, width: 1, scores: scores,
		constant: s.Constant, uncalibrated: s.Uncalibrated, kept: true, scoring: s.ScoreSeconds,
	}
	t.seconds += s.ScoreSeconds
	t.peak = max(t.peak, s.PeakRSSBytes)
	return true
}

// keepScores records the scores that are new. Where a limit or the end of the run
// came between, they may not be what they shall be.
func (t *training) keepScores(ctx context.Context) error {
	var fresh []int
	seconds := t.seconds
	for i := range t.outcomes {
		o := &t.outcomes[i]
		seconds -= o.scoring
		if t.keeps(i) && !o.kept && o.Err == nil && t.scored(i) {
			fresh = append(fresh, i)
		}
	}
	if len(fresh) == 0 || errors.Join(t.exceeded...) != nil || ctx.Err() != nil {
		return nil
	}
	for _, i := range fresh {
		o, rows := &t.outcomes[i], t.testRows()
		rows.Scores = o.scores[t.test]
		if t.grid != nil {
			rows.Grid = o.scores[t.grid]
		}
		s := store.BinaryScores{
			Key: t.item.Models, Column: code.Key(t.problems[i].Column),
			TrainSeconds: o.Seconds, ScoreSeconds: max(0, seconds) / float64(len(fresh)), PeakRSSBytes: t.peak,
			Unconverged: o.Fit.Unconverged, End: o.Fit.End.Known(), Constant: o.constant, Uncalibrated: o.uncalibrated,
		}
		if f := o.Fit; f.HasObjective && !math.IsInf(f.Objective, 0) {
			s.Objective = &f.Objective
		}
		if err := t.worker.recorder.Scores(s, rows); err != nil {
			return err
		}
	}
	return nil
}

// testRows are ids and classes of the test rows, in the order of the matrix.
func (t *training) testRows() (s store.RowScores) {
	for _, r := range t.test.ranges {
		for _, id := range t.block.rows[r.Start:r.End] {
			s.Rows, s.Truth = append(s.Rows, id), append(s.Truth, r.Class)
		}
	}
	return s
}
