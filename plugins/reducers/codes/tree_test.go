package codes

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/hierarchy"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// show writes a tree as nested pairs.
func show(t Tree) string {
	if t.Leaf() {
		return fmt.Sprint(t.Class)
	}
	return "(" + show(*t.Left) + " " + show(*t.Right) + ")"
}

func leaf(class int) Tree         { return Tree{Class: class} }
func node(left Tree, r Tree) Tree { return Tree{Left: &left, Right: &r} }
func growers() map[string]func(k int, seed uint64) Tree {
	return map[string]func(k int, seed uint64) Tree{
		"random":   RandomTree,
		"balanced": BalancedTree,
		"data-balanced": func(k int, seed uint64) Tree {
			counts := make([]int, k)
			for i := range counts {
				counts[i] = 1 + i*i
			}
			return DataBalancedTree(counts, seed)
		},
	}
}

func TestTreeCode(t *testing.T) {
	tree := node(node(leaf(0), leaf(3)), node(leaf(2), node(leaf(1), leaf(4))))
	want := contract.Dense{{1, 1, 0, 0}, {-1, 0, -1, 1}, {-1, 0, 1, 0}, {1, -1, 0, 0}, {-1, 0, -1, -1}}
	if got := tree.Code(5); !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for _, k := range []int{4, 6} {
		if !panics(func() { tree.Code(k) }) {
			t.Errorf("a tree of 5 classes as one of %d does not panic", k)
		}
	}
	if twice := node(leaf(1), leaf(1)); !panics(func() { twice.Code(2) }) {
		t.Error("a class twice does not panic")
	}
}

func TestRandomTrees(t *testing.T) {
	for name, grow := range growers() {
		for _, k := range []int{2, 3, 4, 7, 26, 200} {
			tree := grow(k, 1)
			c := tree.Code(k) // panics if a class is missing
			if c.Columns() != k-1 {
				t.Errorf("%s %d: %d columns", name, k, c.Columns())
			}
			checkSound(t, c)
			for l := range c.Columns() {
				if _, mirrored := code.Canonical(c.Column(l)); mirrored {
					t.Errorf("%s %d: the first class of node %d is on its right", name, k, l)
				}
			}
			if show(tree) != show(grow(k, 1)) {
				t.Errorf("%s %d: the same seed gives different trees", name, k)
			}
			if k > 4 && show(tree) == show(grow(k, 2)) {
				t.Errorf("%s %d: different seeds give the same tree", name, k)
			}
		}
	}
}

// checkUniform is a χ² test of equal shares, with seeds that follow each other.
func checkUniform(t *testing.T, name string, kinds, draws int, grow func(seed uint64) Tree) {
	t.Helper()
	count := map[string]int{}
	for seed := range uint64(draws) {
		count[show(grow(seed))]++
	}
	if len(count) != kinds {
		t.Fatalf("%s: %d different trees, want %d", name, len(count), kinds)
	}
	expected, statistic := float64(draws)/float64(kinds), 0.0
	for _, n := range count {
		statistic += (float64(n) - expected) * (float64(n) - expected) / expected
	}
	freedom := float64(kinds - 1)
	if z := (statistic - freedom) / math.Sqrt(2*freedom); z > 4 {
		t.Errorf("%s: χ² = %.1f of %v degrees of freedom", name, statistic, freedom)
	}
}

func TestTreesAreUniform(t *testing.T) {
	checkUniform(t, "3 classes", 3, 3000, func(seed uint64) Tree { return RandomTree(3, seed) })
	checkUniform(t, "4 classes", 15, 6000, func(seed uint64) Tree { return RandomTree(4, seed) })
	checkUniform(t, "5 classes", 105, 21000, func(seed uint64) Tree { return RandomTree(5, seed) })
	checkUniform(t, "balanced, 4 classes", 3, 3000, func(seed uint64) Tree { return BalancedTree(4, seed) })
	checkUniform(t, "balanced, 5 classes", 30, 9000, func(seed uint64) Tree { return BalancedTree(5, seed) })
}

