// Package caller makes calls to plugins, and holds the one rule by which a call is made
// again: where the process was lost, once, in a fresh process, and never after a limit of
// time or memory. It knows nothing of what is asked.
package caller

import (
	"context"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/running/prepare"
)

// Caller calls the plugin processes of a worker. What is written for them goes to a folder.
type Caller struct {
	Plugins prepare.Plugins
	Slot    int
	Scratch string
	Doubts  *Doubts // of what claims to be deterministic; nil believes everything
}

// Call has the plugin that offers a component answer a call, by the rule of Twice.
func (c Caller) Call(ctx context.Context, kind contract.Kind, component string, call func(service.Plugin) error) error {
	return Twice(ctx, func() error {
		plugin, err := c.Plugins.Plugin(ctx, c.Slot, kind, component)
		if err != nil {
			return err
		}
		return call(plugin)
	})
}

// Twice makes a call, and once more if the first lost its process. If no process starts for
// the second, the error is that of both.
func Twice(ctx context.Context, call func() error) error {
	first := call()
	if !errors.Is(first, service.ErrLost) || OverLimit(first) || ctx.Err() != nil {
		return first
	}
	second := call()
	if errors.Is(second, service.ErrStart) {
		return fmt.Errorf("%w; started again: %w", first, second)
	}
	return second
}

// OverLimit reports whether a call took more time or memory than it may.
func OverLimit(err error) bool {
	return errors.Is(err, context.DeadlineExceeded) || errors.Is(err, service.ErrMemory)
}
