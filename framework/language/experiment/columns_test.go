package experiment

import (
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/language/diagnostic"
	"github.com/manyclass/bench/test/must"
)

// columned is an experiment with a reduction whose columns have learners of their own.
func columned(reduction string) string {
	return learners + reduction + "\ngrid \"g\" { learners = [learner.lr] }\n"
}

// mixingCatalog is stagedCatalog with the reduction "signs", which decodes any scores side
// by side.
func mixingCatalog() Catalog {
	c := stagedCatalog()
	c.Components = append(c.Components, contract.Component{Kind: contract.KindReducer, Name: "signs",
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Properties: contract.MixesScores}})
	return c
}

func TestLearnersOfColumns(t *testing.T) {
	file, _ := ParseText("test.hcl", []byte(columned(`reduction "one_vs_rest" "r" {
  learners = { a = learner.calibrated, "b|c" = learner.one }
}`)), nil)
	exp, _ := file.Bind(mixingCatalog())
	r := exp.Reductions[0]
	if string(r.Config) != `{}` || len(r.Columns) != 2 || r.Columns["a"].Name != "calibrated" || r.Columns["b|c"].Name != "one[C=3]" {
		t.Errorf("%s, %v", r.Config, r.Columns)
	}
	if len(r.References()) != 2 || r.References()["learners.a"] != r.Columns["a"] {
		t.Errorf("%v", r.References())
	}
}

// What scores of different kinds do to a reduction, and the block of what is wrong.
func TestScoresOfColumns(t *testing.T) {
	mixed := `Reduction "r" compares the sizes of scores, and its columns have margins of learner "s" and log-odds of learner "lr": ` +
		`write calibrate = "sigmoid" in the learner blocks of margins, or choose a decoding of signs alone, such as ` +
		`hamming with ties = "first"`
	for reduction, want := range map[string][]string{
		`"one_vs_rest" "r" { learners = { a = learner.s } }`:                            {mixed},
		`"one_vs_rest" "r" { learners = { a = learner.calibrated } }`:                   nil,
		`"signs" "r" { learners = { a = learner.s } }`:                                  nil,
		`"direct" "r" { learners = { a = learner.calibrated } }`:                        {`Reduction "r" has no columns`},
		`"one_vs_rest" "r" { learners = { a = learner.many } }`:                         {`Learner "many" cannot do binary problems`},
		`"one_vs_rest" "r" { learners = grid({ a = learner.s }, { b = learner.one }) }`: {must.Replace(mixed, `"r"`, `"r[learners={\"a\":\"s\"}]"`)},
	} {
		c := mixingCatalog()
		c.Components = append(c.Components, contract.Component{Kind: contract.KindLearner, Name: "many",
			Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Multiclass}, Scores: contract.LogOdds}})
		got := slices.DeleteFunc(summaries(columned("learner \"many\" \"many\" {}\nreduction "+reduction), nil, c),
			func(s string) bool { return strings.HasPrefix(s, "No grid uses") })
		if !slices.Equal(got, want) {
			t.Errorf("%s: %q, want %q", reduction, got, want)
		}
	}
}

// Margins of learners of different types are compared with a warning.
func TestMarginsOfColumns(t *testing.T) {
	c := mixingCatalog()
	c.Components = append(c.Components, contract.Component{Kind: contract.KindLearner, Name: "perceptron",
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin}})
	for own, want := range map[string]int{"s": 1, "p": 0} {
		text := must.Replace(columned("learner \"perceptron\" \"p\" {}\nreduction \"one_vs_rest\" \"r\" {\n  learners = { a = learner.p }\n}"),
			"[learner.lr]", "[learner."+own+"]")
		file, _ := ParseText("test.hcl", []byte(text), nil)
		_, diags := file.Bind(c)
		found := slices.DeleteFunc(slices.Clone(diags), func(d diagnostic.Diagnostic) bool {
			return d.Summary != "Margins of different learners are compared"
		})
		if len(found) != want || diags.HasErrors() || want == 1 && found[0].Range.Start.Line != 14 {
			t.Errorf("%s: %v", own, diags)
		}
	}
}

func TestMistakesInLearnersOfColumns(t *testing.T) {
	for value, want := range map[string]string{
		`learner.lr`:            `Wrong type of value for "learners"`,
		`{}`:                    `Wrong type of value for "learners"`,
		`[learner.lr]`:          `Wrong type of value for "learners"`,
		`{ a = "lr" }`:          "This must be a reference to a learner",
		`{ a = lr }`:            "This must be a reference to a learner",
		`{ a = 1 }`:             "This must be a reference to a learner",
		`{ a = dataset.d }`:     "This must be a reference to a learner",
		`{ a = learner.rl }`:    `There is no learner "rl"`,
		`{ a = learner.l }`:     `Learner "l" has 2 variants`,
		`{ a = learner.tuned }`: `Learner "tuned" cannot be used inside a reduction`,
	} {
		got := summaries(columned("reduction \"one_vs_rest\" \"r\" { learners = "+value+" }"), nil, mixingCatalog())
		got = slices.DeleteFunc(got, func(s string) bool { return strings.HasPrefix(s, "No grid uses") })
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", value, got, want)
		}
	}
}
