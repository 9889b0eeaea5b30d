package host

import (
	"cmp"
	"context"

	"github.com/manyclass/bench/framework/service"
)

// Compute implements service.Plugin.
func (p *Process) Compute(ctx context.Context, call service.ComputeCall) (values []service.Computed, err error) {
	limit := cmp.Or(p.pkg.PlanWithin, planTimeout)
	doing := "computing " + call.Component.Name
	err = p.callWithin(ctx, limit, ", its plan_timeout", doing, func(ctx context.Context) (err error) {
		values, err = p.served.Compute(ctx, call)
		return err
	})
	return values, err
}
