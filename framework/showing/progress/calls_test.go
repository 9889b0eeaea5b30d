package progress

import (
	"strings"
	"testing"
	"time"
)

// A call that takes long is told after five seconds, then seldom; one that has just begun is
// not told for what came before.
func TestSlowCallsAreTold(t *testing.T) {
	var out strings.Builder
	clock := time.Unix(1000, 0)
	c := Calls{Out: &out, Now: func() time.Time { return clock }}
	wait := func(since time.Time, seconds int) string {
		out.Reset()
		for range seconds {
			clock = clock.Add(time.Second)
			c.Tick("plugin p, planning r", since, "10m0s, its plan_timeout")
		}
		return out.String()
	}
	begun := clock
	if got := wait(begun, 4); got != "" {
		t.Errorf("after 4 s: %q", got)
	}
	if got := wait(begun, 1); got != "waiting for plugin p, planning r, for 5s (at most 10m0s, its plan_timeout)\n" {
		t.Errorf("after 5 s: %q", got)
	}
	if got := wait(begun, 55); strings.Count(got, "\n") != 3 || !strings.Contains(got, " for 40s (") {
		t.Errorf("until a minute: %q", got)
	}
	if got := wait(clock, 4); got != "" {
		t.Errorf("another call after 4 s: %q", got)
	}
	if got := wait(clock.Add(-4*time.Second), 1); !strings.Contains(got, " for 5s (") {
		t.Errorf("another call after 5 s: %q", got)
	}
}
