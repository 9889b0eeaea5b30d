package multiclass

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Designs that look at training rows, or have decoders of their own, with every decoding
// that takes their codes: models that are right give the right classes, no more is trained
// than was announced, and the state says what decoding is to skip.
func TestDrivenDesigns(t *testing.T) {
	anyCode := []string{"hamming", "inverse_hamming", "loss_based", "loss_weighted", "probabilistic", "laplacian",
		"beta_density",
		"product", "bradley_terry", "learned"}
	for _, test := range []struct {
		component, config string
		decodings         []string
	}{
		{"nested_dichotomies", `"tree":"furthest_centroid","ensemble":1,"draw":0`, anyCode},
		{"nested_dichotomies", `"tree":"random_pair","ensemble":1,"draw":0`, anyCode},
		{"nested_dichotomies", `"tree":"random_pair","ensemble":4,"draw":1`, anyCode},
		{"ecoc", `"code":"discriminant","draw":0`, anyCode},
		{"ecoc", `"code":"forest_ecoc","trees":2,"draw":0`, anyCode},
		{"ecoc", `"code":"forest_ecoc","draw":0`, anyCode},
		{"ecoc", `"code":"ordinal","draw":0`,
			[]string{"hamming", "inverse_hamming", "loss_weighted", "probabilistic", "cumulative", "learned"}},
	} {
		for _, decoding := range test.decodings {
			for _, k := range []int{2, 3, 5, 7} {
				config := fmt.Sprintf(`{"decoding":%q,%s}`, decoding, test.config)
				if decoding == "learned" {
					config = fmt.Sprintf(`{"decoding":%q,"learner":"nb",%s}`, decoding, test.config)
				}
				c := component(t, test.component)
				if ds := c.Check(contract.Config(config)); len(ds) > 0 {
					t.Errorf("%s: %v", config, show(ds))
				}
				r := build(t, test.component, config)
				announced := mustPlan(t, r, numbered(k))
				state, scores, columns := walk(t, r, k)
				if trained := columns.Columns(); decoding != "learned" && trained > announced.Fits()+announced.Later {
					t.Errorf("%s, %d classes: %d problems, announced are %d", config, k, trained, announced.Later)
				}
				d, err := r.Decode(state, scores, contract.LogOdds)
				if err != nil {
					t.Errorf("%s, %d classes: %v", config, k, err)
					continue
				}
				for class, got := range d.Predictions {
					if got != class {
						t.Errorf("%s, %d classes: class %d is decoded as %d", config, k, class, got)
					}
				}
			}
		}
	}
}

