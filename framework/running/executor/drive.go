package executor

import (
	"context"
	"errors"
	"time"
)

// Work is what an executor is to do: waves, until nothing is missing.
type Work interface {
	// Last is the wave that was made last, by whichever driver; ok is false if there
	// is none.
	Last() (w Wave, ok bool, err error)
	// Begun reports whether slots of a wave have left a trace.
	Begun(w Wave) (bool, error)
	// Next makes a wave of what is missing; ok is false if nothing is.
	Next() (w Wave, ok bool, err error)
	// Settle waits until what the slots of a wave that has ended left can be seen.
	Settle(ctx context.Context, w Wave, s State) error
	// Watch is told how far the present wave was when it was asked for last, more often
	// than that. Err is that of a poll, which says nothing about the wave. It reports
	// whether all slots seem to have ended, so that it is worth asking.
	Watch(w Wave, s State, err error) (over bool)
}

// Pace is how often a driver asks.
type Pace struct {
	Look time.Duration // at what slots have left
	Poll time.Duration // the executor, at first; later, and after failures, less often
	Most time.Duration // between two polls
	// Grace is how long a wave that somebody else has made may take until it is known
	// to the executor.
	Grace time.Duration
}

// Drive lets an executor do what is missing. It goes on with a wave that another
// driver, which may have died, has handed over. The error is that of the context or
// of the work; an executor that is away is waited for.
func Drive(ctx context.Context, e Executor, work Work, pace Pace) error {
	w, err := HandOver(ctx, e, work, pace)
	for ; err == nil && w.Number > 0; w, err = HandOver(ctx, e, work, pace) {
		state, err := follow(ctx, e, work, w, pace)
		if err != nil {
			return err
		}
		if err := work.Settle(ctx, w, state); err != nil {
			return err
		}
	}
	return err
}

// ErrTaken is the error of a wave that another driver was faster to make.
var ErrTaken = errors.New("another driver has made this wave")

// HandOver returns the wave that is being worked on, or hands over the next one. The
// wave is zero if nothing is missing.
func HandOver(ctx context.Context, e Executor, work Work, pace Pace) (Wave, error) {
	for {
		w, made, err := work.Last()
		if err != nil {
			return Wave{}, err
		}
		if made {
			alive, err := standing(ctx, e, work, w, pace)
			if err != nil || alive {
				return w, err
			}
		}
		w, more, err := work.Next()
		switch {
		case errors.Is(err, ErrTaken):
			continue
		case err != nil || !more:
			return Wave{}, err
		}
		return w, retried(ctx, work, w, pace, func() error { return e.Submit(ctx, w) })
	}
}

// standing reports whether slots do a wave, or will. One that the executor does not know
// may be on its way there; if it leaves no trace for a while, it was never handed over, and
// its cells are missing like others.
func standing(ctx context.Context, e Executor, work Work, w Wave, pace Pace) (alive bool, err error) {
	for waited := time.Duration(0); ; waited += pace.Poll {
		var known bool
		err := retried(ctx, work, w, pace, func() (err error) { known, err = e.Find(ctx, w); return err })
		if err != nil {
			return false, err
		}
		if known {
			var s State
			err := retried(ctx, work, w, pace, func() (err error) { s, err = e.Poll(ctx, w); return err })
			return !s.Ended, err
		}
		begun, err := work.Begun(w)
		if err != nil || begun || waited >= pace.Grace {
			return false, err
		}
		if err := sleep(ctx, pace.Poll); err != nil {
			return false, err
		}
	}
}

// patience is the share of the time that a wave has taken by which its end may be
// noticed late.
const patience = 20

// follow polls a wave to its end.
func follow(ctx context.Context, e Executor, work Work, w Wave, pace Pace) (State, error) {
	began, pause := time.Now(), pace.Poll
	for {
		s, err := e.Poll(ctx, w)
		if err != nil && !errors.Is(err, ErrAway) {
			return s, err
		}
		if err == nil && s.Ended {
			work.Watch(w, s, nil)
			return s, nil
		}
		if err != nil {
			pause *= 2
		} else {
			pause = time.Since(began) / patience
		}
		pause = min(max(pause, pace.Poll), pace.Most)
		for asked := time.Now(); ; {
			over := work.Watch(w, s, err)
			if time.Since(asked) >= pause || over && time.Since(asked) >= pace.Poll {
				break
			}
			if err := sleep(ctx, pace.Look); err != nil {
				return s, err
			}
		}
	}
}

// retried calls a function again while the executor is away.
func retried(ctx context.Context, work Work, w Wave, pace Pace, call func() error) error {
	for pause := pace.Poll; ; pause = min(2*pause, pace.Most) {
		err := call()
		if !errors.Is(err, ErrAway) {
			return err
		}
		work.Watch(w, State{}, err)
		if err := sleep(ctx, pause); err != nil {
			return err
		}
	}
}

func sleep(ctx context.Context, d time.Duration) error {
	select {
	case <-ctx.Done():
		return context.Cause(ctx)
	case <-time.After(d):
		return nil
	}
}
