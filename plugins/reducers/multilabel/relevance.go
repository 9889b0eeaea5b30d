package multilabel

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func binaryRelevance() contract.Component {
	return ofLabels[relevance](contract.Component{
		Name:   "binary_relevance",
		Params: []contract.Param{thresholdParam(oneScale, foundByFolds), topParam(), thresholdFolds()},
	})
}

// relevance is the configuration of binary_relevance.
type relevance struct {
	thresholding
	Folds int `json:"folds"` // 0 if not written
}

type relevanceState struct {
	known
	Thresholds []float64 `json:"thresholds,omitempty"` // if they were found
}

func (c relevance) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.check(&ds)
	c.checkFolds(&ds, c.Folds)
	return ds
}

func (c relevance) Capabilities() contract.Capabilities { return c.capabilities() }

// Plan returns the stage of all labels.
func (c relevance) Plan(s *relevanceState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	c.checkTop(ds, s.Labels)
	stage := labelStage(s.Labels)
	stage.Outputs, stage.Folds = c.outputs(), c.Folds
	return stage
}

// Next finds the thresholds.
func (c relevance) Next(s *relevanceState, t contract.Training) (stage contract.Stage, err error) {
	if err = c.checkOutputs(t, s.Labels, s.Labels); err == nil {
		s.Thresholds = c.find(t.Outputs, t.Labels)
	}
	return stage, err
}

// Decode applies the thresholds.
func (c relevance) Decode(s relevanceState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if err := step.CheckScores(scores, s.Labels); err != nil {
		return contract.Decoded{}, err
	}
	return c.decide(scores, kind, s.Thresholds)
}
