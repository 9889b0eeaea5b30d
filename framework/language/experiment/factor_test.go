package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"
)

// A listed grid sets attributes together, crossed with the others; values that are
// grids are crossed within their object.
func TestListedGrids(t *testing.T) {
	for block, want := range map[string][]string{
		`grid = [{ C = 1, loss = "hinge" }, { loss = "squared_hinge", C = 2 }]`: {"s[C=1,loss=hinge]", "s[C=2,loss=squared_hinge]"},
		`grid = grid({ C = 1 }, { C = grid(2, 3), loss = "hinge" })`:            {"s[C=1]", "s[C=2,loss=hinge]", "s[C=3,loss=hinge]"},
		`grid = [for c in [1, 2] : { C = c, loss = "hinge" }]`:                  {"s[C=1,loss=hinge]", "s[C=2,loss=hinge]"},
		`grid = [{ C = 1 }]` + "\n loss = grid(\"hinge\", \"squared_hinge\")":   {"s[loss=hinge,C=1]", "s[loss=squared_hinge,C=1]"},
	} {
		exp := bound(t, withLearner("learner \"svm\" \"s\" {\n"+block+"\n}"), nil)
		if got := names(exp.Learners); !slices.Equal(got, want) {
			t.Errorf("%s: %v, want %v", block, got, want)
		}
	}
	exp := bound(t, withLearner("learner \"svm\" \"s\" {\n grid = [{ C = 5 }, { loss = \"hinge\" }]\n}"), nil)
	if a, b := string(exp.Learners[0].Config), string(exp.Learners[1].Config); a == b || !strings.Contains(a, `"C":5`) || !strings.Contains(b, `"loss":"hinge"`) {
		t.Errorf("%s and %s", a, b)
	}
}

// The same words in tune are candidates.
func TestListedGridsAreTuned(t *testing.T) {
	exp := bound(t, withLearner(`learner "svm" "s" {
  tune {
    grid = [{ C = grid(1, 2), loss = "hinge" }, { C = 3, loss = "squared_hinge" }]
  }
}`), nil)
	tune := exp.Learners[0].Host.Tune
	var got []string
	for _, c := range tune.Candidates {
		got = append(got, fmt.Sprint(c.Values["C"], " ", c.Values["loss"], " ", c.Instance.Name))
	}
	if want := []string{"1 hinge s", "2 hinge s", "3 squared_hinge s"}; !slices.Equal(got, want) {
		t.Errorf("candidates %q", got)
	}
	const want = `{"tune":{"candidates":[{"C":1,"loss":"hinge"},{"C":2,"loss":"hinge"},{"C":3,"loss":"squared_hinge"}],"folds":3,"metric":{"config":{},"type":"accuracy"},"parameters":["C","loss"]}}`
	if got := string(exp.Learners[0].Host.Config()); got != want {
		t.Errorf("settings %s", got)
	}
}

func TestMistakesInListedGrids(t *testing.T) {
	for block, want := range map[string]string{
		`grid = []`:                                          "A grid lists objects",
		`grid = { C = 1 }`:                                   "A grid lists objects",
		`grid = [1]`:                                         "A grid lists objects",
		`grid = [{}]`:                                        "A grid lists objects",
		`grid = [{ D = 1 }]`:                                 `Unknown attribute "D"`,
		`grid = [{ C = 0 }]`:                                 `Value outside the range of "C"`,
		`grid = [{ C = null }]`:                              `Attribute "C" is null`,
		`grid = [{ C = grid(1, 1) }]`:                        "The grid holds 1 twice",
		`grid = [{ C = 1 }, { C = grid(2, 1) }]`:             "The grid holds {C=1} twice",
		"C = 1\n grid = [{ C = 2 }]":                         `Attribute "C" is also in the grid`,
		"tune {\n grid = [{ C = 2 }]\n C = [1]\n}":           `Attribute "C" is also in the grid`,
		"tune {\n grid = [{ D = 2 }]\n}":                     `Unknown attribute "D"`,
		"C = 1\n tune {\n grid = [{ C = 2 }]\n}":             `Attribute "C" is also in the grid`,
		"tune {\n grid = [{ C = linspace(1, 2, 20000) }]\n}": "Invalid function argument",
	} {
		got := summaries(withLearner("learner \"logreg\" \"lr\" {\n"+block+"\n}"), nil, fakeCatalog())
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", block, got, want)
		}
	}
}
