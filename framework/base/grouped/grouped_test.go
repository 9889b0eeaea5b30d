package grouped_test

import (
	"fmt"
	"testing"

	"github.com/manyclass/bench/framework/base/grouped"
)

func TestKeysKeepTheOrderOfTheirFirstAppearance(t *testing.T) {
	var sums grouped.By[string, int]
	for i, key := range []string{"b", "a", "b", "c", "a"} {
		*sums.At(key) += i
	}
	got := ""
	for key, sum := range sums.All() {
		got += fmt.Sprintf("%s%d ", key, *sum)
	}
	if got != "b2 a5 c3 " || sums.Len() != 3 {
		t.Errorf("%d sums: %s", sums.Len(), got)
	}
	for key := range sums.All() {
		if key != "b" {
			t.Errorf("went on to %s", key)
		}
		break
	}
}

func TestNothingGatheredGivesNothing(t *testing.T) {
	var none grouped.By[int, []string]
	for key := range none.All() {
		t.Errorf("key %d of none", key)
	}
	if none.Len() != 0 {
		t.Errorf("%d keys of none", none.Len())
	}
}
