package metric

import (
	"math"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
)

// The worked example of a pair of classes: rows and predictions of classes 1 and
// 3 of [[15,2,3],[7,15,8],[2,3,45]] give class 1 the precision 15/17 and the
// recall 15/18, class 3 45/48 and 45/47.
func TestPairOfClasses(t *testing.T) {
	in := Input{Target: target.Target{Names: []string{"1", "2", "3"}}}
	for truth, row := range [][]int{{15, 2, 3}, {7, 15, 8}, {2, 3, 45}} {
		for predicted, n := range row {
			for range n {
				in.Truth.Class = append(in.Truth.Class, truth)
				in.Predicted.Class = append(in.Predicted.Class, predicted)
			}
		}
	}
	pair := []string{"3", "1"}
	check(t, "pair", in, with("precision", map[string]any{"classes": pair, "average": none}), 15.0/17, 45.0/48)
	check(t, "pair", in, with("recall", map[string]any{"classes": pair, "average": none}), 15.0/18, 45.0/47)
	check(t, "pair", in, with("accuracy", map[string]any{"classes": pair}), 60.0/65)
	check(t, "all", in, with("accuracy", map[string]any{"classes": []string{"1", "2", "3"}}), 0.75)
	check(t, "unknown", in, with("accuracy", map[string]any{"classes": []string{"1", "4"}}), math.NaN())
	unknown := with("recall", map[string]any{"classes": []string{"4", "1"}, "average": none})
	check(t, "unknown", in, unknown, math.NaN(), math.NaN())
	if got := unknown.Names(in.Target.Names); !reflect.DeepEqual(got, []string{"recall[4]", "recall[1]"}) {
		t.Errorf("names %q", got)
	}
	sub, _ := with("confusion", map[string]any{"classes": pair}).Restrict(in)
	if got := Confusion(sub); !reflect.DeepEqual(got, [][]float64{{15, 3}, {2, 45}}) ||
		!reflect.DeepEqual(sub.Target.Names, []string{"1", "3"}) {
		t.Errorf("confusion %v of %q", got, sub.Target.Names)
	}
}

func TestRestrict(t *testing.T) {
	in := Input{Target: target.Target{Names: []string{"a", "b", "c"}}, Truth: target.Rows{Class: []int{0, 2, 1, 2, 0}},
		Predicted:     target.Rows{Class: []int{2, 2, 2, 1, 0}},
		Scores:        []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15},
		Probabilities: []float64{0.2, 0.5, 0.3, 0, 1, 0, 0.1, 0.1, 0.8, 0.1, 0.1, 0.8, 0.75, 0, 0.25}}
	got, ok := with("accuracy", map[string]any{"classes": []string{"c", "a"}}).Restrict(in)
	want := Input{Target: target.Target{Names: []string{"a", "c"}}, Truth: target.Rows{Class: []int{0, 1, 0}},
		Predicted: target.Rows{Class: []int{1, 1, 0}}, Scores: []float64{1, 3, 4, 6, 13, 15},
		Probabilities: []float64{0.4, 0.6, 0.5, 0.5, 0.75, 0.25}}
	if !ok || !reflect.DeepEqual(got, want) {
		t.Errorf("got %+v, %v", got, ok)
	}
	if in.Probabilities[0] != 0.2 {
		t.Error("the input was changed")
	}
	if whole, ok := with("accuracy", nil).Restrict(in); !ok || !reflect.DeepEqual(whole, in) {
		t.Errorf("without classes: %+v, %v", whole, ok)
	}
	if _, ok := with("accuracy", map[string]any{"classes": []string{"a", "d"}}).Restrict(in); ok {
		t.Error("an unknown class fits")
	}
	check(t, "brier", in, with("brier", map[string]any{"classes": []string{"a", "c"}}), (2*0.36+2*0.25+2*0.0625)/3)
	check(t, "no row", Input{Target: target.Target{Names: in.Target.Names}, Truth: target.Rows{Class: []int{0}},
		Predicted: target.Rows{Class: []int{1}}},
		with("accuracy", map[string]any{"classes": []string{"a", "c"}}), math.NaN())
}

// Whatever stored results say of a metric, it is refused or computed.
func FuzzSpec(f *testing.F) {
	f.Add("f1(average=none)", "f1", []byte(`{"average":"none"}`))
	f.Add(`train:fbeta(classes=["a,\"",b],beta=2)`, "fbeta", []byte(`{"beta":1e300,"classes":["a","b"],"on":"train"}`))
	f.Add("auc", "auc", []byte(`{"mode":"ovo","average":null}`))
	f.Add("f1(average=samples)", "f1", []byte(`{"average":"samples","zero_division":"nan"}`))
	f.Add("ece", "ece", []byte(`{"bins":3,"k":1e18}`))
	in := Input{Target: target.Target{Names: []string{"a", "b", "c"}}, Truth: target.Rows{Class: []int{0, 1, 2, 0}},
		Predicted: target.Rows{Class: []int{0, 1, 0, 1}}, Scores: make([]float64, 12), Probabilities: make([]float64, 12)}
	labels := Input{Target: target.Target{Names: in.Target.Names, MultiLabel: true},
		Truth: rowsOf(3, 0, 1, 1, 0, 0, 0), Predicted: rowsOf(3, make([]int8, 6)...),
		Scores: make([]float64, 6), Probabilities: make([]float64, 6)}
	f.Fuzz(func(t *testing.T, name, kind string, config []byte) {
		s := Spec{Name: name, Type: kind, Config: config}
		names := s.Names(in.Target.Names)
		if s.Check() != nil {
			return
		}
		if values := s.Compute(in); len(values) != len(names) {
			t.Errorf("%d values for %q", len(values), names)
		}
		if values := s.Compute(labels); len(values) != len(names) {
			t.Errorf("%d values of labels for %q", len(values), names)
		}
	})
}
