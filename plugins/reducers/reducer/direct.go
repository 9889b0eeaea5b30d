package reducer

import (
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

func direct() contract.Component {
	return configured.Reducer[passThrough](contract.Component{
		Name: "direct",
		Doc: "No reduction: the learner's own multiclass form, the largest of its K scores; " +
			"probabilities are the softmax of log-odds.",
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Multiclass}, Deterministic: true,
			Probabilities: []contract.ScoreKind{contract.LogOdds},
		},
	})
}

// passThrough is the reducer of one multiclass problem.
type passThrough struct{}

type directState struct {
	Classes int `json:"classes"`
}

func (passThrough) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	if ds := checkSize(len(r.Classes), 1); ds != nil {
		return contract.Stage{}, ds
	}
	b, err := json.Marshal(directState{len(r.Classes)})
	if err != nil {
		panic(fmt.Sprintf("reducer: state: %v", err))
	}
	return contract.Stage{Task: contract.Multiclass, Outputs: contract.NoOutputs, State: b}, nil
}

func (passThrough) Decode(state []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	var s directState
	if err := json.Unmarshal(state, &s); err != nil {
		return contract.Decoded{}, fmt.Errorf("reading the state of the reduction: %w", err)
	}
	if scores.Cols != s.Classes {
		return contract.Decoded{}, fmt.Errorf("the multiclass model gave %d scores a row for %d classes", scores.Cols,
			s.Classes)
	}
	return decode.Direct(scores, kind)
}
