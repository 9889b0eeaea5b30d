package session

import (
	"context"
	"errors"
	"fmt"
	"math/bits"

	"github.com/manyclass/bench/framework/caller"
	"github.com/manyclass/bench/framework/service"
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

// losses counts calls in a row that failed as a whole.
type losses struct {
	row   int
	alone int // of them, those over a single problem
	most  int // processes that may be lost in a row before problems are no longer tried apart
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
	s.note(true)
}

// failedCall counts a call that failed as a whole.
func (s *Session) failedCall(problems int, err error) {
	s.losses.row++
	if problems == 1 {
		s.losses.alone++
	}
	if _, known := s.answers[s.Learner.Name]; !known && errors.Is(err, service.ErrLost) && s.losses.row > s.losses.most {
		s.note(false)
	}
}

// note keeps for the sessions to come whether the learner has answered any call.
func (s *Session) note(answers bool) {
	if s.answers == nil {
		s.Desk.answers = map[string]bool{}
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
	return fmt.Errorf("%w\nIt was one of %d problems in a call, which are not tried one by one: %d processes were lost in a row",
		err, problems, s.losses.row)
}
