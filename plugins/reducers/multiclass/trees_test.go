package multiclass

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// A node of several parts has the columns of its base, and the tree those of all nodes.
func TestNodesOfSeveralParts(t *testing.T) {
	written := func(base string) string {
		return fmt.Sprintf(`{"tree":[["a","b","c"],"d"],"ensemble":1,"draw":0,"base":%q,"decoding":"product"}`, base)
	}
	for base, want := range map[string]contract.Dense{
		"one_vs_rest": {{1, 1, -1, -1}, {1, -1, 1, -1}, {1, -1, -1, 1}, {-1, 0, 0, 0}},
		"one_vs_one":  {{1, 1, 1, 0}, {1, -1, 0, 1}, {1, 0, -1, -1}, {-1, 0, 0, 0}},
	} {
		r := build(t, "nested_dichotomies", written(base))
		stage := mustPlan(t, r, reduction("a", "b", "c", "d"))
		if !reflect.DeepEqual(stage.Code(), want) {
			t.Errorf("%s: %v, want %v", base, stage.Code(), want)
		}
		// The parts of the inner node are equally likely.
		d, err := r.Decode(stage.State, contract.Matrix{Rows: 1, Cols: 4, Data: []float64{math.Log(3), 0, 0, 0}}, contract.LogOdds)
		if err != nil {
			t.Fatal(err)
		}
		for k, want := range []float64{0.25, 0.25, 0.25, 0.25} {
			if off := d.Probabilities.Data[k] - want; math.Abs(off) > 1e-12 {
				t.Errorf("%s: class %d has %v, want %v", base, k, d.Probabilities.Data[k], want)
			}
		}
	}
	for config, want := range map[string]string{
		`{"tree":[["a","b","c"],"d"],"ensemble":1,"draw":0,"decoding":"product"}`:                       "or write base for nodes of more",
		`{"tree":[["a","b","c"],["d"]],"ensemble":1,"draw":0,"base":"one_vs_one","decoding":"product"}`: "has two parts or more, and this list 1",
		`{"tree":[["a","b"],"d"],"ensemble":1,"draw":0,"base":"one_vs_one","decoding":"product"}`:       `lacks "c"`,
	} {
		if _, ds := build(t, "nested_dichotomies", config).Plan(reduction("a", "b", "c", "d")); len(ds) != 1 || !strings.Contains(ds[0].Detail, want) {
			t.Errorf("%s: %+v, want %q", config, ds, want)
		}
	}
	idle := component(t, "nested_dichotomies").Check(
		contract.Config(`{"tree":"random","ensemble":1,"draw":0,"base":"one_vs_one","decoding":"product"}`))
	if len(idle) != 1 || idle[0].Severity != contract.Warning || idle[0].Summary != "base has no effect" {
		t.Errorf("%+v", idle)
	}
}
