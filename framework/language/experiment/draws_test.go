package experiment

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/test/must"
)

// drawn are the values of a parameter in the candidates of the learner s.
func drawn(t *testing.T, tune, parameter string) (values []any) {
	t.Helper()
	exp := bound(t, withLearner("learner \"svm\" \"s\" {\n tune {\n"+tune+"\n}\n}"), nil)
	for _, c := range exp.Learners[0].Host.Tune.Candidates {
		values = append(values, c.Values[parameter])
	}
	return values
}

// Draws depend on the seed and the parameter's name: more of them, or other parameters,
// leave the first ones as they are.
func TestDrawsAreStable(t *testing.T) {
	few := drawn(t, "C = log_uniform(0.01, 100)\n draws = 5", "C")
	for _, other := range []string{
		"C = log_uniform(0.01, 100)\n draws = 50",
		"loss = [\"hinge\", \"squared_hinge\"]\n C = log_uniform(0.01, 100)\n draws = 5",
		"folds = 4\n draws = 6\n C = log_uniform(0.01, 100)",
	} {
		if got := drawn(t, other, "C"); !slices.Equal(got[:5], few) {
			t.Errorf("%s: %v, want %v", other, got, few)
		}
	}
	if other := drawn(t, "C = log_uniform(0.01, 1000)\n draws = 5", "C"); slices.Equal(other, few) {
		t.Errorf("%v from two distributions", few)
	}
}

// Another seed draws other values, and so do other parameters from the same distribution.
func TestDrawsDiffer(t *testing.T) {
	bind := func(tune string, seed int) []Candidate {
		t.Helper()
		text := withCode("code = \"dense_random\"\ntune {\n"+tune+"\n}", "")
		text = must.Replace(text, `experiment "e" {}`, fmt.Sprintf("experiment \"e\" { seed = %d }", seed))
		file, _ := ParseText("test.hcl", []byte(text), nil)
		exp, diags := file.Bind(resourceCatalog())
		if diags.HasErrors() {
			t.Fatal(diags)
		}
		return exp.Reductions[0].Candidates()
	}
	values := func(of []Candidate, name string) []any {
		return lists.Map(of, func(c Candidate) any { return c.Values[name] })
	}
	const two = "columns = integers(2, 100000)\n draw = integers(2, 100000)\n draws = 8"
	one := bind(two, 1)
	if a, b := values(one, "columns"), values(one, "draw"); slices.Equal(a, b) {
		t.Errorf("two parameters are drawn as %v", a)
	}
	if a, b := values(one, "columns"), values(bind(two, 2), "columns"); slices.Equal(a, b) {
		t.Errorf("two seeds draw %v", a)
	}
}

func TestDistributions(t *testing.T) {
	for expression, test := range map[string]struct {
		lo, hi, mean, tolerance float64
		of                      func(float64) float64
		whole                   bool
	}{
		"uniform(2, 6)":              {2, 6, 4, 0.15, func(x float64) float64 { return x }, false},
		"log_uniform(0.0001, 10000)": {1e-4, 1e4, 0, 0.25, math.Log10, false},
		"integers(1, 4)":             {1, 4, 2.5, 0.15, func(x float64) float64 { return x }, true},
	} {
		// Equal draws are one candidate.
		values := drawn(t, "draws = 2000\n C = "+expression, "C")
		sum, seen := 0.0, map[float64]bool{}
		for _, v := range values {
			x := v.(float64)
			if x < test.lo || x > test.hi || test.whole && x != math.Trunc(x) {
				t.Errorf("%s: %v", expression, x)
			}
			sum, seen[x] = sum+test.of(x), true
		}
		if test.whole && (len(values) != 4 || len(seen) != 4) {
			t.Errorf("%s: %v, each once", expression, values)
		}
		if mean := sum / float64(len(values)); math.Abs(mean-test.mean) > test.tolerance {
			t.Errorf("%s: mean %v", expression, mean)
		}
	}
}

// Where all values are listed, no combination is drawn twice, as in scikit-learn's
// ParameterSampler.
func TestListsAreDrawnWithoutReplacement(t *testing.T) {
	const tune = "C = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n loss = [\"hinge\", \"squared_hinge\"]\n draws = "
	all := drawn(t, tune+"30", "C")
	if len(all) != 20 {
		t.Errorf("%d of 20 combinations", len(all))
	}
	if some := drawn(t, tune+"7", "C"); len(some) != 7 || !slices.Equal(some, all[:7]) {
		t.Errorf("%v of %v", some, all)
	}
	inOrder := drawn(t, "C = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]\n loss = [\"hinge\", \"squared_hinge\"]", "C")
	if slices.Equal(all, inOrder) {
		t.Error("the order is not drawn")
	}
}

// Each draw takes one object of a listed grid.
func TestDrawsFromListedGrids(t *testing.T) {
	exp := bound(t, withLearner(`learner "svm" "s" {
  tune {
    grid  = [{ C = uniform(1, 2), loss = "hinge" }, { C = uniform(3, 4), loss = "squared_hinge" }]
    draws = 40
  }
}`), nil)
	count := map[any]int{}
	for _, c := range exp.Learners[0].Host.Tune.Candidates {
		x, loss := c.Values["C"].(float64), c.Values["loss"]
		if (x < 2.5) != (loss == "hinge") {
			t.Errorf("%v with %v", x, loss)
		}
		count[loss]++
	}
	if count["hinge"] < 8 || count["squared_hinge"] < 8 {
		t.Errorf("%v", count)
	}
}

func TestMistakesInDraws(t *testing.T) {
	for block, want := range map[string]string{
		"C = uniform(1, 2)":                               "Nothing is sampled here",
		"C = grid(uniform(1, 2))":                         "Nothing is sampled here",
		"tune { C = uniform(1, 2) }":                      `"C" has a distribution, and nothing is sampled`,
		"tune {\n C = [uniform(1, 2)]\n draws = 3\n}":     "Nothing is sampled here",
		"tune {\n C = uniform(2, 1)\n draws = 3\n}":       "uniform() has no value here",
		"tune {\n C = log_uniform(0, 1)\n draws = 3\n}":   "log_uniform() has no value here",
		"tune {\n C = integers(0.5, 1)\n draws = 3\n}":    "integers() has no value here",
		"tune {\n C = uniform(-1, 1)\n draws = 3\n}":      `Value outside the range of "C"`,
		"tune {\n C = uniform(1, 2)\n draws = 0\n}":       `Value outside the range of "draws"`,
		"tune {\n grid = [{ C = uniform(1, 2) }]\n}":      "Nothing is sampled here",
		"tune {\n penalty = uniform(1, 2)\n draws = 3\n}": `Unknown value "1" for "penalty"`,
	} {
		got := summaries(withLearner("learner \"logreg\" \"lr\" {\n"+block+"\n}"), nil, fakeCatalog())
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", block, got, want)
		}
	}
}
