package multiclass

import (
	"errors"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

var beygelzimer2016 = contract.Article("beygelzimer2016",
	"Beygelzimer, Alina and Daum{\\'e}, III, Hal and Langford, John and Mineiro, Paul",
	"Learning Reductions That Really Work", "Proceedings of the IEEE", "104(1)", "136--147", "2016")

// costConfig is the configuration of cost_sensitive_one_vs_rest.
type costConfig struct{ step.Costs }

// costState is its state.
type costState struct {
	numberState
	Costs cost.Matrix `json:"costs,omitempty"` // nil: every mistake costs 1
}

func (s costState) Check() error {
	if !s.Costs.Fits(s.Classes) {
		return errors.New("its costs are of other classes")
	}
	return s.numberState.Check()
}

func costSensitiveOneVsRest() contract.Component {
	return ofClasses(contract.Component{
		Name:    "cost_sensitive_one_vs_rest",
		Sources: []contract.Source{beygelzimer2016},
		Params:  []contract.Param{step.CostsParam()},
	}, costConfig.method)
}

func (c costConfig) method() step.Method[costState] { return c }

// Check refuses costs that are wrong whatever the classes.
func (c costConfig) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	c.Written(&ds)
	return ds
}

// Capabilities are those of regressions.
func (costConfig) Capabilities() contract.Capabilities { return byNumber{}.Capabilities() }

// Plan asks for the classes of the training rows.
func (c costConfig) Plan(s *costState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Classes, s.Costs = len(r.Classes), c.Of(r.Classes, ds)
	checkSize(ds, s.Classes, s.Classes)
	return contract.Stage{Outputs: contract.ClassesOnly, Later: s.Classes}
}

// Next returns the stage of the regressions: the targets of a row are what predicting each class costs for it.
func (costConfig) Next(s *costState, t contract.Training) (contract.Stage, error) {
	if t.Classes == nil {
		return contract.Stage{}, errors.New("the training rows have no classes; this reduction is not for multi-label data")
	}
	if err := step.CheckTargets(len(t.Classes), s.Classes, "choose another reduction"); err != nil {
		return contract.Stage{}, err
	}
	targets := contract.Matrix{Rows: len(t.Classes), Cols: s.Classes}
	for _, class := range t.Classes {
		for predicted := range s.Classes {
			targets.Data = append(targets.Data, s.Costs.At(class, predicted))
		}
	}
	problems := contract.Targeted{Task: contract.Regression, Values: targets}
	return contract.Stage{Problems: problems, Outputs: contract.NoOutputs}, nil
}

// Decode predicts the class of the least predicted cost.
func (costConfig) Decode(s costState, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	if err := step.CheckScores(scores, s.Classes); err != nil {
		return contract.Decoded{}, err
	}
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: s.Classes}}
	for _, v := range scores.Data {
		d.Scores.Data = append(d.Scores.Data, 0-v)
	}
	for i := range scores.Rows {
		d.Predictions = append(d.Predictions, decode.Argmax(d.Scores.Row(i)))
	}
	return d, nil
}
