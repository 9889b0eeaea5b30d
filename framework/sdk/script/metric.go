package script

import (
	"context"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// metric asks a script for numbers.
type metric struct{ configured }

type computeRequest struct {
	request
	Rows       int      `json:"rows"`
	Classes    []string `json:"classes"` // names; of multi-label data the labels
	MultiLabel bool     `json:"multi_label"`
}

// Compute implements contract.Metric.
func (m metric) Compute(o contract.Outcome) (value float64, err error) {
	call := m.call("compute")
	defer call.end()
	shown := service.ComputeCall{Classes: o.Classes, MultiLabel: o.MultiLabel}
	call.arrays(shown.Arrays(&o), o.Rows())
	var answer struct {
		Value *float64 `json:"value"` // null if it is undefined
	}
	err = call.ask(context.Background(), computeRequest{call.request, o.Rows(), o.Classes, o.MultiLabel}, &answer)
	if err != nil || answer.Value == nil {
		return math.NaN(), err
	}
	return *answer.Value, nil
}
