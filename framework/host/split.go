package host

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

// Split implements service.Plugin.
func (p *Process) Split(ctx context.Context, call service.SplitCall) (sizes [][]service.FoldSize,
	ds []contract.Diagnostic, err error) {
	err = p.planning(ctx, planTimeout, "planning the folds of "+call.Component.Name, func(ctx context.Context) (err error) {
		sizes, ds, err = p.served.Split(ctx, call)
		return err
	})
	return sizes, ds, err
}
