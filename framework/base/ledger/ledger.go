// Package ledger holds what is to be recorded back until it was vouched for: for
// results, until the code of the plugins that made them is seen to be what was hashed.
package ledger

import (
	"sync"
	"time"
)

const (
	// rest is the pause between two calls of vouch, as a multiple of the time that the last
	// one took: vouching takes at most a fiftieth of the time.
	rest = 50
	// most is how many bytes are held back.
	most = 32 << 20
)

// Ledger is used by any number of goroutines.
type Ledger struct {
	vouch func() error
	fail  func(error)

	mu      sync.Mutex
	waiting []func() error // what is to be recorded, in its order
	bytes   int64          // that it holds
	next    time.Time      // until when it waits
	timer   *time.Timer    // of next, nil if nothing waits
	err     error          // the first, after which nothing is recorded
}

// New returns a ledger. Vouch returns an error if what was made so far is in doubt; nil
// vouches for everything at once. Fail is told of an error that no call returns.
func New(vouch func() error, fail func(error)) *Ledger {
	return &Ledger{vouch: vouch, fail: fail}
}

// Holds reports whether what is added may be recorded after Add returns.
func (l *Ledger) Holds() bool { return l.vouch != nil }

// Add records something that holds a number of bytes, now or soon.
func (l *Ledger) Add(bytes int64, record func() error) error {
	if l.vouch == nil {
		return record()
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.err != nil {
		return l.err
	}
	l.waiting, l.bytes = append(l.waiting, record), l.bytes+bytes
	left := time.Until(l.next)
	if left <= 0 || l.bytes > most {
		return l.release()
	}
	if l.timer == nil {
		l.timer = time.AfterFunc(left, l.due)
	}
	return nil
}

// Close records what waits, and returns the first error.
func (l *Ledger) Close() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	if len(l.waiting) == 0 {
		return l.err
	}
	return l.release()
}

// due is called by the timer.
func (l *Ledger) due() {
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.timer == nil || l.err != nil {
		return
	}
	if err := l.release(); err != nil {
		l.fail(err)
	}
}

// release records what waits, if it is vouched for.
func (l *Ledger) release() error {
	if l.timer != nil {
		l.timer.Stop()
		l.timer = nil
	}
	waiting := l.waiting
	l.waiting, l.bytes = nil, 0
	if l.err != nil {
		return l.err
	}
	began := time.Now()
	if l.err = l.vouch(); l.err != nil {
		return l.err
	}
	l.next = time.Now().Add(rest * time.Since(began))
	for _, record := range waiting {
		if l.err = record(); l.err != nil {
			return l.err
		}
	}
	return nil
}
