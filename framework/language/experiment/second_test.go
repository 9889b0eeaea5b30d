package experiment

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/test/must"
)

// stagedCatalog is fakeCatalog with reductions that refer to learners: "stacked",
// whose last stage is multiclass, and "needy", which decodes log-odds only.
func stagedCatalog() Catalog {
	c := fakeCatalog()
	reference := contract.Param{Name: "learner", Type: contract.LearnerType, Decoding: true}
	c.Components = append(c.Components,
		contract.Component{Kind: contract.KindReducer, Name: "stacked",
			Params: []contract.Param{reference, {Name: "first", Type: contract.LearnerType}, {Name: "draw", Type: "number", Default: 0.0}},
			Capabilities: contract.Capabilities{
				Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Probabilities: []contract.ScoreKind{contract.LogOdds},
			}},
		contract.Component{Kind: contract.KindReducer, Name: "needy", Params: []contract.Param{reference}, Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Needs: []contract.ScoreKind{contract.LogOdds}, Probabilities: []contract.ScoreKind{contract.LogOdds},
		}},
		contract.Component{Kind: contract.KindReducer, Name: "weighing",
			Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Properties: contract.TakesWeights}},
	)
	return c
}

const learners = `
experiment "e" {}
dataset "d" {}
learner "svm" "s" {}
learner "logreg" "lr" {}
learner "lda" "l" { priors = grid([1], [2]) }
learner "svm" "tuned" {
  tune { C = [1, 2] }
}
learner "svm" "calibrated" { calibrate = "sigmoid" }
learner "svm" "one" { C = grid(3) }
`

func TestReferencesToLearners(t *testing.T) {
	file, diags := ParseText("test.hcl", []byte(learners+`
reduction "stacked" "r" {
  learner = grid(learner.s, learner.lr)
  first   = learner["one"]
  draw    = 2
}
reduction "stacked" "none" { learner = null }
grid "g" {
  learners   = [learner.lr]
  reductions = [reduction.none]
}
`), nil)
	exp, more := file.Bind(stagedCatalog())
	var said []string
	for _, d := range append(diags, more...) {
		said = append(said, d.Summary)
	}
	// first is the last reference: svm cannot do its multiclass problem.
	if !slices.Contains(said, `Learner "one[C=3]" cannot do multiclass problems`) {
		t.Errorf("%q", said)
	}
	none := exp.Reductions[len(exp.Reductions)-1]
	if string(none.Config) != `{"draw":0}` || none.Learners != nil || exp.Combinations[0].Last().Name != "lr" {
		t.Errorf("%s, %v", none.Config, none.Learners)
	}
}

func TestTheLastReferenceDecides(t *testing.T) {
	file, _ := ParseText("test.hcl", []byte(learners+`
reduction "stacked" "r" {
  learner = grid(learner.s, learner.one)
  first   = learner.lr
  draw    = 2
}
grid "g" {
  learners   = [learner.s]
  reductions = [reduction.r]
}
`), nil)
	exp, diags := file.Bind(stagedCatalog())
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	if got := names(exp.Reductions); !slices.Equal(got, []string{"r[learner=s]", "r[learner=one[C=3]]"}) {
		t.Errorf("%q", got)
	}
	r := exp.Reductions[0]
	if string(r.Config) != `{"draw":2,"first":"lr","learner":"s"}` || r.Learners["learner"] != &exp.Learners[0] || r.Learners["first"] != &exp.Learners[1] {
		t.Errorf("%s, %v", r.Config, r.Learners)
	}
	if string(r.Design()) != `{"draw":2}` || string(r.Anonymous()) != `{"draw":2}` {
		t.Errorf("design %s, without names %s", r.Design(), r.Anonymous())
	}
	c := exp.Combinations[0]
	if c.Last().Name != "lr" || c.Incompatible() != "" || !c.GivesProbabilities() {
		t.Errorf("%s decides: %q, probabilities %v", c.Last().Name, c.Incompatible(), c.GivesProbabilities())
	}
	// Those that a used reduction refers to are not missed in a grid.
	var unused []string
	for _, d := range diags {
		unused = append(unused, d.Summary)
	}
	if want := []string{`No grid uses learner "l"`, `No grid uses learner "tuned"`, `No grid uses learner "calibrated"`}; !slices.Equal(unused, want) {
		t.Errorf("%q, want %q", unused, want)
	}
}

