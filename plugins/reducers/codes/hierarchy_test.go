package codes

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// Three parts, one of which is of two classes.
var threeParts = []any{[]any{"a", "d"}, "c", "b"}

func TestCodeOfAHierarchy(t *testing.T) {
	h, err := ParseHierarchy(threeParts, []string{"a", "b", "c", "d"})
	if err != nil {
		t.Fatal(err)
	}
	parts := [][]int{{0, 3}, {2}, {1}}
	for pairs, want := range map[bool]struct {
		code   contract.Dense
		splits []Split
	}{
		false: {contract.Dense{{1, -1, -1, 1}, {-1, -1, 1, 0}, {-1, 1, -1, 0}, {1, -1, -1, -1}},
			[]Split{{Parts: parts, Columns: []int{0, 1, 2}}, {Parts: [][]int{{0}, {3}}, Columns: []int{3}}}},
		true: {contract.Dense{{1, 1, 0, 1}, {0, -1, -1, 0}, {-1, 0, 1, 0}, {1, 1, 0, -1}},
			[]Split{{Parts: parts, Columns: []int{0, 1, 2}, Pairs: true}, {Parts: [][]int{{0}, {3}}, Columns: []int{3}}}},
	} {
		code, splits := h.Code(4, pairs)
		if !reflect.DeepEqual(code, want.code) || !reflect.DeepEqual(splits, want.splits) || h.Columns(pairs) != 4 {
			t.Errorf("pairs %v: %v, %+v, %d columns", pairs, code, splits, h.Columns(pairs))
		}
	}
}

// Where all nodes have two parts, the code is that of the tree.
func TestHierarchiesOfTwo(t *testing.T) {
	written, classes := []any{[]any{"a", []any{"c", "b"}}, []any{"e", "d"}}, []string{"a", "b", "c", "d", "e"}
	h, err := ParseHierarchy(written, classes)
	if err != nil {
		t.Fatal(err)
	}
	tree, err := ParseTree(written, classes)
	if err != nil {
		t.Fatal(err)
	}
	code, splits := h.Code(5, true)
	if !reflect.DeepEqual(code, tree.Code(5)) || len(splits) != 4 || h.Columns(true) != 4 {
		t.Errorf("%v, %+v", code, splits)
	}
	for _, wrong := range []any{[]any{"a"}, []any{"a", []any{}}, []any{"a", "a", "b"}, []any{"a", "b"}, "a"} {
		if h, err := ParseHierarchy(wrong, []string{"a", "b", "c"}); err == nil {
			t.Errorf("%v is %+v", wrong, h)
		}
	}
}
