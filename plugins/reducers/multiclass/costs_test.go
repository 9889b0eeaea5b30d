package multiclass

import (
	_ "embed"
	"encoding/json"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/plugins/least_squares/regression"
	"github.com/manyclass/bench/plugins/reducers/step"
	"github.com/manyclass/bench/test/reference"
)

//go:embed testdata/csoaa.json
var csoaa []byte

// regressed are the targets of the regressions on training rows, and the state.
func regressed(t *testing.T, costs cost.Matrix, classes []int, k int) (costState, contract.Targeted) {
	t.Helper()
	var c costConfig
	if costs != nil {
		b, err := json.Marshal(costs)
		if err != nil {
			t.Fatal(err)
		}
		c.Costs.Costs = b
	}
	var s costState
	var ds step.Diagnostics
	c.Plan(&s, contract.Reduction{Classes: make([]string, k)}, &ds)
	stage, err := c.Next(&s, contract.Training{Classes: classes})
	if err == nil {
		err = stage.Check(k)
	}
	if err != nil || ds.Failed() || s.Check() != nil {
		t.Fatal(err, ds, s.Check())
	}
	return s, stage.Targets()
}

// The models are least squares on the costs, and predicted is the class of the least predicted cost, as csoaa of
// Vowpal Wabbit does with its models, which come near.
func TestCostsAreThoseOfVowpalWabbit(t *testing.T) {
	var of struct {
		Costs        cost.Matrix
		LeastSquares [][]float64 `json:"least_squares"`
		Scores       [][]float64
		Predicted    []int
	}
	if err := json.Unmarshal(csoaa, &of); err != nil {
		t.Fatal(err)
	}
	iris := reference.Iris(t)
	reference.Standardise(iris.X)
	classes := make([]int, len(iris.Y))
	for i, y := range iris.Y {
		classes[i] = int(y)
	}
	s, targets := regressed(t, of.Costs, classes, 3)
	for k := range 3 {
		p := contract.Problem{Task: contract.Regression, X: iris.X}
		for i := range classes {
			p.Y = append(p.Y, targets.Values.Row(i)[k])
		}
		for i, got := range reference.Scores(reference.Train(t, regression.Component(), nil, p), iris.X, 1) {
			reference.Near(t, "predicted cost", got, of.LeastSquares[i][k], 1e-10)
			reference.Near(t, "cost of Vowpal Wabbit", of.Scores[i][k], got, 0.05)
		}
	}
	scores := contract.Matrix{Rows: len(of.Scores), Cols: 3, Data: slices.Concat(of.Scores...)}
	d, err := costConfig{}.Decode(s, scores, contract.Margin)
	if err != nil || !slices.Equal(d.Predictions, of.Predicted) {
		t.Errorf("%v, %v, want %v", err, d.Predictions, of.Predicted)
	}
}

// Without costs the targets are 0 for the class of a row and 1 for the others.
func TestCostsThatAreNotWritten(t *testing.T) {
	_, targets := regressed(t, nil, []int{1, 0}, 3)
	if !slices.Equal(targets.Values.Data, []float64{1, 0, 1, 0, 1, 1}) || targets.Weights != nil {
		t.Errorf("%+v", targets)
	}
}

// The bound: a mean squared error of ε over the K regressions costs at most √(2Kε).
func TestCostOfErrors(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	for range 1000 {
		k := 2 + random.IntN(5)
		expected, scores, sum := make([]float64, k), contract.Matrix{Rows: 1, Cols: k}, 0.0
		for i := range k {
			expected[i] = random.Float64()
			scores.Data = append(scores.Data, expected[i]+random.NormFloat64()/2)
			sum += (scores.Data[i] - expected[i]) * (scores.Data[i] - expected[i])
		}
		s := costState{numberState: numberState{Classes: k}}
		d, err := costConfig{}.Decode(s, scores, contract.Margin)
		if err != nil {
			t.Fatal(err)
		}
		if regret := expected[d.Predictions[0]] - slices.Min(expected); regret > math.Sqrt(2*sum) {
			t.Errorf("the regret is %g with squared errors of %g", regret, sum)
		}
	}
}

// Costs of other classes are errors with their place, and states that nothing wrote are refused.
func TestWrongCostsOfRegressions(t *testing.T) {
	var ds step.Diagnostics
	c := costConfig{step.Costs{Costs: []byte(`[[0, 1], [1, 0]]`)}}
	c.Plan(new(costState), contract.Reduction{Classes: []string{"a", "b", "c"}}, &ds)
	if !ds.Failed() || ds[0].Path[0] != "costs" {
		t.Errorf("%v", ds)
	}
	if ds := (costConfig{step.Costs{Costs: []byte(`[[0, "x"], [1, 0]]`)}}).Check(); len(ds) != 1 || ds[0].Path[1] != 0 {
		t.Errorf("%v", ds)
	}
	if (costState{numberState{3}, cost.Matrix{{0, 1}, {1, 0}}}).Check() == nil {
		t.Error("costs of two classes are taken for three")
	}
}
