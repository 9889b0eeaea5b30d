package export

import (
	"fmt"

	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/store"
)

// KeptModel is a binary model of a plan whose scores are kept: the first cell that
// could use it, and its column.
type KeptModel struct {
	Cell   plan.Cell
	key    string
	column string
}

// KeptModels lists the binary models whose scores are kept, in plan order, the
// columns of a fold in the order of their signs. Each is listed once, whichever
// reductions use it.
func KeptModels(in score.Input, kept *store.KeptScores) []KeptModel {
	var list []KeptModel
	seen := map[string]bool{}
	for _, c := range in.Cells {
		identity, known := in.Plan.Identities[c.Identity]
		if !known {
			continue
		}
		key := identity.Training(c.Repeat, c.Fold)
		under := fmt.Sprint(key, "\x00", c.Dataset, "\x00", c.Encoder, "\x00", c.Learner)
		if seen[under] {
			continue
		}
		seen[under] = true
		for _, column := range kept.Columns(key) {
			list = append(list, KeptModel{c.Cell, key, column})
		}
	}
	return list
}

// KeptScores is the table of the scores of binary models on test rows: one row per
// model and row of its fold, in ascending order of rows. Problem is the column of
// the code that the model was trained for, one of +, - and 0 a class; truth is the
// class of the row. Models whose scores cannot be read are left out.
func KeptScores(in score.Input, models []KeptModel, kept *store.KeptScores) Table {
	targets := score.Targets(in.Plan)
	columns := "dataset encoder learner repeat:integer fold:integer row:integer problem truth score:number"
	return Table{schema(columns), func(yield func([]Value, error) bool) {
		var r row
		for _, m := range models {
			_, rows, ok := kept.Read(m.key, m.column)
			if !ok {
				continue
			}
			c, classes := m.Cell, targets[m.Cell.Dataset].Names
			for _, i := range rows.ByRow() {
				if rows.Truth[i] >= len(classes) {
					yield(nil, fmt.Errorf("cell %s: kept scores of class %d of %d", c.Name(), rows.Truth[i], len(classes)))
					return
				}
				r = r[:0]
				r.text(c.Dataset, c.Encoder, c.Learner)
				r.integer(c.Repeat, c.Fold, rows.Rows[i])
				r.text(m.column, classes[rows.Truth[i]])
				if r.number(rows.Scores[i]); !yield(r, nil) {
					return
				}
			}
		}
	}}
}
