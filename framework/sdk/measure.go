package sdk

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

func (a *adapter) Compute(_ context.Context, call service.ComputeCall) (values []service.Computed, err error) {
	defer recovered(&err)
	c, err := a.component(contract.KindMetric, call.Component.Name)
	if err != nil {
		return nil, err
	}
	metric, err := c.Metric(call.Component.Config)
	if err != nil {
		return nil, err
	}
	o, unmap, err := openOutcome(call)
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

// openOutcome reads what a call names. Scores and probabilities are valid until the
// returned function is called.
func openOutcome(call service.ComputeCall) (o contract.Outcome, unmap func(), err error) {
	o = contract.Outcome{Classes: call.Classes, MultiLabel: call.MultiLabel}
	var open []*matrix.Mapped
	unmap = func() {
		for _, m := range open {
			m.Close()
		}
	}
	defer func() {
		if err != nil {
			unmap()
		}
	}()
	mapped := func(path string) (contract.Matrix, error) {
		m, err := matrix.Open(path)
		if err != nil {
			return contract.Matrix{}, err
		}
		open = append(open, m)
		return view(m), nil
	}
	if o.Scores, err = mapped(call.Scores); err != nil {
		return o, unmap, err
	}
	if call.Probabilities != "" {
		p, err := mapped(call.Probabilities)
		if err != nil {
			return o, unmap, err
		}
		o.Probabilities = &p
	}
	return o, unmap, readOutcome(call, &o)
}

// readOutcome reads what stands beside the scores, and compares the shapes.
func readOutcome(call service.ComputeCall, o *contract.Outcome) (err error) {
	if o.Truth, err = integers(call.Truth); err != nil {
		return err
	}
	if o.Predicted, err = integers(call.Predictions); err != nil {
		return err
	}
	n, entries := o.Scores.Rows, o.Scores.Rows
	if call.MultiLabel {
		entries *= len(call.Classes)
	}
	if o.Groups, o.Weights, err = readFacts(call.Groups, call.Weights, n); err != nil {
		return err
	}
	p := o.Probabilities
	if o.Scores.Cols != len(call.Classes) || p != nil && (p.Rows != n || p.Cols != o.Scores.Cols) ||
		len(o.Truth) != entries || len(o.Predicted) != entries {
		return fmt.Errorf("the files that %s is to measure have other shapes than %d rows of %d", call.Component.Name, n,
			len(call.Classes))
	}
	return nil
}

// readFacts reads the groups and the weights of n rows; nil where there is no file.
func readFacts(groups, weights string, n int) (g []int, w []float64, err error) {
	if groups != "" {
		g, err = integers(groups)
	}
	if weights != "" && err == nil {
		w, err = readVector(weights)
	}
	if err == nil && (g != nil && len(g) != n || w != nil && len(w) != n) {
		err = fmt.Errorf("there are %d groups and %d weights of %d rows", len(g), len(w), n)
	}
	return g, w, err
}

// integers reads a file of int32.
func integers(path string) ([]int, error) {
	values, err := matrix.ReadInt32(path)
	list := make([]int, len(values))
	for i, v := range values {
		list[i] = int(v)
	}
	return list, err
}
