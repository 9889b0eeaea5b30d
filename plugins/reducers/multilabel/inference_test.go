package multilabel

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Every link but the first searches, in the same way, along chains that do not depend on
// how they are decided.
func TestLinksSearch(t *testing.T) {
	for inference, want := range map[string]contract.Search{
		`"beam"`: {Beam: 10}, `"beam","width":3`: {Beam: 3}, `"exhaustive"`: {Beam: 8}, `"epsilon"`: {Least: 0.25},
		`"epsilon","epsilon":0.1`: {Least: 0.1}, `"monte_carlo"`: {Samples: 100, Seed: 9},
		`"monte_carlo","samples":5,"loss":"hamming"`: {Samples: 5, Seed: 9},
	} {
		plain := build(t, "classifier_chain", `{"ensemble":2,"draw":0}`)
		r := build(t, "classifier_chain", `{"ensemble":2,"draw":0,"inference":`+inference+`}`)
		stage := mustPlan(t, r, reduction("a", "b", "c"))
		if first := mustPlan(t, plain, reduction("a", "b", "c")); !reflect.DeepEqual(stage, first) {
			t.Errorf("%s: the first stage is %+v, greedily %+v", inference, stage, first)
		}
		for link := 1; link < 6; link++ {
			next, done, err := r.(contract.Stager).Next(stage.State, contract.Training{Seed: uint64(8 + link), Labels: make([]int8, 3), Counts: make([]int, 3)})
			if err != nil || done || next.Check(3) != nil {
				t.Fatalf("%s: link %d: %v, %v", inference, link, err, next.Check(3))
			}
			if stage = next; link == 3 { // the first of the second chain sees features alone
				want.Seed ^= 1 << 48
				if next.Search != nil {
					t.Errorf("%s: the second chain begins with a search", inference)
				}
				continue
			}
			if want.Samples == 0 {
				want.Seed = 0
			}
			if next.Search == nil || *next.Search != want {
				t.Errorf("%s: link %d searches by %+v, want %+v", inference, link, next.Search, want)
			}
		}
	}
}

// The chain of framework/contract/search_test.go: labels 11, 10, 01 and 00 have the
// probabilities 0.3, 0.3, 0.04 and 0.36.
func TestInference(t *testing.T) {
	odds := func(p float64) float64 { return math.Log(p / (1 - p)) }
	state := []byte(`{"chains":[[1,0]],"links":2}`) // label 1 first
	for _, test := range []struct {
		config        string
		scores        []float64
		predictions   []int
		probabilities []float64
	}{
		{`"exhaustive"`, []float64{odds(0.6), 0, odds(0.1)}, []int{0, 0}, []float64{0.34, 0.6}},
		{`"exhaustive","loss":"hamming"`, []float64{odds(0.6), 0, odds(0.1)}, []int{0, 1}, []float64{0.34, 0.6}},
		{`"exhaustive","loss":"hamming","threshold":0.3`, []float64{odds(0.6), 0, odds(0.1)}, []int{1, 1}, []float64{0.34, 0.6}},
		{`"exhaustive","loss":"hamming","top":1`, []float64{odds(0.6), 0, odds(0.1)}, []int{0, 1}, []float64{0.34, 0.6}},
		{`"beam","width":2`, []float64{odds(0.6), 0, odds(0.1)}, []int{0, 0}, []float64{0.1, 0.6}},
		{`"beam","width":1`, []float64{odds(0.6), 0}, []int{0, 1}, []float64{0.5, 0.6}},
		{`"greedy"`, []float64{odds(0.6), 0}, []int{0, 1}, []float64{0.5, 0.6}},
		{`"epsilon","epsilon":0.35`, []float64{odds(0.6), 0, odds(0.1)}, []int{0, 0}, []float64{0.1, 0.6}},
		{`"epsilon","epsilon":0.5`, []float64{odds(0.6), 0, 0}, []int{0, 1}, []float64{0.5, 0.6}},
		{`"monte_carlo","samples":1`, []float64{800, -800}, []int{0, 1}, []float64{0, 1}},
	} {
		r := build(t, "classifier_chain", `{"ensemble":1,"draw":0,"inference":`+test.config+`}`)
		d, err := r.Decode(state, contract.Matrix{Rows: 1, Cols: len(test.scores), Data: test.scores}, contract.LogOdds)
		if err != nil {
			t.Fatalf("%s: %v", test.config, err)
		}
		if !slices.Equal(d.Predictions, test.predictions) {
			t.Errorf("%s predicts %v, want %v", test.config, d.Predictions, test.predictions)
		}
		for l, want := range test.probabilities {
			if math.Abs(d.Probabilities.Data[l]-want) > 1e-15 {
				t.Errorf("%s: probabilities %v, want %v", test.config, d.Probabilities.Data, test.probabilities)
			}
		}
	}
	many := build(t, "classifier_chain", `{"ensemble":1,"draw":0,"inference":"exhaustive"}`)
	if _, err := many.Decode(state, contract.Matrix{Rows: 1, Cols: 2, Data: []float64{1, 2}}, contract.LogOdds); err == nil {
		t.Error("two scores for three hypotheses are decoded")
	}
}

