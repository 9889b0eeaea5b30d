package metric

import (
	"encoding/json"
	"math"
	"math/rand/v2"
	"os"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
)

// undefinedAs are values of ratios by zero_division, then by metric and average
// ("fbeta2 macro").
type undefinedAs map[string]map[string][]*float64

// multilabel are the references for rows with any number of labels, and those of
// zero_division for rows of one class.
type multilabel struct {
	Origin string
	Cases  []struct {
		Name         string
		Labels       int
		Y, Predicted [][]int8
		Values       [][]float64 // probabilities; scores where there is no Brier
		Hamming      float64     `json:"hamming_loss"`
		Subset       float64     `json:"subset_accuracy"`
		ZeroDivision undefinedAs `json:"zero_division"`
		Restricted   map[string][]*float64
		RankingLoss  *float64 `json:"ranking_loss"`
		Coverage     *float64
		LRAP         *float64
		AUC          map[string][]*float64
		LogLoss      *float64 `json:"log_loss"`
		Brier        *float64
	}
	Single []struct {
		Name             string
		Truth, Predicted []int
		ZeroDivision     undefinedAs `json:"zero_division"`
	}
}

func loadMultilabel(t *testing.T) multilabel {
	t.Helper()
	b, err := os.ReadFile("testdata/multilabel.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref multilabel
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	return ref
}

// checkRatios compares values by metric and average.
func checkRatios(t *testing.T, name string, in Input, values map[string][]*float64, options map[string]any) {
	t.Helper()
	for key, want := range values {
		kind, average, _ := strings.Cut(key, " ")
		all := map[string]any{"average": average}
		for option, value := range options {
			all[option] = value
		}
		if beta, found := strings.CutPrefix(kind, "fbeta"); found {
			kind = "fbeta"
			all["beta"], _ = strconv.ParseFloat(beta, 64)
		}
		check(t, name, in, with(kind, all), numbers(want)...)
		if example := map[string]string{"jaccard": "example_accuracy", "precision": "example_precision",
			"recall": "example_recall", "f1": "example_f1"}[kind]; average == samples && example != "" {
			delete(all, "average")
			check(t, name, in, with(example, all), numbers(want)...)
		}
	}
}

func numbers(list []*float64) []float64 {
	var values []float64
	for _, v := range list {
		values = append(values, number(v))
	}
	return values
}

func TestMultiLabelReferences(t *testing.T) {
	for _, c := range loadMultilabel(t).Cases {
		values := slices.Concat(c.Values...)
		in := Input{Target: target.Target{Names: named(c.Labels), MultiLabel: true},
			Truth: rowsOf(c.Labels, slices.Concat(c.Y...)...), Predicted: rowsOf(c.Labels, slices.Concat(c.Predicted...)...),
			Scores: values}
		check(t, c.Name, in, with("hamming_loss", nil), c.Hamming)
		check(t, c.Name, in, with("subset_accuracy", nil), c.Subset)
		checkRatios(t, c.Name, in, c.ZeroDivision[zero], nil)
		for value, ratios := range c.ZeroDivision {
			checkRatios(t, c.Name, in, ratios, map[string]any{"zero_division": value})
		}
		checkRatios(t, c.Name, in, c.Restricted, map[string]any{"classes": []string{"c3", "c0", "c2"}})
		if c.Brier != nil {
			in.Probabilities = values
			check(t, c.Name, in, with("brier", nil), *c.Brier)
			check(t, c.Name, in, with("log_loss", nil), *c.LogLoss)
		}
		check(t, c.Name, in, with("ranking_loss", nil), number(c.RankingLoss))
		check(t, c.Name, in, with("coverage", nil), number(c.Coverage))
		check(t, c.Name, in, with("lrap", nil), number(c.LRAP))
		for average, want := range c.AUC {
			check(t, c.Name, in, with("auc", map[string]any{"average": average}), numbers(want)...)
		}
	}
}

func TestZeroDivisionOfClasses(t *testing.T) {
	for _, c := range loadMultilabel(t).Single {
		in := Input{Target: target.Target{Names: named(3)}, Truth: target.Rows{Class: c.Truth},
			Predicted: target.Rows{Class: c.Predicted}}
		for value, ratios := range c.ZeroDivision {
			checkRatios(t, c.Name, in, ratios, map[string]any{"zero_division": value})
		}
	}
}

// By hand, four labels: ties at the top are errors unless the row has all of
// them; rows without labels are errors; coverage counts from 1.
func TestRankingsByHand(t *testing.T) {
	for _, c := range []struct {
		y                            []int8
		scores                       []float64
		one, coverage, ranking, lrap float64
	}{
		{[]int8{1, 0, 0, 1}, []float64{4, 3, 2, 1}, 0, 4, 0.5, 0.75},
		{[]int8{0, 1, 0, 0}, []float64{2, 2, 1, 0}, 1, 2, 1.0 / 3, 0.5},
		{[]int8{1, 1, 0, 0}, []float64{2, 2, 1, 0}, 0, 2, 0, 1},
		{[]int8{0, 0, 0, 0}, []float64{4, 3, 2, 1}, 1, 0, 0, 1},
		{[]int8{1, 1, 1, 1}, []float64{4, 3, 3, 1}, 0, 4, 0, 1},
		{[]int8{0, 0, 0, 1}, []float64{7, 7, 7, 7}, 1, 4, 1, 0.25},
	} {
		in := Input{Target: target.Target{Names: named(4), MultiLabel: true}, Truth: rowsOf(4, c.y...),
			Predicted: rowsOf(4, make([]int8, 4)...), Scores: c.scores}
		check(t, "by hand", in, with("one_error", nil), c.one)
		check(t, "by hand", in, with("coverage", nil), c.coverage)
		check(t, "by hand", in, with("ranking_loss", nil), c.ranking)
		check(t, "by hand", in, with("lrap", nil), c.lrap)
	}
}

// randomLabels are rows with scores and probabilities, some equal.
func randomLabels(rng *rand.Rand, n, k int) Input {
	in := Input{Target: target.Target{Names: named(k), MultiLabel: true}}
	var truth, predicted []int8
	for range n * k {
		truth, predicted = append(truth, int8(rng.IntN(2))), append(predicted, int8(rng.IntN(2)))
		in.Scores = append(in.Scores, float64(rng.IntN(7)))
		in.Probabilities = append(in.Probabilities, float64(rng.IntN(9))/8)
	}
	in.Truth, in.Predicted = rowsOf(k, truth...), rowsOf(k, predicted...)
	return in
}

// rowsOf are rows with some of k labels: 1, or 0, for each row and label.
func rowsOf(k int, y ...int8) target.Rows { return target.Rows{Y: target.Listed(y, k)} }

// multiLabelTypes are the types of metric that are for multi-label data.
func multiLabelTypes() []string {
	var names []string
	for _, c := range Components() {
		if with(c.Name, nil).MultiLabel() {
			names = append(names, c.Name)
		}
	}
	return names
}

// Naming the labels in another order permutes the values of the labels and leaves
// those of the whole.
func TestLabelPermutation(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 8))
	in := randomLabels(rng, 50, 5)
	to := rng.Perm(5)
	other := Input{Target: target.Target{Names: make([]string, 5), MultiLabel: true},
		Scores: make([]float64, 250), Probabilities: make([]float64, 250)}
	truth, predicted := make([]int8, 250), make([]int8, 250)
	for l, name := range in.Target.Names {
		other.Target.Names[to[l]] = name
		for i := range 50 {
			a, b := 5*i+l, 5*i+to[l]
			truth[b], predicted[b] = in.Truth.Y.Table(5)[a], in.Predicted.Y.Table(5)[a]
			other.Scores[b], other.Probabilities[b] = in.Scores[a], in.Probabilities[a]
		}
	}
	other.Truth, other.Predicted = rowsOf(5, truth...), rowsOf(5, predicted...)
	for _, kind := range multiLabelTypes() {
		for _, average := range []string{macro, micro, weighted, samples, none} {
			s := with(kind, map[string]any{"average": average})
			want := map[string]float64{}
			for _, v := range s.Compute(in) {
				want[v.Name] = v.Value
			}
			for _, v := range s.Compute(other) {
				if !near(v.Value, want[v.Name]) {
					t.Errorf("%s with average %s is %v, in the other order %v", v.Name, average, want[v.Name], v.Value)
				}
			}
		}
	}
}

