package host

import (
	"cmp"
	"context"

	"github.com/manyclass/bench/framework/service"
)

// Fit implements service.Plugin.
func (p *Process) Fit(ctx context.Context, call service.FitCall) (l service.Learnt, err error) {
	err = p.encoding(ctx, "fitting "+call.Component.Name, func(ctx context.Context) (err error) {
		l, err = p.served.Fit(ctx, call)
		return err
	})
	return l, err
}

// Transform implements service.Plugin.
func (p *Process) Transform(ctx context.Context, call service.TransformCall) error {
	return p.encoding(ctx, "encoding rows with "+call.Component.Name, func(ctx context.Context) error {
		return p.served.Transform(ctx, call)
	})
}

// encoding is call for what an encoder does: the package may have a limit of its own.
func (p *Process) encoding(ctx context.Context, doing string, rpc func(context.Context) error) error {
	return p.callWithin(ctx, cmp.Or(p.pkg.PlanWithin, dataTimeout), ", its plan_timeout", doing, rpc)
}
