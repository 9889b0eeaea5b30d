package lists_test

import (
	"slices"
	"strconv"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
)

func TestListsOfLists(t *testing.T) {
	odd := func(n int) bool { return n%2 == 1 }
	numbers := lists.Range(4)
	if !slices.Equal(numbers, []int{0, 1, 2, 3}) || len(lists.Range(0)) != 0 {
		t.Errorf("the numbers below 4 are %v, those below 0 %v", numbers, lists.Range(0))
	}
	if texts := lists.Map(numbers, strconv.Itoa); !slices.Equal(texts, []string{"0", "1", "2", "3"}) {
		t.Errorf("as texts they are %v", texts)
	}
	if list := lists.Filter(numbers, odd); !slices.Equal(list, []int{1, 3}) {
		t.Errorf("the odd ones are %v", list)
	}
	if none := lists.Filter([]int{2}, odd); none != nil {
		t.Errorf("the odd ones of 2 are %v, not nil", none)
	}
	if n := lists.Count(numbers, odd); n != 2 {
		t.Errorf("%d of them are odd", n)
	}
	if table := lists.Table[int](2, 1); len(table) != 2 || !slices.Equal(table[1], []int{0}) {
		t.Errorf("a table of 2 rows of 1 is %v", table)
	}
	if n := lists.Sum(numbers); n != 6 {
		t.Errorf("their sum is %d", n)
	}
}
