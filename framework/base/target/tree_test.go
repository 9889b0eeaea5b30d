package target

import (
	"encoding/json"
	"reflect"
	"testing"
)

func leaf(class int) Tree              { return Tree{Class: class} }
func node(name string, p ...Tree) Tree { return Tree{Name: name, Parts: p} }

// living is a tree of five classes with a node of a single part.
var living = node("", node("plant", leaf(4), leaf(1)), node("animal", node("", leaf(3)), leaf(0), leaf(2)))

func TestPaths(t *testing.T) {
	want := [][]int{{3, 6}, {0, 2}, {3, 7}, {3, 4, 5}, {0, 1}}
	if got := living.Paths(5); !reflect.DeepEqual(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
}

func TestCheck(t *testing.T) {
	if err := living.Check(5); err != nil {
		t.Error(err)
	}
	for name, wrong := range map[string]Tree{"few": node("", leaf(0), leaf(1)), "twice": node("", leaf(0), leaf(1), leaf(1)),
		"empty": node("", leaf(0), leaf(1), leaf(2), node("nothing"))} {
		if wrong.Check(3) == nil {
			t.Errorf("%s: a tree", name)
		}
	}
}

// Names and order do not matter to the digest of a tree, nodes of a single part do.
func TestDigest(t *testing.T) {
	other := node("all", node("fauna", leaf(0), leaf(2), node("x", leaf(3))), node("flora", leaf(1), leaf(4)))
	if living.Digest() != other.Digest() {
		t.Error("the order or the names of nodes change the digest")
	}
	branching := living.Branching()
	if want := node("", node("plant", leaf(4), leaf(1)), node("animal", leaf(3), leaf(0), leaf(2))); !reflect.DeepEqual(branching, want) {
		t.Errorf("branching: %+v", branching)
	}
	if branching.Digest() == living.Digest() || (*Tree)(nil).Digest() != "" {
		t.Error("a level less has the same digest, or no tree has one")
	}
}

// Of leaves out nodes without classes, and no others: depths stay.
func TestTreeOfSome(t *testing.T) {
	all := Target{Names: []string{"a", "b", "c", "d", "e"}, Counts: []int{3, 0, 0, 2, 0}, Tree: &living}
	some := all.Occurring()
	if want := node("", node("animal", node("", leaf(1)), leaf(0))); !reflect.DeepEqual(*some.Tree, want) {
		t.Errorf("%+v, want %+v", *some.Tree, want)
	}
	if living.Of(nil) != nil || (Target{}).TreeOf([]int{0}) != nil {
		t.Error("no class has a tree")
	}
}

func TestTreeInJSON(t *testing.T) {
	b, err := json.Marshal(living)
	var back Tree
	if err != nil || json.Unmarshal(b, &back) != nil || !reflect.DeepEqual(back, living) {
		t.Errorf("%s: %+v", b, back)
	}
}
