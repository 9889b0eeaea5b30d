package lsp

import (
	"context"
	"sync"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/editing"
)

// saved is what a check of a file found when it was opened or saved: with its data and its
// plugins, as bench validate.
type saved struct {
	text       *document
	remarks    []diagnosed // those that typing does not find
	components []contract.Component
	idle       []contract.Component
	counts     *counts                  // nil if there are mistakes
	facts      map[string]editing.Facts // of datasets, by the names of their blocks
}

// checks are those of all documents. At most one goes on at a time.
type checks struct {
	ctx   context.Context
	check func(context.Context, *document) *saved
	told  func(uri string) // is called when a check has ended
	mu    sync.Mutex
	done  map[string]*saved // by URI
	stop  map[string]context.CancelFunc
	turn  chan bool // holds a value while no check goes on
	going sync.WaitGroup
}

func newChecks(ctx context.Context, check func(context.Context, *document) *saved, told func(string)) *checks {
	c := &checks{ctx: ctx, check: check, told: told, done: map[string]*saved{}, stop: map[string]context.CancelFunc{},
		turn: make(chan bool, 1)}
	c.turn <- true
	return c
}

// of returns what the last check of a document found, nil if there was none.
func (c *checks) of(uri string) *saved {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.done[uri]
}

// begin checks a document as it was saved, in place of a check that goes on.
func (c *checks) begin(doc *document) {
	c.forgetGoing(doc.uri)
	if !doc.onDisk || doc.foreign {
		return
	}
	c.mu.Lock()
	ctx, stop := context.WithCancel(c.ctx)
	c.stop[doc.uri] = stop
	c.mu.Unlock()
	c.going.Go(func() {
		defer stop()
		select {
		case <-ctx.Done():
			return
		case <-c.turn:
		}
		defer func() { c.turn <- true }()
		found := c.check(ctx, doc)
		c.mu.Lock()
		current := ctx.Err() == nil
		if current {
			c.done[doc.uri] = found
		}
		c.mu.Unlock()
		if current {
			c.told(doc.uri)
		}
	})
}

// forgetGoing ends the check of a document that goes on.
func (c *checks) forgetGoing(uri string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if stop := c.stop[uri]; stop != nil {
		stop()
	}
	delete(c.stop, uri)
}

// forget drops what is known of a document.
func (c *checks) forget(uri string) {
	c.forgetGoing(uri)
	c.mu.Lock()
	defer c.mu.Unlock()
	delete(c.done, uri)
}

// wait returns when no check goes on.
func (c *checks) wait() { c.going.Wait() }
