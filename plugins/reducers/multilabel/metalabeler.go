package multilabel

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/labels"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func metaLabeler() contract.Component {
	return ofLabels[counted](contract.Component{
		Name:    "metalabeler",
		Sources: []contract.Source{tang2009},
		Params:  []contract.Param{{Name: "learner", Type: contract.LearnerType}},
	})
}

// counted is the configuration of metalabeler.
type counted struct {
	Learner string `json:"learner"` // "" if not written
}

// countedState holds the numbers of labels that training rows have, ascending, when they
// have been seen.
type countedState struct {
	known
	Numbers []int `json:"numbers,omitempty"`
}

// Check refuses numbers that rows cannot have.
func (s countedState) Check() error {
	for i, n := range s.Numbers {
		if n < 0 || n > s.Labels || i > 0 && n <= s.Numbers[i-1] {
			return fmt.Errorf("%v are not the numbers of labels of rows with %d", s.Numbers, s.Labels)
		}
	}
	return s.known.Check()
}

func (c counted) Capabilities() contract.Capabilities {
	caps := capable(contract.Binary)
	if c.Learner == "" {
		caps.Tasks = append(caps.Tasks, contract.Multiclass)
		caps.Probabilities = []contract.ScoreKind{contract.LogOdds}
	}
	return caps
}

// Plan returns the stage of all labels.
func (c counted) Plan(s *countedState, r contract.Reduction, _ *step.Diagnostics) contract.Stage {
	s.Labels = len(r.Classes)
	stage := labelStage(s.Labels)
	stage.Outputs, stage.Later = contract.ClassesOnly, 1
	return stage
}

// Next returns the stage of the number of labels, if rows have different ones.
func (c counted) Next(s *countedState, t contract.Training) (contract.Stage, error) {
	var of []int
	for row := range slices.Chunk(t.Labels, s.Labels) {
		of = append(of, lists.Count(row, func(has int8) bool { return has != 0 }))
	}
	s.Numbers = slices.Compact(slices.Sorted(slices.Values(of)))
	if len(s.Numbers) == 1 {
		return contract.Stage{}, nil
	}
	targets := contract.Matrix{Rows: len(of), Cols: 1}
	for _, n := range of {
		targets.Data = append(targets.Data, float64(slices.Index(s.Numbers, n)))
	}
	stage := contract.Stage{Outputs: contract.NoOutputs,
		Problems: contract.Targeted{Task: contract.Multiclass, Values: targets, Groups: len(s.Numbers)}}
	if c.Learner != "" {
		stage.Learner = "learner"
	}
	return stage, nil
}

// Decode predicts as many labels as the last model says.
func (c counted) Decode(s countedState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	if len(s.Numbers) == 0 {
		return contract.Decoded{}, errors.New("the state of the reduction holds no numbers of labels")
	}
	classes := len(s.Numbers)
	if classes == 1 {
		classes = 0
	}
	if err := step.CheckScores(scores, s.Labels+classes); err != nil {
		return contract.Decoded{}, err
	}
	if c.Learner != "" {
		kind = contract.Margin // the kind of the labels' scores is not known
	}
	d, err := labels.Decide(step.Between(scores, 0, s.Labels), make([]float64, s.Labels), kind)
	if err != nil {
		return d, err
	}
	numbers, err := s.numbers(step.Between(scores, s.Labels, s.Labels+classes))
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
