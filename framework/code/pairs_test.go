package code

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestPairs(t *testing.T) {
	want := contract.Code{{1, 1, 0}, {-1, 0, 1}, {0, -1, -1}}
	if got := Pairs(3); !reflect.DeepEqual(got, want) || !ArePairs(got) {
		t.Errorf("%v, want %v", got, want)
	}
	for k := 2; k < 9; k++ {
		if got := Pairs(k); !reflect.DeepEqual(got, oneVsOne(k)) || !ArePairs(got) {
			t.Errorf("%d classes: %v", k, got)
		}
	}
	for name, c := range map[string]contract.Code{
		"nothing": {}, "one class": {{}}, "mirrored": {{-1}, {1}}, "another order": {{1, 0, 1}, {0, 1, -1}, {-1, -1, 0}},
		"one-vs-rest": oneVsRest(3), "an entry more": {{1, 1, 1}, {-1, 0, 1}, {0, -1, -1}},
	} {
		if ArePairs(c) {
			t.Errorf("%s: %v are all pairs", name, c)
		}
	}
}
