package export

import (
	"fmt"
	"iter"
	"math"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
)

// keptModel is a binary model of a plan whose scores are kept: the first cell that
// could use it, with the learner of the model, and its column.
type keptModel struct {
	plan.Cell
	key      string
	column   string
	abstains float64 // the size below which a score is an abstention, 0
}

// keptModels lists the binary models whose scores are kept, in plan order, the
// columns of a fold in the order of their signs. Each is listed once, whichever
// reductions use it.
func keptModels(in score.Input, kept *store.KeptScores) []keptModel {
	var list []keptModel
	seen := map[string]bool{}
	for _, c := range in.Cells {
		identity, known := in.Plan.Identities[c.Identity]
		if !known {
			continue
		}
		add := func(of plan.Identity, cell plan.Cell) {
			key := in.Plan.Models(of, c.Repeat, c.Fold).Kept()
			under := fmt.Sprint(key, "\x00", c.Division(), "\x00", c.Encoder, "\x00", cell.Learner)
			if seen[under] {
				return
			}
			seen[under] = true
			for _, column := range kept.Columns(key) {
				list = append(list, keptModel{cell, key, column, in.Plan.Abstains(of)})
			}
		}
		add(identity, c.Cell)
		for _, t := range in.Plan.Trained[c.Identity] {
			of, cell := identity, c.Cell
			of.Learner, cell.Learner = identity.Learners[plan.ColumnParameter(t.Name)], t.Learner
			add(of, cell)
		}
	}
	return list
}

// KeptScores is the table of the scores of binary models on test rows that a results
// folder keeps: one row per model and row of its fold, in ascending order of rows.
// Problem is the column of the code that the model was trained for, one of +, - and 0 a
// class; truth is the class of the row. Models whose scores cannot be read are left out;
// a folder that keeps none is an error.
func KeptScores(dir string, in score.Input) (Table, error) {
	kept, err := store.ReadKeptScores(dir)
	if err != nil {
		return Table{}, err
	}
	models := keptModels(in, kept)
	if len(models) == 0 {
		return Table{}, fmt.Errorf("%s holds no scores of binary models: write keep_scores = true in the "+
			"experiment block and rerun; cells that already have results keep no scores, so use a new folder "+
			"(-out) to have those of all cells", dir)
	}
	columns := "dataset encoder learner repeat:integer fold:integer row:integer problem truth score:number"
	return Table{schema(columns), keptRows(models, kept, score.Targets(in.Plan))}, nil
}

func keptRows(
	models []keptModel, kept *store.KeptScores, targets map[string]target.Target,
) iter.Seq2[[]Value, error] {
	return func(yield func([]Value, error) bool) {
		var r row
		for _, m := range models {
			_, rows, ok := kept.Read(m.key, m.column)
			if !ok {
				continue
			}
			classes := targets[m.Dataset].Names
			for _, i := range rows.ByRow() {
				if rows.Truth[i] >= len(classes) {
					yield(nil, fmt.Errorf("cell %s: kept scores of class %d of %d", m.Name(), rows.Truth[i], len(classes)))
					return
				}
				r = r[:0]
				r.text(m.Division(), m.Encoder, m.Learner)
				r.integer(m.Repeat, m.Fold, rows.Rows[i])
				r.text(m.column, classes[rows.Truth[i]])
				score := rows.Scores[i]
				if math.Abs(score) < m.abstains {
					score = 0
				}
				if r.number(score); !yield(r, nil) {
					return
				}
			}
		}
	}
}
