package stages

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/scores"
	"github.com/manyclass/bench/framework/running/run/training"
)

// outputs returns the scores of training rows that the stages so far wanted, side
// by side.
func (c *Cell) outputs(ctx context.Context) (contract.Matrix, error) {
	out := scores.Beside{Rows: rows.CountRows(c.t.Fold.Train)}
	for _, s := range c.stages {
		if !s.WantsScores() {
			continue
		}
		sets := map[*training.Training]*rows.Set{}
		for _, p := range s.parts {
			set := p.t.Fold.Sample(false)
			var err error
			if s.Outputs == contract.OutOfFold {
				set, err = p.outOfFold(ctx, s.InnerFolds())
			} else {
				err = p.scoredOn(set)
			}
			if err != nil {
				return contract.Matrix{}, err
			}
			sets[p.t] = set
		}
		of := func(t *training.Training) *rows.Set { return sets[t] }
		out.Add(s.assemble(of, 0, out.Rows))
	}
	return out.Matrix(), nil
}

// seesEarlier reports whether the models of a stage see what earlier ones make of
// a row.
func seesEarlier(s contract.Stage) bool { return s.Sees(contract.Scores) || s.Sees(contract.Targets) }

// checkInputs refuses a stage that wants to see what there is not.
func (c *Cell) checkInputs(s contract.Stage) error {
	if !seesEarlier(s) {
		if s.Of != nil {
			return errors.New("it names columns of earlier stages and sees none")
		}
		return nil
	}
	all, asked, numbered := c.columns(every), c.columns(wanted), c.columns(numbersRows)
	switch {
	case s.Search == nil && slices.ContainsFunc(c.stages, searches):
		return errors.New("it sees what earlier stages make of a row and does not search, as one of them does")
	case s.Sees(contract.Scores) && len(asked) == 0:
		return errors.New("it asks for scores of earlier stages, none of which wanted any")
	case len(all) == 0 || s.Of != nil && len(s.Of) == 0:
		return errors.New("it asks for targets of earlier stages and there are no columns")
	case s.Sees(contract.Targets) && s.Of == nil && len(numbered) > 0:
		return fmt.Errorf("it sees the targets of column %d of earlier stages, which may have several of a row", numbered[0])
	}
	for i, column := range s.Of {
		switch {
		case column < 0 || column >= len(all) || slices.Contains(s.Of[:i], column):
			return fmt.Errorf("it names column %d of earlier stages, which is a duplicate or out of range (%d columns)",
				column, len(all))
		case s.Sees(contract.Scores) && !slices.Contains(asked, column):
			return fmt.Errorf("it sees the scores of column %d of earlier stages, which were not asked for", column)
		case s.Sees(contract.Targets) && slices.Contains(numbered, column):
			return fmt.Errorf("it sees the targets of column %d of earlier stages, which may have several of a row", column)
		}
	}
	if s.Search != nil {
		return c.checkSearch(s)
	}
	return nil
}

// columns numbers the columns of some steps, counted over all.
func (c *Cell) columns(which func(*stage) bool) []int {
	var numbers []int
	at := 0
	for _, s := range c.stages {
		end := at
		for t, u := range s.inOrder() {
			end += t.Fold.Width(t.Problems[u.Problem].Problem)
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
	if s.Of == nil || slices.Equal(s.Of, numbers) {
		return m
	}
	places := make([]int, len(s.Of))
	for i, column := range s.Of {
		places[i] = slices.Index(numbers, column)
	}
	out := contract.Matrix{Rows: m.Rows, Cols: len(places), Data: make([]float64, 0, m.Rows*len(places))}
	for i := range m.Rows {
		out.Data = append(out.Data, lists.Pick(m.Row(i), places)...)
	}
	return out
}

// trainingInputs are what the models of a stage are trained on beside features:
// the outputs that were asked for, and true targets.
func (c *Cell) trainingInputs(ctx context.Context, s contract.Stage) (rows.Earlier, error) {
	in := rows.Earlier{}
	if s.Sees(contract.Scores) {
		outputs, err := c.outputs(ctx)
		if err != nil {
			return nil, err
		}
		in[contract.Scores] = chosen(s, outputs, c.columns(wanted))
	}
	if s.Sees(contract.Targets) {
		in[contract.Targets] = c.targets(s, rows.CountRows(c.t.Fold.Train), c.trueOnes)
	}
	return in, nil
}

// keptInputs are what the models of a stage see of the rows of a part when they
// score it: the scores of the kept models of the stages so far, and their signs.
func (c *Cell) keptInputs(s contract.Stage, role rows.Role) rows.Earlier {
	in := rows.Earlier{}
	count := c.t.Fold.Set(role).Count
	if s.Sees(contract.Scores) {
		in[contract.Scores] = chosen(s, c.joined(role, 0, count, wanted), c.columns(wanted))
	}
	if s.Sees(contract.Targets) {
		in[contract.Targets] = c.targets(s, count, func(t *training.Training, u plan.Use, mark func(row, column int)) {
			cols, values := t.Assemble([]plan.Use{u}, t.Fold.Set(role))
			for i, sign := range scores.Positives(cols, values) {
				if sign > 0 {
					mark(i/cols, i%cols)
				}
			}
		})
	}
	return in
}

// targets are the columns of earlier stages that a stage sees, 1 for each row and column that
// ones marks of their problems and else 0.
func (c *Cell) targets(
	s contract.Stage, n int, ones func(t *training.Training, u plan.Use, mark func(row, column int)),
) contract.Matrix {
	all := c.columns(every)
	places := slices.Repeat([]int{-1}, len(all))
	seen := s.Of
	if seen == nil {
		seen = all
	}
	for i, column := range seen {
		places[column] = i
	}
	out := contract.Matrix{Rows: n, Cols: len(seen), Data: make([]float64, n*len(seen))}
	for _, of := range c.stages {
		for t, u := range of.inOrder() {
			width := t.Fold.Width(t.Problems[u.Problem].Problem)
			into := places[:width]
			places = places[width:]
			if slices.Max(into) < 0 {
				continue
			}
			ones(t, u, func(row, column int) {
				if place := into[column]; place >= 0 {
					out.Data[row*out.Cols+place] = 1
				}
			})
		}
	}
	return out
}

// trueOnes marks what is true of the training rows: that the column of a problem is
// positive, or that a multiclass problem's column is that of the row's class.
func (c *Cell) trueOnes(t *training.Training, u plan.Use, mark func(row, column int)) {
	f, p := c.t.Fold, t.Problems[u.Problem].Problem
	if label, ok := p.Problems.(contract.Labelled); ok {
		for _, row := range f.Having(label[0]) {
			mark(int(row), 0)
		}
		return
	}
	y := f.Truth(p)
	if y == nil {
		y = entries(f, p, u)
	}
	for i, v := range y {
		switch {
		case p.Task() == contract.Multiclass && v >= 0:
			mark(i, int(v))
		case p.Task() != contract.Multiclass && v > 0:
			mark(i, 0)
		}
	}
}

// entries are the targets of a problem of classes on the training rows: code
// entries, or class numbers.
func entries(f *rows.Fold, p plan.Problem, u plan.Use) []float64 {
	var y []float64
	column := p.Column()
	for _, r := range f.Train {
		v := float64(r.Class)
		if p.Task() == contract.Binary {
			if v = float64(column[r.Class]); u.Mirrored {
				v = -v
			}
		}
		y = append(y, slices.Repeat([]float64{v}, r.End-r.Start)...)
	}
	return y
}
