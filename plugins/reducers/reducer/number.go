package reducer

import (
	"errors"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

func classNumber() contract.Component {
	return configured.Reducer[byNumber](contract.Component{
		Name: "class_number",
		Doc: "One regression on the number of the class, 1 to K in class order; the nearest number is predicted, of two " +
			"that are equally near the lower, " +
			"below 1 the first class and above K the last; the score of class k is -|s - k|. " +
			"It takes the classes for evenly spaced points of a line and is here to show that this is a bad idea.",
	})
}

// byNumber is the configuration of class_number.
type byNumber struct{}

// numberState is the state of class_number.
type numberState struct {
	Classes int `json:"classes"`
}

func (s numberState) check() error {
	if s.Classes < 2 {
		return errors.New("it has fewer than two classes")
	}
	return nil
}

func (byNumber) Capabilities() contract.Capabilities {
	return contract.Capabilities{Tasks: []contract.Task{contract.Regression}, Deterministic: true}
}

// Plan asks for the classes of the training rows.
func (byNumber) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	k := len(r.Classes)
	if ds := checkSize(k, 1); ds != nil {
		return contract.Stage{}, ds
	}
	return contract.Stage{Outputs: contract.ClassesOnly, Later: 1, State: pack(numberState{k})}, nil
}

// Next returns the stage of the one regression.
func (byNumber) Next(b []byte, t contract.Training) (contract.Stage, bool, error) {
	if _, err := unpack[numberState](b); err != nil {
		return contract.Stage{}, false, err
	}
	if t.Classes == nil {
		return contract.Stage{}, false,
			errors.New("the training rows have no classes; this reduction is not for multi-label data")
	}
	targets := contract.Matrix{Rows: len(t.Classes), Cols: 1}
	for _, k := range t.Classes {
		targets.Data = append(targets.Data, float64(k+1))
	}
	return contract.Stage{Task: contract.Regression, Targets: targets, Outputs: contract.NoOutputs, State: b}, false, nil
}

// Decode predicts the nearest number.
func (byNumber) Decode(b []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[numberState](b)
	if err != nil {
		return contract.Decoded{}, err
	}
	if scores, err = last(scores, 1, 1); err != nil {
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

func direct() contract.Component {
	return configured.Reducer[passThrough](contract.Component{
		Name: "direct",
		Doc: "No reduction: the learner's own multiclass form, the largest of its K scores; " +
			"probabilities are the softmax of log-odds.",
		Params: []contract.Param{thresholdsParam()},
	})
}

// passThrough is the reducer of one multiclass problem.
type passThrough struct{ thresholds }

// directState is the state of direct.
type directState struct {
	numberState
	Thresholds decode.Thresholds `json:"thresholds,omitempty"`
}

// Capabilities need probabilities where there are thresholds.
func (p passThrough) Capabilities() contract.Capabilities {
	c := contract.Capabilities{
		Tasks: []contract.Task{contract.Multiclass}, Deterministic: true,
		Probabilities: []contract.ScoreKind{contract.LogOdds},
	}
	if p.Thresholds != nil {
		c.Needs = c.Probabilities
	}
	return c
}

func (p passThrough) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkSize(len(r.Classes), 1); ds != nil {
		return contract.Stage{}, ds
	}
	thresholds, ds := p.inOrder(r.Classes)
	if ds != nil {
		return contract.Stage{}, ds
	}
	state := pack(directState{numberState{len(r.Classes)}, thresholds})
	return contract.Stage{Task: contract.Multiclass, Outputs: contract.NoOutputs, State: state}, nil
}

func (passThrough) Decode(state []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s, err := unpack[directState](state)
	if err != nil {
		return contract.Decoded{}, err
	}
	if scores.Cols != s.Classes {
		return contract.Decoded{}, fmt.Errorf("the multiclass model gave %d scores a row for %d classes", scores.Cols,
			s.Classes)
	}
	d, err := decode.Direct(scores, kind)
	if err != nil {
		return d, err
	}
	return s.Thresholds.Applied(d)
}