func TestBalancedTree(t *testing.T) {
	var check func(tree Tree) int
	check = func(tree Tree) int {
		if tree.Leaf() {
			return 1
		}
		left, right := check(*tree.Left), check(*tree.Right)
		if left-right > 1 || right-left > 1 {
			t.Errorf("a node of %d and %d classes", left, right)
		}
		return left + right
	}
	for k := 2; k < 40; k++ {
		check(BalancedTree(k, uint64(k)))
	}
}

func TestDataBalancedTree(t *testing.T) {
	// One class has most rows, so that the part that reaches half ends with it.
	counts := []int{1, 1, 1, 100, 1, 1}
	for seed := range uint64(50) {
		tree := DataBalancedTree(counts, seed)
		left, right := tree.Left.Leaves(), tree.Right.Leaves()
		if with := slices.Contains(left, 3); !with && !slices.Contains(right, 3) || len(left)+len(right) != 6 {
			t.Fatalf("tree %s", show(tree))
		}
	}
	for seed := range uint64(20) { // equal counts: halves, of 3 classes 2 and 1
		tree := DataBalancedTree([]int{5, 5, 5, 5, 5, 5}, seed)
		if len(tree.Left.Leaves()) != 3 {
			t.Fatalf("tree %s", show(tree))
		}
	}
	DataBalancedTree([]int{0, 0, 0}, 1).Code(3)
	DataBalancedTree([]int{0, 7, 0}, 1).Code(3)
}

func TestJoin(t *testing.T) {
	// The second tree asks {0,1} against {2,3} mirrored, the third 2 against 3.
	trees := []Tree{
		node(node(leaf(0), leaf(1)), node(leaf(2), leaf(3))),
		node(node(leaf(2), leaf(3)), node(leaf(0), leaf(1))),
		node(leaf(0), node(leaf(1), node(leaf(3), leaf(2)))),
	}
	got := Join(4, trees)
	want := Ensemble{
		Code:  contract.Dense{{1, 1, 0, 1, 0}, {1, -1, 0, -1, 1}, {-1, 0, 1, -1, -1}, {-1, 0, -1, -1, -1}},
		Trees: [][]int{{0, 1, 2}, {0, 2, 1}, {3, 4, 2}},
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if alone := Join(4, trees[1:2]); !reflect.DeepEqual(alone.Code, trees[1].Code(4)) {
		t.Errorf("one tree: %v, want %v", alone.Code, trees[1].Code(4))
	}
	if !panics(func() { Join(4, nil) }) {
		t.Error("no trees: no panic")
	}
}

// TestJoinKeepsProbabilities multiplies along the paths of each tree, with the
// joined code and with the tree itself.
func TestJoinKeepsProbabilities(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 0))
	for k := 2; k < 8; k++ {
		var trees []Tree
		for seed := range uint64(12) {
			trees = append(trees, RandomTree(k, seed))
			trees = append(trees, mirrored(trees[len(trees)-1]))
		}
		e := Join(k, trees)
		checkSound(t, e.Code)
		positive := make([]float64, e.Code.Columns())
		byKey := map[string]float64{} // of the canonical form
		for l := range positive {
			positive[l] = r.Float64()
			key, p := canonicalKey(e.Code.Column(l)), positive[l]
			if _, swapped := code.Canonical(e.Code.Column(l)); swapped {
				p = 1 - p
			}
			byKey[key] = p
		}
		for i, tree := range trees {
			own := tree.Code(k)
			for class := range k {
				got, want := 1.0, 1.0
				for at, l := range e.Trees[i] {
					got *= sideProbability(e.Code[class][l], positive[l])
					p := byKey[canonicalKey(own.Column(at))]
					if _, swapped := code.Canonical(own.Column(at)); swapped {
						p = 1 - p
					}
					want *= sideProbability(own[class][at], p)
				}
				if math.Abs(got-want) > 1e-15 {
					t.Fatalf("%d classes, tree %d, class %d: probability %v, want %v", k, i, class, got, want)
				}
			}
		}
	}
}

