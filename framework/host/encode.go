package host

import (
	"context"

	"github.com/manyclass/bench/framework/service"
)

// Fit implements service.Plugin.
func (p *Process) Fit(ctx context.Context, call service.FitCall) (l service.Learnt, err error) {
	err = p.planning(ctx, dataTimeout, "fitting "+call.Component.Name, func(ctx context.Context) (err error) {
		l, err = p.served.Fit(ctx, call)
		return err
	})
	return l, err
}

// Transform implements service.Plugin.
func (p *Process) Transform(ctx context.Context, call service.TransformCall) error {
	return p.planning(ctx, dataTimeout, "encoding rows with "+call.Component.Name, func(ctx context.Context) error {
		return p.served.Transform(ctx, call)
	})
}
