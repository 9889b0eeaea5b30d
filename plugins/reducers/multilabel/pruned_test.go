package multilabel

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/reducers/labels"
)

// rowsOf are training rows with label sets that are written as texts.
func rowsOf(sets ...string) contract.Training {
	t := contract.Training{Counts: make([]int, len(sets[0])), Seed: 3}
	for _, set := range sets {
		for l, has := range set {
			t.Labels = append(t.Labels, int8(has-'0'))
			t.Counts[l] += int(has - '0')
		}
	}
	return t
}

// nextOf is the stage after the first.
func nextOf(t *testing.T, r contract.Reducer, training contract.Training) contract.Stage {
	t.Helper()
	s, done, err := r.(contract.Stager).Next(mustPlan(t, r, numbered(len(training.Counts))).State, training)
	if err != nil || done {
		t.Fatalf("%+v, %v", s, err)
	}
	if err := s.Check(len(training.Counts)); err != nil {
		t.Fatal(err)
	}
	return s
}

// Rows of pruned sets are there once for each set that stands in, or not at all.
func TestPrunedRows(t *testing.T) {
	training := rowsOf("110", "100", "100", "110", "111", "010", "001", "010", "010", "000")
	s := nextOf(t, build(t, "pruned_sets", `{"prune":1,"subsets":2,"ensemble":1,"draw":0}`), training)
	if want := []int{0, 1, 2, 3, 4, 4, 5, 7, 8}; !slices.Equal(s.Targets().Rows, want) {
		t.Errorf("rows %v, want %v", s.Targets().Rows, want)
	}
	if want := []float64{0, 1, 1, 0, 0, 2, 2, 2, 2}; !slices.Equal(s.Targets().Values.Data, want) || s.Targets().Groups != 3 || s.Targets().Weights != nil {
		t.Errorf("%v of %d classes, want %v", s.Targets().Values.Data, s.Targets().Groups, want)
	}
	s = nextOf(t, build(t, "pruned_sets", `{"prune":1,"larger_than":0,"base":"one_vs_rest","ensemble":1,"draw":0}`), training)
	if want := []int{0, 1, 2, 3, 4, 4, 4, 5, 7, 8}; !slices.Equal(s.Targets().Rows, want) || s.Targets().Values.Cols != 3 || s.Targets().Groups != 0 {
		t.Errorf("rows %v, want %v", s.Targets().Rows, want)
	}
	if got := s.Targets().Values.Row(5); !slices.Equal(got, []float64{-1, -1, 1}) {
		t.Errorf("the second copy of row 4 is %v of b", got)
	}
}

// Where nothing is pruned the problems are those of label_powerset, which are then trained
// once for both.
func TestNothingPrunedIsAPowerset(t *testing.T) {
	_, s := readVectors(t)
	for _, base := range []string{"direct", "one_vs_rest", "one_vs_one"} {
		want, stages := s.run(t, build(t, "label_powerset", `{"base":"`+base+`"}`))
		got, own := s.run(t, build(t, "pruned_sets", `{"prune":0,"base":"`+base+`","ensemble":1,"draw":0}`))
		if !reflect.DeepEqual(got, want) || !reflect.DeepEqual(own[1].Targets().Values, stages[1].Targets().Values) || own[1].Targets().Rows != nil {
			t.Errorf("%s: other problems or predictions", base)
		}
	}
}

// A model of an ensemble is that of pruned sets on its rows alone, and they vote.
func TestEnsemblesOfPrunedSets(t *testing.T) {
	_, s := readVectors(t)
	training := s.training()
	r := build(t, "pruned_sets", `{"prune":3,"subsets":2,"ensemble":5,"sample":0.7,"draw":0}`)
	stage := nextOf(t, r, training)
	if stage.Targets().Values.Cols != 5 {
		t.Fatalf("%d problems", stage.Targets().Values.Cols)
	}
	state, err := unpacked[prunedState](stage.State)
	if err != nil {
		t.Fatal(err)
	}
	different := map[string]bool{}
	for m := range 5 {
		var rows []int
		var shown contract.Training
		for i, row := range stage.Targets().Rows {
			if stage.Targets().Values.Row(i)[m] != leftOut {
				rows = append(rows, row)
			}
		}
		different[text(rows)] = true
		distinct := slices.Compact(slices.Clone(rows))
		if len(distinct) > 42 || len(distinct) < 30 {
			t.Errorf("model %d has %d different rows, of 42 at most", m, len(distinct))
		}
		// Its sets are those of all its rows, pruned ones included, which are not told: of the
		// rows that are left each set that was kept has as many.
		for _, row := range distinct {
			shown.Labels = append(shown.Labels, training.Labels[row*4:row*4+4]...)
		}
		sets, own := labels.Sets(shown.Labels, 4)
		for number, set := range state.Sets[m] {
			at := slices.Index(sets, set)
			if n := lists.Count(own, func(of int) bool { return of == at }); n <= 3 {
				t.Errorf("model %d has a class for %s with %d rows (%d)", m, set, n, number)
			}
		}
	}
	if len(different) != 5 {
		t.Errorf("%d different models", len(different))
	}
	groups := stage.Targets().Groups
	scores := contract.Matrix{Rows: 1, Cols: 5 * groups, Data: make([]float64, 5*groups)}
	want := make([]float64, 4)
	for m := range 5 {
		scores.Data[m*groups+1] = 1 // the second set of each model is the best
		for l, has := range state.Sets[m][1] {
			want[l] += float64(has-'0') / 5
		}
	}
	d, err := r.Decode(stage.State, scores, contract.Margin)
	if err != nil || d.Probabilities != nil {
		t.Fatalf("%+v, %v", d, err)
	}
	for l, share := range want {
		if math.Abs(d.Scores.Data[l]-share) > 1e-15 || (d.Predictions[l] == 1) != (share > 0.5) {
			t.Errorf("label %d has the score %v and is predicted %d, its share of votes is %v", l, d.Scores.Data[l],
				d.Predictions[l], share)
		}
	}
	again := nextOf(t, r, training)
	training.Seed++
	if other := nextOf(t, r, training); !reflect.DeepEqual(stage, again) || slices.Equal(other.Targets().Rows, stage.Targets().Rows) {
		t.Error("the rows of models do not depend on the seed alone")
	}
}

