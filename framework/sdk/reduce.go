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
	t, closeTraining, err := a.openTraining(call)
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
func (a *adapter) openTraining(call service.NextCall) (t contract.Training, unmap func(), err error) {
	t = contract.Training{Counts: call.Counts, Kind: call.Kind, Seed: call.Seed}
	rows, unmap, err := call.Arrays(&t).Open(-1)
	if err != nil {
		return t, nil, err
	}
	switch {
	case t.Lists.Ends != nil:
		err = t.Lists.Ended(len(t.Lists.Of))
	case t.Classes == nil && t.Labels == nil:
		err = errors.New("the training rows have neither classes nor labels")
	}
	if err == nil && call.Features.Rows > 0 {
		t.Features, err = a.trainingFeatures(call, rows)
	}
	if err != nil {
		unmap()
	}
	t.Outputs.Rows = rows
	return t, unmap, err
}

// trainingFeatures gathers n training rows as a learner would see them.
func (a *adapter) trainingFeatures(call service.NextCall, n int) (x contract.Rows, err error) {
	features, unmap, err := openFeatures(call.Features)
	if err != nil {
		return x, err
	}
	defer unmap()
	rows, err := openRowSet(call.Rows, features)
	if err != nil {
		return x, err
	}
	if contract.CountRows(rows.Ranges) != n {
		return x, fmt.Errorf("features of %d rows for %d training rows", contract.CountRows(rows.Ranges), n)
	}
	c, err := a.component(contract.KindReducer, call.Component.Name)
	if err != nil {
		return x, err
	}
	if c.Under(call.Component.Config).Has(contract.TakesSparse) {
		return features.Gather(rows), nil
	}
	if err := checkDense(features, rows.Ranges); err != nil {
		return x, err
	}
	return contract.Rows{Matrix: gather(features, rows)}, nil
}

func (a *adapter) Decode(_ context.Context, call service.DecodeCall) (done service.Decoded, err error) {
	defer recovered(&err)
	reducer, err := built(a, call.Component, contract.Component.Reducer)
	if err != nil {
		return done, err
	}
	var scores contract.Matrix
	var known contract.Known
	_, unmap, err := call.Arrays(&scores, &known).Open(-1)
	if err != nil {
		return done, err
	}
	defer unmap()
	if call.Scores == "" {
		return seek(reducer, call, known)
	}
	d, err := reducer.Decode(call.State, scores, call.Kind)
	if err != nil {
		return done, err
	}
	return answer(call, d)
}

// seek decodes rows by the scores that are known, or writes what is lacking.
func seek(reducer contract.Reducer, call service.DecodeCall, known contract.Known) (done service.Decoded, err error) {
	seeker, ok := reducer.(contract.Seeker)
	if !ok {
		return done, fmt.Errorf("reduction %q decodes all scores only", call.Component.Name)
	}
	if err := known.Columns.Ended(len(known.Scores)); err != nil {
		return done, fmt.Errorf("the scores that are known: %w", err)
	}
	lacks, d, err := seeker.Seek(call.State, known, call.Kind)
	if err != nil {
		return done, err
	}
	if len(lacks.Of) == 0 {
		return answer(call, d)
	}
	return service.Decoded{Lacks: true}, call.Lacking(&lacks).Fill(lacks.Rows())
}

// answer writes what a reducer made of scores.
func answer(call service.DecodeCall, d contract.Decoded) (done service.Decoded, err error) {
	if d.Top != nil {
		done = service.Decoded{Probabilities: d.Top.Probabilities != nil, Top: true, Others: d.Top.Others}
		return done, call.Best(d.Top).Fill(d.Top.Rows())
	}
	done.Probabilities = d.Probabilities != nil
	return done, call.Answer(&d).Fill(d.Scores.Rows)
}
