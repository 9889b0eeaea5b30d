package stages

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/run/training"
)

// Open returns the cells of a training that has claimed the problems of their first
// stages. Where these have too many scores to be held, the cells take them as they come.
func Open(t *training.Training, cells []plan.Cell) []*Cell {
	opened := make([]*Cell, len(cells))
	for place, cell := range cells {
		opened[place] = &Cell{Cell: cell, Planned: t.Fold.Block.Planned[cell.Reduction], t: t, place: place}
	}
	if streams(t, opened) {
		t.Sink = &sink{opened}
	}
	return opened
}

// follow trains the stages of the cell until there are no more. Unless the error is
// the run's it is the cell's.
func (c *Cell) follow(ctx context.Context) error {
	if err := c.take(ctx, c.Stage); err != nil {
		return err
	}
	ctx, cancel := c.t.Limited(ctx) // the time of the first stage once more
	defer cancel()
	last := c.Stage
	for last.Asks() {
		next, done, err := c.next(ctx)
		if err != nil {
			return err
		}
		if last = next; done {
			break
		}
		if err := c.take(ctx, next); err != nil {
			return err
		}
	}
	c.state = last.State
	if !slices.ContainsFunc(c.stages, used) {
		return fmt.Errorf("reduction %q has trained nothing that it could decode", c.Cell.Reduction)
	}
	return nil
}

// take trains a stage. What the item has trained already, for whichever cell, is
// not trained again.
func (c *Cell) take(ctx context.Context, s contract.Stage) error {
	taken := &stage{Stage: s, t: c.t}
	var err error
	switch {
	case s.Learner != "" || seesEarlier(s):
		err = c.apart(ctx, taken)
	case len(c.stages) == 0:
		taken.uses = c.t.Cells[c.place]
	default:
		taken.uses = c.t.Claim(c.Asks(s))
		err = c.t.Join(ctx, taken.uses, s.Outputs == contract.InSample, c.place)
	}
	c.stages = append(c.stages, taken)
	if err != nil {
		return err
	}
	limit := c.t.Exceeded[c.place]
	if taken.own {
		limit = errors.Join(limit, taken.t.Exceeded[0])
	}
	return errors.Join(limit, taken.failure())
}

// failure is the error of the first problem of a stage that failed.
func (s *stage) failure() error {
	for _, u := range s.uses {
		if err := s.t.Problems[u.Problem].Err; err != nil {
			return err
		}
	}
	return nil
}

// apart trains a stage that no other cell shares.
func (c *Cell) apart(ctx context.Context, s *stage) error {
	on := c.t.Fold.Block
	if seesEarlier(s.Stage) {
		made, err := c.overStages(ctx, s)
		if err != nil {
			return err
		}
		s.made, on = made, made
	}
	t, err := training.Open(c.t.Desk, on, c.t.Fold.Number, c.learner(s.Stage), plan.Models{})
	if err != nil {
		s.t = nil
		return err
	}
	s.t, s.own = t, true
	s.uses = t.Claim(c.Asks(s.Stage))
	t.Cells = [][]plan.Use{s.uses}
	if err := t.Fit(ctx); err != nil || s.WantsScores() {
		return err
	}
	s.close() // the files and inputs that nobody asks again: scores are in memory
	return nil
}
