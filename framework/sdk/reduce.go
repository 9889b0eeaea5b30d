package sdk

import (
	"context"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (a *adapter) Plan(_ context.Context, ref service.ComponentRef,
	r contract.Reduction) (stage contract.Stage, ds []contract.Diagnostic, err error) {
	defer recovered(&err)
	reducer, err := built(a, ref, contract.Component.Reducer)
	if err != nil {
		return stage, nil, err
	}
	stage, ds = reducer.Plan(r)
	return stage, ds, nil
}

func (a *adapter) Next(_ context.Context, call service.NextCall) (stage contract.Stage, done bool, err error) {
	defer recovered(&err)
	reducer, err := built(a, call.Component, contract.Component.Reducer)
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
	targets, ok := s.Problems.(contract.Targeted)
	if !ok {
		return nil
	}
	t := targets.Values
	if t.Rows < 0 || t.Cols < 0 || len(t.Data) != t.Rows*t.Cols {
		return fmt.Errorf("the targets of the next stage are %d values for %d × %d", len(t.Data), t.Rows, t.Cols)
	}
	targets.Values.Data = nil
	s.Problems = targets
	return call.Answer(&t).Fill(t.Rows)
}

// openTraining maps and reads what a stage asked for. Outputs is valid until the
// returned function is called.
func openTraining(call service.NextCall) (t contract.Training, unmap func(), err error) {
	t = contract.Training{Counts: call.Counts, Kind: call.Kind, Seed: call.Seed}
	rows, unmap, err := call.Arrays(&t).Open(-1)
	if err != nil {
		return t, nil, err
	}
	if t.Classes == nil && t.Labels == nil {
		err = errors.New("the training rows have neither classes nor labels")
	} else if call.Features.Rows > 0 {
		t.Features, err = trainingFeatures(call, rows)
	}
	if err != nil {
		unmap()
	}
	t.Outputs.Rows = rows
	return t, unmap, err
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
	return gather(features, rows), nil
}

func (a *adapter) Decode(_ context.Context, call service.DecodeCall) (done service.Decoded, err error) {
	defer recovered(&err)
	reducer, err := built(a, call.Component, contract.Component.Reducer)
	if err != nil {
		return done, err
	}
	var scores contract.Matrix
	_, unmap, err := call.Arrays(&scores).Open(-1)
	if err != nil {
		return done, err
	}
	defer unmap()
	d, err := reducer.Decode(call.State, scores, call.Kind)
	if err != nil {
		return done, err
	}
	if d.Top != nil {
		done = service.Decoded{Probabilities: d.Top.Probabilities != nil, Top: true, Others: d.Top.Others}
		return done, call.Best(d.Top).Fill(d.Top.Rows())
	}
	done.Probabilities = d.Probabilities != nil
	return done, call.Answer(&d).Fill(d.Scores.Rows)
}
