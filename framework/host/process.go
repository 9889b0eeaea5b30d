package host

import (
	"context"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
)

// Process is one running plugin process. Its calls are those of
// service.Plugin, each with a deadline; a call that times out or loses the
// process ends the process, and Alive turns false.
type Process struct {
	pkg    Package
	runner *runner
	quit   func() // ends the process politely, or lets go of one that is attached
	served service.Plugin
	// heard is told the versions under configurations; nil outside a pool.
	heard   func(Package, service.ComponentRef, map[string]string)
	begun   time.Time // before it was started; zero if bench did not start it
	code    *outsides // what processes have named; that of its pool
	awaited *awaited  // is told what it is asked; nil outside a pool

	family      []int   // its process and the descendants when they were looked for last; nil before
	descendants float64 // seconds of processor time that the descendants had used then

	stop    sync.Once
	stopped chan struct{}
}

// Folders are where plugins put what lives no longer than they do. Both must be
// private (0700).
type Folders struct {
	Sockets   string // with a short path
	Temporary string // each process has a TMPDIR of its own in it
	// Code is where relative paths to code in an experiment file start, "" without a file.
	Code string
	// Traces is where it is written which files each process opens, "" if it is not.
	Traces string
}

// exits gives a process that broke its connection the time to be reaped, and
// reports whether it was.
func (p *Process) exits(ctx context.Context) bool {
	if p.runner.ID() == "" {
		return false
	}
	ctx, cancel := context.WithTimeout(ctx, exitTimeout)
	defer cancel()
	_ = p.runner.Wait(ctx)
	return p.runner.gone()
}

// Package returns what the process runs.
func (p *Process) Package() Package { return p.pkg }

// Alive reports whether the process can be called.
func (p *Process) Alive() bool {
	select {
	case <-p.stopped:
		return false
	default:
		return !p.runner.gone()
	}
}

// Stop ends the process: politely for at most grace, then with its whole
// process group. It returns when the process is gone.
func (p *Process) Stop(grace time.Duration) {
	p.stop.Do(func() {
		defer close(p.stopped)
		polite := make(chan struct{})
		if grace == 0 {
			_ = p.runner.Kill(context.Background())
		}
		go func() { p.quit(); close(polite) }()
		select {
		case <-polite:
			return
		case <-time.After(grace + 50*time.Millisecond):
		}
		_ = p.runner.Kill(context.Background())
		select {
		case <-polite:
		case <-time.After(stopTimeout):
		}
	})
	<-p.stopped
}
