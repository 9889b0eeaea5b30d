package experiment

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/lists"
)

// The rounds are those of scikit-learn, whose version the vectors name.
func TestRoundsOfHalving(t *testing.T) {
	text, err := os.ReadFile("testdata/halving.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Origin    string
		Schedules []struct {
			Candidates, Rows, Folds, Classes, Factor int
			Min                                      any `json:"min_resources"`
			Max                                      any `json:"max_resources"`
			Aggressive                               bool
			WantCandidates                           []int `json:"n_candidates"`
			WantRows                                 []int `json:"n_resources"`
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors.Schedules) < 15 {
		t.Fatalf("%v, %+v", err, vectors)
	}
	for _, v := range vectors.Schedules {
		h := Halving{Factor: v.Factor, Smallest: v.Min == "smallest", Aggressive: v.Aggressive}
		if least, is := v.Min.(float64); is {
			h.Min = int(least)
		}
		if most, is := v.Max.(float64); is {
			h.Max = int(most)
		}
		rounds := (&Tune{Folds: v.Folds, Halving: &h}).Rounds(v.Candidates, v.Rows, v.Classes)
		candidates := lists.Map(rounds, func(r Round) int { return r.Candidates })
		rows := lists.Map(rounds, func(r Round) int { return r.Rows })
		if !slices.Equal(candidates, v.WantCandidates) || !slices.Equal(rows, v.WantRows) {
			t.Errorf("%+v: %v", v, rounds)
		}
	}
}

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
	if want := (Halving{Factor: 2, Min: 40}); *tune.Halving != want {
		t.Errorf("%+v", tune.Halving)
	}
	if got := tune.Rounds(9, 150, 3); !slices.Equal(got, []Round{{9, 40, 0}, {5, 80, 0}}) {
		t.Errorf("rounds %v", got)
	}
	if all := (&Tune{Folds: 3}).Rounds(9, 150, 3); !slices.Equal(all, []Round{{9, 150, 0}}) {
		t.Errorf("without halving %v", all)
	}
	for settings, want := range map[string]string{
		"": `{"factor":3}`, "min_resources = \"smallest\"": `{"factor":3,"min_resources":"smallest"}`,
		"max_resources = 500\naggressive_elimination = true": `{"aggressive_elimination":true,"factor":3,"max_resources":500}`,
	} {
		exp := bound(t, withLearner("learner \"logreg\" \"lr\" {\n tune {\n C = [1, 2]\n halving {\n"+settings+"\n}\n}\n}"), nil)
		if got, _ := json.Marshal(exp.Learners[0].Host.Tune.Halving.settings()); string(got) != want {
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
