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
	pairs := NewCode("r", "d", contract.Pairs(4))
	if m, err := pairs.Matrix(); pairs.Pairs != 4 || pairs.Rows != nil || err != nil || !reflect.DeepEqual(m, contract.Pairs(4)) {
		t.Errorf("%+v, %v, %v", pairs, m, err)
	}
	for _, bad := range []Code{{Pairs: -1}, {Pairs: 1}, {Pairs: 1 << 40}, {Pairs: 3, Rows: []string{"+", "-"}}} {
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
	a.Codes = []Code{{"r", "d", 0, []string{"+", "-"}}}
	b.Codes = []Code{{"r", "d", 0, []string{"+", "-"}}, {"s", "d", 0, []string{"-", "+"}}}
	merged, err := mergeExperiments([]Experiment{a, old, b}, []string{"A", "B", "C"})
	if err != nil || !reflect.DeepEqual(merged.Codes, b.Codes) {
		t.Errorf("%v, %v", merged.Codes, err)
	}
	b.Codes[0].Rows = []string{"-", "+"}
	for _, other := range []Code{b.Codes[0], {"r", "d", 2, nil}} {
		b.Codes[0] = other
		if _, err := mergeExperiments([]Experiment{a, b}, []string{"A", "B"}); err == nil {
			t.Errorf("%v and %v are merged", a.Codes, b.Codes)
		}
	}
}
