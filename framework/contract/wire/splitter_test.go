package wire

import (
	"context"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

var folds = [][]service.FoldSize{{{Train: 3, Test: 1}, {Test: 2, Others: true}}, nil, {{Train: 1, Test: 1}}}

func (e *echo) Split(_ context.Context, call service.SplitCall) ([][]service.FoldSize, []contract.Diagnostic, error) {
	e.asked = call
	return folds, remarks, nil
}

// A call arrives as it was sent, and so do the sizes of its folds.
func TestSplit(t *testing.T) {
	plugin := &echo{}
	c := connect(t, plugin)
	call := service.SplitCall{
		Component: service.ComponentRef{Kind: contract.KindValidation, Name: "s", Config: contract.Config(`{"a":1}`)},
		Classes:   []string{"a", "b"}, MultiLabel: true, Rows: 5, Truth: "t", Quantity: "q", Groups: "g", Weights: "w",
		Features: features, Seed: 1<<64 - 1, Output: "o",
	}
	sizes, said, err := c.Split(t.Context(), call)
	if err != nil || !reflect.DeepEqual(plugin.asked, any(call)) {
		t.Fatalf("%+v was asked, %v", plugin.asked, err)
	}
	if !reflect.DeepEqual(sizes, folds) || !reflect.DeepEqual(said, remarks) {
		t.Errorf("%+v, %+v", sizes, said)
	}
}

func TestFoldsThatCannotBe(t *testing.T) {
	for name, one := range map[string]*SplitFold{
		"fewer than none": {Train: -1, Test: 2}, "none to test": {Train: 1, Test: -2}, "more than fit": {Train: 1, Test: 1 << 41},
		"the others and more": {Train: 1, Test: 1, Others: true},
	} {
		repeats := []*SplitRepeat{{}, {Folds: []*SplitFold{{Train: 1, Test: 1}, one}}}
		if _, err := toFoldSizes(repeats); err == nil || !strings.Contains(err.Error(), "fold 1 of repeat 1") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
