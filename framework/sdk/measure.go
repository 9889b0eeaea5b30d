package sdk

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (a *adapter) Compute(_ context.Context, call service.ComputeCall) (values []service.Computed, err error) {
	defer recovered(&err)
	metric, err := built(a, call.Component, contract.Component.Metric)
	if err != nil {
		return nil, err
	}
	o := contract.Outcome{Classes: call.Classes, MultiLabel: call.MultiLabel}
	_, unmap, err := call.Arrays(&o).Open(-1)
	if err != nil {
		return nil, err
	}
	defer unmap()
	start := 0
	for _, end := range call.Ends {
		if end < start || end > o.Rows() {
			return nil, fmt.Errorf("a part ends before row %d of %d, and begins at row %d", end, o.Rows(), start)
		}
		values = append(values, measured(metric, o.Part(start, end)))
		start = end
	}
	return values, nil
}

// measured computes one value. A panic is the value's alone.
func measured(m contract.Metric, o contract.Outcome) (v service.Computed) {
	defer recovered(&v.Err)
	v.Value, v.Err = m.Compute(o)
	return v
}
