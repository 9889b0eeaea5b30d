package knockout

import (
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/plugins/least_squares/regression"
	"github.com/manyclass/bench/test/reference"
)

// rows are those of trained.json, with what is predicted of them by models that were trained on them.
type rows struct {
	X           [][]float64
	Classes     []int
	Costs       cost.Matrix
	Errors      []int
	Tournaments [][]int // of each number of errors
	Pairs       []int
}

// predicted takes a reduction through its stages with ridge regressions on ±1.
func (of rows) predicted(t *testing.T, name string, settings map[string]any) []int {
	t.Helper()
	settings["costs"] = of.Costs
	reducer := open(t, name, settings)
	k, x := len(of.Costs), contract.Matrix{Rows: len(of.X), Cols: len(of.X[0]), Data: slices.Concat(of.X...)}
	training := contract.Training{Classes: of.Classes, Counts: make([]int, k)}
	stage, ds := reducer.(contract.Reducer).Plan(contract.Reduction{Classes: make([]string, k)})
	if err := contract.FirstError(ds); err != nil {
		t.Fatal(err)
	}
	scores := make([][]float64, x.Rows)
	for stage.Asks() {
		if stage.Outputs != contract.ClassesOnly {
			training.Outputs = contract.Matrix{Rows: x.Rows, Cols: len(scores[0]), Data: slices.Concat(scores...)}
		}
		next, done, err := reducer.Next(stage.State, training)
		if err != nil {
			t.Fatal(err)
		}
		if stage = next; done {
			break
		}
		for l := range stage.Count() {
			model := reference.Train(t, regression.Component(), map[string]any{"alpha": 1.0}, problem(stage.Targets(), l, x))
			for i, score := range reference.Scores(model, x, 1) {
				scores[i] = append(scores[i], score)
			}
		}
	}
	d, err := reducer.(contract.Reducer).Decode(stage.State,
		contract.Matrix{Rows: x.Rows, Cols: len(scores[0]), Data: slices.Concat(scores...)}, contract.Margin)
	if err != nil {
		t.Fatal(err)
	}
	return d.Predictions
}

// problem is a column of targets.
func problem(of contract.Targeted, column int, x contract.Matrix) contract.Problem {
	p := contract.Problem{Task: contract.Binary, Classes: 2, X: contract.Matrix{Cols: x.Cols}}
	for i, row := range of.Rows {
		if y := of.Values.Row(i)[column]; y != 0 {
			p.X.Rows, p.X.Data, p.Y = p.X.Rows+1, append(p.X.Data, x.Row(row)...), append(p.Y, y)
			p.Weights = append(p.Weights, of.Weights[i])
		}
	}
	return p
}

// The whole way, from stages that see what earlier models decide to classes, gives the predictions of a program that
// was written after the papers.
func TestTrainedAsInThePapers(t *testing.T) {
	of := load[rows](t, "trained.json")
	for i, errors := range of.Errors {
		if got := of.predicted(t, "tournament", map[string]any{"errors": errors}); !slices.Equal(got, of.Tournaments[i]) {
			t.Errorf("%d errors: %v, want %v", errors, got, of.Tournaments[i])
		}
	}
	if got := of.predicted(t, "filter_tree", map[string]any{}); !slices.Equal(got, of.Tournaments[0]) {
		t.Errorf("the tree: %v, want %v", got, of.Tournaments[0])
	}
	if got := of.predicted(t, "weighted_all_pairs", map[string]any{"ties": "first"}); !slices.Equal(got, of.Pairs) {
		t.Errorf("pairs: %v, want %v", got, of.Pairs)
	}
}
