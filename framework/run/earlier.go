package run

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
)

// seesEarlier reports whether the models of a stage see what earlier ones make of
// a row.
func seesEarlier(s contract.Stage) bool { return s.Sees(contract.Scores) || s.Sees(contract.Targets) }

// checkInputs refuses a stage that wants to see what there is not.
func (c *course) checkInputs(s contract.Stage) error {
	if !seesEarlier(s) {
		if s.Of != nil {
			return errors.New("it names columns of earlier stages and sees none")
		}
		return nil
	}
	all, asked := c.columns(func(*step) bool { return true }), c.columns(wanted)
	switch {
	case s.Sees(contract.Scores) && len(asked) == 0:
		return errors.New("it asks for scores of earlier stages, none of which wanted any")
	case len(all) == 0 || s.Of != nil && len(s.Of) == 0:
		return errors.New("it asks for targets of earlier stages and there are no columns")
	}
	for i, column := range s.Of {
		switch {
		case column < 0 || column >= len(all) || slices.Contains(s.Of[:i], column):
			return fmt.Errorf("it names column %d of earlier stages, which it has named already or which is none of %d", column, len(all))
		case s.Sees(contract.Scores) && !slices.Contains(asked, column):
			return fmt.Errorf("it sees the scores of column %d of earlier stages, which were not asked for", column)
		}
	}
	return nil
}

func wanted(s *step) bool { return s.WantsScores() }

// columns numbers the columns of some steps, counted over all.
func (c *course) columns(which func(*step) bool) []int {
	var numbers []int
	at := 0
	for _, s := range c.steps {
		end := at
		for _, u := range s.uses {
			end += s.t.width(u.Problem)
		}
		for ; at < end; at++ {
			if which(s) {
				numbers = append(numbers, at)
			}
		}
	}
	return numbers
}

// chosen picks the columns that a stage sees out of those of some steps side by
// side, whose numbers are given.
func chosen(s contract.Stage, m contract.Matrix, numbers []int) contract.Matrix {
	if s.Of == nil {
		return m
	}
	places := make([]int, len(s.Of))
	for i, column := range s.Of {
		places[i] = slices.Index(numbers, column)
	}
	out := contract.Matrix{Rows: m.Rows, Cols: len(places), Data: make([]float64, 0, m.Rows*len(places))}
	for i := range m.Rows {
		out.Data = append(out.Data, picked(m.Row(i), places)...)
	}
	return out
}

// trainingInputs are what the models of a stage are trained on beside features:
// the outputs that were asked for, and true targets.
func (c *course) trainingInputs(ctx context.Context, s contract.Stage) (earlier, error) {
	in := earlier{}
	if s.Sees(contract.Scores) {
		outputs, err := c.outputs(ctx)
		if err != nil {
			return nil, err
		}
		in[contract.Scores] = chosen(s, outputs, c.columns(wanted))
	}
	if s.Sees(contract.Targets) {
		all := table{rows: countRows(c.t.rows)}
		for _, step := range c.steps {
			for _, u := range step.uses {
				all.add(c.t.indicators(step.t.problems[u.Problem], u, step.t.width(u.Problem)))
			}
		}
		in[contract.Targets] = chosen(s, all.sideBySide(), c.columns(func(*step) bool { return true }))
	}
	return in, nil
}

// keptInputs are what the models of a stage see of the rows of a part when they
// score it: the scores of the kept models of the stages so far, and their signs.
func (c *course) keptInputs(s contract.Stage, of func(*training) *part) earlier {
	in := earlier{}
	if s.Sees(contract.Scores) {
		in[contract.Scores] = chosen(s, c.joined(of, wanted), c.columns(wanted))
	}
	if s.Sees(contract.Targets) {
		all := table{rows: of(c.t).rows}
		for _, step := range c.steps {
			for _, u := range step.uses {
				cols, scores := step.t.assemble([]plan.Use{u}, of(step.t))
				all.add(cols, positives(cols, scores))
			}
		}
		in[contract.Targets] = chosen(s, all.sideBySide(), c.columns(func(*step) bool { return true }))
	}
	return in
}

// indicators are the true targets of a problem on the training rows: 1 where its
// column is positive, or where a multiclass problem's column is that of the row's
// class, else 0.
func (t *training) indicators(p plan.Problem, u plan.Use, width int) (int, []float64) {
	y := t.truth(p)
	if y == nil {
		y = t.entries(p, u)
	}
	out := make([]float64, len(y)*width)
	for i, v := range y {
		switch {
		case p.Task == contract.Multiclass:
			out[i*width+int(v)] = 1
		case v > 0:
			out[i] = 1
		}
	}
	return width, out
}

// entries are the targets of a problem of classes on the training rows: code
// entries, or class numbers.
func (t *training) entries(p plan.Problem, u plan.Use) []float64 {
	var y []float64
	for _, r := range t.rows {
		v := float64(r.Class)
		if p.Task == contract.Binary {
			if v = float64(p.Column[r.Class]); u.Mirrored {
				v = -v
			}
		}
		y = append(y, slices.Repeat([]float64{v}, r.End-r.Start)...)
	}
	return y
}

// positives makes scores into 1 where they say that a column is positive and else
// 0: where they are above 0, and of several columns of one model where they are the
// largest, the first of equal ones.
func positives(cols int, scores []float64) []float64 {
	out := make([]float64, len(scores))
	for start := 0; cols > 1 && start < len(scores); start += cols {
		row := scores[start : start+cols]
		out[start+slices.Index(row, slices.Max(row))] = 1
	}
	for i, s := range scores {
		if cols == 1 && s > 0 {
			out[i] = 1
		}
	}
	return out
}
