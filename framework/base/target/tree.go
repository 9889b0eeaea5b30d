package target

import (
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// Tree is a node of a tree of classes, and with it all below: its leaves are classes, and the
// root stands for all. A node may have a single part.
type Tree struct {
	Name  string `json:"name,omitempty"`  // of an inner node, where it has one
	Class int    `json:"class,omitempty"` // of a leaf: the number of its class
	Parts []Tree `json:"parts,omitempty"` // nil for a leaf
}

// Leaf reports whether the node is a class.
func (t Tree) Leaf() bool { return len(t.Parts) == 0 }

// Leaves returns the classes below the node from left to right.
func (t Tree) Leaves() []int {
	if t.Leaf() {
		return []int{t.Class}
	}
	var all []int
	for _, part := range t.Parts {
		all = append(all, part.Leaves()...)
	}
	return all
}

// Check refuses a tree whose leaves are not the classes 0 … k−1, each once.
func (t Tree) Check(k int) error {
	leaves := t.Leaves()
	slices.Sort(leaves)
	if !slices.Equal(leaves, lists.Range(k)) {
		return fmt.Errorf("the leaves of the tree are not %d classes, each once", k)
	}
	return nil
}

// Sorted is the tree with the parts of each node in the order of their first classes, however
// it was written.
func (t Tree) Sorted() Tree {
	if t.Leaf() {
		return t
	}
	sorted := Tree{Name: t.Name, Parts: lists.Map(t.Parts, Tree.Sorted)}
	slices.SortStableFunc(sorted.Parts, func(a, b Tree) int { return slices.Min(a.Leaves()) - slices.Min(b.Leaves()) })
	return sorted
}

// Of is the tree of some of the classes, given by their numbers, which are numbered anew in
// this order. Nodes without any of them are left out; it is nil if none is left.
func (t Tree) Of(classes []int) *Tree {
	if t.Leaf() {
		at := slices.Index(classes, t.Class)
		if at < 0 {
			return nil
		}
		return &Tree{Class: at}
	}
	some := Tree{Name: t.Name}
	for _, part := range t.Parts {
		if kept := part.Of(classes); kept != nil {
			some.Parts = append(some.Parts, *kept)
		}
	}
	if some.Parts == nil {
		return nil
	}
	return &some
}

// Branching is the tree without nodes of a single part, each of which is replaced by its part.
func (t Tree) Branching() Tree {
	if t.Leaf() {
		return t
	}
	if len(t.Parts) == 1 {
		return t.Parts[0].Branching()
	}
	return Tree{Name: t.Name, Parts: lists.Map(t.Parts, Tree.Branching)}
}

// Paths returns for each of the k classes, which are the leaves, the nodes on the way from the
// root to it, the root left out and the class itself the last. Nodes have numbers of their own.
func (t Tree) Paths(k int) [][]int {
	paths, nodes := make([][]int, k), 0
	var walk func(t Tree, above []int)
	walk = func(t Tree, above []int) {
		if t.Leaf() {
			paths[t.Class] = above
		}
		for _, part := range t.Parts {
			number := nodes
			nodes++
			walk(part, append(slices.Clip(above), number))
		}
	}
	walk(t, nil)
	return paths
}

// Digest identifies a tree by its nodes, not by their names or their order; it is "" for none.
func (t *Tree) Digest() string {
	if t == nil {
		return ""
	}
	h := sha256.New()
	var walk func(t Tree)
	walk = func(t Tree) {
		_ = binary.Write(h, binary.LittleEndian, []int64{int64(len(t.Parts)), int64(t.Class)})
		for _, part := range t.Parts {
			walk(part)
		}
	}
	walk(t.Sorted())
	return hex.EncodeToString(h.Sum(nil)[:16])
}
