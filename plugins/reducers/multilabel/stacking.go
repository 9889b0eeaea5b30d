package multilabel

import (
	"errors"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

// The inputs of the second stage.
const (
	outputsOnly        = "outputs"
	outputsAndFeatures = "outputs_and_features"
)

func stacking() contract.Component {
	return ofLabels[stacked](contract.Component{
		Name:    "stacking",
		Sources: []contract.Source{godbole2004, decode.Wolpert1992},
		Params: []contract.Param{
			{Name: "passthrough", Type: "bool"},
			{Name: "inputs", Type: "string", OneOf: []string{outputsOnly, outputsAndFeatures}},
			step.Whole("folds", 2, 1000),
			{Name: "in_sample", Type: "bool", Default: false},
			{Name: "phi", Type: "number", Above: contract.Bound(0), Max: contract.Bound(1)},
			thresholdParam("", ""), topParam(),
		},
	})
}

// stacked is the configuration of stacking.
type stacked struct {
	thresholding
	Passthrough *bool   `json:"passthrough"`
	Inputs      string  `json:"inputs"`
	Folds       int     `json:"folds"` // 0 if not written
	InSample    bool    `json:"in_sample"`
	Phi         float64 `json:"phi"` // 0 if not written
}

// stackedState has, if models of the second stage see the scores of some labels only, the labels
// that the model of each label sees, and for how many of them the stage is planned.
type stackedState struct {
	known
	Second int     `json:"second,omitempty"`
	Seen   [][]int `json:"seen,omitempty"`
}

// Check refuses a second stage of other labels.
func (s stackedState) Check() error {
	if s.Second < 0 || s.Second > s.Labels || s.Second > 0 && len(s.Seen) != s.Labels {
		return errors.New("its second stage is damaged")
	}
	return s.known.Check()
}

func (c stacked) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.checkNumber(&ds)
	if c.Passthrough != nil && c.Inputs != "" && *c.Passthrough != (c.Inputs == outputsAndFeatures) {
		ds.At("inputs").Errorf("inputs contradicts passthrough",
			"Both say whether the second stage sees the features. Remove one.")
	}
	if c.Folds != 0 && c.InSample {
		ds.NoEffect("folds", "With in_sample = true no scores are out of fold. Remove one of them.")
	}
	return ds
}

func (c stacked) Capabilities() contract.Capabilities { return c.capabilities() }

// features reports whether the second stage sees the features.
func (c stacked) features() bool {
	return c.Inputs == outputsAndFeatures || c.Passthrough != nil && *c.Passthrough
}

// Plan returns the first stage.
func (c stacked) Plan(s *stackedState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	c.checkTop(ds, s.Labels)
	stage := labelStage(s.Labels)
	stage.Outputs, stage.Folds, stage.Later = contract.OutOfFold, c.Folds, s.Labels
	if c.InSample {
		stage.Outputs, stage.Folds = contract.InSample, 0
	}
	return stage
}

// Next returns the second stage, or that of the next label if each sees other scores.
func (c stacked) Next(s *stackedState, t contract.Training) (contract.Stage, error) {
	stage := labelStage(s.Labels)
	stage.Inputs = []contract.Input{contract.Scores}
	if c.features() {
		stage.Inputs = append(stage.Inputs, contract.Original)
	}
	if c.Phi == 0 {
		return stage, nil
	}
	if s.Seen == nil {
		s.Seen = labels.Correlated(t.Labels, s.Labels, c.Phi)
	}
	stage.Problems, stage.Of = contract.Labelled{s.Second}, s.Seen[s.Second]
	s.Second++
	if s.Second < s.Labels {
		stage.Outputs = contract.ClassesOnly
	}
	return stage, nil
}

// Decode applies the threshold to the scores of the second stage.
func (c stacked) Decode(s stackedState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := step.CheckScores(scores, 2*s.Labels); err != nil {
		return contract.Decoded{}, err
	}
	return c.decide(step.Between(scores, s.Labels, 2*s.Labels), kind, nil)
}
