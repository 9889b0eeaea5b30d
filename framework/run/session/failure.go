package session

import (
	"context"
	"errors"
)

// interrupted reports whether the run is ended, in contrast to a time limit.
func interrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// callError is the failure of a learner's call as a whole.
type callError struct{ err error }

func (e *callError) Error() string { return e.err.Error() }

func (e *callError) Unwrap() error { return e.err }
