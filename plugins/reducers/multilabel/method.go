package multilabel

import (
	"embed"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

//go:embed docs
var docs embed.FS

// state is what a method knows between its calls: the number of labels, and more.
type state interface {
	step.State
	labels() int
}

// known is a state of the number of labels, and the beginning of most others.
type known struct {
	Labels int `json:"labels"`
}

func (s known) labels() int { return s.Labels }

// Check refuses a state without labels.
func (s known) Check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	return nil
}

// ofLabels completes the component of a reduction whose configuration is a method.
func ofLabels[C step.Method[S], S state](c contract.Component) contract.Component {
	return step.Component(step.Described(docs, c), func(config C) step.Method[S] { return onLabels[S]{config} })
}

// onLabels is a method that is only called for data with labels.
type onLabels[S state] struct{ step.Method[S] }

// Plan refuses data without labels.
func (m onLabels[S]) Plan(s *S, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	if len(r.Classes) == 0 {
		ds.Errorf("no labels", "This reduction needs data with at least one label.")
		return contract.Stage{}
	}
	return m.Method.Plan(s, r, ds)
}

// Next refuses training rows that have other labels.
func (m onLabels[S]) Next(s *S, t contract.Training) (contract.Stage, error) {
	k := (*s).labels()
	switch {
	case t.Labels == nil:
		return contract.Stage{}, errors.New("the training rows have no labels; this reduction is for multi-label data")
	case len(t.Labels)%k != 0 || len(t.Counts) != k:
		return contract.Stage{}, fmt.Errorf("%d label entries and %d counts do not match rows with %d labels", len(t.Labels),
			len(t.Counts), k)
	}
	return m.Method.Next(s, t)
}

// capable are the capabilities of a reduction to problems of one task.
func capable(task contract.Task) contract.Capabilities {
	return contract.Capabilities{Tasks: []contract.Task{task}, Properties: contract.Deterministic | contract.MultiLabel}
}

// labelStage is the stage of a binary problem for each of k labels.
func labelStage(k int) contract.Stage {
	return contract.Stage{Problems: contract.Labelled(lists.Range(k)), Outputs: contract.NoOutputs}
}
