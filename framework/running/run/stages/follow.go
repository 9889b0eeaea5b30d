package stages

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/run/training"
)

// follow trains the stages of the cell until there are no more. Unless the error is
// the run's it is the cell's.
func (c *Cell) follow(ctx context.Context) error {
	if err := c.train(ctx, c.Stage); err != nil {
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
		if err := c.train(ctx, next); err != nil {
			return err
		}
	}
	c.state = last.State
	if !slices.ContainsFunc(c.stages, used) {
		return fmt.Errorf("reduction %q has trained nothing that it could decode", c.Cell.Reduction)
	}
	return nil
}

// train trains a stage. What the item has trained already, for whichever cell, is
// not trained again.
func (c *Cell) train(ctx context.Context, s contract.Stage) error {
	taken := &stage{Stage: s}
	var err error
	switch {
	case s.Learner != "" || seesEarlier(s):
		err = c.trainOwn(ctx, taken)
	case len(c.stages) == 0:
		taken.parts = c.first
	default:
		uses := c.t.Claim(c.Asks(s))
		taken.parts = []part{{t: c.t, uses: uses}}
		err = c.t.Join(ctx, uses, s.Outputs == contract.InSample, c.place)
	}
	c.stages = append(c.stages, taken)
	if err != nil {
		return err
	}
	limit := c.t.Exceeded[c.place]
	switch {
	case taken.own:
		limit = errors.Join(limit, taken.parts[0].t.Exceeded[0])
	default:
		limit = errors.Join(limit, c.exceeded())
	}
	return errors.Join(limit, taken.failure())
}

// exceeded are the limits that other learners hit for columns of the cell.
func (c *Cell) exceeded() error {
	var all []error
	for _, p := range c.first {
		if p.t != c.t {
			all = append(all, p.t.Exceeded[c.place])
		}
	}
	return errors.Join(all...)
}

// failure is the error of the first problem of a stage that failed.
func (s *stage) failure() error {
	for t, u := range s.inOrder() {
		if err := t.Problems[u.Problem].Err; err != nil {
			return err
		}
	}
	return nil
}

// trainOwn trains a stage that no other cell shares.
func (c *Cell) trainOwn(ctx context.Context, s *stage) error {
	on := c.t.Fold.Block
	if seesEarlier(s.Stage) {
		made, err := c.overStages(ctx, s)
		if err != nil {
			return err
		}
		s.made, on = made, made
	}
	t, err := training.Open(c.t.Client, on, c.t.Fold.Number, c.learner(s.Stage), plan.Models{})
	if err != nil {
		return err
	}
	uses := t.Claim(c.Asks(s.Stage))
	s.parts, s.own = []part{{t: t, uses: uses}}, true
	t.Cells = [][]plan.Use{uses}
	if err := t.Fit(ctx); err != nil || s.WantsScores() {
		return err
	}
	s.close() // the files and inputs that nobody asks again: scores are in memory
	return nil
}
