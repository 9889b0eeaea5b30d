package contract_test

import (
	"context"
	"errors"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// threshold is a learner with one attribute. It compares the first feature of a row with the
// middle between its means in both classes.
type threshold struct {
	Scale float64 `json:"scale"`
}

func (t threshold) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	var sums, rows [2]float64 // of each class
	for i, y := range p.Y {   // −1 or +1
		class := int(y+1) / 2
		sums[class] += p.X.Row(i)[0]
		rows[class]++
	}
	if rows[0] == 0 || rows[1] == 0 {
		return nil, errors.New("the training rows are of one class only")
	}
	negative, positive := sums[0]/rows[0], sums[1]/rows[1]
	m := model{middle: (negative + positive) / 2, scale: t.Scale}
	if positive < negative {
		m.scale = -m.scale
	}
	return m, nil
}

// model is what threshold trains.
type model struct{ middle, scale float64 }

func (m model) Score(x contract.Matrix, scores []float64) {
	for i := range scores {
		scores[i] = m.scale * (x.Row(i)[0] - m.middle)
	}
}

// component describes the learner, and says how it is built from its attributes.
var component = contract.Component{
	Kind: contract.KindLearner, Name: "threshold",
	Doc: "Compares the first feature with the middle between its means in both classes.",
	Capabilities: contract.Capabilities{
		Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
		Properties: contract.Symmetric | contract.Deterministic,
	},
	Params: []contract.Param{
		{Name: "scale", Type: "number", Default: 1.0, Above: contract.Bound(0), Doc: "What scores are multiplied by."},
	},
	NewLearner: func(config contract.Config) (contract.Learner, error) {
		var t threshold
		return t, config.Decode(&t)
	},
}

// A component is a description and a type that does the work. The host completes and checks
// a configuration before the component sees it.
func Example() {
	learner, err := component.Learner(contract.NewConfig(map[string]any{"scale": 2}))
	if err != nil {
		fmt.Println(err)
		return
	}
	trained, err := learner.Train(context.Background(), contract.Problem{
		Task: contract.Binary, Y: []float64{-1, -1, +1, +1}, Classes: 2,
		X: contract.Matrix{Rows: 4, Cols: 1, Data: []float64{1, 3, 5, 7}},
	})
	if err != nil {
		fmt.Println(err)
		return
	}
	scores := make([]float64, 2)
	trained.Score(contract.Matrix{Rows: 2, Cols: 1, Data: []float64{2, 6}}, scores)
	fmt.Println(scores)
	_, err = component.Learner(contract.NewConfig(map[string]any{"scale": -1}))
	fmt.Println(err)
	// Output:
	// [-4 4]
	// Wrong value for "scale": scale is -1: it must be a number above 0.
}
