package folder

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestCodeMatrix(t *testing.T) {
	m, err := Code{Rows: []string{"+-.", "-++"}}.Matrix()
	if want := (contract.Dense{{1, -1, 0}, {-1, 1, 1}}); err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("%v, %v; want %v", m, err, want)
	}
	for design, want := range map[string]contract.Code{"one_vs_one": contract.Pairs(4), "one_vs_rest": contract.Rest(4)} {
		c := NewCode("r", "d", want)
		if m, err := c.Matrix(); c.Design != design || c.Classes != 4 || c.Rows != nil || err != nil || !reflect.DeepEqual(m, want) {
			t.Errorf("%+v, %v, %v", c, m, err)
		}
	}
	for _, bad := range []Code{{Design: "one_vs_one", Classes: -1}, {Design: "one_vs_one", Classes: 1},
		{Design: "one_vs_rest", Classes: 2}, {Design: "one_vs_one", Classes: 1 << 40}, {Design: "one_vs_one", Classes: 2897},
		{Design: "pairs", Classes: 4},
		{Design: "one_vs_one", Classes: 3, Rows: []string{"+", "-"}}} {
		if m, err := bad.Matrix(); err == nil {
			t.Errorf("%+v is %v", bad, m)
		}
	}
	for _, rows := range [][]string{{"+-", "+"}, {"+-", "+x"}, {"+", "é"}, {"+x+"}} {
		if m, err := (Code{Reduction: "r", Dataset: "d", Rows: rows}).Matrix(); err == nil {
			t.Errorf("%q is %v", rows, m)
		}
	}
}

func TestMergeCodes(t *testing.T) {
	a, b, old := piece("a"), piece("b"), piece("c")
	a.Codes = []Code{{Reduction: "r", Dataset: "d", Rows: []string{"+", "-"}}}
	b.Codes = []Code{a.Codes[0], {Reduction: "s", Dataset: "d", Rows: []string{"-", "+"}}}
	merged, err := mergeExperiments([]Experiment{a, old, b}, []string{"A", "B", "C"})
	if err != nil || !reflect.DeepEqual(merged.Codes, b.Codes) {
		t.Errorf("%v, %v", merged.Codes, err)
	}
	b.Codes[0].Rows = []string{"-", "+"}
	for _, other := range []Code{b.Codes[0], {Reduction: "r", Dataset: "d", Design: "one_vs_one", Classes: 2}} {
		b.Codes[0] = other
		if _, err := mergeExperiments([]Experiment{a, b}, []string{"A", "B"}); err == nil {
			t.Errorf("%v and %v are merged", a.Codes, b.Codes)
		}
	}
}
