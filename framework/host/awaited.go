package host

import (
	"sync"
	"time"

	"github.com/manyclass/bench/framework/contract/service"
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

// Deadlines of the steps of a plugin's life. Training has the caller's.
const (
	startTimeout = 1 * time.Minute
	// Packages that are merely found cannot hold everything up for as long.
	uninvitedTimeout = 30 * time.Second
	stopTimeout      = 3 * time.Second
	exitTimeout      = 5 * time.Second // from the end of a connection to that of its process
	quickTimeout     = 1 * time.Minute // calls that touch no data
	planTimeout      = 10 * time.Minute
	dataTimeout      = 1 * time.Hour // scoring and decoding
	trainTimeout     = 24 * time.Hour
	unlimited        = 365 * 24 * time.Hour // of a plugin that is attached: it may be at a breakpoint
)
