package folder

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestCodeMatrix(t *testing.T) {
	m, err := Code{Rows: []string{"+-.", "-++"}}.Matrix()
	if want := (contract.Code{{1, -1, 0}, {-1, 1, 1}}); err != nil || !reflect.DeepEqual(m, want) {
		t.Errorf("%v, %v; want %v", m, err, want)
	}
	for _, rows := range [][]string{{"+-", "+"}, {"+-", "+x"}, {"+", "é"}, {"+x+"}} {
		if m, err := (Code{Reduction: "r", Dataset: "d", Rows: rows}).Matrix(); err == nil {
			t.Errorf("%q is %v", rows, m)
		}
	}
}

func TestMergeCodes(t *testing.T) {
	a, b, old := piece("a"), piece("b"), piece("c")
	a.Codes = []Code{{"r", "d", []string{"+", "-"}}}
	b.Codes = []Code{{"r", "d", []string{"+", "-"}}, {"s", "d", []string{"-", "+"}}}
	merged, err := mergeExperiments([]Experiment{a, old, b}, []string{"A", "B", "C"})
	if err != nil || !reflect.DeepEqual(merged.Codes, b.Codes) {
		t.Errorf("%v, %v", merged.Codes, err)
	}
	b.Codes[0].Rows = []string{"-", "+"}
	if _, err := mergeExperiments([]Experiment{a, b}, []string{"A", "B"}); err == nil {
		t.Error("two codes of one reduction are merged")
	}
}
