package caller

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// processes are plugins of which some starts fail.
type processes struct {
	starts []error
	asked  int
}

func (p *processes) Plugin(context.Context, int, contract.Kind, string) (service.Plugin, error) {
	p.asked++
	if p.asked <= len(p.starts) {
		return nil, p.starts[p.asked-1]
	}
	return nil, nil
}

func (p *processes) Origin(contract.Kind, string) service.Origin { return service.Origin{} }

// A call is made again where its process was lost, and only there: what met a limit once
// would meet it again.
func TestWhatIsCalledAgain(t *testing.T) {
	lost := fmt.Errorf("gone: %w", service.ErrLost)
	late := fmt.Errorf("late: %w, %w", service.ErrLost, context.DeadlineExceeded)
	full := fmt.Errorf("full: %w, %w", service.ErrLost, service.ErrMemory)
	for name, test := range map[string]struct {
		starts, answers []error
		calls           int
		want            []string
	}{
		"answered":       {nil, []error{nil}, 1, nil},
		"lost once":      {nil, []error{lost, nil}, 2, nil},
		"lost twice":     {nil, []error{lost, lost}, 2, []string{"gone"}},
		"lost, late":     {nil, []error{lost, late}, 2, []string{"late"}},
		"late":           {nil, []error{late}, 1, []string{"late"}},
		"full":           {nil, []error{full}, 1, []string{"full"}},
		"refused":        {nil, []error{errors.New("no")}, 1, []string{"no"}},
		"not started":    {[]error{service.ErrStart}, nil, 0, []string{"did not start"}},
		"no second one":  {[]error{nil, service.ErrStart}, []error{lost}, 1, []string{"gone", "started again", "did not start"}},
		"the run's over": {nil, []error{fmt.Errorf("%w: %w", context.Canceled, lost)}, 1, []string{"gone"}},
	} {
		ctx, cancel := context.WithCancel(t.Context())
		p, calls := &processes{starts: test.starts}, 0
		err := Caller{Plugins: p}.Call(ctx, contract.KindReducer, "r", func(service.Plugin) error {
			calls++
			if errors.Is(test.answers[calls-1], context.Canceled) {
				cancel()
			}
			return test.answers[calls-1]
		})
		cancel()
		if calls != test.calls || (err == nil) != (test.want == nil) {
			t.Errorf("%s: %d calls, want %d: %v", name, calls, test.calls, err)
		}
		for _, words := range test.want {
			if err != nil && !strings.Contains(err.Error(), words) {
				t.Errorf("%s: %v lacks %q", name, err, words)
			}
		}
	}
}
