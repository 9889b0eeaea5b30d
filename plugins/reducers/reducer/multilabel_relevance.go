package reducer

import (
	"errors"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
)

func binaryRelevance() contract.Component {
	return configured.Reducer[relevance](contract.Component{
		Name: "binary_relevance",
		Doc: "One binary problem a label, whether a row has it, each by itself; probabilities of labels " +
			"are the sigmoids of log-odds.",
		Params: []contract.Param{thresholdParam(oneScale, foundByFolds), thresholdFolds()},
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
}

func (s relevanceState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
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