// What must hold of any rows: truth as prediction and as ranking is perfect, pooled
// recall is at most 1, one label alone is the two-class problem of it.
func TestMultiLabelProperties(t *testing.T) {
	rng := rand.New(rand.NewPCG(6, 8))
	perfect := map[string]float64{"hamming_loss": 0, "subset_accuracy": 1, "example_accuracy": 1, "example_f1": 1,
		"precision": 1, "recall": 1, "f1": 1,
		"jaccard": 1, "auc": 1, "ranking_loss": 0, "lrap": 1, "brier": 0}
	for range 20 {
		in := randomLabels(rng, 40, 4)
		best := in
		best.Predicted.Y = best.Truth.Y
		best.Probabilities = lists.Map(best.Truth.Y.Table(4), func(y int8) float64 { return float64(y) })
		for kind, want := range perfect {
			options := map[string]any{}
			if slices.Contains([]string{"example_accuracy", "example_f1"}, kind) {
				options["zero_division"] = one
			}
			check(t, "perfect", best, with(kind, options), want)
		}
		checkSingleLabelAlone(t, randomLabels(rng, 30, 1))
	}
}

// checkSingleLabelAlone compares a single label with the same rows as two classes.
func checkSingleLabelAlone(t *testing.T, in Input) {
	t.Helper()
	two := Input{Target: target.Target{Names: []string{"no", "c0"}}}
	for i, y := range in.Truth.Y.Table(1) {
		two.Truth.Class = append(two.Truth.Class, int(y))
		two.Predicted.Class = append(two.Predicted.Class, int(in.Predicted.Y.Table(1)[i]))
		two.Probabilities = append(two.Probabilities, 1-in.Probabilities[i], in.Probabilities[i])
	}
	perClass := map[string]any{"average": none}
	for _, kind := range []string{"precision", "recall", "f1", "jaccard", "auc"} {
		check(t, "one label", in, with(kind, perClass), with(kind, perClass).Compute(two)[1].Value)
	}
	check(t, "one label", in, with("subset_accuracy", nil), with("accuracy", nil).Compute(two)[0].Value)
	check(t, "one label", in, with("hamming_loss", nil), with("error", nil).Compute(two)[0].Value)
	check(t, "one label", in, with("log_loss", nil), with("log_loss", nil).Compute(two)[0].Value)
	check(t, "one label", in, with("brier", nil), with("brier", nil).Compute(two)[0].Value/2)
}

