package host

import (
	"context"
	"errors"
	"fmt"
	"time"

	"golang.org/x/sys/unix"

	"github.com/manyclass/bench/framework/service"
)

const (
	// watchInterval is the time between two looks at a plugin's memory.
	watchInterval = 20 * time.Millisecond
	// A plugin that allocates faster than we look meets the kernel's limit on
	// its data at twice what it may have and some more.
	dataFactor, dataMargin = 2, 256 << 20
)

// underMemory makes a call while a watchdog holds the process and its
// descendants to a number of bytes (0: no limit).
func (p *Process) underMemory(ctx context.Context, limit int64, call func(context.Context) error) error {
	if limit <= 0 {
		return call(ctx)
	}
	ctx, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	restore := p.limitData(uint64(limit*dataFactor + dataMargin))
	defer restore()
	stop := make(chan struct{})
	defer close(stop)
	go p.watch(limit, stop, cancel)
	err := call(ctx)
	if cause := context.Cause(ctx); err != nil && errors.Is(cause, service.ErrMemory) {
		return cause
	}
	return err
}

// watch ends the process when it holds more than it may.
func (p *Process) watch(limit int64, stop <-chan struct{}, cancel context.CancelCauseFunc) {
	ticker := time.NewTicker(watchInterval)
	defer ticker.Stop()
	for {
		select {
		case <-stop:
			return
		case <-ticker.C:
			if used := ownMemory(p.runner.number()); used > limit {
				cancel(fmt.Errorf("%w: the process held %d MB, %d MB are allowed", service.ErrMemory, used>>20, limit>>20))
				_ = p.runner.Kill(context.Background())
				return
			}
		}
	}
}

// limitData sets the soft limit on the process's data and returns how to undo
// it.
func (p *Process) limitData(bytes uint64) func() {
	var old unix.Rlimit
	pid := p.runner.number()
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, nil, &old); err != nil {
		return func() {}
	}
	limited := unix.Rlimit{Cur: min(bytes, old.Max), Max: old.Max}
	if err := unix.Prlimit(pid, unix.RLIMIT_DATA, &limited, nil); err != nil {
		return func() {}
	}
	return func() { _ = unix.Prlimit(pid, unix.RLIMIT_DATA, &old, nil) }
}
