package experiment

import (
	"fmt"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"

	"github.com/manyclass/bench/test/must"
)

// withLearner is minimal with another learner block, and reductions.
func withLearner(block string) string {
	return must.Replace(minimal, `learner "logreg" "lr" {}`, block+"\nmetric \"f1\" {}\nreduction \"one_vs_rest\" \"ova\" {}")
}

func TestTune(t *testing.T) {
	exp := bound(t, withLearner(`learner "svm" "s" {
  loss = grid("hinge", "squared_hinge")
  calibrate = "sigmoid"
  abstain = 0.5
  threads = 2
  tune {
    C      = [0.1, 1, 10]
    folds  = 4
    metric = metric.f1
  }
}`), nil)
	if got := names(exp.Learners); !slices.Equal(got, []string{"s[loss=hinge]", "s[loss=squared_hinge]"}) {
		t.Fatalf("learners %v", got)
	}
	for i, l := range exp.Learners {
		loss := []string{"hinge", "squared_hinge"}[i]
		tune := l.Host.Tune
		if tune.Folds != 4 || tune.Metric.Type != "f1" || len(tune.Candidates) != 3 || l.Limits.Threads != 2 {
			t.Fatalf("%+v", tune)
		}
		for n, c := range tune.Candidates {
			value := []float64{0.1, 1, 10}[n]
			want := fmt.Sprintf(`{"C":%v,"loss":%q}`, value, loss)
			if string(c.Instance.Config) != want || len(c.Values) != 1 || c.Values["C"] != value ||
				!reflect.DeepEqual(c.Instance.Host, Host{Calibrate: "sigmoid", Abstain: 0.5}) || c.Instance.Name != l.Name {
				t.Errorf("candidate %d: %s, %v, %+v", n, c.Instance.Config, c.Values, c.Instance.Host)
			}
		}
		const want = `{"abstain":0.5,"calibrate":"sigmoid","tune":{"folds":4,"metric":{"config":{"average":"macro"},"type":"f1"},"parameters":["C"],"values":{"C":[0.1,1,10]}}}`
		if got := string(l.Host.Config()); got != want {
			t.Errorf("settings %s", got)
		}
	}
}

func TestTuneTakesSpacesAndDefaults(t *testing.T) {
	exp := bound(t, withLearner("learner \"logreg\" \"lr\" {\n tune {\n C = logspace(-1, 1, 3)\n intercept = [true, false]\n }\n}"), nil)
	tune := exp.Learners[0].Host.Tune
	var got []string
	for _, c := range tune.Candidates {
		got = append(got, fmt.Sprint(c.Values["C"], c.Values["intercept"]))
	}
	if want := []string{"0.1 true", "0.1 false", "1 true", "1 false", "10 true", "10 false"}; !slices.Equal(got, want) || tune.Folds != 3 || tune.Metric.Type != "accuracy" {
		t.Errorf("%v, %+v", got, tune)
	}
	if plain := bound(t, minimal, nil).Learners[0].Host.Config(); plain != nil {
		t.Errorf("a plain learner has settings %s", plain)
	}
}

func TestTuneHoldsRowsOut(t *testing.T) {
	exp := bound(t, withLearner("learner \"logreg\" \"lr\" {\n tune {\n C = [1, 10]\n holdout = 0.3\n }\n}"), nil)
	l := exp.Learners[0]
	if tune := l.Host.Tune; tune.Holdout != 0.3 || tune.Divisions() != 1 {
		t.Errorf("%+v", tune)
	}
	const want = `{"tune":{"holdout":0.3,"metric":{"config":{},"type":"accuracy"},"parameters":["C"],"values":{"C":[1,10]}}}`
	if got := string(l.Host.Config()); got != want {
		t.Errorf("settings %s", got)
	}
}

