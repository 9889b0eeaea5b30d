package slot

import (
	"context"
	"errors"
	"os"
	"os/signal"
	"syscall"
	"time"
)

// A slot ends after an hour of work, so that a batch system can give the node to
// others; one that is told to end has some time for its current cells. Slurm tells
// it two minutes ahead.
const (
	hour    = time.Hour
	respite = 100 * time.Second
)

// errTold ends the cells at hand of a slot whose time is over.
var errTold = errors.New("the slot was told that its time is over")

// untilTold returns a context that ends some time after the batch system has told the
// slot of its end. From then on the slot takes nothing more.
func untilTold(ctx context.Context, t *Taker) (context.Context, func()) {
	ctx, cancel := context.WithCancelCause(ctx)
	told := make(chan os.Signal, 1)
	signal.Notify(told, syscall.SIGUSR1)
	go func() {
		select {
		case <-ctx.Done():
			return
		case <-told:
		}
		t.Stop()
		select {
		case <-ctx.Done():
		case <-time.After(respite):
			cancel(errTold)
		}
	}()
	return ctx, func() {
		signal.Stop(told)
		cancel(nil)
	}
}
