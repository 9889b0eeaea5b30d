// Package step is what all reductions share, whether of classes or of labels: a reduction is
// written as a Method whose state has a type, and a stepper makes a contract.Reducer of it.
package step

import (
	"encoding/json"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
)

// State is what a method hands from one call to the next. Check refuses what no call of the
// method can have left, such as a state of another reduction.
type State interface{ Check() error }

// Method is a reduction whose state has the type S.
type Method[S State] interface {
	// Plan fills in the state and returns the first stage. It says in ds what is wrong with the
	// configuration for these data; after an error the stage does not count.
	Plan(s *S, r contract.Reduction, ds *Diagnostics) contract.Stage
	// Next changes the state by what the training rows show, and returns the next stage. A stage
	// without problems ends the training.
	Next(s *S, t contract.Training) (contract.Stage, error)
	// Decode is that of contract.Reducer.
	Decode(s S, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error)
}

// Component completes a component of kind reduction whose configuration C makes a method.
func Component[C any, S State](c contract.Component, method func(C) Method[S]) contract.Component {
	return configured.Reducer(c, func(config C) contract.Reducer { return stepper[S]{method(config)} })
}

// stepper packs and unpacks the states of a method.
type stepper[S State] struct{ method Method[S] }

// Plan implements contract.Reducer.
func (r stepper[S]) Plan(of contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	var s S
	var ds Diagnostics
	stage := r.method.Plan(&s, of, &ds)
	if ds.Failed() {
		return contract.Stage{}, ds
	}
	stage.State = pack(s)
	return stage, ds
}

// Next implements contract.Stager.
func (r stepper[S]) Next(b []byte, t contract.Training) (next contract.Stage, done bool, err error) {
	s, err := unpack[S](b)
	if err == nil {
		next, err = r.method.Next(&s, t)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	next.State = pack(s)
	return next, next.Count() == 0, nil
}

// Decode implements contract.Reducer.
func (r stepper[S]) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[S](b)
	if err != nil {
		return contract.Decoded{}, err
	}
	return r.method.Decode(s, scores, kind)
}

// Seeking is a method whose reducer is a contract.Seeker.
type Seeking[S State] interface {
	Method[S]
	// Seek is that of contract.Seeker.
	Seek(s S, known contract.Known, kind contract.ScoreKind) (lacks target.Labels, d contract.Decoded, err error)
}

// SeekingComponent is Component for a method that decodes by some of the scores, too.
func SeekingComponent[C any, S State](c contract.Component, method func(C) Seeking[S]) contract.Component {
	return configured.Reducer(c, func(config C) contract.Reducer {
		m := method(config)
		return seeker[S]{stepper[S]{m}, m}
	})
}

type seeker[S State] struct {
	stepper[S]
	method Seeking[S]
}

// Seek implements contract.Seeker.
func (r seeker[S]) Seek(
	b []byte, known contract.Known, kind contract.ScoreKind,
) (target.Labels, contract.Decoded, error) {
	s, err := unpack[S](b)
	if err != nil {
		return target.Labels{}, contract.Decoded{}, err
	}
	return r.method.Seek(s, known, kind)
}

func pack(s any) []byte {
	b, err := json.Marshal(s)
	if err != nil {
		panic(fmt.Sprintf("step: state: %v", err))
	}
	return b
}

func unpack[S State](b []byte) (S, error) {
	var s S
	err := json.Unmarshal(b, &s)
	if err == nil {
		err = s.Check()
	}
	if err != nil {
		err = fmt.Errorf("reading the state of the reduction: %w", err)
	}
	return s, err
}

// OneStage is the Next of methods that have one stage.
type OneStage[S State] struct{}

// Next refuses to go on.
func (OneStage[S]) Next(*S, contract.Training) (contract.Stage, error) {
	return contract.Stage{}, errors.New("this reduction has one stage")
}
