package script_test

import (
	"errors"
	"math"
	"path/filepath"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// Metrics may be scripts: each part of the rows is a line, and null says that a value is
// undefined.
func TestMetricsThatAreScripts(t *testing.T) {
	dir := t.TempDir()
	at := func(name string) string { return filepath.Join(dir, name) }
	call := service.ComputeCall{
		Component: service.ComponentRef{Kind: contract.KindMetric, Name: "wrong"}, Classes: []string{"a", "b"},
		Truth: at("t"), Predictions: at("p"), Scores: at("s"), Weights: at("w"), Ends: []int{2, 5},
	}
	if err := errors.Join(matrix.WriteInt32(call.Truth, 5, 0, []int32{0, 1, 1, 0, 1}),
		matrix.WriteInt32(call.Predictions, 5, 0, []int32{0, 0, 1, 1, 1}),
		matrix.WriteFloat64(call.Scores, 5, 2, make([]float64, 10)),
		matrix.WriteFloat64(call.Weights, 5, 0, []float64{1, 3, 1, 2, 5})); err != nil {
		t.Fatal(err)
	}
	for mode, test := range map[string]struct {
		values [2]float64
		want   string // in the error
	}{
		"":              {[2]float64{0.75, 0.25}, ""},
		"compute-null":  {[2]float64{math.NaN(), math.NaN()}, ""},
		"compute-word":  {want: "is not part of the protocol"},
		"compute-error": {want: "there are no groups"},
	} {
		t.Run(mode, func(t *testing.T) {
			t.Parallel()
			p, err := faulty(t, mode)
			if err != nil {
				t.Fatal(err)
			}
			d, err := p.Describe(t.Context())
			if err != nil || len(d.Components) != 5 || !d.Components[2].Capabilities.Has(contract.SmallerIsBetter) {
				t.Errorf("it describes itself as %+v, %v", d, err)
			}
			values, err := p.Compute(t.Context(), call)
			if err != nil || len(values) != 2 {
				t.Fatalf("%v, %v", values, err)
			}
			for i, v := range values {
				if test.want != "" {
					if v.Err == nil || !strings.Contains(v.Err.Error(), test.want) {
						t.Errorf("the error is %v", v.Err)
					}
				} else if v.Err != nil || v.Value != test.values[i] && !(v.Value != v.Value && test.values[i] != test.values[i]) {
					t.Errorf("value %d is %v, %v", i, v.Value, v.Err)
				}
			}
		})
	}
}
