package codes

import (
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/hierarchy"
)

// Three parts, one of which is of two classes.
var threeParts = []any{[]any{"a", "d"}, "c", "b"}

func TestCodeOfAHierarchy(t *testing.T) {
	h, err := ParseHierarchy(threeParts, []string{"a", "b", "c", "d"})
	if err != nil {
		t.Fatal(err)
	}
	parts := [][]int{{0, 3}, {2}, {1}}
	for local, want := range map[Local]struct {
		code   contract.Dense
		splits []Split
	}{
		Siblings: {contract.Dense{{1, -1, -1, 1}, {-1, -1, 1, 0}, {-1, 1, -1, 0}, {1, -1, -1, -1}},
			[]Split{{Parts: parts, Columns: []int{0, 1, 2}}, {Parts: [][]int{{0}, {3}}, Columns: []int{3}}}},
		Pairs: {contract.Dense{{1, 1, 0, 1}, {0, -1, -1, 0}, {-1, 0, 1, 0}, {1, 1, 0, -1}},
			[]Split{{Parts: parts, Columns: []int{0, 1, 2}, Pairs: true}, {Parts: [][]int{{0}, {3}}, Columns: []int{3}}}},
	} {
		code, splits := LocalCode(h, 4, local)
		if !reflect.DeepEqual(code, want.code) || !reflect.DeepEqual(splits, want.splits) || LocalColumns(h, local) != 4 {
			t.Errorf("%s: %v, %+v, %d columns", local, code, splits, LocalColumns(h, local))
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
	code, splits := LocalCode(h, 5, Pairs)
	if !reflect.DeepEqual(code, tree.Code(5)) || len(splits) != 4 || LocalColumns(h, Pairs) != 4 {
		t.Errorf("%v, %+v", code, splits)
	}
	for _, wrong := range []any{[]any{"a"}, []any{"a", []any{}}, []any{"a", "a", "b"}, []any{"a", "b"}, "a"} {
		if h, err := ParseHierarchy(wrong, []string{"a", "b", "c"}); err == nil {
			t.Errorf("%v is %+v", wrong, h)
		}
	}
}

// By hand: a and b below x below its single part, c and d below y, e by itself.
func TestWideCodes(t *testing.T) {
	tree, err := hierarchy.Read(map[string]any{"p": map[string]any{"x": []any{"a", "b"}}, "q": []any{"c", "d"},
		"e": map[string]any{}}, []string{"a", "b", "c", "d", "e"}, hierarchy.Parts{})
	if err != nil {
		t.Fatal(err)
	}
	parts := [][]int{{4}, {0, 1}, {2, 3}}
	for local, want := range map[Local]struct {
		code   contract.Dense
		splits []Split
	}{
		// e has no node on the second level, a and b have x; on the third they are alone.
		Level: {contract.Dense{{-1, 1, -1, 1, -1, -1}, {-1, 1, -1, -1, -1, -1}, {-1, -1, 1, 0, 1, -1}, {-1, -1, 1, 0, -1, 1},
			{1, -1, -1, 0, 0, 0}},
			[]Split{{Parts: parts, Columns: []int{0, 1, 2}}, {Parts: [][]int{{0}, {1}}, Columns: []int{3}},
				{Parts: [][]int{{2}, {3}}, Columns: []int{4, 5}, Wide: true}}},
		Rest: {contract.Dense{{-1, 1, -1, 1, -1, -1, -1}, {-1, 1, -1, -1, 1, -1, -1}, {-1, -1, 1, -1, -1, 1, -1},
			{-1, -1, 1, -1, -1, -1, 1}, {1, -1, -1, -1, -1, -1, -1}},
			[]Split{{Parts: parts, Columns: []int{0, 1, 2}}, {Parts: [][]int{{0}, {1}}, Columns: []int{3, 4}, Wide: true},
				{Parts: [][]int{{2}, {3}}, Columns: []int{5, 6}, Wide: true}}},
	} {
		code, splits := LocalCode(tree, 5, local)
		if !reflect.DeepEqual(code, want.code) || !reflect.DeepEqual(splits, want.splits) {
			t.Errorf("%s:\n%v, %+v, want\n%v, %+v", local, code, splits, want.code, want.splits)
		}
		checkSound(t, code)
	}
}
