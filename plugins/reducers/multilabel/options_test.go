package multilabel

import (
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Thresholds that are found on out-of-fold scores are those that other programs
// find there.
func TestFoundThresholds(t *testing.T) {
	v, s := readVectors(t)
	for config, want := range map[string][]float64{
		`{"threshold":"tuned"}`:       v.Tuned,
		`{"threshold":"cardinality"}`: slices.Repeat([]float64{v.Cardinality}, 4),
	} {
		d, stages := s.run(t, build(t, "binary_relevance", config))
		if len(stages) != 1 || stages[0].Outputs != contract.OutOfFold || stages[0].InnerFolds() != 5 {
			t.Errorf("%s: stages %+v", config, stages)
		}
		for i, row := range v.Relevance {
			for l, score := range row {
				if got := d.Predictions[i*4+l] == 1; got != (score > want[l]) {
					t.Errorf("%s: row %d, label %d with score %v is predicted: %v", config, i, l, score, got)
				}
			}
		}
	}
	_, stages := s.run(t, build(t, "plst", `{"components":2,"center":true,"threshold":"tuned","folds":3}`))
	if len(stages) != 2 || stages[0].Later != 8 || stages[1].Outputs != contract.OutOfFold || stages[1].Folds != 3 {
		t.Errorf("plst: %d stages, later %d", len(stages), stages[0].Later)
	}
}

// A number is a probability where scores are log-odds, and else a score.
func TestWrittenThresholds(t *testing.T) {
	scores := []float64{-1, 0.2, 0.4, 3}
	for _, test := range []struct {
		config string
		kind   contract.ScoreKind
		want   []int // nil: an error
	}{
		{`{}`, contract.Margin, []int{0, 1, 1, 1}}, {`{}`, contract.LogOdds, []int{0, 1, 1, 1}},
		{`{"threshold":0.3}`, contract.Margin, []int{0, 0, 1, 1}}, {`{"threshold":-2}`, contract.Margin, []int{1, 1, 1, 1}},
		{`{"threshold":0.3}`, contract.LogOdds, []int{0, 1, 1, 1}},
		{`{"threshold":0.58}`, contract.LogOdds, []int{0, 0, 1, 1}},
		{`{"threshold":0}`, contract.LogOdds, []int{1, 1, 1, 1}}, {`{"threshold":1}`, contract.LogOdds, []int{0, 0, 0, 0}},
		{`{"threshold":-2}`, contract.LogOdds, nil},
	} {
		r := build(t, "binary_relevance", test.config)
		d, err := r.Decode(mustPlan(t, r, numbered(4)).State, contract.Matrix{Rows: 1, Cols: 4, Data: scores}, test.kind)
		if (err != nil) != (test.want == nil) || !slices.Equal(d.Predictions, test.want) {
			t.Errorf("%s, %s: %v, want %v; %v", test.config, test.kind, d.Predictions, test.want, err)
		}
	}
	_, s := readVectors(t)
	plain, _ := s.run(t, build(t, "plst", `{"components":2,"center":true}`))
	high, _ := s.run(t, build(t, "plst", `{"components":2,"center":true,"threshold":0.7}`))
	for i, score := range plain.Scores.Data {
		if high.Predictions[i] == 1 != (score > 0.4) {
			t.Errorf("plst: A = %v, predicted %d", (score+1)/2, high.Predictions[i])
		}
	}
	for config, needs := range map[string]bool{`{}`: false, `{"threshold":1}`: false, `{"threshold":1.5}`: true,
		`{"threshold":"tuned"}`: false} {
		caps := component(t, "binary_relevance").Under(contract.Config(config))
		if caps.Takes(contract.LogOdds) == needs || !caps.Takes(contract.Margin) {
			t.Errorf("%s: needs %v", config, caps.Needs)
		}
	}
}

func TestChains(t *testing.T) {
	_, s := readVectors(t)
	_, stages := s.run(t, build(t, "classifier_chain", `{"order":["c","a","d","b"],"ensemble":1,"draw":0}`))
	var order []int
	for j, stage := range stages {
		order = append(order, stage.Problems.(contract.Labelled)...)
		if j == 0 && stage.Inputs != nil || j > 0 &&
			!reflect.DeepEqual(stage.Inputs, []contract.Input{contract.Original, contract.Targets}) || len(stage.Of) != j {
			t.Errorf("stage %d sees %v of %v", j, stage.Inputs, stage.Of)
		}
	}
	if !slices.Equal(order, []int{2, 0, 3, 1}) || stages[0].Later != 3 {
		t.Errorf("order %v, later %d", order, stages[0].Later)
	}
	_, stages = s.run(t, build(t, "classifier_chain", `{"ensemble":1,"draw":0}`))
	if order = nil; len(stages) == 4 {
		for _, stage := range stages {
			order = append(order, stage.Problems.(contract.Labelled)...)
		}
	}
	if !slices.Equal(order, []int{0, 1, 2, 3}) {
		t.Errorf("without an order it is %v", order)
	}
	_, stages = s.run(t, build(t, "classifier_chain", `{"ensemble":3,"draw":0}`))
	if len(stages) != 12 || !slices.Equal(stages[11].Of, []int{8, 9, 10}) || stages[8].Of != nil {
		t.Errorf("%d stages, the last of %v", len(stages), stages[len(stages)-1].Of)
	}
	seen := map[int]bool{}
	random := build(t, "classifier_chain", `{"order":"random","ensemble":1,"draw":0}`)
	for seed := range uint64(40) {
		r := reduction("a", "b", "c")
		r.Seed = seed
		seen[mustPlan(t, random, r).Problems.(contract.Labelled)[0]] = true
	}
	if len(seen) != 3 {
		t.Errorf("random chains begin with %v", seen)
	}
}

// Chains in the orders 0 1 and 1 0.
func TestEnsemblesAverage(t *testing.T) {
	r := build(t, "classifier_chain", `{"ensemble":2,"draw":0}`)
	state := []byte(`{"chains":[[0,1],[1,0]],"links":4}`)
	scores := contract.Matrix{Rows: 1, Cols: 4, Data: []float64{math.Log(4), -5, math.Log(3), math.Log(1.5)}}
	d, err := r.Decode(state, scores, contract.LogOdds)
	if err != nil {
		t.Fatal(err)
	}
	for l, want := range []float64{(0.8 + 0.6) / 2, (1/(1+math.Exp(5)) + 0.75) / 2} {
		if got := d.Probabilities.Data[l]; math.Abs(got-want) > 1e-15 {
			t.Errorf("label %d: probability %v, want %v", l, got, want)
		}
	}
	if !slices.Equal(d.Predictions, []int{1, 0}) {
		t.Errorf("predictions %v", d.Predictions)
	}
	if d, err = r.Decode(state, scores, contract.Margin); err != nil || !slices.Equal(d.Scores.Data, []float64{1, 0}) ||
		!slices.Equal(d.Predictions, []int{1, 0}) {
		t.Errorf("votes %+v, %v", d, err)
	}
	scores.Data = []float64{800, -800, -800, 900}
	if d, err = r.Decode(state, scores, contract.LogOdds); err != nil ||
		!slices.Equal(d.Probabilities.Data, []float64{1, 0}) {
		t.Errorf("%+v, %v", d, err)
	}
}

func TestMultiLabelConfigurations(t *testing.T) {
	for _, test := range []struct {
		name, config string
		want         []string
	}{
		{"binary_relevance", `{"threshold":"best"}`, []string{"error [threshold]: no such threshold"}},
		{"binary_relevance", `{"threshold":[1]}`, []string{"error [threshold]: no such threshold"}},
		{"binary_relevance", `{"threshold":0.3,"folds":3}`, []string{"warning [folds]: folds has no effect"}},
		{"binary_relevance", `{"threshold":"cardinality","folds":3}`, nil},
		{"stacking", `{"threshold":"tuned","in_sample":false}`,
			[]string{`error [threshold]: threshold = "tuned" needs out-of-fold scores`}},
		{"stacking", `{"passthrough":true,"inputs":"outputs","in_sample":false}`,
			[]string{"error [inputs]: inputs contradicts passthrough"}},
		{"stacking", `{"inputs":"all","in_sample":false}`, []string{"error [inputs]: Wrong value for \"inputs\""}},
		{"stacking", `{"folds":3,"in_sample":true}`, []string{"warning [folds]: folds has no effect"}},
		{"plst", `{"center":true}`, []string{"error []: missing number of components"}},
		{"plst", `{"components":2,"explained":0.5,"center":true}`,
			[]string{"error [explained]: the number of components is given twice"}},
		{"plst", `{"explained":2,"center":true}`, []string{"error [explained]: Wrong value for \"explained\""}},
		{"classifier_chain", `{"order":"frequency","ensemble":1,"draw":0}`, []string{`error [order]: order is "frequency"`}},
		{"classifier_chain", `{"order":["a","a"],"ensemble":1,"draw":0}`,
			[]string{`error [order 1]: label "a" is named twice`}},
		{"classifier_chain", `{"order":5,"ensemble":1,"draw":0}`,
			[]string{"error [order]: order is neither a text nor a list"}},
		{"classifier_chain", `{"order":"target","ensemble":3,"draw":1}`,
			[]string{"error [ensemble]: an ensemble of one given order", "warning [draw]: draw has no effect"}},
		{"classifier_chain", `{"threshold":"cardinality","ensemble":1,"draw":0}`,
			[]string{`error [threshold]: threshold = "cardinality" needs out-of-fold scores`}},
		{"label_powerset", `{"threshold":0.5}`, []string{`error [threshold]: label_powerset has no attribute "threshold"`}},
		{"class_number", `{"threshold":0.5}`, []string{`error [threshold]: class_number has no attribute "threshold"`}},
	} {
		c := component(t, test.name)
		ds := c.Check(contract.Config(test.config))
		compare(t, show(ds), test.want)
		if _, err := c.Reducer(contract.Config(test.config)); (err != nil) != (contract.FirstError(ds) != nil) {
			t.Errorf("%s %s: NewReducer: %v", test.name, test.config, err)
		}
	}
	for order, want := range map[string]string{`["a","b"]`: "The data have also: beta",
		`["a","b","bet"]`: `Did you mean "beta"?`, `["a","b","q"]`: "Its labels are a, b, beta."} {
		_, ds := build(t, "classifier_chain", `{"order":`+order+`,"ensemble":1,"draw":0}`).Plan(reduction("a", "b", "beta"))
		if err := contract.FirstError(ds); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", order, err, want)
		}
	}
}