func TestInferenceMistakes(t *testing.T) {
	for _, test := range []struct {
		config string
		want   []string
	}{
		{`"inference":"beam","width":4`, nil},
		{`"inference":"monte_carlo","loss":"hamming","threshold":0.4,"samples":7`, nil},
		{`"inference":"best"`, []string{`error [inference]: Wrong value for "inference"`}},
		{`"inference":"exhaustive","width":4`, []string{"warning [width]: width has no effect"}},
		{`"inference":"beam","epsilon":0.1,"samples":4`,
			[]string{"warning [epsilon]: epsilon has no effect", "warning [samples]: samples has no effect"}},
		{`"width":4`, []string{"warning [width]: width has no effect"}},
		{`"inference":"beam","loss":"hamming"`, []string{"error [loss]: no probabilities of single labels"}},
		{`"loss":"subset_zero_one"`, []string{"warning [loss]: loss has no effect"}},
		{`"inference":"beam","threshold":0.4`, []string{"warning [threshold]: threshold has no effect"}},
		{`"inference":"beam","top":1`, []string{"warning [top]: top has no effect"}},
		{`"inference":"exhaustive","loss":"hamming","threshold":1.5`, []string{"error [threshold]: threshold is 1.5"}},
		{`"inference":"epsilon","epsilon":0.7`, []string{`error [epsilon]: Wrong value for "epsilon"`}},
	} {
		compare(t, show(component(t, "classifier_chain").Check(contract.Config(`{"ensemble":1,`+test.config+`,"draw":0}`))),
			test.want)
	}
	caps := component(t, "classifier_chain").Under
	if caps(contract.Config(`{"inference":"beam"}`)).Takes(contract.Margin) ||
		!caps(contract.Config(`{"inference":"greedy"}`)).Takes(contract.Margin) {
		t.Error("hypotheses are made from margins, or signs need log-odds")
	}
	names := make([]string, 2000)
	for i := range names {
		names[i] = fmt.Sprint(i)
	}
	for _, test := range []struct {
		labels       int
		config, want string
	}{
		{16, `"inference":"exhaustive","ensemble":1`, `Write inference = "beam"`},
		{2000, `"inference":"beam","width":1000,"ensemble":1`, "too many hypotheses"},
		{15, `"inference":"exhaustive","ensemble":40`, "40 chains of 15 labels score each row 1310680 times"},
	} {
		_, ds := build(t, "classifier_chain", `{"draw":0,`+test.config+`}`).Plan(reduction(names[:test.labels]...))
		if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%d labels, %s: %v, want %q", test.labels, test.config, err, test.want)
		}
	}
	mustPlan(t, build(t, "classifier_chain", `{"draw":0,"inference":"exhaustive","ensemble":1}`), reduction(names[:15]...))
}
