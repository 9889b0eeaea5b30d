package training

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/session"
)

// The scores of binary models of code columns are kept, if the experiment asks for
// it, for decoders that are added later: as the learner gives them and, where they are
// calibrated, after that. What is an abstention is decided again. Inner folds except for those
// of tuning where the experiment asks for these, models that see what earlier stages make of
// a row, learners of later stages and what tuning chose have no names and keep nothing, and
// nothing is kept of models whose rows weigh what mistakes cost.

// keeps reports whether the scores of a problem are those of an item's code column.
func (t *Training) keeps(problem int) bool {
	p := &t.Problems[problem]
	_, coded := p.Problems.(contract.Coded)
	return t.models.Raw != "" && coded && !p.ByCost
}

// restore takes the scores of a problem from those that are kept, and reports
// whether it did: not where scores of other sets of rows are wanted, except for the
// grid, or where what is kept is of other rows or lacks the grid.
func (t *Training) restore(problem int) bool {
	p := &t.Problems[problem]
	if !t.keeps(problem) || p.InSample || t.Fold.Set(rows.Train) != nil {
		return false
	}
	return t.models.Calibrated != "" && t.restoreFrom(t.models.Calibrated, problem) || t.restoreFrom(t.models.Raw, problem)
}

// restoreFrom takes the scores that are kept under a name.
func (t *Training) restoreFrom(name string, problem int) bool {
	p, test, grid := &t.Problems[problem], t.Fold.Set(rows.Test), t.Fold.Set(rows.Grid)
	s, kept, ok := t.Client.Kept.Read(name, string(code.SignsOf(p.Column())))
	if !ok {
		return false
	}
	want := t.testRows()
	if !slices.Equal(kept.Rows, want.Rows) || !slices.Equal(kept.Truth, want.Truth) ||
		grid != nil && len(kept.Grid) != grid.Count {
		return false
	}
	p.Outcome = session.Outcome{
		Width: 1, Constant: s.Constant, Uncalibrated: s.Uncalibrated,
		Cached: session.Cached{Kept: name, Scoring: s.ScoreSeconds},
	}
	p.Used, p.Bytes = store.Usage(s.TrainSeconds, s.CPUSeconds, s.EnergyJoules), s.ModelBytes
	p.Fit = contract.Fit{Unconverged: s.Unconverged, End: s.End}
	if s.Objective != nil {
		p.Fit.Objective, p.Fit.HasObjective = *s.Objective, true
	}
	if t.Sink != nil && !s.Constant {
		of, scores := t.Client.Kept, len(kept.Scores)+len(kept.Grid)
		p.Stored = func(from, to int) ([]float64, error) { return of.Part(s, scores, from, to) }
	} else {
		p.Put(test, kept.Scores)
	}
	if grid != nil {
		p.Put(grid, kept.Grid)
	}
	t.Seconds += s.ScoreSeconds
	t.Peak = max(t.Peak, s.PeakRSSBytes)
	return true
}

// keepScores records the scores that are new under a name.
func (t *Training) keepScores(name string) error {
	var fresh []int
	seconds, trained := t.Seconds, 0
	for i := range t.Problems {
		p := &t.Problems[i]
		seconds -= p.Scoring
		old := p.Kept == name || p.Kept != "" && p.Kept == t.models.Calibrated
		if t.keeps(i) && !old && p.Err == nil && t.Scored(i) {
			fresh = append(fresh, i)
			if p.Kept == "" {
				trained++
			}
		}
	}
	if len(fresh) == 0 {
		return nil
	}
	kept, column := t.testRows(), t.columns()
	for _, i := range fresh {
		p := &t.Problems[i]
		s := store.BinaryScores{
			Key: name, Column: string(code.SignsOf(p.Column())),
			ModelCosts: store.ModelCosts{
				TrainSeconds: p.Used.Seconds, ScoreSeconds: p.Scoring, PeakRSSBytes: t.Peak,
				CPUSeconds: store.Measured(p.Used.CPU), EnergyJoules: store.Measured(p.Used.Joules), ModelBytes: p.Bytes,
			},
			Unconverged: p.Fit.Unconverged, End: p.Fit.End.Known(), Constant: p.Constant, Uncalibrated: p.Uncalibrated,
		}
		if p.Kept == "" {
			s.ScoreSeconds = max(0, seconds) / float64(trained)
		}
		if fit := p.Fit; fit.HasObjective && !math.IsInf(fit.Objective, 0) {
			s.Objective = &fit.Objective
		}
		var err error
		if kept.Scores, err = column(i); err != nil {
			return err
		}
		kept.Grid = p.Scores[t.Fold.Set(rows.Grid)]
		if err := t.Keep(s, kept); err != nil {
			return fault.Run(err)
		}
	}
	return nil
}

// groupScores is how many spilled scores are read at a time: 8 MiB.
const groupScores = 1 << 20

// columns returns what gives the scores of problems on test rows, problems in ascending
// order: those that a sink has taken are read group by group from where they are spilled.
func (t *Training) columns() func(problem int) ([]float64, error) {
	test := t.Fold.Set(rows.Test)
	var group [][]float64
	next, from := 0, 0 // in the spilled file: where the problem is looked for, and where the group begins
	return func(problem int) ([]float64, error) {
		scores := t.Problems[problem].Scores[test]
		switch {
		case t.Sink == nil:
			return scores, nil
		case scores != nil: // of a constant model, one for all rows
			return slices.Repeat(scores[:1], test.Count), nil
		}
		all := t.Spilled.Problems
		next += slices.Index(all[next:], problem)
		if next >= from+len(group) {
			var err error
			from = next
			group, err = t.Spilled.Columns(from, min(len(all), from+max(1, groupScores/max(1, test.Count))))
			if err != nil {
				return nil, err
			}
		}
		return group[next-from], nil
	}
}

// testRows are ids and classes of the test rows, in the order of the matrix.
func (t *Training) testRows() (s store.RowScores) {
	for _, r := range t.Fold.Set(rows.Test).Ranges {
		for _, id := range t.Fold.Block.IDs([]contract.Range{r}) {
			s.Rows, s.Truth = append(s.Rows, id), append(s.Truth, r.Class)
		}
	}
	return s
}