func TestPrunedConfigurations(t *testing.T) {
	for _, test := range []struct {
		config string
		want   []string
	}{
		{`{"prune":1,"subsets":2,"larger_than":1,"ensemble":1,"draw":0}`,
			[]string{"error [subsets]: subsets contradicts larger_than"}},
		{`{"prune":1,"ensemble":1,"sample":0.5,"threshold":0.4,"draw":2}`, []string{"warning [sample]: sample has no effect",
			"warning [threshold]: threshold has no effect", "warning [draw]: draw has no effect"}},
		{`{"prune":1,"ensemble":4,"sample":1,"draw":2}`,
			[]string{"error [sample]: all models of the ensemble would be the same"}},
		{`{"prune":-1,"ensemble":4,"draw":2}`, []string{`error [prune]: Wrong value for "prune"`}},
		{`{"prune":1,"ensemble":4,"sample":0,"draw":2}`, []string{`error [sample]: Wrong value for "sample"`}},
		{`{"prune":1,"ensemble":4,"sample":0.5,"threshold":0.4,"draw":2}`, nil},
	} {
		compare(t, show(component(t, "pruned_sets").Check(contract.Config(test.config))), test.want)
	}
	r := build(t, "pruned_sets", `{"prune":1,"ensemble":2,"draw":0}`)
	for _, state := range []string{`{"labels":2}`, `{"labels":2,"sets":[["01"]]}`, `{"labels":2,"sets":[["01"],[]]}`,
		`{"labels":2,"sets":[["01"],["2"]]}`} {
		if _, err := r.Decode([]byte(state), contract.Matrix{Rows: 1, Cols: 4, Data: make([]float64, 4)}, contract.Margin); err == nil {
			t.Errorf("it takes the state %s", state)
		}
	}
}

// Rows weigh 1 with all their copies; labels without rows are classes all the same.
func TestCopyTransformations(t *testing.T) {
	training := rowsOf("1100", "1000", "0000", "1110", "0010")
	for method, want := range map[string][2][]float64{
		"copy":        {{0, 1, 0, 0, 1, 2, 2}, nil},
		"copy_weight": {{0, 1, 0, 0, 1, 2, 2}, {0.5, 0.5, 1, 1. / 3, 1. / 3, 1. / 3, 1}},
		"select_max":  {{0, 0, 0, 2}, nil},
		"select_min":  {{1, 0, 1, 2}, nil},
	} {
		r := build(t, "copy_transformation", `{"method":"`+method+`","draw":0}`)
		s := nextOf(t, r, training)
		if !slices.Equal(s.Targets().Values.Data, want[0]) || !slices.Equal(s.Targets().Weights, want[1]) || s.Targets().Groups != 4 {
			t.Errorf("%s: %v with weights %v, want %v", method, s.Targets().Values.Data, s.Targets().Weights, want)
		}
		if caps := component(t, "copy_transformation").Under(contract.Config(`{"method":"` + method + `","draw":0}`)); caps.Has(contract.TakesWeights) !=
			(method == "copy_weight") {
			t.Errorf("%s: weights %v", method, caps.Has(contract.TakesWeights))
		}
	}
	r := build(t, "copy_transformation", `{"method":"ignore","draw":0}`)
	if _, _, err := r.(contract.Stager).Next(mustPlan(t, r, numbered(4)).State, training); err == nil {
		t.Error("two rows are enough for four labels")
	}
	l := math.Log
	scores := contract.Matrix{Rows: 1, Cols: 4, Data: []float64{l(0.3), l(0.4), l(0.1), l(0.2)}}
	for config, want := range map[string][]int{`{"method":"copy","draw":0}`: {0, 1, 0, 0},
		`{"method":"copy","top":3,"draw":0}`: {1, 1, 0, 1}, `{"method":"copy","threshold":0.25,"draw":0}`: {1, 1, 0, 0}} {
		d, err := build(t, "copy_transformation", config).Decode([]byte(`{"labels":4}`), scores, contract.LogOdds)
		if err != nil || !slices.Equal(d.Predictions, want) || math.Abs(d.Scores.Data[1]-0.4) > 1e-15 || d.Probabilities != nil {
			t.Errorf("%s: %+v, %v", config, d, err)
		}
	}
	for config, want := range map[string][]string{
		`{"method":"copy","top":1,"threshold":0.5,"draw":1}`: {"error [top]: top contradicts threshold",
			"warning [draw]: draw has no effect"},
		`{"method":"all","draw":0}`: {`error [method]: Wrong value for "method"`},
	} {
		compare(t, show(component(t, "copy_transformation").Check(contract.Config(config))), want)
	}
	if _, ds := build(t, "copy_transformation", `{"method":"copy","top":5,"draw":0}`).Plan(numbered(4)); contract.FirstError(ds) == nil {
		t.Error("five of four labels can be predicted")
	}
}
