package metric

import (
	"encoding/json"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

// weightedValue is what a metric with weights comes to.
type weightedValue struct {
	Metric  string
	Options map[string]any
	Values  []*float64
}

// weightedReference are the references with weights.
type weightedReference struct {
	Origin  string
	Classes []struct {
		Name             string
		Classes          int
		Truth, Predicted []int
		Probabilities    [][]float64
		Weights          []float64
		Confusion        [][]float64
		Values           []weightedValue
	}
	Labels []struct {
		Name          string
		Labels        int
		Y, Predicted  [][]int8
		Probabilities [][]float64
		Weights       []float64
		Values        []weightedValue
	}
}

// weighing is a metric that counts rows by their weights.
func weighing(kind string, options map[string]any) Spec {
	all := map[string]any{"sample_weight": true}
	maps.Copy(all, options)
	return with(kind, all)
}

func TestWeightedReferences(t *testing.T) {
	b, err := os.ReadFile("testdata/weighted.json")
	if err != nil {
		t.Fatal(err)
	}
	var ref weightedReference
	if err := json.Unmarshal(b, &ref); err != nil {
		t.Fatal(err)
	}
	compared := map[string]bool{}
	all := func(name string, in Input, values []weightedValue) {
		for _, v := range values {
			check(t, name, in, weighing(v.Metric, v.Options), numbers(v.Values)...)
			compared[v.Metric] = true
		}
	}
	for _, c := range ref.Classes {
		in := Input{Target: target.Target{Names: named(c.Classes)}, Truth: target.Rows{Class: c.Truth},
			Predicted: target.Rows{Class: c.Predicted}, Probabilities: slices.Concat(c.Probabilities...), Weights: c.Weights}
		all(c.Name, in, c.Values)
		for i, row := range Confusion(in) {
			for j, n := range row {
				if !near(n, c.Confusion[i][j]) {
					t.Errorf("%s: confusion of %d and %d is %v, want %v", c.Name, i, j, n, c.Confusion[i][j])
				}
			}
		}
	}
	for _, c := range ref.Labels {
		all(c.Name, Input{Target: target.Target{Names: named(c.Labels), MultiLabel: true},
			Truth: rowsOf(c.Labels, slices.Concat(c.Y...)...), Predicted: rowsOf(c.Labels, slices.Concat(c.Predicted...)...),
			Probabilities: slices.Concat(c.Probabilities...), Weights: c.Weights}, c.Values)
	}
	without := []string{"abstain_cost", "aurc", "brier_miscalibration", "brier_discrimination", "brier_uncertainty",
		"log_loss_miscalibration", "log_loss_discrimination", "log_loss_uncertainty", "cost", "ece", "hand_till", "one_error", "precision_at_k", "psp_at_k", "confusion",
		"set_size", "set_coverage", "set_utility",
		"hierarchical_precision", "hierarchical_recall", "hierarchical_f1", "lca_distance"}
	for _, c := range Components() {
		if !compared[c.Name] && !slices.Contains(without, c.Name) {
			t.Errorf("%s is compared with nothing", c.Name)
		}
	}
}

// repeated has each row as often as its weight says, and no weights.
func repeated(in Input) Input {
	out, k := Input{Target: in.Target}, in.Target.K()
	for i, w := range in.Weights {
		for range int(w) {
			if in.Target.MultiLabel {
				out.Truth.Y.Add(in.Truth.Y.Row(i)...)
				out.Predicted.Y.Add(in.Predicted.Y.Row(i)...)
			} else {
				out.Truth.Class = append(out.Truth.Class, in.Truth.Class[i])
				out.Predicted.Class = append(out.Predicted.Class, in.Predicted.Class[i])
			}
			out.Scores = append(out.Scores, in.row(in.Scores, i)...)
			out.Probabilities = append(out.Probabilities, in.row(in.Probabilities, i)...)
			out.Sets = append(out.Sets, rowOf(in.Sets, i, k)...)
		}
	}
	return out
}

// Whole weights are repeated rows, of every metric with every average; rows count alike
// where a metric does not ask for weights, to the last bit, and weights that are all 1
// change nothing.
func TestWholeWeightsAreRepeatedRows(t *testing.T) {
	rng := rand.New(rand.NewPCG(9, 8))
	classes := random(60, 4)
	for range 60 {
		classes.Predicted.Class[rng.IntN(60)] = rng.IntN(4)
	}
	classes.Target.Costs = [][]float64{{0, 1, 2, 3}, {4, 0, 5, 6}, {1, 2, 0, 1}, {7, 1, 1, 0}}
	classes.Sets = lists.Map(classes.Probabilities, func(p float64) bool { return p > 0.2 })
	labels := randomLabels(rng, 40, 5)
	labels.Target.Counts, labels.Target.Rows = []int{3, 9, 1, 4, 6}, 40
	for _, in := range []Input{classes, labels} {
		in.Weights = lists.Map(lists.Range(in.rows()), func(int) float64 { return float64(1 + rng.IntN(4)) })
		whole, bare, ones := repeated(in), in, in
		bare.Weights, ones.Weights = nil, slices.Repeat([]float64{1}, in.rows())
		for _, options := range optionSets(in.Target.MultiLabel) {
			for _, c := range Components() {
				spec := with(c.Name, options)
				if spec.Check() != nil || !spec.Suits(in.Target.MultiLabel) || spec.IsTable() {
					continue
				}
				weighs := weighing(c.Name, options)
				check(t, "repeated", in, weighs, valuesOf(spec, whole)...)
				exactly(t, weighs, ones, valuesOf(spec, bare))
				exactly(t, spec, in, valuesOf(spec, bare))
			}
		}
		sums := Confusion(in)
		for i, row := range Confusion(whole) {
			if !in.Target.MultiLabel && !slices.Equal(row, sums[i]) {
				t.Errorf("confusion of class %d: %v, want %v", i, sums[i], row)
			}
		}
	}
}

// optionSets are sets of options, each of which some metrics have.
func optionSets(multiLabel bool) []map[string]any {
	list := []map[string]any{{"weights": linear}, {"weights": quadratic}, {"mode": ovo}, {"mode": ovo, "average": weighted},
		{"normalize": false}, {"k": 2}, {"bins": 3}, {"beta": 2}}
	averages := []string{macro, micro, weighted, none, worstClass}
	if multiLabel {
		averages = append(averages, samples)
	}
	for _, average := range averages {
		for _, division := range []string{zero, one, notANumber} {
			for _, classes := range [][]string{nil, {"c0", "c2", "c3"}} {
				o := map[string]any{"average": average, "zero_division": division}
				if classes != nil {
					o["classes"] = classes
				}
				list = append(list, o)
			}
		}
	}
	return list
}

func valuesOf(s Spec, in Input) []float64 {
	return lists.Map(s.Compute(in), func(v Value) float64 { return v.Value })
}

// exactly compares the values of a metric to the last bit.
func exactly(t *testing.T, s Spec, in Input, want []float64) {
	t.Helper()
	if got := valuesOf(s, in); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%s %s: %v, want %v", s.Name, s.Config, got, want)
	}
}

