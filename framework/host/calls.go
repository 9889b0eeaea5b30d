package host

import (
	"cmp"
	"context"
	"errors"
	"time"

	"google.golang.org/grpc/codes"
	"google.golang.org/grpc/status"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// call runs one RPC within a limit that no attribute sets.
func (p *Process) call(ctx context.Context, limit time.Duration, doing string, rpc func(context.Context) error) error {
	return p.callWithin(ctx, service.Limit{Within: limit, Name: "bench's own limit on " + doing}, doing, rpc)
}

// planning runs one RPC that may take the plan_timeout of the package, or what it is by
// default.
func (p *Process) planning(ctx context.Context, byDefault time.Duration, doing string,
	rpc func(context.Context) error) error {
	limit := service.Limit{Within: cmp.Or(p.pkg.Limits.Plan, byDefault), Name: "its plan_timeout"}
	return p.callWithin(ctx, limit, doing, rpc)
}

// callWithin runs one RPC. Its error says which limit was met: this one, or an earlier one
// of the context.
func (p *Process) callWithin(ctx context.Context, limit service.Limit, doing string,
	rpc func(context.Context) error) error {
	if p.pkg.Attached != nil {
		limit.Within = unlimited
	}
	limited, cancel := service.WithLimit(ctx, limit)
	defer cancel()
	defer p.awaited.begin(Awaited{Plugin: p.pkg.Name, Doing: doing, Limit: limit})()
	kills := oomKills()
	err := service.Contained(func() error { return rpc(limited) })
	if err == nil {
		return nil
	}
	late := errors.Is(err, context.DeadlineExceeded) || status.Code(err) == codes.DeadlineExceeded
	if met, named := service.LimitOf(limited); late && named {
		err = timeoutError("no answer within " + met.String())
	}
	return p.failure(ctx, doing, err, kills)
}

// Describe implements service.Plugin.
func (p *Process) Describe(ctx context.Context) (d service.Description, err error) {
	err = p.callWithin(ctx, p.pkg.startLimit(), "describing itself", func(ctx context.Context) (err error) {
		d, err = p.served.Describe(ctx)
		return err
	})
	if err == nil {
		d.Runtimes, err = p.code.runtimes(loaded{p.pkg.Name, p.begun}, d.Runtimes, d.Code)
	}
	return d, err
}

// Validate implements service.Plugin.
func (p *Process) Validate(ctx context.Context, ref service.ComponentRef) (v contract.Verdict, err error) {
	if v, err = p.judge(ctx, ref); err == nil && p.heard != nil {
		p.heard(p.pkg, ref, v.Runtimes)
	}
	return v, err
}

func (p *Process) judge(ctx context.Context, ref service.ComponentRef) (v contract.Verdict, err error) {
	err = p.call(ctx, quickTimeout, "validating "+ref.Name, func(ctx context.Context) (err error) {
		v, err = p.served.Validate(ctx, ref)
		return err
	})
	if err == nil {
		v.Runtimes, err = p.code.runtimes(loaded{p.pkg.Name, p.begun}, v.Runtimes, v.Code)
	}
	return v, err
}

// Train implements service.Plugin.
func (p *Process) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	return p.call(ctx, trainTimeout, "training "+call.Component, func(ctx context.Context) error {
		return p.underMemory(ctx, call.Memory, func(ctx context.Context) error {
			return p.served.Train(ctx, call, done)
		})
	})
}

// Score implements service.Plugin.
func (p *Process) Score(ctx context.Context, call service.ScoreCall) (scored service.Scored, err error) {
	err = p.call(ctx, dataTimeout, "scoring", func(ctx context.Context) error {
		return p.underMemory(ctx, call.Memory, func(ctx context.Context) (err error) {
			scored, err = p.served.Score(ctx, call)
			return err
		})
	})
	return scored, err
}

// Forget implements service.Plugin.
func (p *Process) Forget(ctx context.Context, models []string) error {
	return p.call(ctx, quickTimeout, "forgetting models", func(ctx context.Context) error {
		return p.served.Forget(ctx, models)
	})
}

// Plan implements service.Plugin.
func (p *Process) Plan(ctx context.Context, ref service.ComponentRef,
	r contract.Reduction) (stage contract.Stage, ds []contract.Diagnostic, err error) {
	err = p.planning(ctx, planTimeout, "planning "+ref.Name, func(ctx context.Context) (err error) {
		stage, ds, err = p.served.Plan(ctx, ref, r)
		return err
	})
	return stage, ds, err
}

// Next implements service.Plugin.
func (p *Process) Next(ctx context.Context, call service.NextCall) (stage contract.Stage, done bool, err error) {
	doing := "planning the next stage of " + call.Component.Name
	err = p.planning(ctx, dataTimeout, doing, func(ctx context.Context) (err error) {
		stage, done, err = p.served.Next(ctx, call)
		return err
	})
	return stage, done, err
}

// Decode implements service.Plugin.
func (p *Process) Decode(ctx context.Context, call service.DecodeCall) (d service.Decoded, err error) {
	err = p.call(ctx, dataTimeout, "decoding "+call.Component.Name, func(ctx context.Context) (err error) {
		d, err = p.served.Decode(ctx, call)
		return err
	})
	return d, err
}

// Compute implements service.Plugin.
func (p *Process) Compute(ctx context.Context, call service.ComputeCall) (values []service.Computed, err error) {
	err = p.planning(ctx, planTimeout, "computing "+call.Component.Name, func(ctx context.Context) (err error) {
		values, err = p.served.Compute(ctx, call)
		return err
	})
	return values, err
}

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

// Split implements service.Plugin.
func (p *Process) Split(ctx context.Context, call service.SplitCall) (sizes [][]service.FoldSize,
	ds []contract.Diagnostic, err error) {
	doing := "planning the folds of " + call.Component.Name
	err = p.planning(ctx, planTimeout, doing, func(ctx context.Context) (err error) {
		sizes, ds, err = p.served.Split(ctx, call)
		return err
	})
	return sizes, ds, err
}
