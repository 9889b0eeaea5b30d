package multilabel

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func labelPowerset() contract.Component {
	return ofLabels[powerset](contract.Component{Name: "label_powerset", Params: []contract.Param{baseParam()}})
}

// powerset is the configuration of label_powerset.
type powerset struct {
	Base nested `json:"base"`
}

type powersetState struct {
	known
	Sets []string `json:"sets,omitempty"` // as in labels.Sets, when they have been seen
}

// Check refuses sets of other labels.
func (s powersetState) Check() error {
	if err := s.known.Check(); err != nil {
		return err
	}
	return checkTexts(s.Sets, s.Labels)
}

func (c powerset) Capabilities() contract.Capabilities { return c.Base.capabilities() }

// Plan asks for the labels of the training rows.
func (c powerset) Plan(s *powersetState, r contract.Reduction, _ *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	return contract.Stage{Outputs: contract.ClassesOnly, Later: c.Base.problems(mostSets(s.Labels))}
}

// Next returns the multiclass stage, or that of its base.
func (c powerset) Next(s *powersetState, t contract.Training) (stage contract.Stage, err error) {
	sets, of := labels.Sets(t.Labels, s.Labels)
	if err = checkSets(len(sets), "label_powerset", "choose another reduction, for example classifier_chain"); err != nil {
		return stage, err
	}
	s.Sets = sets
	return c.Base.stage(of, classesOf(sets))
}

// Decode predicts the labels of the best set.
func (c powerset) Decode(s powersetState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if len(s.Sets) == 0 {
		return contract.Decoded{}, errNoSets
	}
	if err := step.CheckScores(scores, c.Base.columns(classesOf(s.Sets))); err != nil {
		return contract.Decoded{}, err
	}
	return c.Base.labelled(s.Sets, s.Labels, scores, kind)
}
