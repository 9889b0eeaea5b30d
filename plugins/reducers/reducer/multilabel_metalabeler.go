package reducer

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

func metaLabeler() contract.Component {
	return configured.Reducer[counted](contract.Component{
		Name: "metalabeler",
		Sources: []contract.Source{contract.Paper("tang2009", "Tang, Lei and Rajan, Suju and Narayanan, Vijay K.",
			"Large Scale Multi-label Classification via {MetaLabeler}",
			"Proceedings of the 18th International Conference on World Wide Web", "2009")},
		Doc: "MetaLabeler (Tang, Rajan & Narayanan 2009): the problems of binary_relevance, and a multiclass problem whose " +
			"classes are the numbers of labels that training rows have; as many labels are predicted as that says, those of the " +
			"largest scores, of equal ones the first.",
		Params: []contract.Param{{Name: "learner", Type: contract.LearnerType,
			Doc: "The learner of the number of labels; the cell's own if not written."}},
	})
}

// counted is the configuration of metalabeler.
type counted struct {
	Learner string `json:"learner"` // "" if not written
}

// countedState holds the numbers of labels that training rows have, ascending, when they
// have been seen.
type countedState struct {
	Labels  int   `json:"labels"`
	Numbers []int `json:"numbers,omitempty"`
}

func (s countedState) check() error {
	if s.Labels < 1 {
		return errors.New("it has no labels")
	}
	for i, n := range s.Numbers {
		if n < 0 || n > s.Labels || i > 0 && n <= s.Numbers[i-1] {
			return fmt.Errorf("%v are not the numbers of labels of rows with %d", s.Numbers, s.Labels)
		}
	}
	return nil
}

func (c counted) Capabilities() contract.Capabilities {
	caps := ofLabels(contract.Binary)
	if c.Learner == "" {
		caps.Tasks = append(caps.Tasks, contract.Multiclass)
		caps.Probabilities = []contract.ScoreKind{contract.LogOdds}
	}
	return caps
}

// Plan returns the stage of all labels.
func (c counted) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkLabels(r); ds != nil {
		return contract.Stage{}, ds
	}
	s := labelStage(len(r.Classes))
	s.Outputs, s.Later, s.State = contract.ClassesOnly, 1, pack(countedState{Labels: len(r.Classes)})
	return s, nil
}

// Next returns the stage of the number of labels, if rows have different ones.
func (c counted) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	s, err := unpack[countedState](b)
	if err == nil {
		err = checkTraining(t, s.Labels)
	}
	if err != nil {
		return contract.Stage{}, false, err
	}
	var of []int
	for row := range slices.Chunk(t.Labels, s.Labels) {
		of = append(of, lists.Count(row, func(has int8) bool { return has != 0 }))
	}
	s.Numbers = slices.Compact(slices.Sorted(slices.Values(of)))
	if len(s.Numbers) == 1 {
		return contract.Stage{State: pack(s)}, true, nil
	}
	targets := contract.Matrix{Rows: len(of), Cols: 1}
	for _, n := range of {
		targets.Data = append(targets.Data, float64(slices.Index(s.Numbers, n)))
	}
	stage := contract.Stage{Task: contract.Multiclass, Targets: targets, Groups: len(s.Numbers),
		Outputs: contract.NoOutputs, State: pack(s)}
	if c.Learner != "" {
		stage.Learner = "learner"
	}
	return stage, false, nil
}

// Decode predicts as many labels as the last model says.
func (c counted) Decode(b []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[countedState](b)
	if err == nil && len(s.Numbers) == 0 {
		err = errors.New("the state of the reduction holds no numbers of labels")
	}
	if err != nil {
		return contract.Decoded{}, err
	}
	classes := len(s.Numbers)
	if classes == 1 {
		classes = 0
	}
	if scores, err = last(scores, s.Labels+classes, s.Labels+classes); err != nil {
		return contract.Decoded{}, err
	}
	if c.Learner != "" {
		kind = contract.Margin // of the labels' scores it is not known
	}
	d, err := labels.Decide(between(scores, 0, s.Labels), make([]float64, s.Labels), kind)
	if err != nil {
		return d, err
	}
	numbers, err := s.numbers(between(scores, s.Labels, s.Labels+classes))
	if err != nil {
		return d, err
	}
	return labels.Top(d, func(row int) int { return numbers[row] }), nil
}

// numbers are those of the labels of rows by the scores of the classes.
func (s countedState) numbers(scores contract.Matrix) ([]int, error) {
	if scores.Cols == 0 {
		return slices.Repeat(s.Numbers, scores.Rows), nil
	}
	best, err := decode.Direct(scores, contract.Margin)
	return lists.Map(best.Predictions, func(class int) int { return s.Numbers[class] }), err
}