func TestKindsOfTarget(t *testing.T) {
	both := []string{"precision", "recall", "f1", "fbeta", "jaccard", "auc", "log_loss", "brier", "average_precision"}
	only := []string{"hamming_loss", "subset_accuracy", "example_accuracy", "example_precision", "example_recall",
		"example_f1",
		"ranking_loss", "one_error", "coverage", "lrap", "precision_at_k", "ndcg", "psp_at_k"}
	labels := randomLabels(rand.New(rand.NewPCG(7, 8)), 9, 3)
	classes := Input{Target: target.Target{Names: named(3)}, Truth: target.Rows{Class: []int{0, 1, 2}},
		Predicted: target.Rows{Class: []int{0, 1, 0}}, Scores: make([]float64, 9), Probabilities: make([]float64, 9)}
	for _, c := range Components() {
		s := with(c.Name, nil)
		if got, want := s.MultiLabel(), slices.Contains(both, c.Name) || slices.Contains(only, c.Name); got != want {
			t.Errorf("%s: for multi-label data: %v", c.Name, got)
		}
		if got, want := s.SingleLabel(), !slices.Contains(only, c.Name); got != want {
			t.Errorf("%s: for single-label data: %v", c.Name, got)
		}
		for _, in := range []Input{labels, classes} {
			for _, v := range s.Compute(in) {
				if v.Defined() && !s.Suits(in.Target.MultiLabel) {
					t.Errorf("%s of the wrong kind of target is %v", c.Name, v.Value)
				}
			}
		}
	}
	if s := with("f1", map[string]any{"average": samples}); s.SingleLabel() || !s.MultiLabel() {
		t.Error("an average over rows is not for multi-label data alone")
	}
	if s := with("auc", map[string]any{"mode": ovo}); s.MultiLabel() || !s.SingleLabel() {
		t.Error("pairs of classes are not for single-label data alone")
	}
	for _, v := range with("f1", map[string]any{"average": samples}).Compute(classes) {
		if v.Defined() {
			t.Errorf("an average over rows of single-label data is %v", v.Value)
		}
	}
}