func sideProbability(m int8, positive float64) float64 {
	switch {
	case m > 0:
		return positive
	case m < 0:
		return 1 - positive
	}
	return 1
}

func mirrored(t Tree) Tree {
	if t.Leaf() {
		return t
	}
	return node(mirrored(*t.Right), mirrored(*t.Left))
}

func TestParseTree(t *testing.T) {
	classes := []string{"a", "b", "c", "10", "0.5"}
	tests := []struct{ text, want string }{
		{`[["a","b"],["c",["10","0.5"]]]`, "((0 1) (2 (3 4)))"},
		{`["c",[["b","a"],[10,0.5]]]`, "(2 ((1 0) (3 4)))"},
	}
	for _, test := range tests {
		tree, err := parse(t, test.text, classes)
		if err != nil || show(tree) != test.want {
			t.Errorf("%s: got %s and error %v, want %s", test.text, show(tree), err, test.want)
		}
	}
}

func parse(t *testing.T, text string, classes []string) (Tree, error) {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatal(err)
	}
	return ParseTree(v, classes)
}

func TestParseTreeErrors(t *testing.T) {
	classes := []string{"a", "b", "c"}
	tests := []struct {
		text string
		path []any
		want string
	}{
		{`["a",["b","d"]]`, []any{1, 1}, `the data have no class "d": the classes are "a", "b", "c"`},
		{`["a",["b",3]]`, []any{1, 1}, `no class "3"`},
		{`["a",["b","a"]]`, []any{1, 1}, `class "a" is in the tree twice, first at tree[0]`},
		{`["a","b","c"]`, nil, "two parts, and this list has 3"},
		{`[["a","b"],["c"]]`, []any{1}, "this list has 1"},
		{`[["a",[]],"c"]`, []any{0, 1}, "this list has 0"},
		{`["a",["b",null]]`, []any{1, 1}, "name of a class or a list of two parts"},
		{`[{"a":1},"b"]`, []any{0}, "a node with a name stands in an object"},
		{`["a","b"]`, nil, `the tree lacks "c"`},
		{`"a"`, nil, `the tree lacks "b", "c"`},
	}
	for _, test := range tests {
		tree, err := parse(t, test.text, classes)
		var e *hierarchy.Error
		if !errors.As(err, &e) || !strings.Contains(err.Error(), test.want) || !reflect.DeepEqual(e.Path, test.path) {
			t.Errorf("%s: got %s and error %#v, want %q at %v", test.text, show(tree), err, test.want, test.path)
		}
	}
}

func FuzzParseTree(f *testing.F) {
	f.Add(`[["a","b"],["c",2]]`)
	f.Add(`["a",["b",["c","2"]]]`)
	f.Add(`[[[[]]],null]`)
	classes := []string{"a", "b", "c", "2"}
	f.Fuzz(func(t *testing.T, text string) {
		var v any
		if json.Unmarshal([]byte(text), &v) != nil {
			return
		}
		tree, err := ParseTree(v, classes)
		if err == nil {
			checkSound(t, tree.Code(len(classes)))
			return
		}
		var e *hierarchy.Error
		if !errors.As(err, &e) {
			t.Fatalf("error %v has no path", err)
		}
		for _, step := range e.Path {
			switch step := step.(type) { // panics if the path leads nowhere
			case int:
				v = v.([]any)[step]
			case string:
				v = v.(map[string]any)[step]
			}
		}
	})
}

// TestTreesArePinned holds the trees of a seed fixed: results are only comparable
// between versions while these stay as they are.
func TestTreesArePinned(t *testing.T) {
	want := map[string]string{"random": "((0 (1 ((2 3) 4))) 5)", "balanced": "(((0 4) 2) ((1 3) 5))",
		"data-balanced": "((((0 2) 4) 5) (1 3))"}
	for name, grow := range growers() {
		if got := show(grow(6, 42)); got != want[name] {
			t.Errorf("%s: got %s, want %s", name, got, want[name])
		}
	}
}
