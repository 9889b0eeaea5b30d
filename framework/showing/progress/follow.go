package progress

import (
	"io"
	"os"
	"os/signal"
	"sync"
	"syscall"
	"time"
)

// every calls a function each second, and when a signal comes, until the function that it
// returns is called.
func every(tick func(), signals ...os.Signal) (stop func()) {
	ticker := time.NewTicker(time.Second)
	signalled := make(chan os.Signal, 1)
	if len(signals) > 0 {
		signal.Notify(signalled, signals...)
	}
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
			case <-signalled:
			case <-done:
				return
			}
			tick()
		}
	}()
	return sync.OnceFunc(func() {
		ticker.Stop()
		signal.Stop(signalled)
		close(done)
		<-ended
	})
}

// Follow lets the progress tick every second, and when the terminal has another size, until
// the function that it returns is called, which removes the lines.
func (p *Progress) Follow() (stop func()) {
	p.Tick()
	end := every(p.Tick, syscall.SIGWINCH)
	return func() {
		end()
		p.Stop()
	}
}

// WatchCalls tells about calls that take long, until the function that it returns is called.
// longest returns the call that has taken the longest: what it is, since when, and its limit.
func WatchCalls(out io.Writer, longest func() (what string, since time.Time, most string, ok bool)) (stop func()) {
	calls := Calls{Out: out, Now: time.Now}
	return every(func() {
		if what, since, most, ok := longest(); ok {
			calls.Tick(what, since, most)
		}
	})
}