func TestRestrictLabels(t *testing.T) {
	in := Input{Target: target.Target{Names: []string{"a", "b", "c"}, MultiLabel: true},
		Truth: rowsOf(3, 1, 0, 1, 0, 1, 1), Predicted: rowsOf(3, 0, 0, 1, 1, 1, 0),
		Scores: []float64{1, 2, 3, 4, 5, 6}, Probabilities: []float64{.1, .2, .3, .4, .5, .6}}
	got, ok := with("f1", map[string]any{"classes": []string{"c", "a"}}).Restrict(in)
	want := Input{Target: target.Target{Names: []string{"a", "c"}, MultiLabel: true},
		Truth: rowsOf(2, 1, 1, 0, 1), Predicted: rowsOf(2, 0, 1, 1, 0),
		Scores: []float64{1, 3, 4, 6}, Probabilities: []float64{.1, .3, .4, .6}}
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, ok)
	}
	check(t, "unknown label", in, with("f1", map[string]any{"classes": []string{"a", "d"}}), math.NaN())
	if got := CountLabels(in); !reflect.DeepEqual(got, []LabelCounts{{0, 1, 1, 0}, {1, 0, 0, 1}, {1, 0, 1, 0}}) {
		t.Errorf("counts %v", got)
	}
}

func TestMultiLabelUndefined(t *testing.T) {
	for _, kind := range multiLabelTypes() {
		check(t, "no rows", Input{Target: target.Target{Names: named(2), MultiLabel: true}}, with(kind, nil), math.NaN())
	}
	in := Input{Target: target.Target{Names: named(2), MultiLabel: true}, Truth: rowsOf(2, 1, 0),
		Predicted: rowsOf(2, 0, 0)}
	for _, kind := range []string{"ranking_loss", "one_error", "coverage", "lrap", "auc", "log_loss", "brier"} {
		check(t, "neither scores nor probabilities", in, with(kind, nil), math.NaN())
	}
}

func TestLabelsDoNotFitTogether(t *testing.T) {
	for name, in := range map[string]Input{
		"predictions": {Target: target.Target{Names: named(2), MultiLabel: true}, Truth: rowsOf(2, 1, 0),
			Predicted: rowsOf(2)},
		"scores": {Target: target.Target{Names: named(2), MultiLabel: true}, Truth: rowsOf(2, 1, 0),
			Predicted: rowsOf(2, 1, 0), Scores: []float64{1}},
		"classes":   {Target: target.Target{Names: named(2), MultiLabel: true}, Truth: target.Rows{Class: []int{0}}},
		"no labels": {Target: target.Target{Names: []string{}, MultiLabel: true}},
		"single-label": {Target: target.Target{Names: named(2)}, Truth: target.Rows{Class: []int{0}, Y: target.Listed([]int8{1}, 1)},
			Predicted: target.Rows{Class: []int{0}}},
	} {
		func() {
			defer func() {
				if recover() == nil {
					t.Errorf("%s: no panic", name)
				}
			}()
			with("f1", nil).Compute(in)
		}()
	}
}
