package multiclass

import (
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Mistakes in thresholds are found before anything trains.
func TestThresholdsAreChecked(t *testing.T) {
	for _, test := range []struct {
		name, component, config string
		want                    []string
	}{
		{"good", "one_vs_rest", `{"decoding":"max_score","thresholds":{"a":0.2,"b":1}}`, nil},
		{"good, direct", "direct", `{"thresholds":{"a":0.2,"b":1}}`, nil},
		{"no probabilities", "one_vs_one", `{"decoding":"vote","thresholds":{"a":1}}`,
			[]string{"error [thresholds]: thresholds need probabilities"}},
		{"none", "direct", `{"thresholds":{}}`, []string{"error [thresholds]: thresholds names no class"}},
		{"not above 0", "direct", `{"thresholds":{"a":0}}`, []string{`error [thresholds]: Wrong value for "thresholds"`}},
	} {
		compare(t, show(component(t, test.component).Check(contract.Config(test.config))), test.want)
	}
	classes := contract.Reduction{Classes: []string{"cat", "dog", "pig"}, Counts: []int{1, 1, 1}}
	for _, test := range []struct {
		thresholds string
		want       []string
	}{
		{`{"cat":1,"dog":2}`, []string{"error [thresholds]: classes without a threshold"}},
		{`{"cat":1,"dgo":2,"pig":1}`, []string{`error [thresholds dgo]: the data have no class "dgo"`}},
	} {
		for _, code := range []string{"exhaustive", "discriminant", "subclass_ecoc"} {
			config := `{"code":"` + code + `","decoding":"probabilistic","thresholds":` + test.thresholds + `}`
			_, ds := build(t, "ecoc", config).Plan(classes)
			compare(t, show(ds), test.want)
		}
		_, ds := build(t, "direct", `{"thresholds":`+test.thresholds+`}`).Plan(classes)
		compare(t, show(ds), test.want)
	}
	c := component(t, "one_vs_rest").Under(contract.Config(`{"decoding":"max_score","thresholds":{"a":1}}`))
	if len(c.Needs) == 0 || len(component(t, "direct").Under(contract.Config(`{"thresholds":{"a":1}}`)).Needs) == 0 {
		t.Errorf("thresholds need nothing: %+v", c)
	}
}

// Whatever gives the probabilities, the class with the largest ratio is predicted, and
// scores and probabilities are what they are without thresholds.
func TestThresholdsDecide(t *testing.T) {
	names := `{"0":0.9,"1":0.5,"2":0.01}`
	for _, test := range []struct{ component, config string }{
		{"one_vs_rest", `{"decoding":"max_score"`},
		{"ecoc", `{"code":"discriminant","decoding":"probabilistic"`},
		{"ecoc", `{"code":"ecoc_one","decoding":"bradley_terry"`},
		{"one_vs_rest", `{"decoding":"learned","learner":"nb"`},
		{"direct", `{`},
	} {
		comma := ","
		if test.config == "{" {
			comma = ""
		}
		plain, _, _ := walk(t, build(t, test.component, test.config+"}"), 3)
		state, scores, _ := walk(t, build(t, test.component, test.config+comma+`"thresholds":`+names+"}"), 3)
		for i := range scores.Data {
			scores.Data[i] /= 2 // not too sure
		}
		r := build(t, test.component, test.config+"}")
		a, err := r.Decode(plain, scores, contract.LogOdds)
		if err != nil {
			t.Fatal(err)
		}
		b, err := r.Decode(state, scores, contract.LogOdds)
		if err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(a.Predictions, []int{0, 1, 2}) || !slices.Equal(b.Predictions, []int{2, 2, 2}) {
			t.Errorf("%s %s: %v, with thresholds %v", test.component, test.config, a.Predictions, b.Predictions)
		}
		if !slices.Equal(a.Scores.Data, b.Scores.Data) || !slices.Equal(a.Probabilities.Data, b.Probabilities.Data) ||
			math.IsNaN(b.Probabilities.Data[0]) {
			t.Errorf("%s %s: scores or probabilities are others", test.component, test.config)
		}
	}
}
