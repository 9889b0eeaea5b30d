package sdktest

import (
	"context"
	"testing"
	"time"
)

// slowTimer is a context whose timer has not fired.
type slowTimer struct {
	context.Context
	deadline time.Time
}

func (c slowTimer) Deadline() (time.Time, bool) { return c.deadline, true }

func TestLateTimers(t *testing.T) {
	now := time.Now()
	for _, test := range []struct {
		ctx  context.Context
		want bool
	}{
		{slowTimer{t.Context(), now}, true},
		{slowTimer{t.Context(), now.Add(time.Hour)}, false},
		{t.Context(), false},
	} {
		s := suite{ctx: t.Context(), options: Options{Limit: time.Second}}
		s.options.within = func(context.Context, time.Duration) (context.Context, context.CancelFunc) {
			return test.ctx, func() {}
		}
		s.check("trains", func(t *trial) { t.must(context.DeadlineExceeded) })
		want := "context deadline exceeded"
		if test.want {
			want = "no answer within 1s: " + want
		}
		if s.checks[0].Problem != want {
			t.Errorf("got %q, want %q", s.checks[0].Problem, want)
		}
	}
}
