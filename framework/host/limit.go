package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/manyclass/bench/framework/contract/service"
)

const (
	// watchInterval is the time between two looks at a plugin's memory; slowWatch is that
	// where a look takes a process.
	watchInterval, slowWatch = 20 * time.Millisecond, 250 * time.Millisecond
	// A plugin that allocates faster than we look meets the kernel's limit on
	// its data at twice what it may have and some more.
	dataFactor, dataMargin = 2, 256 << 20
)

// underMemory makes a call while a watchdog holds the process and its
// descendants to a number of bytes (0: no limit).
func (p *Process) underMemory(ctx context.Context, limit int64, call func(context.Context) error) error {
	if limit <= 0 || p.pkg.Attached != nil {
		return call(ctx)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	restore := limitData(p.runner.number(), dataLimit(limit))
	defer restore()
	stop := make(chan struct{})
	defer close(stop)
	go p.watch(limit, stop, cancel)
	err := call(ctx)
	cause := context.Cause(ctx)
	switch {
	case err == nil:
		return nil
	case errors.Is(cause, service.ErrMemory):
		return cause
	case status.Code(err) == codes.Unavailable && p.exits(ctx) && p.runner.words.starved():
		return fmt.Errorf("%w: the process met its limit of %d MB of data", service.ErrMemory, dataLimit(limit)>>20)
	}
	return err
}

// dataLimit is the kernel's limit on the data of a process that may hold a
// number of bytes.
func dataLimit(memory int64) uint64 { return uint64(memory)*dataFactor + dataMargin }

// watch ends the process when it holds more than it may.
func (p *Process) watch(limit int64, stop <-chan struct{}, cancel context.CancelCauseFunc) {
	interval := watchInterval
	if !system.Quick() {
		interval = slowWatch
	}
	ticker := time.NewTicker(interval)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			if used := system.Memory(p.runner.number()); used > limit {
				cancel(fmt.Errorf("%w: the process held %d MB, %d MB are allowed", service.ErrMemory, used>>20, limit>>20))
				_ = p.runner.Kill(context.Background())
				return
			}
		}
	}
}
