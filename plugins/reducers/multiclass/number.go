package multiclass

import (
	"errors"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func classNumber() contract.Component {
	return ofClasses(contract.Component{Name: "class_number"}, byNumber.method)
}

// byNumber is the configuration of class_number.
type byNumber struct{}

// numberState is the state of class_number.
type numberState struct {
	Classes int `json:"classes"`
}

func (s numberState) Check() error {
	if s.Classes < 2 {
		return errors.New("it has fewer than two classes")
	}
	return nil
}

func (byNumber) Capabilities() contract.Capabilities {
	return contract.Capabilities{Tasks: []contract.Task{contract.Regression}, Properties: contract.Deterministic}
}

func (byNumber) method() step.Method[numberState] { return byNumber{} }

// Plan asks for the classes of the training rows.
func (byNumber) Plan(s *numberState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Classes = len(r.Classes)
	checkSize(ds, s.Classes, 1)
	return contract.Stage{Outputs: contract.ClassesOnly, Later: 1}
}

// Next returns the stage of the one regression.
func (byNumber) Next(_ *numberState, t contract.Training) (contract.Stage, error) {
	if t.Classes == nil {
		return contract.Stage{}, errors.New("the training rows have no classes; this reduction is not for multi-label data")
	}
	targets := contract.Matrix{Rows: len(t.Classes), Cols: 1}
	for _, k := range t.Classes {
		targets.Data = append(targets.Data, float64(k+1))
	}
	problems := contract.Targeted{Task: contract.Regression, Values: targets}
	return contract.Stage{Problems: problems, Outputs: contract.NoOutputs}, nil
}

// Decode predicts the nearest number.
func (byNumber) Decode(s numberState, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	if err := step.CheckScores(scores, 1); err != nil {
		return contract.Decoded{}, err
	}
	if s.Classes > maxEntries/max(1, scores.Rows) {
		return contract.Decoded{}, fmt.Errorf("%d rows of %d class scores are more than %d", scores.Rows, s.Classes,
			maxEntries)
	}
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: s.Classes}}
	for _, v := range scores.Data {
		nearest := min(float64(s.Classes), max(1, math.Ceil(v-0.5)))
		d.Predictions = append(d.Predictions, int(nearest)-1)
		for k := range s.Classes {
			d.Scores.Data = append(d.Scores.Data, -math.Abs(v-float64(k+1)))
		}
	}
	return d, nil
}
