package session

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/running/caller"
)

const (
	// MostLosses is how many calls in a row may fail for one session of a learner of which
	// some call has been answered, each with the loss of a process perhaps. Finding one bad
	// problem among thousands takes a dozen.
	MostLosses = 40
	// someMore is how many more processes than it takes to find one bad problem may be lost
	// to a learner of which nothing has been answered yet, as to one that always crashes.
	someMore = 3
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
			s.Exceeded[cell] = err // no other cell can have caused it
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
// tried again, in a fresh process if the last is lost, until the call has one problem;
// if that costs the process, it gets a second chance, since the
// process may have died of something else. The error is the run's, or that of a
// limit on time or memory, which says nothing about any one problem; those it left
// are unsolved.
func (s *Session) solve(ctx context.Context, problems []int) error {
	if len(problems) == 0 {
		return nil
	}
	err := s.call(ctx, problems, len(problems) == 1 && s.secondChance())
	switch {
	case err == nil:
		s.answeredCall()
		return nil
	case fault.OfRun(err):
		return err
	case s.overLimit(ctx, err):
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

// stream trains problems and hands their scores to the sink, once more in a fresh
// process if the first is lost: what decodes a row needs all of its scores, so that
// no half of the problems can be tried alone. The error is the run's.
func (s *Session) stream(ctx context.Context, problems []int) error {
	err := s.call(ctx, problems, true)
	switch {
	case err == nil || fault.OfRun(err):
		return err
	case s.overLimit(ctx, err):
		for cell := range s.Cells {
			s.Exceeded[cell] = err
		}
	default:
		s.FailAll(problems, err)
	}
	return nil
}

// call trains and scores problems in one call, twice if the process is lost and another may
// be tried.
func (s *Session) call(ctx context.Context, problems []int, again bool) error {
	attempt := func() error { return s.attempt(ctx, problems) }
	if again {
		return caller.Twice(ctx, attempt)
	}
	return attempt()
}

// attempt trains and scores problems anew. Its error is for failures of a call as a whole;
// those of one problem are kept there. What a limit left is unsolved.
func (s *Session) attempt(ctx context.Context, problems []int) error {
	if len(problems) == 0 && s.Sink != nil {
		return s.pass(ctx, nil, nil)
	}
	s.reset(problems)
	err := s.trainAndScore(ctx, problems)
	if s.overLimit(ctx, err) {
		s.reset(problems)
	}
	return err
}

// overLimit reports whether a limit on time or memory has ended a call, and not the end of
// the run.
func (s *Session) overLimit(ctx context.Context, err error) bool {
	return caller.OverLimit(err) && !interrupted(ctx)
}

// interrupted reports whether the run is ended, in contrast to a time limit.
func interrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// reset forgets what another attempt made of problems.
func (s *Session) reset(problems []int) {
	for _, i := range problems {
		s.Problems[i].Outcome = Outcome{InSample: s.Problems[i].InSample}
	}
}

// FailAll gives an error to the problems that lack scores.
func (s *Session) FailAll(problems []int, err error) {
	sample := s.Fold.Sample(false)
	for _, i := range problems {
		p := &s.Problems[i]
		switch {
		case p.Err == nil && !s.Scored(i):
			p.Err = err
		case p.Err == nil && p.InSample && p.Scores[sample] == nil:
			p.Lose(sample, err)
		}
	}
}

// begin sets how many processes may be lost over problems: few to a learner that has lost
// them to every problem of another fold.
func (s *Session) begin(problems int) {
	s.losses.most = bits.Len(uint(problems)) + someMore
	if answers, known := s.answers[s.Learner.Name]; answers {
		s.losses.most = MostLosses
	} else if known {
		s.losses.most = 1
	}
}

// answeredCall notes that a call came to its end.
func (s *Session) answeredCall() {
	s.losses = losses{most: MostLosses}
	s.noteAnswers(true)
}

// failedCall counts a call that failed as a whole.
func (s *Session) failedCall(problems int, err error) {
	s.losses.row++
	if problems == 1 {
		s.losses.alone++
	}
	if _, known := s.answers[s.Learner.Name]; !known && errors.Is(err, service.ErrLost) && s.losses.row > s.losses.most {
		s.noteAnswers(false)
	}
}

// noteAnswers keeps for the sessions to come whether the learner has answered any call.
func (s *Session) noteAnswers(answers bool) {
	if s.answers == nil {
		s.Client.answers = map[string]bool{}
	}
	s.answers[s.Learner.Name] = answers
}

// secondChance reports whether a problem that costs the process alone may do so again: the
// process may have died of something else, which the one before it makes unlikely.
func (s *Session) secondChance() bool { return s.losses.alone == 0 && s.losses.row <= s.losses.most }

// worthSplitting reports whether one of the problems may have made a call fail.
func (s *Session) worthSplitting(ctx context.Context, err error) bool {
	var whole *callError
	lost := errors.Is(err, service.ErrLost)
	if !lost && !errors.As(err, &whole) || caller.OverLimit(err) || interrupted(ctx) {
		return false
	}
	if lost {
		return s.losses.row <= s.losses.most
	}
	return s.losses.row <= MostLosses
}

// notTriedApart says in the error of a call why its problems fail together.
func (s *Session) notTriedApart(problems int, err error) error {
	if problems == 1 || s.losses.row <= s.losses.most || !errors.Is(err, service.ErrLost) {
		return err
	}
	return fmt.Errorf("%w\nIt was one of %d problems in a call, which are not tried one by one: "+
		"%d processes were lost in a row", err, problems, s.losses.row)
}
