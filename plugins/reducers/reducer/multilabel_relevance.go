package reducer

import (
	"errors"
	"github.com/manyclass/bench/plugins/reducers/decode"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

func binaryRelevance() contract.Component {
	return configured.Reducer[relevance](contract.Component{
		Name: "binary_relevance",
		Doc: "One binary problem a label, whether a row has it, each by itself; probabilities of labels " +
			"are the sigmoids of log-odds.",
		Params: []contract.Param{thresholdParam(oneScale, foundByFolds), topParam(), thresholdFolds()},
	})
}

// relevance is the configuration of binary_relevance.
type relevance struct {
	thresholding
	Folds int `json:"folds"` // 0 if not written
}

// relevanceState is the state of binary_relevance and stacking.
type relevanceState struct {
	Labels     int       `json:"labels"`
	Thresholds []float64 `json:"thresholds,omitempty"` // if they were found
	Second     int       `json:"second,omitempty"`     // labels of a pruned second stage that are planned
	Seen       [][]int   `json:"seen,omitempty"`       // by the models of each
}

func (s relevanceState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	if s.Second < 0 || s.Second > s.Labels || s.Second > 0 && len(s.Seen) != s.Labels {
		return errors.New("its second stage is damaged")
	}
	return nil
}

func (c relevance) Check() []contract.Diagnostic {
	return append(c.thresholding.check(), c.checkFolds(c.Folds)...)
}

func (c relevance) Capabilities() contract.Capabilities {
	caps := ofLabels(contract.Binary)
	caps.Probabilities, caps.Needs = []contract.ScoreKind{contract.LogOdds}, c.needs()
	return caps
}

// Plan returns the stage of all labels.
func (c relevance) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	if ds := c.checkTop(len(r.Classes)); ds != nil {
		return contract.Stage{}, ds
	}
	s := labelStage(len(r.Classes))
	s.Outputs, s.Folds, s.State = c.outputs(), c.Folds, pack(relevanceState{Labels: len(r.Classes)})
	return s, nil
}

// Next finds the thresholds.
func (c relevance) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[relevanceState](b)
	if err == nil {
		err = c.checkOutputs(t, s.Labels, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	s.Thresholds = c.find(t.Outputs, t.Labels)
	return contract.Stage{State: pack(s)}, true, nil
}

// Decode applies the thresholds.
func (c relevance) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[relevanceState](b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if scores, err = last(scores, s.Labels, s.Labels); err != nil {
		return contract.Decoded{}, err
	}
	return c.decide(scores, kind, s.Thresholds)
}

// The inputs of the second stage.
const (
	outputsOnly        = "outputs"
	outputsAndFeatures = "outputs_and_features"
)

func stacking() contract.Component {
	return configured.Reducer[stacked](contract.Component{
		Name: "stacking",
		Sources: []contract.Source{contract.Paper("godbole2004", "Godbole, Shantanu and Sarawagi, Sunita",
			"Discriminative Methods for Multi-labeled Classification",
			"Advances in Knowledge Discovery and Data Mining (PAKDD 2004)", "2004"), decode.Wolpert1992},
		Doc: "Two binary problems a label: models of the second stage learn each label from the unscaled scores of " +
			"all models of the first, " +
			"which are out of fold when the second stage is trained (Godbole & Sarawagi 2004; Wolpert 1992); both " +
			"stages have the same learner.",
		Params: []contract.Param{
			{Name: "passthrough", Type: "bool",
				Doc: "Whether the second stage sees the features too, after the scores; false if not written."},
			{Name: "inputs", Type: "string", OneOf: []string{outputsOnly, outputsAndFeatures},
				Doc: "The same in words: outputs is passthrough = false, outputs_and_features is passthrough = true."},
			{Name: "folds", Type: "number", Integer: true, Min: contract.Bound(2), Max: contract.Bound(1000),
				Doc: "Inner folds from whose models the scores come; 5 if not written."},
			{Name: "in_sample", Type: "bool", Default: false,
				Doc: "Train the second stage on scores of the kept models, which were trained on the same rows. This leaks: it " +
					"is there to show what the leak does."},
			{Name: "phi", Type: "number", Above: contract.Bound(0), Max: contract.Bound(1),
				Doc: "Models of the second stage see only the scores of their own label and of labels whose φ coefficient with it " +
					"on the training rows is so large or larger, or as far below 0 (Tsoumakas et al. 2009); all if not written."},
			thresholdParam(oneScale, onlyANumber), topParam(),
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

func (c stacked) Check() []contract.Diagnostic {
	ds := c.checkNumber()
	if c.Passthrough != nil && c.Inputs != "" && *c.Passthrough != (c.Inputs == outputsAndFeatures) {
		ds = append(ds, contract.Errorf([]any{"inputs"}, "inputs contradicts passthrough",
			"Both say whether the second stage sees the features. Remove one."))
	}
	if c.Folds != 0 && c.InSample {
		ds = append(ds, contract.Warningf([]any{"folds"}, "folds has no effect",
			"With in_sample = true no scores are out of fold. Remove one of them."))
	}
	return ds
}

func (c stacked) Capabilities() contract.Capabilities {
	return relevance{thresholding: c.thresholding}.Capabilities()
}

// features reports whether the second stage sees the features.
func (c stacked) features() bool {
	return c.Inputs == outputsAndFeatures || c.Passthrough != nil && *c.Passthrough
}

// Plan returns the first stage.
func (c stacked) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	k := len(r.Classes)
	if ds := c.checkTop(k); ds != nil {
		return contract.Stage{}, ds
	}
	s := labelStage(k)
	s.Outputs, s.Folds, s.Later, s.State = contract.OutOfFold, c.Folds, k, pack(relevanceState{Labels: k})
	if c.InSample {
		s.Outputs, s.Folds = contract.InSample, 0
	}
	return s, nil
}

// Next returns the second stage, or that of the next label if each sees other scores.
func (c stacked) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	first, err := unpack[relevanceState](b)
	if err != nil {
		return contract.Stage{}, false, err
	}
	s := labelStage(first.Labels)
	s.Inputs, s.State = []contract.Input{contract.Scores}, b
	if c.features() {
		s.Inputs = append(s.Inputs, contract.Original)
	}
	if c.Phi > 0 {
		return c.pruned(first, s, t)
	}
	return s, false, nil
}

// pruned makes of the second stage that of the next label.
func (c stacked) pruned(state relevanceState, s contract.Stage, t contract.Training) (contract.Stage, bool, error) {
	if state.Seen == nil {
		if err := checkTraining(t, state.Labels); err != nil {
			return contract.Stage{}, false, err
		}
		state.Seen = labels.Correlated(t.Labels, state.Labels, c.Phi)
	}
	s.Labels, s.Of = []int{state.Second}, state.Seen[state.Second]
	state.Second++
	if s.Outputs = contract.NoOutputs; state.Second < state.Labels {
		s.Outputs = contract.ClassesOnly
	}
	s.State = pack(state)
	return s, false, nil
}

// Decode applies the threshold to the scores of the second stage.
func (c stacked) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[relevanceState](b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if scores, err = last(scores, s.Labels, 2*s.Labels); err != nil {
		return contract.Decoded{}, err
	}
	return c.decide(scores, kind, nil)
}
