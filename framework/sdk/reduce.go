package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/matrix"
	"github.com/manyclass/bench/framework/service"
)

func (a *adapter) Plan(_ context.Context, ref service.ComponentRef,
	r contract.Reduction) (stage contract.Stage, ds []contract.Diagnostic, err error) {
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
	if stage, done, err = stager.Next(call.State, t); err != nil || done {
		return stage, done, err
	}
	return stage, false, sendTargets(call, &stage)
}

// sendTargets writes the targets of a stage to the file that the call names and
// leaves their shape.
func sendTargets(call service.NextCall, s *contract.Stage) error {
	if s.Of != nil && len(s.Of) == 0 {
		return errors.New("the next stage sees no column of earlier stages: Of is empty, which is not nil")
	}
	t := s.Targets
	if t.Cols == 0 {
		return nil
	}
	if t.Rows < 0 || t.Cols < 0 || len(t.Data) != t.Rows*t.Cols {
		return fmt.Errorf("the targets of the next stage are %d values for %d × %d", len(t.Data), t.Rows, t.Cols)
	}
	s.Targets.Data = nil
	return matrix.WriteFloat64(call.Targets, t.Rows, t.Cols, t.Data)
}

// openTraining maps and reads what a stage asked for. Outputs is valid until the
// returned function is called.
func openTraining(call service.NextCall) (t contract.Training, unmap func(), err error) {
	t = contract.Training{Counts: call.Counts, Kind: call.Kind, Seed: call.Seed}
	rows, err := openTruth(call, &t)
	if err != nil {
		return t, nil, err
	}
	if call.Features.Rows > 0 {
		if t.Features, err = trainingFeatures(call, rows); err != nil {
			return t, nil, err
		}
	}
	t.Outputs.Rows = rows
	if call.Outputs == "" {
		return t, func() {}, nil
	}
	outputs, err := matrix.Open(call.Outputs)
	if err != nil {
		return t, nil, err
	}
	if outputs.Rows != rows {
		outputs.Close()
		return t, nil, fmt.Errorf("%s: outputs of %d rows for %d training rows", call.Outputs, outputs.Rows, rows)
	}
	t.Outputs = view(outputs)
	return t, func() { outputs.Close() }, nil
}

// openTruth reads the classes or the labels of the training rows and returns how
// many rows there are.
func openTruth(call service.NextCall, t *contract.Training) (rows int, err error) {
	if call.Labels == "" {
		classes, err := matrix.ReadInt32(call.Classes)
		for _, c := range classes {
			t.Classes = append(t.Classes, int(c))
		}
		return len(classes), err
	}
	if t.Labels, err = matrix.ReadInt8(call.Labels); err != nil {
		return 0, err
	}
	k := len(call.Counts)
	if k == 0 || len(t.Labels)%k != 0 {
		return 0, fmt.Errorf("%s: %d values for %d labels", call.Labels, len(t.Labels), k)
	}
	return len(t.Labels) / k, nil
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
	if contract.CountRows(rows.Ranges) != n {
		return contract.Matrix{}, fmt.Errorf("features of %d rows for %d training rows", contract.CountRows(rows.Ranges), n)
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
	if rows := d.Scores.Rows; len(predictions) == rows*d.Scores.Cols && len(predictions) != rows {
		return matrix.WriteInt32(call.Predictions, rows, d.Scores.Cols, predictions)
	}
	return matrix.WriteInt32(call.Predictions, len(predictions), 0, predictions)
}
