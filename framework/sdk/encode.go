package sdk

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (a *adapter) Fit(_ context.Context, call service.FitCall) (l service.Learnt, err error) {
	defer recovered(&err)
	encoder, err := built(a, call.Component, contract.Component.Encoder)
	if err != nil {
		return l, err
	}
	records, unmap, err := openRecords(call.Records)
	if err != nil {
		return l, err
	}
	defer unmap()
	t := contract.TrainingRecords{Records: records, Classes: call.Classes, MultiLabel: call.MultiLabel, Seed: call.Seed}
	if _, _, err := call.Arrays(&t).Open(t.X.Rows); err != nil {
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
	encoder, err := built(a, call.Component, contract.Component.Encoder)
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
		return fmt.Errorf("%s made %d × %d features in %d numbers, of %d rows", call.Component.Name, x.Rows, x.Cols,
			len(x.Data), records.X.Rows)
	}
	return call.Answer(&x).Fill(x.Rows)
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
