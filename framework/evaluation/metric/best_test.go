package metric

import (
	"cmp"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
)

// randomBest are rows of which the best entries of k classes or labels are known, with weights.
func randomBest(rng *rand.Rand, n, k, entries int, multiLabel bool) Input {
	in := Input{Target: target.Target{Names: named(k), MultiLabel: multiLabel, Rows: n, Counts: make([]int, k)},
		Top: &target.Top{Others: -9}}
	for range n {
		sum, order := 0.0, rng.Perm(k)[:entries]
		scores := lists.Map(order, func(int) float64 { return float64(rng.IntN(40)) / 4 })
		slices.SortFunc(scores, func(a, b float64) int { return cmp.Compare(b, a) })
		for place, label := range order {
			in.Top.Of = append(in.Top.Of, int32(label))
			p := 1 / float64(place+2)
			if sum += p; sum > 0.9 && !multiLabel {
				p = 0.001
			}
			in.Top.Probabilities = append(in.Top.Probabilities, p)
		}
		in.Top.Scores = append(in.Top.Scores, scores...)
		in.Top.Ends = append(in.Top.Ends, len(in.Top.Of))
		in.Weights = append(in.Weights, 0.5+rng.Float64())
		if !multiLabel {
			in.Top.Predicted, in.Truth.Class = append(in.Top.Predicted, 1), append(in.Truth.Class, order[rng.IntN(entries)])
			if rng.IntN(3) == 0 {
				in.Truth.Class[len(in.Truth.Class)-1] = rng.IntN(k)
			}
			continue
		}
		in.Top.Predicted = append(in.Top.Predicted, int32(rng.IntN(entries+1)))
		in.Truth.Y.AddDense(lists.Map(lists.Range(k), func(int) int8 { return int8(max(0, rng.IntN(6)-4)) }))
	}
	for _, label := range in.Truth.Y.Of {
		in.Target.Counts[label]++
	}
	in.Predicted = in.Top.Chosen(multiLabel)
	return in
}

// Every metric that the best of each row determine has the value that it has for the scores of all.
func TestBestOfEachRow(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 9))
	for _, multiLabel := range []bool{false, true} {
		in := randomBest(rng, 60, 30, 4, multiLabel)
		if err := in.Top.Check(60, 30, multiLabel); err != nil {
			t.Fatal(err)
		}
		dense := in
		dense.Top = nil
		dense.Scores, dense.Probabilities = in.Top.Dense(30, multiLabel)
		ranked := dense
		ranked.Probabilities = nil // labels rank by the scores of the best
		defined := map[string]bool{}
		for _, c := range Components() {
			for _, weigh := range []bool{false, true} {
				s := with(c.Name, map[string]any{"sample_weight": weigh})
				if slices.Contains([]string{"precision_at_k", "top_k", "ndcg", "psp_at_k"}, c.Name) {
					s = with(c.Name, map[string]any{"sample_weight": weigh, "k": 3})
				}
				of := dense
				if multiLabel && s.kind().ranks {
					of = ranked
				}
				got, want := s.Compute(in), s.Compute(of)
				for i := range got {
					if !math.IsNaN(got[i].Value) {
						defined[c.Name] = true
						if !near(got[i].Value, want[i].Value) {
							t.Errorf("%s of labels %v, weights %v: %v, of all %v", got[i].Name, multiLabel, weigh, got[i].Value, want[i].Value)
						}
					}
				}
			}
		}
		want := []string{"accuracy", "f1", "log_loss", "brier", "ece", "aurc", "abstain_cost", "top_k"}
		if multiLabel {
			want = []string{"f1", "hamming_loss", "example_f1", "log_loss", "brier", "one_error", "precision_at_k", "ndcg", "psp_at_k"}
		}
		for _, name := range want {
			if !defined[name] {
				t.Errorf("%s is not defined", name)
			}
		}
	}
}

// What the best of each row do not determine is not defined.
func TestBestIsNotEnough(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 9))
	labels, classes := randomBest(rng, 20, 30, 4, true), randomBest(rng, 20, 30, 4, false)
	for _, c := range []struct {
		in      Input
		name    string
		options map[string]any
	}{
		{labels, "precision_at_k", map[string]any{"k": 5}}, {labels, "ndcg", nil}, {labels, "lrap", nil},
		{labels, "coverage", nil}, {labels, "ranking_loss", nil}, {labels, "auc", nil}, {classes, "auc", nil},
		{classes, "top_k", map[string]any{"k": 5}}, {classes, "hand_till", nil}, {classes, "set_utility", nil},
		{classes, "ece", map[string]any{"kind": "class_wise"}}, {classes, "brier_miscalibration", nil},
		{labels, "log_loss", map[string]any{"classes": []string{"c0", "c1"}}},
	} {
		for _, v := range with(c.name, c.options).Compute(c.in) {
			if v.Defined() {
				t.Errorf("%s %v is %v", c.name, c.options, v.Value)
			}
		}
	}
}

// What kappa expects of many classes is counted without their pairs.
func TestKappaOfManyClasses(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 9))
	list := make([]counts, 40)
	for i := range list {
		list[i] = counts{float64(rng.IntN(5)), float64(rng.IntN(5)), float64(rng.IntN(5))}
	}
	for _, weights := range []string{none, "linear", quadratic} {
		o := options{Weights: weights}
		if got, want := o.expectedOfMany(list), o.expected(list); got != want {
			t.Errorf("%s: %v, want %v", weights, got, want)
		}
	}
}
