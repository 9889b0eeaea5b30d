// Package above reduces a problem of K ordered classes to K−1 binary ones, "is
// the class above the k-th?" (Frank & Hall, "A simple approach to ordinal
// classification", ECML 2001).
package above

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Component describes the reduction "ordinal".
func Component() contract.Component {
	return contract.Component{
		Kind: contract.KindReducer, Name: "ordinal",
		Doc: "For ordered classes: K-1 binary problems, each whether the class is above the k-th, and P(k) = P(>k-1) - P(>k) " +
			"(Frank & Hall 2001), after P(>k) that increase with k are pooled to their mean (isotonic regression).",
		Params: []contract.Param{{Name: "order", Type: "list(string)", Doc: "All classes, the lowest first; class order if it is not written."}},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Properties: contract.Deterministic,
			Needs: []contract.ScoreKind{contract.LogOdds}, Probabilities: []contract.ScoreKind{contract.LogOdds},
		},
		Validate: validate,
		NewReducer: func(c contract.Config) (contract.Reducer, error) {
			var r Reducer
			err := c.Decode(&r)
			return r, err
		},
	}
}

// Reducer is the reduction under a configuration.
type Reducer struct {
	Order []string `json:"order"` // class names, the lowest first; nil is class order
}

// Plan makes column k −1 for the lowest k+1 classes and +1 for those above. Its
// state is the class numbers, the lowest first.
func (r Reducer) Plan(p contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	order, ds := r.numbers(p.Classes)
	if ds != nil {
		return contract.Stage{}, ds
	}
	code := make(contract.Dense, len(order))
	for place, class := range order {
		code[class] = make([]int8, len(order)-1)
		for k := range code[class] {
			code[class][k] = -1
			if place > k {
				code[class][k] = 1
			}
		}
	}
	state, err := json.Marshal(order)
	if err != nil {
		return contract.Stage{}, []contract.Diagnostic{contract.Errorf(nil, "the order cannot be kept", "%v", err)}
	}
	return contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.NoOutputs, State: state}, nil
}

// Decode turns log-odds of "above the k-th" into class probabilities, which are
// the class scores too. The most probable class wins, of equals the lowest.
func (Reducer) Decode(state []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	var order []int
	if err := json.Unmarshal(state, &order); err != nil {
		return contract.Decoded{}, fmt.Errorf("reading the order of the classes: %w", err)
	}
	if scores.Cols != len(order)-1 {
		return contract.Decoded{}, fmt.Errorf("%d columns of scores for %d classes", scores.Cols, len(order))
	}
	p := contract.Matrix{Rows: scores.Rows, Cols: len(order), Data: make([]float64, scores.Rows*len(order))}
	predictions := make([]int, scores.Rows)
	for i := range scores.Rows {
		if slices.ContainsFunc(scores.Row(i), math.IsNaN) {
			return contract.Decoded{}, errors.New("a score is NaN")
		}
		ordered := probabilities(scores.Row(i))
		for place, class := range order {
			p.Row(i)[class] = ordered[place]
		}
		predictions[i] = order[slices.Index(ordered, slices.Max(ordered))]
	}
	return contract.Decoded{Scores: p, Predictions: predictions, Probabilities: &p}, nil
}
