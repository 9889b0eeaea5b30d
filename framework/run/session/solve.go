package session

import (
	"context"
	"errors"

	"github.com/manyclass/bench/framework/caller"
	"github.com/manyclass/bench/framework/fault"
	"github.com/manyclass/bench/framework/plan"
)

// Solve trains and scores problems, the union of all cells'. If that is more
// than one cell may use, each cell gets its own time for what is left of its
// problems. The error is the run's.
func (s *Session) Solve(ctx context.Context, problems []int) error {
	if s.Sink != nil {
		return s.stream(ctx, problems)
	}
	s.begin(len(problems))
	err := s.solve(ctx, problems)
	if err == nil || fault.OfRun(err) {
		return err
	}
	for cell, uses := range s.Cells {
		left := s.unsolved(uses)
		switch {
		case len(left) == 0:
		case len(left) == len(problems):
			s.Exceeded[cell] = err // there is nobody else to blame
		default:
			exceeded := s.solve(ctx, left)
			if fault.OfRun(exceeded) {
				return exceeded
			}
			s.Exceeded[cell] = exceeded
		}
	}
	return nil
}

// unsolved lists the problems of a cell that lack scores and have no error.
func (s *Session) unsolved(uses []plan.Use) []int {
	var left []int
	for _, u := range uses {
		if s.Problems[u.Problem].Err == nil && !s.Scored(u.Problem) {
			left = append(left, u.Problem)
		}
	}
	return left
}

// solve trains and scores problems in one call. If the call fails, each half is
// tried again, in a fresh process if the last is lost, until the problem that
// does it is alone; if it costs the process, it gets a second chance, since the
// process may have died of something else. The error is the run's, or that of a
// limit on time or memory, which says nothing about any one problem; those it left
// are unsolved.
func (s *Session) solve(ctx context.Context, problems []int) error {
	if len(problems) == 0 {
		return nil
	}
	attempt := func() error {
		s.reset(problems)
		return s.attempt(ctx, problems)
	}
	var err error
	if len(problems) == 1 && s.secondChance() {
		err = caller.Twice(ctx, attempt)
	} else {
		err = attempt()
	}
	switch {
	case err == nil:
		s.answeredCall()
		return nil
	case fault.OfRun(err):
		return err
	case caller.OverLimit(err) && !interrupted(ctx):
		s.reset(problems)
		return err
	}
	s.failedCall(len(problems), err)
	if len(problems) == 1 || !s.worthSplitting(ctx, err) {
		s.FailAll(problems, s.notTriedApart(len(problems), err))
		return nil
	}
	half := len(problems) / 2
	return errors.Join(s.solve(ctx, problems[:half]), s.solve(ctx, problems[half:]))
}

// reset forgets what another attempt made of problems.
func (s *Session) reset(problems []int) {
	for _, i := range problems {
		s.Problems[i].Outcome = Outcome{InSample: s.Problems[i].InSample}
	}
}
