package download

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/url"
	"strconv"
	"time"
)

// trying does something until it succeeds, is refused plainly, or has failed too often without progress. again
// says of refusals that they may pass. first tells the first try.
func (c *Client) trying(ctx context.Context, address string, again []func(*Refused) bool,
	do func(ctx context.Context, first bool) (progress bool, err error)) error {
	wait := c.options.First
	for failed, first := 0, true; ; first = false {
		progress, err := do(ctx, first)
		if err == nil {
			return nil
		}
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if !mayPass(err, again) {
			return err
		}
		if progress {
			failed, wait = 0, c.options.First
		}
		failed++
		_, away := c.away.Load(hostOf(address))
		if failed >= c.options.Tries || away {
			c.away.Store(hostOf(address), true)
			return fmt.Errorf("%w; tried %d times; what arrived is kept, try again later", err, failed)
		}
		pause := jitter(wait)
		var refused *Refused
		if errors.As(err, &refused) && refused.after > 0 {
			pause = min(refused.after, longest)
		}
		c.options.Tell(fmt.Sprintf("%v; trying again in %s", err, pause.Round(time.Second/10)))
		select {
		case <-time.After(pause):
		case <-ctx.Done():
			return ctx.Err()
		}
		wait = min(2*wait, longest)
	}
}

// hostOf is the host of an address.
func hostOf(address string) string {
	u, err := url.Parse(address)
	if err != nil {
		return address
	}
	return u.Host
}

// mayPass reports whether another try may succeed.
func mayPass(err error, again []func(*Refused) bool) bool {
	var plain errPlain
	if errors.As(err, &plain) {
		return false
	}
	var refused *Refused
	if !errors.As(err, &refused) {
		return true // the connection
	}
	for _, passes := range again {
		if passes(refused) {
			return true
		}
	}
	return refused.passing()
}

// jitter is a time between half of a wait and all of it, so that many clients do not return at once.
func jitter(wait time.Duration) time.Duration {
	return wait/2 + time.Duration(rand.Int64N(int64(wait/2)+1))
}

// retryAfter is the wait that a server asks for, in seconds or as a date; 0 if it asks for none.
func retryAfter(h http.Header) time.Duration {
	text := h.Get("Retry-After")
	if seconds, err := strconv.Atoi(text); err == nil && seconds > 0 {
		return time.Duration(min(seconds, int(longest/time.Second))) * time.Second
	}
	if at, err := http.ParseTime(text); err == nil {
		return max(0, time.Until(at))
	}
	return 0
}
