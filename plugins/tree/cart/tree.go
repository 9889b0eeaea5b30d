package cart

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// node is a split or a leaf. The left child of node i is node i+1.
type node struct {
	column    int // −1 for a leaf
	threshold float64
	right     int       // number of the right child
	shares    []float64 // of the classes; for a binary tree that of +1 alone
	impurity  float64   // times the node's share of the rows
}

// Tree is a model: its nodes in the order root, left, right.
type Tree struct {
	nodes         []node
	cols, classes int
	binary        bool // class 1 is +1
}

// add appends a leaf and returns its number.
func (t *Tree) add(counts []float64, impurity float64) int {
	n := node{column: -1, impurity: impurity}
	if t.binary {
		n.shares = []float64{positive(counts[0], counts[1])}
	} else {
		total := lists.Sum(counts)
		n.shares = lists.Map(counts, func(c float64) float64 { return c / total })
	}
	t.nodes = append(t.nodes, n)
	return len(t.nodes) - 1
}

// positive returns plus/(minus + plus), and exactly 1 minus that if minus and plus
// are swapped.
func positive(minus, plus float64) float64 {
	if plus >= minus {
		return plus / (minus + plus)
	}
	return 1 - minus/(minus+plus)
}

// Score writes the shares of the classes in the leaf of each row, or the share of
// +1 for a binary tree.
func (t *Tree) Score(x contract.Matrix, scores []float64) {
	k := len(t.nodes[0].shares)
	if x.Cols != t.cols || len(scores) != k*x.Rows {
		panic(fmt.Sprintf("cart: scoring %d × %d with a tree of %d columns and %d scores into %d", x.Rows, x.Cols, t.cols, k,
			len(scores)))
	}
	for i := range x.Rows {
		copy(scores[i*k:(i+1)*k], t.leaf(x.Row(i)).shares)
	}
}

// Finder finds the leaves of a tree, numbered from the left.
type Finder []step

// step is a split or a leaf, whose column is −1.
type step struct {
	threshold float64
	column    int32
	next      int32 // the right child, or the number of the leaf
}

// Finder returns what finds the leaves of the tree.
func (t *Tree) Finder() Finder {
	f, leaves := make(Finder, len(t.nodes)), int32(0)
	for at, n := range t.nodes {
		f[at] = step{n.threshold, int32(n.column), int32(n.right)}
		if n.column < 0 {
			f[at].next = leaves
			leaves++
		}
	}
	return f
}

// Leaf returns the number of the leaf of a row.
func (f Finder) Leaf(x []float64) int {
	s := &f[0]
	for at := int32(0); s.column >= 0; s = &f[at] {
		if at++; !(x[s.column] <= s.threshold) {
			at = s.next
		}
	}
	return int(s.next)
}

// LeafSparse is Leaf for a row in compressed form.
func (f Finder) LeafSparse(columns []int32, values []float64) int {
	s := &f[0]
	for at := int32(0); s.column >= 0; s = &f[at] {
		v := 0.0
		if place, stored := slices.BinarySearch(columns, s.column); stored {
			v = values[place]
		}
		if at++; !(v <= s.threshold) {
			at = s.next
		}
	}
	return int(s.next)
}

// Leaves returns what Score writes for the rows of each leaf. It is not to be changed.
func (t *Tree) Leaves() [][]float64 {
	var list [][]float64
	for _, n := range t.nodes {
		if n.column < 0 {
			list = append(list, n.shares)
		}
	}
	return list
}

// leaf returns the leaf of a row.
func (t *Tree) leaf(x []float64) *node {
	at := 0
	for t.nodes[at].column >= 0 {
		if x[t.nodes[at].column] <= t.nodes[at].threshold {
			at++
		} else {
			at = t.nodes[at].right
		}
	}
	return &t.nodes[at]
}

// pruned returns the smallest subtree with the least sum over leaves of impurity
// plus alpha.
func (t *Tree) pruned(alpha float64) *Tree {
	best := make([]float64, len(t.nodes)) // least sum below each node
	for at := len(t.nodes) - 1; at >= 0; at-- {
		n := &t.nodes[at]
		best[at] = n.impurity + alpha
		if n.column < 0 {
			continue
		}
		if below := best[at+1] + best[n.right]; below < best[at] {
			best[at] = below
		} else {
			n.column = -1
		}
	}
	out := &Tree{cols: t.cols, classes: t.classes, binary: t.binary}
	t.copyTo(out, 0)
	return out
}

// copyTo appends the node at, and what is below it, to another tree.
func (t *Tree) copyTo(to *Tree, at int) {
	here := len(to.nodes)
	to.nodes = append(to.nodes, t.nodes[at])
	if t.nodes[at].column < 0 {
		return
	}
	t.copyTo(to, at+1)
	to.nodes[here].right = len(to.nodes)
	t.copyTo(to, t.nodes[at].right)
}
