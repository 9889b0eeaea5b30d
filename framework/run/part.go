package run

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/service"
	"github.com/manyclass/bench/framework/store"
)

// part is a set of rows that an item's models score and its reducers decode: of
// the block's matrix, or of a matrix of its own.
type part struct {
	name     string // of one row, for messages: "test row"
	features service.Features
	ranges   []contract.Range
	rows     int
}

func newPart(name string, f service.Features, ranges []contract.Range) *part {
	return &part{name, f, ranges, countRows(ranges)}
}

// parts lists what is scored, the indispensable first.
func (t *training) parts() []*part {
	var list []*part
	for _, p := range []*part{t.test, t.train, t.grid, t.sample} {
		if p != nil && !slices.Contains(list, p) {
			list = append(list, p)
		}
	}
	return list
}

// optional reports whether there are cells that can do without the scores of a
// part: with their company they must not fail for want of them.
func (t *training) optional(p *part) bool { return p != t.test && p != t.train }

// lose notes why a problem has no scores on an optional part.
func (o *outcome) lose(p *part, err error) {
	if o.lost == nil {
		o.lost = map[*part]error{}
	}
	o.lost[p] = err
}

// largest is the number of rows of the largest part.
func (t *training) largest() int {
	rows := 0
	for _, p := range t.parts() {
		rows = max(rows, p.rows)
	}
	return rows
}

// scored reports whether a problem has all scores that no cell can do without.
// The grid is a picture: cells without it are whole. In-sample scores are for the
// cells with a stage that wants them.
func (t *training) scored(problem int) bool {
	scores := t.outcomes[problem].scores
	return scores[t.test] != nil && (t.train == nil || scores[t.train] != nil)
}

// assemble puts the columns of a cell on a part side by side.
func (t *training) assemble(uses []plan.Use, p *part) (cols int, scores []float64) {
	if len(uses) == 0 {
		return 0, nil
	}
	if first := t.outcomes[uses[0].Problem]; len(uses) == 1 && first.width > 1 {
		return first.width, first.scores[p]
	}
	for _, u := range uses {
		cols += t.outcomes[u.Problem].width
	}
	scores = make([]float64, p.rows*cols)
	for start := 0; start < p.rows; start += rowBlock {
		end := min(start+rowBlock, p.rows)
		at := 0
		for _, u := range uses {
			o := t.outcomes[u.Problem]
			for i, s := range o.scores[p][start*o.width : end*o.width] {
				if u.Mirrored {
					s = -s
				}
				scores[(start+i/o.width)*cols+at+i%o.width] = s
			}
			at += o.width
		}
	}
	return cols, scores
}

// predictions puts what was decoded of rows of the dataset in the order of their
// ids.
func (t *training) predictions(p *part, d decoded) *store.Predictions {
	var ids, truth []int
	for _, r := range p.ranges {
		for at := r.Start; at < r.End; at++ {
			ids = append(ids, t.block.rows[at])
			truth = append(truth, r.Class)
		}
	}
	order := make([]int, len(ids))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int { return ids[a] - ids[b] })
	table := t.block.Dataset.Table
	k := table.Target.K()
	out := &store.Predictions{K: k, MultiLabel: table.Target.MultiLabel}
	for _, i := range order {
		out.Rows = append(out.Rows, ids[i])
		if out.MultiLabel {
			out.Truth.Y = append(out.Truth.Y, table.Truth.Labels(ids[i], k)...)
			for _, y := range d.predicted[i*k : (i+1)*k] {
				out.Predicted.Y = append(out.Predicted.Y, int8(y))
			}
		} else {
			out.Truth.Class = append(out.Truth.Class, truth[i])
			out.Predicted.Class = append(out.Predicted.Class, int(d.predicted[i]))
		}
		out.Scores = append(out.Scores, d.scores[i*k:(i+1)*k]...)
		if d.probabilities != nil {
			out.Probabilities = append(out.Probabilities, d.probabilities[i*k:(i+1)*k]...)
		}
	}
	return out
}
