package reducer

import (
	"errors"
	"fmt"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

func calibratedLabelRanking() contract.Component {
	return configured.Reducer[ranked](contract.Component{
		Name: "calibrated_label_ranking",
		Sources: []contract.Source{contract.Article("fuernkranz2008",
			"F{\\\"u}rnkranz, Johannes and H{\\\"u}llermeier, Eyke and Loza Menc{\\'\\i}a, Eneldo and Brinker, Klaus",
			"Multilabel Classification via Calibrated Label Ranking", "Machine Learning", "73(2)", "133--153", "2008")},
		Doc: "One binary problem for each of the K(K-1)/2 pairs of labels, on the rows that have one of " +
			"the two, and one a label, " +
			"against a virtual label that stands between those a row has and those it has not; " +
			"predicted are the labels with more votes than the virtual one, a score of 0 giving half a vote to each side, " +
			"and of those with as many the labels whose own model fires (Fürnkranz, Hüllermeier, Loza Mencía & Brinker 2008).",
	})
}

// ranked is the configuration of calibrated_label_ranking.
type ranked struct{}

type rankedState struct {
	Labels int     `json:"labels"`
	Pairs  *string `json:"pairs,omitempty"` // as in labels.Pairs, when rows have been seen
}

func (s rankedState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	if s.Pairs != nil && (len(*s.Pairs) != s.Labels*(s.Labels-1)/2 || strings.Trim(*s.Pairs, "?+-0") != "") {
		return errors.New("its pairs are damaged")
	}
	return nil
}

func (ranked) Capabilities() contract.Capabilities { return ofLabels(contract.Binary) }

// Plan returns the stage of the labels against the virtual one, which are the
// problems of binary relevance.
func (ranked) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	k := len(r.Classes)
	if err := checkTargets(1, k*(k-1)/2, "choose another reduction"); err != nil {
		return contract.Stage{}, []contract.Diagnostic{contract.Errorf(nil, "too many pairs of labels", "%s.",
			wording.Capital(err.Error()))}
	}
	s := labelStage(k)
	s.Outputs, s.Later, s.State = contract.ClassesOnly, k*(k-1)/2, pack(rankedState{Labels: k})
	return s, nil
}

// Next returns the stage of the pairs that can be trained.
func (ranked) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[rankedState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	pairs := labels.Pairs(t.Labels, s.Labels)
	s.Pairs = &pairs
	trained := strings.Count(pairs, string(labels.Trained))
	if trained == 0 {
		return contract.Stage{State: pack(s)}, true, nil
	}
	if err := checkTargets(len(t.Labels)/s.Labels, trained, "choose another reduction for so many labels"); err != nil {
		return contract.Stage{}, false, err
	}
	return contract.Stage{
		Task: contract.Binary, Targets: labels.Preferences(t.Labels, s.Labels, pairs), Outputs: contract.NoOutputs,
		State: pack(s),
	}, false, nil
}

// Decode counts the votes.
func (ranked) Decode(b []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[rankedState](b)
	if err == nil && s.Pairs == nil {
		err = fmt.Errorf("the state of the reduction holds no pairs")
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	all := s.Labels + strings.Count(*s.Pairs, string(labels.Trained))
	if scores, err = last(scores, all, all); err != nil {
		return contract.Decoded{}, err
	}
	return labels.Rank(scores, s.Labels, *s.Pairs)
}
