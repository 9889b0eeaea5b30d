package target

import (
	"reflect"
	"testing"
)

func TestWords(t *testing.T) {
	for _, test := range []struct {
		target     Target
		kind, unit string
	}{{Target{}, "classes", "class"}, {Target{MultiLabel: true}, "labels", "label"}} {
		if kind, unit := test.target.Kind(), test.target.Unit(); kind != test.kind || unit != test.unit {
			t.Errorf("%q and %q, want %q and %q", kind, unit, test.kind, test.unit)
		}
	}
}

// Only classes that are known to have no rows have no number.
func TestOccurring(t *testing.T) {
	names := []string{"a", "b", "c"}
	for _, test := range []struct{ of, want Target }{
		{Target{Names: names, Counts: []int{2, 0, 1}}, Target{Names: []string{"a", "c"}, Counts: []int{2, 1}}},
		{Target{Names: names}, Target{Names: names}},
		{Target{Names: names, Counts: []int{2, 0}}, Target{Names: names, Counts: []int{2, 0}}},
		{Target{Names: names, Counts: []int{2, 0, 1}, MultiLabel: true, Rows: 3},
			Target{Names: names, Counts: []int{2, 0, 1}, MultiLabel: true, Rows: 3}},
		{Target{Names: names, Counts: []int{2, 0, 1}, Costs: [][]float64{{0, 1, 2}, {3, 0, 4}, {5, 6, 0}}},
			Target{Names: []string{"a", "c"}, Counts: []int{2, 1}, Costs: [][]float64{{0, 2}, {5, 0}}}},
	} {
		if got := test.of.Occurring(); !reflect.DeepEqual(got, test.want) {
			t.Errorf("%+v: %+v, want %+v", test.of, got, test.want)
		}
	}
}

func TestRows(t *testing.T) {
	all := Rows{Class: []int{0, 0}, Y: Listed([]int8{1, 0, 0, 1, 1, 1}, 3)}
	if got := all.Y.Dense(1, 3); !reflect.DeepEqual(got, []int8{1, 1, 1}) {
		t.Errorf("labels %v", got)
	}
	both := Rows{Class: []int{4}}.And(Rows{Class: []int{5, 6}})
	if !reflect.DeepEqual(both, Rows{Class: []int{4, 5, 6}}) {
		t.Errorf("rows %+v", both)
	}
}
