package host

import (
	"sync"
	"time"

	"github.com/manyclass/bench/framework/service"
)

// Awaited is a start or a call that a plugin has not answered yet.
type Awaited struct {
	Plugin, Doing string
	Since         time.Time
	Limit         service.Limit
}

// awaited are those of a pool. Its methods can be called from all goroutines, and of none.
type awaited struct {
	mu    sync.Mutex
	calls map[*Awaited]bool
}

// begin adds one until the function that it returns is called.
func (a *awaited) begin(call Awaited) (end func()) {
	if a == nil {
		return func() {}
	}
	call.Since = time.Now()
	a.mu.Lock()
	defer a.mu.Unlock()
	if a.calls == nil {
		a.calls = map[*Awaited]bool{}
	}
	a.calls[&call] = true
	return func() {
		a.mu.Lock()
		defer a.mu.Unlock()
		delete(a.calls, &call)
	}
}

// Longest is what has been waited for the longest; ok is false if nothing is.
func (p *Pool) Longest() (longest Awaited, ok bool) {
	p.awaited.mu.Lock()
	defer p.awaited.mu.Unlock()
	for call := range p.awaited.calls {
		if !ok || call.Since.Before(longest.Since) {
			longest, ok = *call, true
		}
	}
	return longest, ok
}
