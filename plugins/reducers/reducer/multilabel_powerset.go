package reducer

import (
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// maxSets bounds the classes of a label powerset.
const maxSets = 4096

func labelPowerset() contract.Component {
	return configured.Reducer[powerset](contract.Component{
		Name: "label_powerset",
		Doc: fmt.Sprintf("One multiclass problem whose classes are the label sets that training rows have, at most %d; the "+
			"labels of the best set are predicted. ", maxSets) +
			"Scores and probabilities of labels are sums over the sets with the label if the scores are log-odds; " +
			"else a score is the best set with the label minus the best without (Tsoumakas & Katakis " +
			"2007; Boutell et al. 2004).",
		Params: []contract.Param{baseParam()},
	})
}

// powerset is the configuration of label_powerset.
type powerset struct {
	Base nested `json:"base"`
}

type powersetState struct {
	Labels int      `json:"labels"`
	Sets   []string `json:"sets,omitempty"` // as in labels.Sets, when they have been seen
}

func (s powersetState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	return checkTexts(s.Sets, s.Labels)
}

func (c powerset) Capabilities() contract.Capabilities {
	caps := ofLabels(c.Base.task())
	caps.Probabilities = c.Base.probabilities()
	return caps
}

// Plan asks for the labels of the training rows.
func (c powerset) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: c.Base.problems(mostSets(len(r.Classes))),
		State: pack(powersetState{Labels: len(r.Classes)})}, nil
}

// mostSets is the largest number of classes that sets of k labels can be.
func mostSets(k int) int { return max(2, min(maxSets, 1<<min(k, 30))) }

// checkSets refuses more label sets than there may be classes.
func checkSets(sets int, reduction, instead string) error {
	if sets > maxSets {
		return fmt.Errorf("the training rows have %d different label sets; %s is limited to %d: %s", sets, reduction, maxSets,
			instead)
	}
	return nil
}

// Next returns the multiclass stage, or that of its base.
func (c powerset) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[powersetState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	sets, of := labels.Sets(t.Labels, s.Labels)
	if err := checkSets(len(sets), "label_powerset", "choose another reduction, for example classifier_chain"); err != nil {
		return contract.Stage{}, false, err
	}
	s.Sets = sets
	stage, err := c.Base.stage(of, classesOf(sets))
	stage.State = pack(s)
	return stage, false, err
}

// Decode predicts the labels of the best set.
func (c powerset) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[powersetState](b)
	if err == nil && len(s.Sets) == 0 {
		err = errors.New("the state of the reduction holds no label sets")
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	columns := c.Base.columns(classesOf(s.Sets))
	if scores, err = last(scores, columns, columns); err != nil {
		return contract.Decoded{}, err
	}
	return c.Base.labelled(s.Sets, s.Labels, scores, kind)
}
