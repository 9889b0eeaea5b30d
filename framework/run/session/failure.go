package session

import (
	"context"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/service"
)

// Twice makes a call again, in a fresh process, if the first is lost.
func Twice(ctx context.Context, call func() error) error {
	err := call()
	if errors.Is(err, service.ErrLost) && ctx.Err() == nil {
		return both(err, call())
	}
	return err
}

// both is the error of a call that was repeated: also the first one where the
// second found no plugin to serve it.
func both(first, second error) error {
	if errors.Is(second, service.ErrStart) {
		return fmt.Errorf("%w; started anew: %w", first, second)
	}
	return second
}

// overLimit reports whether a call used more time or memory than it may.
func overLimit(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, service.ErrMemory)
}

// interrupted reports whether the run is ended, in contrast to a time limit.
func interrupted(ctx context.Context) bool { return errors.Is(ctx.Err(), context.Canceled) }

// callError is the failure of a learner's call as a whole.
type callError struct{ err error }
