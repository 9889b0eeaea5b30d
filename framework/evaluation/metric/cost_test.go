package metric

import (
	"encoding/json"
	"math"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// WEKA's Evaluation.totalCost and avgCost of the same predictions.
func TestCostIsThatOfWEKA(t *testing.T) {
	b, err := os.ReadFile("../../contract/cost/testdata/weka.json")
	if err != nil {
		t.Fatal(err)
	}
	var r struct {
		Costs           [][]float64
		Truth, Expected []int
		Total, Average  float64
	}
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	in := Input{Target: target.Target{Names: named(4), Costs: r.Costs}, Truth: target.Rows{Class: r.Truth},
		Predicted: target.Rows{Class: r.Expected}}
	check(t, "WEKA", in, with("cost", nil), r.Average)
	check(t, "WEKA", in, with("cost", map[string]any{"normalize": false}), r.Total)
	in.Target.Costs = nil
	check(t, "own costs", in, with("cost", map[string]any{"costs": r.Costs}), r.Average)
}

func TestCost(t *testing.T) {
	in := Input{Target: target.Target{Names: []string{"a", "b", "c"}, Costs: [][]float64{{0, 1, 5}, {2, 0, 3}, {10, 4, 0}}},
		Truth: target.Rows{Class: []int{0, 0, 1, 2, 2}}, Predicted: target.Rows{Class: []int{0, 2, 0, 0, 1}}}
	check(t, "costs", in, with("cost", nil), (5+2+10+4)/5.0)
	check(t, "classes", in, with("cost", map[string]any{"classes": []string{"c", "a"}}), (0+5+10)/3.0)
	own := with("cost", map[string]any{"costs": map[string]any{"a": map[string]any{"c": 7}}})
	check(t, "by name", in, own, (7+1+1+1)/5.0)
	check(t, "own of a part", in, with("cost", map[string]any{"classes": []string{"c", "a"}, "costs": own.options().Costs}),
		(0+7+1)/3.0)
	ones := with("cost", map[string]any{"costs": [][]float64{{0, 1, 1}, {1, 0, 1}, {1, 1, 0}}})
	check(t, "ones", in, ones, with("error", nil).Compute(in)[0].Value)
	foreign := with("cost", map[string]any{"costs": [][]float64{{0, 1}, {1, 0}}})
	check(t, "costs of other classes", in, foreign, math.NaN())
	in.Target.Costs = nil
	check(t, "no costs", in, with("cost", nil), math.NaN())
	for name, test := range map[string]struct {
		spec   Spec
		costed bool
	}{"none": {with("cost", nil), false}, "own": {own, true}, "foreign": {foreign, false}, "another": {with("f1", nil), true}} {
		if got := test.spec.Costed(in.Target); got != test.costed {
			t.Errorf("%s: costed %v", name, got)
		}
	}
	total := with("cost", map[string]any{"normalize": false})
	if !total.Pools(true) || with("cost", nil).Pools(true) || !total.SmallerIsBetter() {
		t.Error("the total of single rows is not pooled, or their mean is, or larger is better")
	}
}
