package experiment

import (
	"encoding/json"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/language/tuning"
)

func TestHalving(t *testing.T) {
	exp := bound(t, withLearner(`learner "logreg" "lr" {
  tune {
    C = logspace(-3, 3, 9)
    halving {
      factor        = 2
      min_resources = 40
    }
  }
}`), nil)
	tune := exp.Learners[0].Host.Tune
	if want := (tuning.Halving{Factor: 2, Min: 40}); *tune.Halving != want {
		t.Errorf("%+v", tune.Halving)
	}
	if got := tune.Rounds(9, 150, 3); !slices.Equal(got, []tuning.Round{{Candidates: 9, Rows: 40}, {Candidates: 5, Rows: 80}}) {
		t.Errorf("rounds %v", got)
	}
	if all := (&tuning.Rules{Folds: 3}).Rounds(9, 150, 3); !slices.Equal(all, []tuning.Round{{Candidates: 9, Rows: 150}}) {
		t.Errorf("without halving %v", all)
	}
	for settings, want := range map[string]string{
		"": `{"factor":3}`, "min_resources = \"smallest\"": `{"factor":3,"min_resources":"smallest"}`,
		"max_resources = 500\naggressive_elimination = true": `{"aggressive_elimination":true,"factor":3,"max_resources":500}`,
	} {
		exp := bound(t, withLearner("learner \"logreg\" \"lr\" {\n tune {\n C = [1, 2]\n halving {\n"+settings+"\n}\n}\n}"), nil)
		if got, _ := json.Marshal(exp.Learners[0].Host.Tune.Settings(nil)["halving"]); string(got) != want {
			t.Errorf("%s: %s", settings, got)
		}
	}
	for block, want := range map[string]string{
		"halving { factor = 1 }":                                 `Value outside the range of "factor"`,
		"halving { min_resources = \"few\" }":                    `Unknown value "few" for "min_resources"`,
		"halving { min_resources = 0 }":                          `Value outside the range of "min_resources"`,
		"halving {\n min_resources = 50\n max_resources = 20\n}": "The last round has fewer rows than the first",
		"halving {}\n halving {}":                                "There is a second halving block",
		"halving \"x\" {}":                                       "A halving block has no name",
		"halving { resources = 1 }":                              `Unknown attribute "resources"`,
		"halvig {}":                                              `Unknown block "halvig"`,
	} {
		got := summaries(withLearner("learner \"logreg\" \"lr\" {\n tune {\n C = [1, 2]\n"+block+"\n}\n}"), nil, fakeCatalog())
		if !slices.Equal(got, []string{want}) {
			t.Errorf("%s: %q, want %q", block, got, want)
		}
	}
}
