package shipped

import (
	"encoding/json"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// counted are the settings under which a row of weight ω shall count like ω equal rows,
// and how near scores come, in units of the largest. Learners that end where steps are
// small enough are told to go on.
var counted = map[string]struct {
	settings []map[string]any
	near     float64
}{
	"logreg":        {[]map[string]any{{"tol": 1e-14}, {"tol": 1e-14, "C": 0.01, "class_weight": "balanced"}}, 1e-6},
	"svm":           {[]map[string]any{{"tol": 1e-14}, {"tol": 1e-14, "loss": "squared_hinge"}}, 1e-6},
	"kernel_svm":    {[]map[string]any{{"tol": 1e-12, "gamma": 0.1}}, 1e-6},
	"kernel_ridge":  {[]map[string]any{{"gamma": 0.1}}, 1e-9},
	"lda":           {[]map[string]any{nil, {"priors": "uniform"}, {"shrinkage": 0.3}, {"shrinkage": "auto"}}, 1e-9},
	"qda":           {[]map[string]any{nil, {"priors": "uniform", "shrinkage": 0.3}}, 1e-9},
	"least_squares": {[]map[string]any{nil, {"alpha": 2.5}}, 1e-9},
	"naive_bayes":   {[]map[string]any{{"var_smoothing": 1e-300}, {"kind": "counts", "priors": "uniform"}}, 1e-9},
	"tree":          {[]map[string]any{nil, {"max_depth": 3}}, 1e-9},
	"adaboost":      {[]map[string]any{{"rounds": 7}, {"rounds": 7, "kind": "gentle", "max_depth": 2}}, 1e-9},
	"knn":           {[]map[string]any{nil, {"k": 8, "weights": "distance"}, {"metric": "manhattan", "k": 1000}}, 1e-9},
	"ml_knn":        {[]map[string]any{nil, {"k": 4, "metric": "manhattan", "smooth": 0.5}, {"k": 1000}}, 1e-9},
	"majority":      {[]map[string]any{nil}, 1e-12},
	// They take the rows one by one in an order by lot: see their own tests.
	"perceptron": {},
	"pocket":     {},
}

// Every learner takes weights, and under every task that it has, whole ones count like
// rows that stand there several times.
func TestWeightsAreNumbersOfRows(t *testing.T) {
	for _, c := range Components(contract.KindLearner) {
		how, listed := counted[c.Name]
		if !c.Capabilities.Has(contract.TakesWeights) || !listed {
			t.Errorf("%s takes weights: %v, and is listed: %v", c.Name, c.Capabilities.Has(contract.TakesWeights), listed)
		}
		for _, settings := range how.settings {
			for _, task := range c.Under(configOf(t, settings)).Tasks {
				weighted, repeated := twins(t, task)
				width := 1
				if task == contract.Multiclass {
					width = 3
				}
				got := reference.Scores(reference.Train(t, c, settings, weighted), weighted.X, width)
				want := reference.Scores(reference.Train(t, c, settings, repeated), weighted.X, width)
				largest := max(slices.Max(want), -slices.Min(want))
				for i, v := range want {
					if !(math.Abs(got[i]-v) <= how.near*largest) {
						t.Errorf("%s %v: score %d of %s is %v, not %v", c.Name, settings, i, task, got[i], v)
						break
					}
				}
			}
		}
	}
}

func configOf(t *testing.T, settings map[string]any) contract.Config {
	t.Helper()
	b, err := json.Marshal(settings)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// twins are iris with weights 1, 2 and 3 in turn, and with rows once, twice and three
// times. Two classes of it are left for a binary problem; a regression is on the class.
func twins(t *testing.T, task contract.Task) (weighted, repeated contract.Problem) {
	t.Helper()
	p := reference.Iris(t)
	p.Task = task
	from := 0
	if task == contract.Binary {
		from, p.Classes = 50, 2
		for i, y := range p.Y {
			p.Y[i] = 2*y - 3
		}
	}
	weighted, repeated = p, p
	weighted.Y, weighted.X.Data, weighted.X.Rows = p.Y[from:], p.X.Data[from*p.X.Cols:], p.X.Rows-from
	repeated.Y, repeated.X.Data, repeated.X.Rows = nil, nil, 0
	for i, y := range weighted.Y {
		n := 1 + i%3
		weighted.Weights = append(weighted.Weights, float64(n))
		for range n {
			repeated.Y = append(repeated.Y, y)
			repeated.X.Data = append(repeated.X.Data, weighted.X.Row(i)...)
			repeated.X.Rows++
		}
	}
	return weighted, repeated
}
