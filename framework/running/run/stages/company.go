package stages

import (
	"context"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/rows"
	"github.com/manyclass/bench/framework/running/run/session"
	"github.com/manyclass/bench/framework/running/run/training"
)

// Member is a cell that is to be trained, and the learner that is its own.
type Member struct {
	plan.Cell
	Learner *experiment.Instance
}

// Company is some cells on a fold with the trainings of their first stages, one for each
// learner: what several cells ask of a learner is trained once.
type Company struct {
	Cells     []*Cell
	trainings []*training.Training

	open   func(*experiment.Instance) (*training.Training, error)
	opened map[*experiment.Instance]opened
}

// opened is what came of opening a training.
type opened struct {
	t   *training.Training
	err error
}

// Open returns a company that has claimed the problems of the cells' first stages, and is
// to be closed. Models name the learners' binary models, where their scores are kept. An
// error is the run's, or the data's for all cells; a learner that cannot be opened among
// others is an error of the cells that need it.
func Open(
	client *session.Client, b *rows.Block, fold int, members []Member, models map[*experiment.Instance]plan.Models,
) (*Company, error) {
	c := &Company{opened: map[*experiment.Instance]opened{}}
	c.open = func(l *experiment.Instance) (*training.Training, error) {
		return training.Open(client, b, fold, l, models[l])
	}
	var failed error
	for place, m := range members {
		cell := &Cell{Cell: m.Cell, Planned: b.Planned[m.Reduction], place: place}
		c.Cells = append(c.Cells, cell)
		if cell.err = c.claim(cell, m.Learner, len(members)); fault.OfRun(cell.err) {
			c.Close()
			return nil, cell.err
		}
		if cell.err != nil {
			failed = cell.err
		}
	}
	for _, cell := range c.Cells {
		cell.others = c.Cells
	}
	if len(c.trainings) == 0 {
		return nil, failed
	}
	if len(c.trainings) == 1 && failed == nil && streams(c.trainings[0], c.Cells) {
		c.trainings[0].Sink = &sink{c.Cells}
	}
	return c, nil
}

// training returns the training of a learner, for so many cells.
func (c *Company) training(learner *experiment.Instance, cells int) (*training.Training, error) {
	o, known := c.opened[learner]
	if !known {
		if o.t, o.err = c.open(learner); o.err == nil {
			o.t.Cells = make([][]plan.Use, cells)
			c.trainings = append(c.trainings, o.t)
		}
		c.opened[learner] = o
	}
	return o.t, o.err
}

// claim claims the problems of a cell's first stage.
func (c *Company) claim(cell *Cell, own *experiment.Instance, cells int) (err error) {
	if cell.t, err = c.training(own, cells); err != nil {
		return err
	}
	if cell.Stage.Learner != "" {
		return nil
	}
	for _, share := range cell.Shares(own) {
		t, err := c.training(share.Learner, cells)
		if err != nil {
			return err
		}
		uses := t.Claim(share.Asked)
		t.Cells[cell.place] = uses
		cell.first = append(cell.first, part{t, uses, share.Columns})
	}
	return nil
}

// Fit trains and scores the problems. Its error is the run's.
func (c *Company) Fit(ctx context.Context) error {
	for _, t := range c.trainings {
		if err := t.Fit(ctx); err != nil {
			return err
		}
	}
	return nil
}

// Close ends the trainings, and their cells with them.
func (c *Company) Close() {
	for _, t := range c.trainings {
		t.Close()
	}
}

// LeavesOneOut reports whether the cell is tested on its training rows, by models that
// leave one out.
func (c *Cell) LeavesOneOut() bool { return c.t.Fold.Sets[0].LeaveOneOut }

// Counted are problems whose training is counted already.
type Counted map[solved]bool

// solved is a problem of a training.
type solved struct {
	t       *training.Training
	problem int
}

// Repeated is what training the problems of the cell took that are counted already, since
// several cells use them. It notes those that it pays for now.
func (c *Cell) Repeated(counted Counted) (used service.Usage) {
	for _, p := range c.first {
		for _, u := range p.uses {
			if problem := p.t.Problems[u.Problem]; counted[solved{p.t, u.Problem}] && problem.Err == nil {
				used.Add(problem.Used)
			}
		}
	}
	for _, p := range c.first {
		for _, u := range p.uses {
			counted[solved{p.t, u.Problem}] = true
		}
	}
	return used
}