func TestMistakesInReferencesToLearners(t *testing.T) {
	for value, want := range map[string]string{
		`"lr"`:                          "This must be a reference to a learner",
		"lr":                            "This must be a reference to a learner",
		"1":                             "This must be a reference to a learner",
		"[learner.lr]":                  "This must be a reference to a learner",
		"dataset.d":                     "This must be a reference to a learner",
		"learner":                       "This must be a reference to a learner",
		"learner.rl":                    `There is no learner "rl"`,
		"learner.lr.C":                  "A learner has no attributes to refer to",
		"learner.l":                     `Learner "l" has 2 variants`,
		"learner.tuned":                 `Learner "tuned" cannot be used inside a reduction`,
		"learner.calibrated":            `Learner "calibrated" cannot be used inside a reduction`,
		"learner.s":                     `Learner "s" cannot do multiclass problems`,
		"grid(learner.lr, learner.lr)":  "The grid holds lr twice",
		"grid(learner.lr, 1)":           "This must be a reference to a learner",
		"grid(learner.lr, dataset.d)":   "This must be a reference to a learner",
		"grid(learner.lr, learner.one)": `Learner "one[C=3]" cannot do multiclass problems`,
	} {
		text := learners + "reduction \"stacked\" \"r\" { learner = " + value + " }\ngrid \"g\" { learners = [learner.lr] }"
		got := summaries(text, nil, stagedCatalog())
		got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "No grid uses") })
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
	// A mistake in the learner is not reported again where it is referred to.
	got := summaries(must.Replace(minimal, `"lr" {}`, `"lr" { D = 1 }`)+`reduction "stacked" "r" { learner = learner.lr }`, nil, stagedCatalog())
	if !slices.Equal(got, []string{`Unknown attribute "D"`}) {
		t.Errorf("%q", got)
	}
}

// The kind that Decode takes is that of the learner that decides.
func TestNeeds(t *testing.T) {
	for _, test := range []struct{ learner, reduction, want string }{
		{`"svm" "x" {}`, `"needy" "r" {}`, `Reduction "r" decodes log-odds, and learner "x" gives margins: write calibrate = "sigmoid" in the learner block, or choose another decoding`},
		{`"svm" "x" { calibrate = "isotonic" }`, `"needy" "r" {}`, ""},
		{`"logreg" "x" {}`, `"needy" "r" {}`, ""},
		{`"lda" "x" {}`, `"needy" "r" {}`, ""},
		{`"svm" "x" {}`, `"needy" "r" { learner = learner.other }`, ""},
		{`"svm" "x" {}`, `"stacked" "r" {}`, `Learner "x" cannot do the multiclass problems of reduction "r"`},
		{`"svm" "x" {}`, `"stacked" "r" { learner = learner.other }`, ""},
		{`"logreg" "x" { calibrate = "sigmoid" }`, `"stacked" "r" {}`, `Learner "x" calibrates binary problems, and reduction "r" asks for multiclass ones`},
		{`"logreg" "x" { calibrate = "sigmoid" }`, `"stacked" "r" { learner = learner.other }`, ""},
		{`"svm" "x" {}`, `"weighing" "r" {}`, `Reduction "r" weighs rows, and learner "x" takes no row weights`},
	} {
		text := fmt.Sprintf("experiment \"e\" {}\ndataset \"d\" {}\nlearner %s\nlearner \"logreg\" \"other\" {}\nreduction %s\ngrid \"g\" { learners = [learner.x] }\n", test.learner, test.reduction)
		got := slices.DeleteFunc(summaries(text, nil, stagedCatalog()), func(s string) bool { return strings.HasPrefix(s, "No grid uses") })
		if test.want == "" && len(got) > 0 || test.want != "" && !slices.Equal(got, []string{test.want}) {
			t.Errorf("%s with %s: %q, want %q", test.learner, test.reduction, got, test.want)
		}
		if test.want == "" {
			continue
		}
		file, _ := ParseText("test.hcl", []byte(must.Replace(text, `"e" {}`, `"e" { on_incompatible = "skip" }`)), nil)
		exp, diags := file.Bind(stagedCatalog())
		if diags.HasErrors() || len(exp.Combinations) != 1 || wording.Capital(exp.Combinations[0].Incompatible()) != test.want {
			t.Errorf("%s with %s: not skipped: %v", test.learner, test.reduction, diags)
		}
	}
}

