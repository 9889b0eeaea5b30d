package multilabel

import (
	"errors"
	"strings"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func calibratedLabelRanking() contract.Component {
	return ofLabels[ranked](contract.Component{
		Name: "calibrated_label_ranking", Sources: []contract.Source{fuernkranz2008},
	})
}

// ranked is the configuration of calibrated_label_ranking.
type ranked struct{}

type rankedState struct {
	known
	Pairs *string `json:"pairs,omitempty"` // as in labels.Pairs, when rows have been seen
}

// Check refuses pairs of other labels.
func (s rankedState) Check() error {
	if s.Pairs != nil && (len(*s.Pairs) != s.Labels*(s.Labels-1)/2 || strings.Trim(*s.Pairs, "?+-0") != "") {
		return errors.New("its pairs are damaged")
	}
	return s.known.Check()
}

// trained is the number of pairs that have a model.
func (s rankedState) trained() int { return strings.Count(*s.Pairs, string(labels.Trained)) }

func (ranked) Capabilities() contract.Capabilities { return capable(contract.Binary) }

// Plan returns the stage of the labels against the virtual one, which are the
// problems of binary relevance.
func (ranked) Plan(s *rankedState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	k := len(r.Classes)
	if err := step.CheckTargets(1, k*(k-1)/2, "choose another reduction"); err != nil {
		ds.Errorf("too many pairs of labels", "%s.", wording.Capital(err.Error()))
	}
	s.Labels = k
	stage := labelStage(k)
	stage.Outputs, stage.Later = contract.ClassesOnly, k*(k-1)/2
	return stage
}

// Next returns the stage of the pairs that can be trained.
func (ranked) Next(s *rankedState, t contract.Training) (contract.Stage, error) {
	pairs := labels.Pairs(t.Labels, s.Labels)
	s.Pairs = &pairs
	if s.trained() == 0 {
		return contract.Stage{}, nil
	}
	err := step.CheckTargets(len(t.Labels)/s.Labels, s.trained(), "choose another reduction, which needs no pairs")
	if err != nil {
		return contract.Stage{}, err
	}
	return contract.Stage{
		Problems: contract.Targeted{Task: contract.Binary, Values: labels.Preferences(t.Labels, s.Labels, pairs)},
		Outputs:  contract.NoOutputs,
	}, nil
}

// Decode counts the votes.
func (ranked) Decode(s rankedState, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	if s.Pairs == nil {
		return contract.Decoded{}, errors.New("the state of the reduction holds no pairs")
	}
	all := s.Labels + s.trained()
	if err := step.CheckScores(scores, all); err != nil {
		return contract.Decoded{}, err
	}
	return labels.Rank(scores, s.Labels, *s.Pairs)
}
