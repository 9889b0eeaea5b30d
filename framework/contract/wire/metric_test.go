package wire

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

func (e *echo) Compute(_ context.Context, call service.ComputeCall) ([]service.Computed, error) {
	e.asked = call
	return []service.Computed{{Value: 0.5}, {Value: math.NaN()}, {Value: math.Inf(-1)}, {Err: errors.New("\x1b[2Jno")}}, nil
}

// A call arrives as it was sent, and so do its values; infinite ones are errors.
func TestMeasure(t *testing.T) {
	plugin := &echo{}
	c := connect(t, plugin)
	call := service.ComputeCall{
		Component: service.ComponentRef{Kind: contract.KindMetric, Name: "m", Config: contract.Config(`{"a":1}`)},
		Classes:   []string{"a", "b"}, MultiLabel: true, Truth: "t", Predictions: "p", Scores: "s", Probabilities: "q",
		Weights: "w", Groups: "g", Ends: []int{3, 5, 9, 12},
	}
	values, err := c.Compute(t.Context(), call)
	if err != nil || !reflect.DeepEqual(plugin.asked, any(call)) {
		t.Fatalf("%+v was asked, %v", plugin.asked, err)
	}
	if values[0] != (service.Computed{Value: 0.5}) || !math.IsNaN(values[1].Value) || values[1].Err != nil ||
		values[2].Err == nil || values[3].Err == nil || values[3].Err.Error() != "[2Jno" {
		t.Errorf("%+v", values)
	}
	call.Ends = []int{3, 5}
	if _, err := c.Compute(t.Context(), call); err == nil || !strings.Contains(err.Error(), "4 values for 2 parts") {
		t.Errorf("values that nobody asked for: %v", err)
	}
}
