package rows

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/service"
)

func TestParts(t *testing.T) {
	set := NewSet(Test, service.Features{}, []contract.Range{{Start: 3, End: 8, Class: 1}, {Start: 10, End: 12, Class: 2}})
	for most, want := range map[int][]Part{
		7: {{Set: *set}},
		4: {
			{Set: *NewSet(Test, service.Features{}, []contract.Range{{Start: 3, End: 7, Class: 1}})},
			{Set: *NewSet(Test, service.Features{},
				[]contract.Range{{Start: 7, End: 8, Class: 1}, {Start: 10, End: 12, Class: 2}}), From: 4},
		},
		6: {
			{Set: *NewSet(Test, service.Features{},
				[]contract.Range{{Start: 3, End: 8, Class: 1}, {Start: 10, End: 11, Class: 2}})},
			{Set: *NewSet(Test, service.Features{}, []contract.Range{{Start: 11, End: 12, Class: 2}}), From: 6},
		},
	} {
		if got := set.Parts(most); !reflect.DeepEqual(got, want) {
			t.Errorf("of %d rows:\ngot  %+v\nwant %+v", most, got, want)
		}
	}
	for name, whole := range map[string]*Set{
		"no rows": NewSet(Grid, service.Features{}, nil), "each without itself": {Role: Test, Count: 9, LeaveOneOut: true},
	} {
		if got := whole.Parts(2); len(got) != 1 || !reflect.DeepEqual(got[0].Set, *whole) {
			t.Errorf("%s: %+v", name, got)
		}
	}
}
