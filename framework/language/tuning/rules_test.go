package tuning

import (
	"encoding/json"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
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
		rounds := (&Rules{Folds: v.Folds, Halving: &h}).Rounds(v.Candidates, v.Rows, v.Classes)
		candidates := lists.Map(rounds, func(r Round) int { return r.Candidates })
		rows := lists.Map(rounds, func(r Round) int { return r.Rows })
		if !slices.Equal(candidates, v.WantCandidates) || !slices.Equal(rows, v.WantRows) {
			t.Errorf("%+v: %v", v, rounds)
		}
	}
}

// The rounds of a parameter are those of scikit-learn, whose version the vectors name.
func TestRoundsOfAParameter(t *testing.T) {
	text, err := os.ReadFile("testdata/halving_resource.json")
	if err != nil {
		t.Fatal(err)
	}
	var vectors struct {
		Origin    string
		Schedules []struct {
			Candidates, Factor int
			Min                any `json:"min_resources"`
			Max                int `json:"max_resources"`
			Aggressive         bool
			WantCandidates     []int `json:"n_candidates"`
			WantAmounts        []int `json:"n_resources"`
		}
	}
	if err := json.Unmarshal(text, &vectors); err != nil || len(vectors.Schedules) < 12 {
		t.Fatalf("%v, %+v", err, vectors)
	}
	for _, v := range vectors.Schedules {
		h := Halving{Factor: v.Factor, Smallest: v.Min == "smallest", Aggressive: v.Aggressive, Max: v.Max, Resource: "rounds", Least: 1}
		if least, is := v.Min.(float64); is {
			h.Min = int(least)
		}
		rounds := (&Rules{Folds: 5, Halving: &h}).Rounds(v.Candidates, 77, 3)
		candidates := lists.Map(rounds, func(r Round) int { return r.Candidates })
		amounts := lists.Map(rounds, func(r Round) int { return r.Amount })
		if !slices.Equal(candidates, v.WantCandidates) || !slices.Equal(amounts, v.WantAmounts) {
			t.Errorf("%+v: %v", v, rounds)
		}
		if slices.ContainsFunc(rounds, func(r Round) bool { return r.Rows != 77 }) {
			t.Errorf("not all rows: %v", rounds)
		}
	}
}
