// Package stages takes a cell through the stages of its reduction: what each asks
// for is trained, shown to the reducer, and in the end decoded into the cell's
// result.
package stages

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/run/scores"
	"github.com/manyclass/bench/framework/run/training"
)

// Cell is a cell on its way through the stages of its reduction.
type Cell struct {
	prepare.Cell
	t      *training.Training // of the item
	place  int                // among the item's cells
	stages []*stage
	state  []byte // for Decode
	later  int    // what later stages have trained
}

// stage is a stage with the training that holds its problems: the item's, or one
// of its own.
type stage struct {
	contract.Stage
	t    *training.Training // nil if it could not be opened
	uses []plan.Use
	own  bool
	made *rows.Block // for t alone; nil where t is on a block of others
}

// follow trains the stages of a cell until there are no more. The cell is one of
// those of a training, at some place. It is to be closed whatever happens. Unless
// the error is the run's it is the cell's.
func follow(ctx context.Context, t *training.Training, cell prepare.Cell, place int) (*Cell, error) {
	c := &Cell{Cell: cell, t: t, place: place}
	if err := c.take(ctx, cell.Stage); err != nil {
		return c, err
	}
	ctx, cancel := t.Limited(ctx) // the time of the first stage once more
	defer cancel()
	last := cell.Stage
	for last.Asks() {
		next, done, err := c.next(ctx)
		if err != nil {
			return c, err
		}
		if last = next; done {
			break
		}
		if err := c.take(ctx, next); err != nil {
			return c, err
		}
	}
	c.state = last.State
	if !slices.ContainsFunc(c.stages, used) {
		return c, fmt.Errorf("reduction %q has trained nothing that it could decode", cell.Reduction.Name)
	}
	return c, nil
}

// check refuses a later stage that cannot be trained.
func (c *Cell) check(s contract.Stage) error {
	if s.Problems() == 0 {
		return errors.New("it trains nothing, which only a first stage may")
	}
	if err := c.t.Fold.Block.Dataset.CheckStage(s); err != nil {
		return err
	}
	c.later += s.Fits()
	switch {
	case c.later > c.Stage.Later:
		return fmt.Errorf("with it the later stages train %d problems, inner folds counted, and the first stage announced %d at most", c.later, c.Stage.Later)
	case s.Learner != "" && c.Reduction.Learners[s.Learner] == nil:
		return fmt.Errorf("it asks for the learner of %q, which is not written", s.Learner)
	}
	if err := c.checkInputs(s); err != nil {
		return err
	}
	if l := c.learner(s); !l.Capabilities.Can(s.Task) {
		return fmt.Errorf("learner %q cannot do its %s problems", l.Name, s.Task)
	}
	return nil
}

// learner is who trains a stage. Limits that the block of a second learner does
// not set are those of the cell's own.
func (c *Cell) learner(s contract.Stage) *experiment.Instance {
	own := c.t.Learner
	if s.Learner == "" {
		return own
	}
	second := *c.Reduction.Learners[s.Learner]
	if second.Limits.Timeout == 0 {
		second.Limits.Timeout = own.Limits.Timeout
	}
	if second.Limits.Memory == 0 {
		second.Limits.Memory = own.Limits.Memory
	}
	return &second
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
		taken.uses = c.t.Claim(s)
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
		made, err := c.overStages(ctx, s.Stage)
		if err != nil {
			return err
		}
		s.made, on = made, made
	}
	t, err := training.Open(c.t.Desk, on, c.t.Fold.Number, c.learner(s.Stage), "")
	if err != nil {
		s.t = nil
		return err
	}
	s.t, s.own = t, true
	s.uses = t.Claim(s.Stage)
	t.Cells = [][]plan.Use{s.uses}
	if err := t.Fit(ctx); err != nil || s.WantsScores() {
		return err
	}
	s.close() // the files and inputs that nobody asks again: scores are in memory
	return nil
}

// Close removes the files that are the cell's alone.
func (c *Cell) Close() {
	for _, s := range c.stages {
		s.close()
	}
}

// close removes the files of a stage that is no other's.
func (s *stage) close() {
	if s.own {
		s.t.Close()
	}
	if s.made != nil {
		s.made.Close()
	}
}

// kind is what the scores of a stage are.
func (s *stage) kind() contract.ScoreKind {
	if s.Task == contract.Regression {
		return contract.Margin
	}
	return s.t.Learner.ScoreKind()
}

func used(s *stage) bool { return len(s.uses) > 0 }

func wanted(s *stage) bool { return s.WantsScores() }

func every(*stage) bool { return true }

// joined puts the scores of some stages on the sets of a role side by side.
func (c *Cell) joined(role rows.Role, which func(*stage) bool) contract.Matrix {
	out := scores.Beside{Rows: c.t.Fold.Set(role).Count}
	for _, s := range c.stages {
		if used(s) && which(s) {
			out.Add(s.t.Assemble(s.uses, s.t.Fold.Set(role)))
		}
	}
	return out.Matrix()
}

// scored reports whether all stages so far have scores of the sets of a role.
func (c *Cell) scored(role rows.Role) bool {
	for _, s := range c.stages {
		for _, u := range s.uses {
			if set := s.t.Fold.Set(role); set == nil || s.t.Problems[u.Problem].Scores[set] == nil {
				return false
			}
		}
	}
	return c.t.Fold.Set(role) != nil
}