// The weights of a single row matter where values are not means: for the total cost.
func TestWeightOfOneRow(t *testing.T) {
	in := Input{Target: target.Target{Names: named(2), Costs: [][]float64{{0, 3}, {1, 0}}},
		Truth: target.Rows{Class: []int{0, 0}}, Predicted: target.Rows{Class: []int{0, 1}}, Weights: []float64{2, 0.5}}
	check(t, "row", in.Row(1), weighing("cost", map[string]any{"normalize": false}), 1.5)
	check(t, "row", in.Row(1), weighing("cost", nil), 3)
}

// A metric with weights is not a plain mean over rows: its values of single rows are pooled.
func TestWeighedMetricsPool(t *testing.T) {
	for _, kind := range []string{"accuracy", "f1"} {
		if s := weighing(kind, nil); !s.Weighs() || !s.Pools(true) || s.Pools(false) || s.CountsHits() {
			t.Errorf("%s: weighs %v, pools %v and %v, counts hits %v", kind, s.Weighs(), s.Pools(true), s.Pools(false), s.CountsHits())
		}
	}
	s := Spec{Name: "a", Type: "accuracy", Config: contract.NewConfig(map[string]any{"sample_weight": false})}
	if s.Weighs() || s.Pools(true) || !s.CountsHits() {
		t.Error("sample_weight = false weighs rows")
	}
}
