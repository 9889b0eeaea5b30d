package wire

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

var learnt = service.Learnt{State: []byte{0, 7, 255}, Columns: []contract.Column{
	{Name: "a", Kind: contract.NumericColumn}, {Name: "b=x", Kind: contract.IndicatorColumn}, {Name: "c"}}}

func (e *echo) Fit(_ context.Context, call service.FitCall) (service.Learnt, error) {
	e.asked = call
	return learnt, nil
}

func (e *echo) Transform(_ context.Context, call service.TransformCall) error {
	e.asked = call
	return nil
}

// Calls arrive as they were sent, and so does what was learnt.
func TestEncode(t *testing.T) {
	plugin := &echo{}
	c := connect(t, plugin)
	ref := service.ComponentRef{Kind: contract.KindEncoder, Name: "e", Config: contract.Config(`{"a":1}`)}
	fit := service.FitCall{
		Component: ref, Records: features, Classes: []string{"a", "b"}, MultiLabel: true,
		Target: "t", Weights: "w", Groups: "g", Seed: 1 << 63,
	}
	got, err := c.Fit(t.Context(), fit)
	if err != nil || !reflect.DeepEqual(plugin.asked, any(fit)) || !reflect.DeepEqual(got, learnt) {
		t.Errorf("%+v was asked, %+v was answered, %v", plugin.asked, got, err)
	}
	transform := service.TransformCall{Component: ref, State: learnt.State, Records: features, Output: "o"}
	if err := c.Transform(t.Context(), transform); err != nil || !reflect.DeepEqual(plugin.asked, any(transform)) {
		t.Errorf("%+v was asked, %v", plugin.asked, err)
	}
}

func TestWhatIsLearntIsBounded(t *testing.T) {
	for name, test := range map[string]struct {
		m    *FitResponse
		want string
	}{
		"a large state": {&FitResponse{State: make([]byte, 65<<20)}, "a state of 65 MB, and 64 MB is the most"},
		"many features": {&FitResponse{Features: make([]*Feature, 1<<17+1)}, "131073 features"},
		"an escape":     {&FitResponse{Features: []*Feature{{Name: "a\x1b[2J"}}}, `calls a feature "a[2J"`},
		"a long name":   {&FitResponse{Features: []*Feature{{Name: strings.Repeat("a", 3000)}}}, "too long"},
		"an odd kind":   {&FitResponse{Features: []*Feature{{Name: "a", Kind: "\a"}}}, "cannot be printed"},
		"nothing":       {nil, ""},
	} {
		if test.m == nil {
			test.m = &FitResponse{}
		}
		if _, err := toLearnt(test.m); (err == nil) != (test.want == "") || err != nil && !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: %v", name, err)
		}
	}
}
