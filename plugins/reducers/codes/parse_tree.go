package codes

import (
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract/hierarchy"
)

// ParseTree reads a tree whose inner nodes have two parts, the first its left, written as
// nested lists of class names,
//
//	[["a", "b"], ["c", ["d", "e"]]]
//
// or in another way that hierarchy.Read reads, whose errors it returns. It panics if there are
// fewer than two classes.
func ParseTree(json any, classes []string) (Tree, error) {
	t, err := hierarchy.Read(json, classes, hierarchy.Parts{Least: 2, Most: 2})
	if err != nil {
		return Tree{}, err
	}
	return Dichotomy(t), nil
}

// ParseHierarchy reads a tree in which a node may have more than two parts.
func ParseHierarchy(json any, classes []string) (target.Tree, error) {
	return hierarchy.Read(json, classes, hierarchy.Parts{Least: 2})
}

// Dichotomy is a tree whose inner nodes have two parts as a nested dichotomy.
func Dichotomy(t target.Tree) Tree {
	if t.Leaf() {
		return Tree{Class: t.Class}
	}
	left, right := Dichotomy(t.Parts[0]), Dichotomy(t.Parts[1])
	return Tree{Left: &left, Right: &right}
}
