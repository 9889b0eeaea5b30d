package multiclass

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/decode"
	"github.com/manyclass/bench/plugins/reducers/step"
)

func direct() contract.Component {
	return ofClasses(contract.Component{Name: "direct", Params: []contract.Param{thresholdsParam()}}, passThrough.method)
}

// passThrough is the reducer of one multiclass problem.
type passThrough struct {
	thresholds
	step.OneStage[directState]
}

// directState is the state of direct.
type directState struct {
	numberState
	Thresholds decode.Thresholds `json:"thresholds,omitempty"`
}

// Capabilities need probabilities where there are thresholds.
func (p passThrough) Capabilities() contract.Capabilities {
	c := contract.Capabilities{
		Tasks: []contract.Task{contract.Multiclass}, Properties: contract.Deterministic,
		Probabilities: []contract.ScoreKind{contract.LogOdds},
	}
	if p.Thresholds != nil {
		c.Needs = c.Probabilities
	}
	return c
}

func (p passThrough) Check() []contract.Diagnostic {
	var ds step.Diagnostics
	p.check(&ds)
	return ds
}

func (p passThrough) method() step.Method[directState] { return p }

// Plan returns the multiclass problem.
func (p passThrough) Plan(s *directState, r contract.Reduction, ds *step.Diagnostics) contract.Stage {
	s.Classes = len(r.Classes)
	if checkSize(ds, s.Classes, 1); !ds.Failed() {
		s.Thresholds = p.inOrder(ds, r.Classes)
	}
	return contract.Stage{Problems: contract.Whole{}, Outputs: contract.NoOutputs}
}

// Decode predicts the class of the largest score, or by thresholds.
func (passThrough) Decode(s directState, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
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
