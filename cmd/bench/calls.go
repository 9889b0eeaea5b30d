package main

import (
	"fmt"
	"os"
	"sync"
	"time"

	"github.com/manyclass/bench/framework/progress"
)

// tellCalls tells on stderr of starts and calls of plugins that take long, until the
// function that it returns is called: before a run its progress tells nothing.
func (s *session) tellCalls() (stop func()) {
	calls := progress.Calls{Out: os.Stderr, Now: time.Now}
	ticker := time.NewTicker(time.Second)
	done, ended := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(ended)
		for {
			select {
			case <-ticker.C:
			case <-done:
				return
			}
			if c, ok := s.pool.Longest(); ok {
				calls.Tick(fmt.Sprintf("plugin %s, %s", c.Plugin, c.Doing), c.Since, c.Limit.String())
			}
		}
	}()
	return sync.OnceFunc(func() {
		ticker.Stop()
		close(done)
		<-ended
	})
}
