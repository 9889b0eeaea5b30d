package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/decision"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// outputsOf are the test rows of the cells of a reduction, by fold.
func outputsOf(s *setting, reduction string) (list []*store.Predictions) {
	for _, c := range s.ready.Plan.Cells {
		if c.Reduction == reduction {
			list = append(list, s.memory.outputs[c.Key].Test)
		}
	}
	return list
}

// likeliest is the class of the largest probability of each row.
func likeliest(p []float64, k int) (classes []int) {
	for i := 0; i < len(p); i += k {
		classes = append(classes, slices.Index(p[i:i+k], slices.Max(p[i:i+k])))
	}
	return classes
}

// Probabilities are corrected from the shares of the training rows to those that are written or
// estimated, and the largest is predicted.
func TestPriors(t *testing.T) {
	s := openBalance(t, costing(fourCosts, `reduction "one_vs_rest" "ova" {
  priors = grid("training", "uniform", "estimated", { "0" = 4, "1" = 3, "2" = 2, "3" = 1 })
}
reduction "one_vs_rest" "both" {
  priors  = "estimated"
  predict = "cost"
}`), false, &balance{})
	checkRun(t, s, 1)
	plain := outputsOf(s, "ova[priors=training]")
	if len(plain) != 4 {
		t.Fatalf("%d folds", len(plain))
	}
	written := slices.IndexFunc(s.ready.Plan.Cells, func(c plan.Cell) bool { return strings.Contains(c.Reduction, "{") })
	wants := map[string][]float64{"ova[priors=uniform]": {1, 1, 1, 1}, s.ready.Plan.Cells[written].Reduction: {4, 3, 2, 1},
		"ova[priors=estimated]": nil}
	for name, to := range wants {
		for fold, got := range outputsOf(s, name) {
			p := slices.Clone(plain[fold].Probabilities)
			from := []float64{20, 30, 40, 50}
			for _, class := range plain[fold].Truth.Class {
				from[class]--
			}
			sum := lists.Sum(from)
			from = lists.Map(from, func(n float64) float64 { return n / sum })
			to := to
			if to == nil {
				to = decision.Estimate(p, from, nil)
			}
			decision.Correct(p, from, lists.Map(to, func(x float64) float64 { return x / lists.Sum(to) }))
			for i := range p {
				if math.Abs(p[i]-got.Probabilities[i]) > 1e-9 {
					t.Fatalf("%s, fold %d: probability %v, want %v", name, fold, got.Probabilities[i], p[i])
				}
			}
			if !slices.Equal(got.Predicted.Class, likeliest(got.Probabilities, 4)) {
				t.Errorf("%s: predictions are not the classes of the largest probabilities", name)
			}
			if !slices.Equal(got.Scores, plain[fold].Scores) {
				t.Errorf("%s: the class scores changed", name)
			}
		}
	}
	for fold, both := range outputsOf(s, "both") {
		if !slices.Equal(both.Probabilities, outputsOf(s, "ova[priors=estimated]")[fold].Probabilities) {
			t.Error("with costs the probabilities are others")
		}
		if slices.Equal(both.Predicted.Class, likeliest(both.Probabilities, 4)) {
			t.Error("costs change no prediction")
		}
	}
}

// The expected measure of the test rows is at least that of the decoder's predictions, and the order
// in which the file has the rows decides nothing.
func TestPredictTogether(t *testing.T) {
	s := openBalance(t, costing("", `reduction "one_vs_rest" "ova" {
  predict = grid("decoder", "macro_f1", "macro_precision", "macro_recall")
}`), false, &balance{})
	checkRun(t, s, 1)
	plain := outputsOf(s, "ova[predict=decoder]")
	for _, m := range decision.Measures {
		changed := false
		for fold, got := range outputsOf(s, "ova[predict="+m+"]") {
			if !slices.Equal(got.Probabilities, plain[fold].Probabilities) {
				t.Errorf("%s: the probabilities changed", m)
			}
			before := expectedMeasure(m, plain[fold].Predicted.Class, got.Probabilities)
			after := expectedMeasure(m, got.Predicted.Class, got.Probabilities)
			if after < before {
				t.Errorf("%s: %v before, %v after", m, before, after)
			}
			changed = changed || after > before
		}
		if !changed {
			t.Errorf("%s changes nothing", m)
		}
	}
}

// expectedMeasure is the macro average of a measure from expected numbers, by its definition.
func expectedMeasure(m string, predicted []int, p []float64) float64 {
	sum, k := 0.0, len(p)/len(predicted)
	for class := range k {
		both, all, present := 0.0, 0.0, 0.0
		for i, is := range predicted {
			present += p[i*k+class]
			if is == class {
				all++
				both += p[i*k+class]
			}
		}
		bottom := map[string]float64{"macro_f1": (all + present) / 2, "macro_precision": all, "macro_recall": present}[m]
		if bottom > 0 {
			sum += both / bottom
		}
	}
	return sum / float64(k)
}

// Priors and predict are part of the keys, if they are written.
func TestDecidingInKeys(t *testing.T) {
	keys := func(attributes string) string {
		return string(openBalance(t, costing("", `reduction "one_vs_rest" "ova" { `+attributes+` }`), true, &balance{}).ready.Plan.Cells[0].Key)
	}
	plain, seen := keys(""), map[string]bool{}
	if keys(`priors = "training"`) != plain || keys(`predict = "decoder"`) != plain {
		t.Error("what is the default changes keys")
	}
	seen[plain] = true
	for _, text := range []string{`priors = "uniform"`, `priors = "estimated"`, `predict = "macro_f1"`, `predict = "macro_recall"`,
		`priors = { "0" = 1, "1" = 1, "2" = 1, "3" = 2 }`} {
		key := keys(text)
		if seen[key] {
			t.Errorf("%s is not in the key", text)
		}
		seen[key] = true
	}
}
