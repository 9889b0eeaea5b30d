package code

import (
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestPairs(t *testing.T) {
	want := contract.Dense{{1, 1, 0}, {-1, 0, 1}, {0, -1, -1}}
	if got, err := WrittenOut(contract.Pairs(3)); err != nil || !reflect.DeepEqual(got, want) {
		t.Errorf("%v, %v, want %v", got, err, want)
	}
	for k := 2; k < 9; k++ {
		pairs, want := contract.Pairs(k), oneVsOne(k)
		if got, err := WrittenOut(pairs); err != nil || !reflect.DeepEqual(got, want) {
			t.Errorf("%d classes: %v, %v", k, got, err)
		}
		if pairs.Classes() != k || pairs.Columns() != want.Columns() {
			t.Errorf("%d classes, %d columns", pairs.Classes(), pairs.Columns())
		}
		for l := range pairs.Columns() {
			i, j := pairs.Pair(l)
			if !reflect.DeepEqual(pairs.Column(l), want.Column(l)) || pairs.Number(i, j) != l {
				t.Errorf("%d classes, column %d: %v, the pair %d, %d", k, l, pairs.Column(l), i, j)
			}
		}
		for class := range k {
			if got, want := pairs.Row(class), want.Row(class); !reflect.DeepEqual(got, want) {
				t.Errorf("%d classes, row %d: %v, want %v", k, class, got, want)
			}
		}
	}
	if _, err := WrittenOut(contract.Pairs(513)); err == nil || !strings.Contains(err.Error(), "513 classes and 131328 columns") {
		t.Errorf("a code of 67 million entries is written out: %v", err)
	}
}

func TestRest(t *testing.T) {
	for k := 3; k < 6; k++ {
		rest, want := contract.Rest(k), make(contract.Dense, k)
		for i := range want {
			want[i] = make([]int8, k)
			for l := range want[i] {
				if want[i][l] = -1; l == i {
					want[i][l] = 1
				}
			}
		}
		if got, err := WrittenOut(rest); err != nil || !reflect.DeepEqual(got, want) || rest.Columns() != k {
			t.Errorf("%d classes: %v, %v", k, got, err)
		}
		for l := range k {
			if !reflect.DeepEqual(rest.Column(l), want.Column(l)) || !reflect.DeepEqual(rest.Row(l), want.Row(l)) {
				t.Errorf("%d classes, %d: column %v, row %v", k, l, rest.Column(l), rest.Row(l))
			}
		}
	}
}
