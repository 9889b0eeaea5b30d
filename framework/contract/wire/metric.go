package wire

import (
	"context"
	"errors"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// perValue bounds what a value of a metric takes in a message, an error included.
const perValue = 1 << 16

func (c *client) Compute(ctx context.Context, call service.ComputeCall) ([]service.Computed, error) {
	m, err := c.metric.Compute(ctx, withPaths(&ComputeRequest{
		Component: call.Component.Name, ConfigJson: call.Component.Config,
		Classes: call.Classes, MultiLabel: call.MultiLabel, Ends: numbers[int64](call.Ends),
	}, call.Arrays(&contract.Outcome{})), atMost(maxPlain+perValue*len(call.Ends)))
	if err != nil {
		return nil, err
	}
	if len(m.Values) != len(call.Ends) {
		return nil, fmt.Errorf("the plugin sent %d values for %d parts of the rows", len(m.Values), len(call.Ends))
	}
	return lists.Map(m.Values, toComputed), nil
}

// toComputed refuses infinite values: nothing can be averaged with them.
func toComputed(m *Computed) service.Computed {
	switch {
	case m.GetError() != "":
		return service.Computed{Value: math.NaN(), Err: errors.New(wording.Harmless(m.Error, maxText))}
	case math.IsInf(m.GetValue(), 0):
		return service.Computed{Value: math.NaN(), Err: fmt.Errorf("the value is %v", m.GetValue())}
	}
	return service.Computed{Value: m.GetValue()}
}

type metricServer struct {
	UnimplementedMetricServer
	plugin service.Plugin
}

func (s metricServer) Compute(ctx context.Context, m *ComputeRequest) (*ComputeResponse, error) {
	call := service.ComputeCall{Component: refOf(contract.KindMetric, m), Classes: m.Classes, MultiLabel: m.MultiLabel,
		Ends: numbers[int](m.Ends)}
	takePaths(m, call.Arrays(&contract.Outcome{}))
	values, err := s.plugin.Compute(ctx, call)
	if err != nil {
		return nil, err
	}
	out := &ComputeResponse{}
	for _, v := range values {
		one := &Computed{Value: v.Value}
		if v.Err != nil {
			one.Error = wording.Harmless(v.Err.Error(), maxText)
		}
		out.Values = append(out.Values, one)
	}
	return out, nil
}
