package script

import (
	"math"

	"github.com/manyclass/bench/framework/contract"
)

// metric asks a script for numbers.
type metric struct {
	script    *script
	component string
	config    contract.Config
}

type computeRequest struct {
	request
	Rows          int      `json:"rows"`
	Classes       []string `json:"classes"` // names; of multi-label data the labels
	MultiLabel    bool     `json:"multi_label"`
	Truth         string   `json:"truth"` // class numbers; of multi-label data rows × labels
	Predictions   string   `json:"predictions"`
	Scores        string   `json:"scores"` // rows × classes
	Probabilities string   `json:"probabilities"`
	Weights       string   `json:"weights"`
	Groups        string   `json:"groups"`
}

// Compute implements contract.Metric.
func (m metric) Compute(o contract.Outcome) (value float64, err error) {
	f := m.script.files
	call := computeRequest{request: request{Call: "compute", Component: m.component, Config: m.config},
		Rows: o.Rows(), Classes: o.Classes, MultiLabel: o.MultiLabel}
	var written []string
	defer func() {
		for _, path := range written {
			f.drop(path)
		}
	}()
	put := func(path *string, what string, values []float64, cols int) {
		if err != nil || values == nil {
			return
		}
		if cols == 0 {
			*path, err = f.vector(what, values)
		} else {
			*path, err = f.matrix(what, contract.Matrix{Rows: call.Rows, Cols: cols, Data: values})
		}
		written = append(written, *path)
	}
	k, labels := o.Scores.Cols, 0
	if o.MultiLabel {
		labels = k
	}
	put(&call.Truth, "truth", floats(o.Truth), labels)
	put(&call.Predictions, "predictions", floats(o.Predicted), labels)
	put(&call.Scores, "scores", o.Scores.Data, k)
	if o.Probabilities != nil {
		put(&call.Probabilities, "probabilities", o.Probabilities.Data, k)
	}
	put(&call.Weights, "weights", o.Weights, 0)
	put(&call.Groups, "groups", floats(o.Groups), 0)
	if err != nil {
		return 0, err
	}
	var answer struct {
		Value *float64 `json:"value"` // null if it is undefined
	}
	if err := m.script.ask(call, &answer); err != nil || answer.Value == nil {
		return math.NaN(), err
	}
	return *answer.Value, nil
}
