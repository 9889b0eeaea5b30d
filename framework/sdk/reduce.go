package sdk

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

func (a *adapter) Plan(_ context.Context, ref service.ComponentRef, r contract.Reduction) (stage contract.Stage, ds []contract.Diagnostic, err error) {
	defer recovered(&err)
	reducer, err := a.reducer(ref)
	if err != nil {
		return stage, nil, err
	}
	stage, ds = reducer.Plan(r)
	return stage, ds, nil
}

func (a *adapter) Next(_ context.Context, call service.NextCall) (stage contract.Stage, done bool, err error) {
	defer recovered(&err)
	reducer, err := a.reducer(call.Component)
	if err != nil {
		return stage, false, err
	}
	stager, ok := reducer.(contract.Stager)
	if !ok {
		return stage, false, fmt.Errorf("reduction %q has one stage only", call.Component.Name)
	}
	t, closeTraining, err := openTraining(call)
	if err != nil {
		return stage, false, err
	}
	defer closeTraining()
	return stager.Next(call.State, t)
}

// openTraining maps and reads what a stage asked for. Outputs is valid until the
// returned function is called.
func openTraining(call service.NextCall) (t contract.Training, unmap func(), err error) {
	t = contract.Training{Counts: call.Counts, Kind: call.Kind, Seed: call.Seed}
	classes, err := matrix.ReadInt32(call.Classes)
	if err != nil {
		return t, nil, err
	}
	for _, c := range classes {
		t.Classes = append(t.Classes, int(c))
	}
	if call.Features.Rows > 0 {
		if t.Features, err = trainingFeatures(call, len(classes)); err != nil {
			return t, nil, err
		}
	}
	t.Outputs.Rows = len(classes)
	if call.Outputs == "" {
		return t, func() {}, nil
	}
	outputs, err := matrix.Open(call.Outputs)
	if err != nil {
		return t, nil, err
	}
	if outputs.Rows != len(classes) {
		outputs.Close()
		return t, nil, fmt.Errorf("%s: outputs of %d rows for %d training rows", call.Outputs, outputs.Rows, len(classes))
	}
	t.Outputs = view(outputs)
	return t, func() { outputs.Close() }, nil
}

// trainingFeatures gathers n training rows as a learner would see them.
func trainingFeatures(call service.NextCall, n int) (contract.Matrix, error) {
	features, unmap, err := openFeatures(call.Features)
	if err != nil {
		return contract.Matrix{}, err
	}
	defer unmap()
	rows, err := openRowSet(call.Rows, features)
	if err != nil {
		return contract.Matrix{}, err
	}
	if countRows(rows.Ranges) != n {
		return contract.Matrix{}, fmt.Errorf("features of %d rows for %d training rows", countRows(rows.Ranges), n)
	}
	if err := checkDense(features, rows.Ranges); err != nil {
		return contract.Matrix{}, err
	}
	return gather(features, rows.Ranges, rows.Shift, rows.Scale), nil
}

func (a *adapter) Decode(_ context.Context, call service.DecodeCall) (probabilities bool, err error) {
	defer recovered(&err)
	reducer, err := a.reducer(call.Component)
	if err != nil {
		return false, err
	}
	scores, err := matrix.Open(call.Scores)
	if err != nil {
		return false, err
	}
	defer scores.Close()
	decoded, err := reducer.Decode(call.State, view(scores), call.Kind)
	if err != nil {
		return false, err
	}
	return decoded.Probabilities != nil, writeDecoded(call, decoded)
}

func view(m *matrix.Mapped) contract.Matrix {
	return contract.Matrix{Rows: m.Rows, Cols: m.Cols, Data: m.Data}
}

func writeDecoded(call service.DecodeCall, d contract.Decoded) error {
	if err := matrix.WriteFloat64(call.ClassScores, d.Scores.Rows, d.Scores.Cols, d.Scores.Data); err != nil {
		return err
	}
	if p := d.Probabilities; p != nil {
		if err := matrix.WriteFloat64(call.Probabilities, p.Rows, p.Cols, p.Data); err != nil {
			return err
		}
	}
	predictions := make([]int32, len(d.Predictions))
	for i, k := range d.Predictions {
		predictions[i] = int32(k)
	}
	return matrix.WriteInt32(call.Predictions, len(predictions), 0, predictions)
}
