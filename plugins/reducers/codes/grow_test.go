package codes

import (
	"math/rand/v2"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

func TestGrow(t *testing.T) {
	confusion := [][]int{
		{90, 0, 1, 3, 0},
		{0, 80, 9, 0, 2},
		{1, 7, 70, 0, 0},
		{0, 0, 5, 60, 0},
		{0, 2, 2, 0, 50},
	}
	tests := []struct {
		name string
		code contract.Dense
		want []int8
	}{
		// Classes 1 and 2 are confused 16 times; 0 and 3 resemble 2, 4 resembles 1.
		{"new", rest(5), []int8{-1, 1, -1, -1, 1}},
		{"there already", join(rest(5), []int8{-1, 1, -1, -1, 1}), []int8{1, 1, -1, -1, 1}},
		{"there mirrored", join(rest(5), []int8{1, -1, 1, 1, -1}), []int8{1, 1, -1, -1, 1}},
		{"both", join(rest(5), []int8{-1, 1, -1, -1, 1}, []int8{1, 1, -1, -1, 1}), []int8{0, 1, -1, -1, 1}},
		{"all changes of the first class",
			join(rest(5), []int8{-1, 1, -1, -1, 1}, []int8{1, 1, -1, -1, 1}, []int8{0, 1, -1, -1, 1}),
			[]int8{-1, 1, -1, 1, 1}},
	}
	for _, test := range tests {
		if got, ok := Grow(test.code, confusion); !ok || !reflect.DeepEqual(got, test.want) {
			t.Errorf("%s: got %v, %v, want %v", test.name, got, ok, test.want)
		}
	}
	even := [][]int{{9, 3, 1}, {3, 9, 1}, {1, 1, 9}}
	if got, _ := Grow(rest(3), even); !reflect.DeepEqual(got, []int8{1, -1, 0}) {
		t.Errorf("a class as near to one as to the other: %v, want it left out", got)
	}
	oneWay := [][]int{{9, 2, 0}, {0, 9, 0}, {3, 0, 9}} // 2 is taken for 0
	if got, _ := Grow(rest(3), oneWay); !reflect.DeepEqual(got, []int8{1, 0, -1}) {
		t.Errorf("confusion one way: %v", got)
	}
	if got, ok := Grow(rest(3), [][]int{{5, 0, 0}, {0, 5, 0}, {0, 0, 5}}); ok {
		t.Errorf("no confusion: got %v", got)
	}
	if got, ok := Grow(rest(2), [][]int{{5, 3}, {2, 5}}); ok {
		t.Errorf("two classes have one question, but got %v", got)
	}
	if !panics(func() { Grow(rest(3), even[:2]) }) ||
		!panics(func() { Grow(rest(3), [][]int{{1, 2}, {1, 2}, {1, 2}}) }) {
		t.Error("a table of another size does not panic")
	}
}

// join adds columns to a code.
func join(c contract.Dense, columns ...[]int8) contract.Dense {
	wide := make(contract.Dense, len(c))
	for k, row := range c {
		wide[k] = append(wide[k], row...)
		for _, column := range columns {
			wide[k] = append(wide[k], column[k])
		}
	}
	return wide
}

// TestGrowGoesOn grows codes until nothing is left.
func TestGrowGoesOn(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for k := 2; k <= 7; k++ {
		confusion := make([][]int, k)
		for i := range confusion {
			for range k {
				confusion[i] = append(confusion[i], 1+r.IntN(20))
			}
		}
		c := make(contract.Dense, k)
		for {
			column, ok := Grow(c, confusion)
			if !ok {
				break
			}
			c = join(c, column)
		}
		checkSound(t, c)
		// The pairs alone are among the columns, and for three classes all are.
		if least := k * (k - 1) / 2; c.Columns() < least || k <= 3 && c.Columns() != SparseCap(k) {
			t.Errorf("%d classes: the code grows to %d columns", k, c.Columns())
		}
	}
}
