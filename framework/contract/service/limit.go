package service

import (
	"context"
	"fmt"
	"time"
)

// Limit bounds the time of what is done for a caller.
type Limit struct {
	Within time.Duration
	Name   string // whose limit it is, for messages: "the timeout of the learner block"
}

func (l Limit) String() string { return fmt.Sprintf("%v, %s", l.Within, l.Name) }

type limitKey struct{}

// WithLimit is a context that ends after a time, if it does not end earlier.
func WithLimit(ctx context.Context, l Limit) (context.Context, context.CancelFunc) {
	limited, cancel := context.WithTimeout(ctx, l.Within)
	outer, bound := ctx.Deadline()
	if own, _ := limited.Deadline(); bound && !own.Before(outer) {
		return limited, cancel // the earlier limit counts, and names itself
	}
	return context.WithValue(limited, limitKey{}, l), cancel
}

// LimitOf is the limit by which a context ends first; ok is false if it has no name.
func LimitOf(ctx context.Context) (l Limit, ok bool) {
	l, ok = ctx.Value(limitKey{}).(Limit)
	return l, ok
}
