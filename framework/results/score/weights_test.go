package score_test

import (
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/results/score"
)

// Metrics that ask for it count the rows of each fold by the weights that the plan has, in
// pooled values too; others count them alike. The expected numbers are computed by hand.
func TestRowsCountByTheirWeights(t *testing.T) {
	by := func(kind string, more map[string]any) map[string]any {
		m := map[string]any{"type": kind, "sample_weight": true}
		for name, value := range more {
			m[name] = value
		}
		return m
	}
	in := folded(2, false, by("accuracy", nil), map[string]any{"type": "accuracy"},
		by("accuracy", map[string]any{"over": "pooled"}), by("error", map[string]any{"classes": []string{"a", "b"}}))
	in.Plan.Weights = map[string][]float64{"d": {1, 2, 3, 4, 5, 6}}
	rows, err := score.Compute(in)
	if err != nil {
		t.Fatal(err)
	}
	want := []float64{1. / 9, 1. / 3, 13. / 21, 3. / 4, 1, 1, 13. / 21, 0} // of the first repeat
	for i, v := range want {
		if math.Abs(rows[i].Value-v) > 1e-15 {
			t.Errorf("%s of fold %d is %v, want %v", rows[i].Metric, rows[i].Fold, rows[i].Value, v)
		}
	}
	in.Plan.Weights["d"] = []float64{1, 2, 3, 4, 5}
	if _, err := score.Compute(in); err == nil || !strings.Contains(err.Error(), "row 5 has no weight in the plan") {
		t.Errorf("without the weight of a row: %v", err)
	}
}

// A weighted confusion table has sums of weights.
func TestConfusionOfWeights(t *testing.T) {
	in := folded(2, false, map[string]any{"type": "accuracy"})
	in.Plan.Weights = map[string][]float64{"d": {1, 2, 0.5, 4, 5, 6}}
	for weighted, want := range map[bool][][]float64{
		true: {{1 + 2 + 1, 0.5 + 2 + 0.5, 0}, {5, 4 + 4, 5}, {0, 0, 12}}, false: {{3, 3, 0}, {1, 2, 1}, {0, 0, 2}},
	} {
		got, err := score.Confusions(in, spec("confusion", map[string]any{"sample_weight": weighted}))
		if err != nil || len(got) != 1 || got[0].Weighted != weighted || !reflect.DeepEqual(got[0].Counts, want) {
			t.Errorf("weighted %v: %v, %+v, want %v", weighted, err, got, want)
		}
	}
}