// Learners of a reduction are tried like other values: in lists, listed grids and draws.
func TestTunedReferencesToLearners(t *testing.T) {
	more := learners + "learner \"logreg\" \"other\" {}\nreduction \"stacked\" \"r\" {\n tune {\n%s\n}\n}\ngrid \"g\" { learners = [learner.s] }\n"
	for tune, want := range map[string][]string{
		"learner = [learner.lr, learner.other]":                                         {"r{learner=lr}", "r{learner=other}"},
		"learner = grid(learner.lr, learner.other)":                                     {"r{learner=lr}", "r{learner=other}"},
		"grid = [{ learner = learner.other, draw = grid(0, 1) }, { draw = 7 }]":         nil,
		"grid = [{ learner = learner.other, draw = 3 }, { learner = learner[\"lr\"] }]": {"r{learner=other,draw=3}", "r{learner=lr}"},
	} {
		file, _ := ParseText("test.hcl", fmt.Appendf(nil, more, tune), nil)
		exp, diags := file.Bind(stagedCatalog())
		if want == nil {
			if !diags.HasErrors() {
				t.Errorf("%s: the cell's own learner cannot do multiclass problems, and no error", tune)
			}
			continue
		}
		if diags.HasErrors() {
			t.Errorf("%s: %v", tune, diags)
			continue
		}
		r := &exp.Reductions[0]
		got := lists.Map(r.Candidates(), func(c Candidate) string { return c.Instance.Name })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q", tune, got)
		}
		of := r.References()
		if len(of) != 2 || of["learner=lr"] != &exp.Learners[1] || of["learner=other"] == nil || of["learner=other"].Name != "other" {
			t.Errorf("%s: %v", tune, of)
		}
		for _, c := range r.Candidates() {
			if c.Values["learner"] != c.Instance.Learners["learner"].Name {
				t.Errorf("%s: %v has %v", tune, c.Values, c.Instance.Learners["learner"].Name)
			}
		}
		if !exp.Uses(contract.KindLearner, "logreg") || slices.ContainsFunc(diags, func(d diagnostic.Diagnostic) bool {
			return d.Summary == `No grid uses learner "other"` || d.Summary == `No grid uses learner "lr"`
		}) {
			t.Errorf("%s: what is tried is not used: %v", tune, diags)
		}
	}
	for tune, want := range map[string]string{
		"learner = [learner.lr, learner.s]":     `Learner "s" cannot do multiclass problems`,
		"learner = [learner.lr, 1]":             "This must be a reference to a learner",
		"learner = [learner.lr, learner.tuned]": `Learner "tuned" cannot be used inside a reduction`,
		"learner = [learner.l]":                 `Learner "l" has 2 variants`,
		"learner = learner.lr":                  `There are no values of "learner" to try`,
		"learner = lr":                          "This must be a reference to a learner",
		"draws = 2\nlearner = uniform(0, 1)":    "This must be a reference to a learner",
	} {
		got := summaries(fmt.Sprintf(more, tune), nil, stagedCatalog())
		got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "No grid uses") })
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", tune, got, want)
		}
	}
}
