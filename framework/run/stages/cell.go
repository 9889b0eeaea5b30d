// Package stages takes a cell through the stages of its reduction: what each asks
// for is trained, shown to the reducer, and in the end decoded into the cell's
// result.
package stages

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/experiment"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/prepare"
	"github.com/manyclass/bench/framework/run/rows"
	"github.com/manyclass/bench/framework/run/scores"
	"github.com/manyclass/bench/framework/run/training"
	"github.com/manyclass/bench/framework/service"
)

// Cell is a cell on its way through the stages of its reduction.
type Cell struct {
	plan.Cell
	prepare.Planned
	t      *training.Training // of the item
	place  int                // among the item's cells
	stages []*stage
	state  []byte // for Decode
	later  int    // what later stages have trained
	stream *streamed
}

// stage is a stage with the training that holds its problems: the item's, or one
// of its own.
type stage struct {
	contract.Stage
	t    *training.Training // nil if it could not be opened
	uses []plan.Use
	own  bool
	made *rows.Block // for t alone; nil where t is on a block of others
	// guesses are those that its model scores the rows of the sets after, nil unless it
	// searches.
	guesses map[rows.Role]*rows.Guesses
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

// joined puts the scores of some stages on the rows of the sets of a role side by
// side, from one row to before another.
func (c *Cell) joined(role rows.Role, from, to int, which func(*stage) bool) contract.Matrix {
	out := scores.Beside{Rows: to - from}
	for _, s := range c.stages {
		switch {
		case !used(s) || !which(s):
		case s.guesses != nil:
			out.Add(s.afterGuesses(role, from, to))
		default:
			out.Add(s.t.AssembleRows(s.uses, s.t.Fold.Set(role), from, to))
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

func (c *Cell) reducer() service.ComponentRef {
	return service.ComponentRef{Kind: contract.KindReducer, Name: c.Reduction.Component.Name, Config: c.Reduction.Config}
}
