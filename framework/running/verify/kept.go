package verify

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// keptScores compares cached scores of binary models with those of the models that were trained again.
func (v *verifier) keptScores(sample []plan.Cell, out string) error {
	if v.session.Experiment == nil || !v.session.Experiment.KeepScores {
		return nil
	}
	old, err := store.ReadKeptScores(v.Dir)
	if err != nil {
		return err
	}
	now, err := store.ReadKeptScores(out)
	if err != nil {
		return err
	}
	for _, was := range sample {
		is := v.here[was.Name()]
		there := v.part.Plan.Models(v.part.Plan.Identities[was.Identity], was.Repeat, was.Fold)
		here := v.now.Models(v.now.Identities[is.Identity], is.Repeat, is.Fold)
		for _, of := range [][2]string{{there.Raw, here.Raw}, {there.Calibrated, here.Calibrated}} {
			v.keptOf(was, is, scored{old, of[0]}, scored{now, of[1]})
		}
	}
	return nil
}

// scored are the cached scores of models with a name.
type scored struct {
	*store.KeptScores
	models string
}

// keptOf compares the scores of the models of a cell, and corrects what was said of the cell.
func (v *verifier) keptOf(was, is plan.Cell, old, now scored) {
	if old.models == "" || now.models == "" {
		return
	}
	for _, column := range now.Columns(now.models) {
		_, a, stored := old.Read(old.models, column)
		_, b, _ := now.Read(now.models, column)
		if !stored {
			continue
		}
		var d differences
		if !slices.Equal(a.Rows, b.Rows) || !slices.Equal(a.Truth, b.Truth) || len(a.Scores) != len(b.Scores) ||
			len(a.Grid) != len(b.Grid) {
			d.hard = append(d.hard, "other rows")
		} else {
			for i := range a.Scores {
				d.number(a.Scores[i], b.Scores[i])
			}
			for i := range a.Grid {
				d.number(a.Grid[i], b.Grid[i])
			}
		}
		causes := v.causes(was, is)
		if len(d.hard) == 0 && (d.largest == 0 || len(causes) > 0 && d.largest <= v.Bound) {
			continue
		}
		what := "are of other rows"
		if len(d.hard) == 0 {
			what = fmt.Sprintf("differ by up to %.2g", d.largest)
		}
		i := slices.IndexFunc(v.report.Cells, func(c Cell) bool {
			return c.Combination == was.Combination && c.Repeat == was.Repeat && c.Fold == was.Fold
		})
		if cell := &v.report.Cells[i]; cell.Outcome != Different {
			cell.Outcome, cell.Largest = Different, d.largest
			cell.Why = fmt.Sprintf("the cached scores of the model %s %s", column, what)
		}
		return
	}
}
