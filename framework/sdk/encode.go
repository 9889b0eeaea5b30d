package sdk

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

func (a *adapter) encoder(ref service.ComponentRef) (contract.Encoder, error) {
	c, err := a.component(contract.KindEncoder, ref.Name)
	if err != nil {
		return nil, err
	}
	return c.Encoder(ref.Config)
}

func (a *adapter) Fit(_ context.Context, call service.FitCall) (l service.Learnt, err error) {
	defer recovered(&err)
	encoder, err := a.encoder(call.Component)
	if err != nil {
		return l, err
	}
	records, unmap, err := openRecords(call.Records)
	if err != nil {
		return l, err
	}
	defer unmap()
	t := contract.TrainingRecords{Records: records, Classes: call.Classes, MultiLabel: call.MultiLabel, Seed: call.Seed}
	if err := readKnown(call, &t); err != nil {
		return l, err
	}
	learnt, err := encoder.Fit(t)
	if err != nil {
		return l, err
	}
	return service.Learnt{State: learnt.State, Columns: learnt.Columns}, nil
}

func (a *adapter) Transform(_ context.Context, call service.TransformCall) (err error) {
	defer recovered(&err)
	encoder, err := a.encoder(call.Component)
	if err != nil {
		return err
	}
	records, unmap, err := openRecords(call.Records)
	if err != nil {
		return err
	}
	defer unmap()
	x, err := encoder.Transform(call.State, records)
	if err != nil {
		return err
	}
	if x.Rows != records.X.Rows || x.Cols < 1 || len(x.Data) != x.Rows*x.Cols {
		return fmt.Errorf("%s made %d × %d features in %d numbers, of %d rows", call.Component.Name, x.Rows, x.Cols, len(x.Data),
			records.X.Rows)
	}
	return matrix.WriteFloat64(call.Output, x.Rows, x.Cols, x.Data)
}

// openRecords maps rows of a table. Nothing may keep a slice of them after the returned
// function was called.
func openRecords(f service.Features) (r contract.Records, unmap func(), err error) {
	features, unmap, err := openFeatures(f)
	if err != nil {
		return r, nil, err
	}
	if features.CSR != nil || len(features.Columns) != features.Cols {
		unmap()
		return r, nil, fmt.Errorf("records are dense, with a name for each of their %d columns", f.Cols)
	}
	x := contract.Matrix{Rows: features.Rows, Cols: features.Cols, Data: features.Dense}
	return contract.Records{X: x, Columns: features.Columns}, unmap, nil
}

// readKnown reads what stands beside the records, and compares the shapes.
func readKnown(call service.FitCall, t *contract.TrainingRecords) (err error) {
	n, entries := t.X.Rows, t.X.Rows
	if call.MultiLabel {
		entries *= len(call.Classes)
	}
	if call.Target != "" {
		if t.Target, err = integers(call.Target); err != nil {
			return err
		}
	}
	if t.Groups, t.Weights, err = readFacts(call.Groups, call.Weights, n); err != nil {
		return err
	}
	if t.Target != nil && len(t.Target) != entries {
		return fmt.Errorf("the targets that %s is to be fitted to have other shapes than %d rows", call.Component.Name, n)
	}
	return nil
}