// Four classes and the pair (1, 3) at the root, which a seed is found for: class 0 goes
// with 1, of which most rows are for 1; class 2 goes with 3, since as many are for either.
// The models of pairs are trained first, and decoding does not look at them.
func TestRandomPairsSplit(t *testing.T) {
	r := build(t, "nested_dichotomies",
		`{"tree":"random_pair","ensemble":1,"draw":0,"decoding":"loss_weighted"}`).(contract.Stager)
	training := contract.Training{Counts: []int{3, 1, 2, 1}, Classes: []int{0, 0, 0, 1, 2, 2, 3}, Kind: contract.LogOdds}
	var stage contract.Stage
	for seed := uint64(0); ; seed++ {
		p := numbered(4)
		p.Seed = seed
		first := mustPlan(t, r.(contract.Reducer), p)
		if first.Outputs != contract.ClassesOnly || first.Count() != 0 || first.Later != 3+2 {
			t.Fatalf("the first stage is %+v", first)
		}
		var err error
		if stage, _, err = r.Next(first.State, training); err != nil {
			t.Fatal(err)
		}
		if reflect.DeepEqual(stage.Code(), contract.Dense{{0}, {1}, {0}, {-1}}) {
			break
		}
	}
	if stage.Outputs != contract.InSample {
		t.Errorf("pairs are shown %s", stage.Outputs)
	}
	training.Outputs = contract.Matrix{Rows: 7, Cols: 1, Data: []float64{2, -1, 3, 5, -1, 1, -4}}
	stage, done, err := r.Next(stage.State, training)
	want := contract.Dense{{1, 1, 0}, {1, -1, 0}, {-1, 0, 1}, {-1, 0, -1}}
	if err != nil || done || !reflect.DeepEqual(stage.Code(), want) {
		t.Fatalf("code %v, want %v; %v", stage.Code(), want, err)
	}
	if text := string(stage.State); !strings.Contains(text, `"skip":1`) || !strings.Contains(text, `"trees":[[0,1,2]]`) {
		t.Errorf("state %s", text)
	}
	training.Outputs.Cols, training.Outputs.Data = 4, slices.Concat(
		[]float64{9, 1, 1, 0}, []float64{9, 1, -1, 0}, []float64{9, 1, -1, 0}, // of class 0 the second model is right once
		[]float64{-9, 1, -1, 0}, []float64{9, -1, 0, 1}, []float64{9, -1, 0, 1}, []float64{9, -1, 0, -1})
	last, done, err := r.Next(stage.State, training)
	weights := `"weights":[[1,0.3333333333333333,0],[1,1,0],[1,0,1],[1,0,1]]`
	if err != nil || !done || !strings.Contains(string(last.State), weights) {
		t.Fatalf("state %s, %v", last.State, err)
	}
	for _, pair := range []float64{-7, 7} {
		scores := contract.Matrix{Rows: 1, Cols: 4, Data: []float64{pair, -1, 0.5, 2}}
		if d, err := r.(contract.Reducer).Decode(last.State, scores, contract.LogOdds); err != nil || d.Predictions[0] != 2 {
			t.Errorf("%v, %v", d.Predictions, err)
		}
	}
	learned := build(t, "nested_dichotomies",
		`{"tree":"random_pair","ensemble":1,"draw":0,"decoding":"learned","learner":"nb"}`).(contract.Stager)
	second, done, err := learned.Next(stage.State, training)
	if err != nil || done || !slices.Equal(second.Of, []int{1, 2, 3}) {
		t.Errorf("the second model learns from the columns %v; %v", second.Of, err)
	}
	for name, cols := range map[string]int{"none": 0, "more": 2} {
		training.Outputs = contract.Matrix{Rows: 7, Cols: cols, Data: make([]float64, 7*cols)}
		bad := `{"phase":"pair","rule":{"method":"product"},"rows":["0","+","0","-"]}`
		if _, _, err := r.Next([]byte(bad), training); err == nil {
			t.Errorf("%s: outputs of %d models for one pair", name, cols)
		}
	}
	for _, bad := range []string{`"skip":4`, `"skip":-1`, `"phase":"pair"`, `"phase":"design"`} {
		state := `{` + bad + `,"rule":{"method":"hamming"},"rows":["+","-"]}`
		if _, err := r.(contract.Reducer).Decode([]byte(state), contract.Matrix{Rows: 1, Cols: 4, Data: make([]float64, 4)},
			contract.LogOdds); err == nil {
			t.Errorf("state %s is decoded", state)
		}
	}
}

// Mistakes and idle attributes of the new designs.
func TestDrivenDesignsAreChecked(t *testing.T) {
	for _, test := range []struct {
		component, config string
		want              []string
	}{
		{"ecoc", `{"code":"dense_random","trees":2,"order":"class","draw":0,"decoding":"hamming"}`,
			[]string{"warning [order]: order has no effect", "warning [trees]: trees has no effect"}},
		{"ecoc", `{"code":"ordinal","order":["a","a"],"draw":0,"decoding":"cumulative"}`,
			[]string{`error [order 1]: class "a" is named twice`}},
		{"ecoc", `{"code":"ordinal","order":"up","draw":0,"decoding":"cumulative"}`,
			[]string{`error [order]: order is "up"`}},
		{"nested_dichotomies", `{"tree":"furthest_centroid","ensemble":1,"draw":3,"decoding":"product"}`,
			[]string{"warning [draw]: draw has no effect"}},
	} {
		got := show(component(t, test.component).Check(contract.Config(test.config)))
		slices.Sort(got)
		compare(t, got, test.want)
	}
	r := build(t, "ecoc", `{"code":"ordinal","order":["low","mid","high"],"draw":0,"decoding":"cumulative"}`)
	problem := contract.Reduction{Classes: []string{"high", "low", "mid"}, Counts: []int{1, 1, 1}}
	stage := mustPlan(t, r, problem)
	if want := (contract.Dense{{1, 1}, {-1, -1}, {1, -1}}); !reflect.DeepEqual(stage.Code(), want) {
		t.Errorf("code %v, want %v", stage.Code(), want)
	}
	problem.Classes[1] = "lowest"
	if _, ds := r.Plan(problem); len(ds) != 1 || !reflect.DeepEqual(ds[0].Path, []any{"order", 0}) {
		t.Errorf("an unknown class: %v", show(ds))
	}
}