func TestMistakesInTune(t *testing.T) {
	for block, want := range map[string]string{
		"tune {}":                                         "Nothing is tuned",
		"tune { folds = 3 }":                              "Nothing is tuned",
		"tune { C = 1 }":                                  `There are no values of "C" to try`,
		"tune { C = [] }":                                 `There are no values of "C" to try`,
		"tune { C = [1, 0] }":                             `Value outside the range of "C"`,
		"tune { C = [1, \"a\"] }":                         `Wrong type of value for "C"`,
		"tune { D = [1] }":                                `Unknown attribute "D"`,
		"tune { penalty = [\"l3\"] }":                     `Unknown value "l3" for "penalty"`,
		"tune \"x\" { C = [1] }":                          "A tune block has no name",
		"C = 1\n tune { C = [1] }":                        `Attribute "C" is both set and tuned`,
		"tune { C = [1] }\n tune { C = [2] }":             "There is a second tune block",
		"tune {\n C = [1]\n folds = 1\n}":                 `Value outside the range of "folds"`,
		"tune {\n C = [1]\n folds = grid(2, 3)\n}":        "grid() cannot be used here",
		"tune {\n C = [1]\n grids = [{}]\n}":              `Unknown attribute "grids"`,
		"tune {\n C = [1]\n holdout = 0.6\n}":             `Value outside the range of "holdout"`,
		"tune {\n C = [1]\n folds = 3\n holdout = 0.3\n}": "folds and holdout are mutually exclusive",
		"tune {\n C = [1]\n metric = metric.kappa\n}":     `There is no metric "kappa"`,
		"tune {\n C = [1]\n metric = \"f1\"\n}":           "This must be a reference to a metric",
		"tune {\n C = [1]\n inner {}\n}":                  `Unknown block "inner"`,
		"tuen { C = [1] }":                                `Unknown block "tuen"`,
		`calibrate = "platt"`:                             `Unknown value "platt" for "calibrate"`,
		"abstain = -1":                                    `Value outside the range of "abstain"`,
		"threads = 0.5":                                   `Value outside the range of "threads"`,
	} {
		got := summaries(withLearner("learner \"logreg\" \"lr\" {\n"+block+"\n}"), nil, fakeCatalog())
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", block, got, want)
		}
	}
	perClass := must.Replace(withLearner("learner \"logreg\" \"lr\" {\n tune {\n C = [1]\n metric = metric.f1\n}\n}"), `metric "f1" {}`, `metric "f1" { average = "none" }`)
	perClass = must.Replace(perClass, "metric.f1", `metric["f1(average=none)"]`)
	if got := summaries(perClass, nil, fakeCatalog()); !slices.Equal(got, []string{`Nothing can be tuned by metric "f1(average=none)"`}) {
		t.Errorf("a metric of classes: %q", got)
	}
}

// What bench is asked to do with scores must fit what the reduction asks for.
func TestHostSettingsThatDoNotFitAReduction(t *testing.T) {
	calibrated := withLearner("learner \"logreg\" \"lr\" { calibrate = \"sigmoid\" }")
	direct := must.Replace(calibrated, `"one_vs_rest" "ova"`, `"direct" "native"`)
	got := summaries(direct, nil, fakeCatalog())
	if !slices.Equal(got, []string{`Learner "lr" calibrates binary problems, and reduction "native" asks for multiclass ones`}) {
		t.Errorf("%q", got)
	}
	byLoss := withLearner("learner \"svm\" \"s\" {\n tune {\n C = [1]\n metric = metric.log_loss\n }\n}")
	byLoss = must.Replace(byLoss, `metric "f1" {}`, `metric "log_loss" {}`)
	vote := must.Replace(byLoss, `"one_vs_rest" "ova"`, `"one_vs_one" "ovo"`)
	got = summaries(vote, nil, fakeCatalog())
	if !slices.Contains(got, `Learner "s" is tuned by "log_loss", which needs probabilities, and reduction "ovo" gives none`) {
		t.Errorf("%q", got)
	}
	if got = summaries(byLoss, nil, fakeCatalog()); len(got) > 0 {
		t.Errorf("%q", got)
	}
	skip := must.Replace(direct, `"e" {}`, `"e" { on_incompatible = "skip" }`)
	if c := bound(t, skip, nil).Combinations; len(c) != 1 || c[0].Incompatible() == "" {
		t.Errorf("%+v", c)
	}
}

// A tuned learner depends on the versions of all its candidates.
func TestRuntimesOfCandidates(t *testing.T) {
	catalog := fakeCatalog()
	catalog.Validate = func(c contract.Component, cfg contract.Config) (contract.Verdict, error) {
		return contract.Verdict{Capabilities: c.Capabilities, Runtimes: map[string]string{string(cfg): "1"}}, nil
	}
	file, _ := ParseText("test.hcl", []byte(withLearner("learner \"logreg\" \"lr\" {\n tune { C = [1, 2] }\n}")), nil)
	exp, diags := file.Bind(catalog)
	if diags.HasErrors() || len(exp.Learners) != 1 || len(exp.Learners[0].Runtimes) != 2 {
		t.Errorf("%+v, %v", exp.Learners, diags)
	}
}

// A learner may have an attribute called tune of its own; the block is still bench's.
func TestAnAttributeCalledTune(t *testing.T) {
	c := fakeCatalog()
	c.Components = append(c.Components, contract.Component{Kind: contract.KindLearner, Name: "caret",
		Params:       []contract.Param{{Name: "tune", Type: "map(any)"}, {Name: "method", Type: "string"}},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin}})
	src := withLearner("learner \"caret\" \"s\" {\n tune = { cp = 0.1 }\n tune {\n method = [\"rpart\", \"lda\"]\n }\n}")
	file, _ := ParseText("test.hcl", []byte(src), nil)
	exp, diags := file.Bind(c)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	tune := exp.Learners[0].Host.Tune
	if got := string(tune.Candidates[0].Instance.Config); got != `{"method":"rpart","tune":{"cp":0.1}}` || len(tune.Candidates) != 2 {
		t.Errorf("%s of %d", got, len(tune.Candidates))
	}
	if got := summaries(must.Replace(src, `"caret" "s"`, `"lda" "s"`), nil, c); !slices.Contains(got, `"tune" is a block, not an attribute`) {
		t.Errorf("%q", got)
	}
}
