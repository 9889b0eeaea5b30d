package host

import (
	"context"

	"github.com/manyclass/bench/framework/service"
)

// Compute implements service.Plugin.
func (p *Process) Compute(ctx context.Context, call service.ComputeCall) (values []service.Computed, err error) {
	err = p.planning(ctx, planTimeout, "computing "+call.Component.Name, func(ctx context.Context) (err error) {
		values, err = p.served.Compute(ctx, call)
		return err
	})
	return values, err
}
