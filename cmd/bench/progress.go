package main

import (
	"os"
	"os/signal"
	"syscall"
	"time"

	"github.com/manyclass/bench/framework/progress"
)

// newProgress tells on stderr of a run of so many cells of which some are done already.
func newProgress(total, done, workers int) *progress.Progress {
	var terminal func() int
	if isTerminal(os.Stderr) && os.Getenv("TERM") != "dumb" {
		terminal = func() int { return width(os.Stderr) }
	}
	return progress.New(os.Stderr, time.Now, terminal, total, done, workers)
}

// follow lets a progress tick every second, and when the terminal has another size, until
// the function that it returns is called, which takes the line away.
func follow(p *progress.Progress) (stop func()) {
	ticker := time.NewTicker(time.Second)
	resized := make(chan os.Signal, 1)
	signal.Notify(resized, syscall.SIGWINCH)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
			case <-resized:
			case <-done:
				return
			}
			p.Tick()
		}
	}()
	return func() {
		ticker.Stop()
		signal.Stop(resized)
		close(done)
		<-ended
		p.Stop()
	}
}
