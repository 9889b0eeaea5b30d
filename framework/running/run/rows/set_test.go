package rows

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/running/prepare"
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

// A part has room for a model for each pair of classes, as long as a reduction may have so
// many, and else for one for each class.
func TestPartsOfManyClasses(t *testing.T) {
	set := NewSet(Test, service.Features{}, []contract.Range{{Start: 0, End: 3750}})
	for _, test := range []struct {
		classes int
		labels  bool
		most    int
	}{{20, false, 3750}, {100, false, 423}, {1000, false, 64}, {2896, false, 64}, {2897, false, 180}, {4000, false, 131},
		{4000, true, 131}} {
		table := &data.Table{}
		table.Target = target.Target{Names: make([]string, test.classes), MultiLabel: test.labels}
		f := &Fold{Block: &Block{Block: &prepare.Block{Dataset: &prepare.Dataset{Table: table}}}}
		if got := f.Parts(set)[0].Count; got != test.most {
			t.Errorf("%d classes or labels: %d rows in a part, want %d", test.classes, got, test.most)
		}
	}
}
