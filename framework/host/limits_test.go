package host

import (
	"context"
	"errors"
	"os/exec"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Who is late is told by which limit, of several the one that was met.
func TestTheLimitThatWasMetIsNamed(t *testing.T) {
	learner := service.Limit{Within: 90 * time.Second, Name: `the timeout of learner "svm"`}
	for name, test := range map[string]struct {
		pkg   Package
		outer *service.Limit
		call  func(context.Context, *Process) error
		want  string
	}{
		"bench's own": {call: decode, want: "decoding d: no answer within 1h0m0s, bench's own limit on decoding d"},
		"learner's": {outer: &learner, call: decode,
			want: `decoding d: no answer within 1m30s, the timeout of learner "svm"`},
		"plugin's": {pkg: Package{Limits: Limits{Plan: time.Second}}, outer: &learner, call: next, want: "within 1s, its plan_timeout"},
		"default":  {call: next, want: "planning the next stage of d: no answer within 1h0m0s, its plan_timeout"},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				ctx := t.Context()
				if test.outer != nil {
					var cancel context.CancelFunc
					ctx, cancel = service.WithLimit(ctx, *test.outer)
					defer cancel()
				}
				p := &Process{pkg: test.pkg, runner: newRunner(&exec.Cmd{}), quit: func() {}, served: silent{},
					stopped: make(chan struct{})}
				err := test.call(ctx, p)
				if !errors.Is(err, context.DeadlineExceeded) || !strings.Contains(err.Error(), test.want) {
					t.Errorf("got %v, want %q", err, test.want)
				}
			})
		})
	}
}

// silent is a plugin that never answers.
type silent struct{ service.Plugin }

func (silent) Decode(ctx context.Context, _ service.DecodeCall) (service.Decoded, error) {
	<-ctx.Done()
	return service.Decoded{}, ctx.Err()
}

func (silent) Next(ctx context.Context, _ service.NextCall) (s contract.Stage, done bool, err error) {
	<-ctx.Done()
	return s, false, ctx.Err()
}

func decode(ctx context.Context, p *Process) error {
	_, err := p.Decode(ctx, service.DecodeCall{Component: service.ComponentRef{Name: "d"}})
	return err
}

func next(ctx context.Context, p *Process) error {
	_, _, err := p.Next(ctx, service.NextCall{Component: service.ComponentRef{Name: "d"}})
	return err
}
