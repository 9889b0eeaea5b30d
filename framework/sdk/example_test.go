package sdk_test

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/sdk"
)

// majority is a learner that gives every row the class of most training rows.
type majority struct{}

func (majority) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	votes := 0.0
	for _, y := range p.Y { // −1 or +1
		votes += y
	}
	return constant(votes / float64(len(p.Y))), nil
}

// constant is a model that scores all rows alike.
type constant float64

func (c constant) Score(_ contract.Matrix, scores []float64) {
	for i := range scores {
		scores[i] = float64(c)
	}
}

// plugin has all that a plugin says of itself.
var plugin = contract.Plugin{
	Name: "majority", Version: "0.1.0",
	Components: []contract.Component{{
		Kind: contract.KindLearner, Name: "most_frequent", Doc: "Predicts the class of most training rows.",
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic,
		},
		NewLearner: func(contract.Config) (contract.Learner, error) { return majority{}, nil },
	}},
}

// The main function of a plugin hands its description to Serve. New serves the same plugin
// without a process, as tests do.
func Example() {
	_ = func() { sdk.Serve(plugin) } // func main() { sdk.Serve(plugin) }

	served := sdk.New(plugin)
	d, err := served.Describe(context.Background())
	if err != nil {
		fmt.Println(err)
		return
	}
	for _, c := range d.Components {
		fmt.Printf("%s %s offers the %s %q.\n", d.Name, d.Version, c.Kind, c.Name)
	}
	verdict, err := served.Validate(context.Background(), service.ComponentRef{
		Kind: contract.KindLearner, Name: "most_frequent", Config: contract.Config(`{"depth": 3}`)})
	fmt.Println(contract.FirstError(verdict.Diagnostics), err)
	// Output:
	// majority 0.1.0 offers the learner "most_frequent".
	// most_frequent has no attribute "depth": It has none. <nil>
}
