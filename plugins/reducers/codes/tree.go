package codes

import (
	"github.com/manyclass/bench/framework/code"
	"github.com/manyclass/bench/framework/contract"
)

// Tree is a nested dichotomy: a binary tree whose leaves are the classes
// 0 … K−1, each once. Its inner nodes are the binary problems "a class of the
// left part or of the right one?" (Frank & Kramer, "Ensembles of nested
// dichotomies for multi-class problems", ICML 2004).
type Tree struct {
	Class       int   // of a leaf
	Left, Right *Tree // both nil for a leaf
}

// Leaf reports whether the tree is a single class.
func (t Tree) Leaf() bool { return t.Left == nil }

// Leaves returns the classes from left to right.
func (t Tree) Leaves() []int {
	if t.Leaf() {
		return []int{t.Class}
	}
	return append(t.Left.Leaves(), t.Right.Leaves()...)
}

// Code returns the code of K−1 columns, one an inner node: +1 for the classes of
// its left part, −1 for those of its right part and 0 for the others. A node
// comes before those of its left part, they come before those of its right part.
// It panics if the tree's leaves are not k classes, k ≥ 2.
func (t Tree) Code(k int) contract.Code {
	t.check(k)
	c := zeros(k, k-1)
	t.write(c, 0)
	return c
}

// check panics if the leaves are not the classes 0 … k−1.
func (t Tree) check(k int) {
	leaves := t.Leaves()
	seen := make([]bool, k)
	for _, class := range leaves {
		if class < 0 || class >= k || seen[class] {
			panic("codes: a tree's leaves are not the classes, each once")
		}
		seen[class] = true
	}
	if len(leaves) != k {
		panic("codes: a tree's leaves are not all classes")
	}
}

// write fills the columns of the nodes from column l on and returns the next
// column and the classes of the tree.
func (t Tree) write(c contract.Code, l int) (next int, classes []int) {
	if t.Leaf() {
		return l, []int{t.Class}
	}
	next, left := t.Left.write(c, l+1)
	next, right := t.Right.write(c, next)
	for _, class := range left {
		c[class][l] = 1
	}
	for _, class := range right {
		c[class][l] = -1
	}
	return next, append(left, right...)
}

// Ensemble is several trees over the same classes as one code.
type Ensemble struct {
	// Code holds each binary problem once, in the order in which the trees ask
	// them, with the signs of the first tree that does.
	Code contract.Code
	// Trees lists the columns of each tree's K−1 nodes, in the order of
	// Tree.Code. Another tree may ask a column's question mirrored; since the
	// entries say on which side a class is, that makes no difference: the
	// probability of a class in a tree is the product, over the tree's columns in
	// which its entry is not 0, of the probability of its entry's sign.
	Trees [][]int
}

// Join puts the codes of trees over k classes side by side. It panics if there is
// no tree, or where Tree.Code does.
func Join(k int, trees []Tree) Ensemble {
	if len(trees) == 0 {
		panic("codes: an ensemble without trees")
	}
	var columns [][]int8
	e := Ensemble{Trees: make([][]int, len(trees))}
	place := map[string]int{} // of the canonical form
	for i, tree := range trees {
		c := tree.Code(k)
		for l := range c.Columns() {
			column := c.Column(l)
			canonical, _ := code.Canonical(column)
			key := code.Key(canonical)
			at, known := place[key]
			if !known {
				at = len(columns)
				place[key] = at
				columns = append(columns, column)
			}
			e.Trees[i] = append(e.Trees[i], at)
		}
	}
	e.Code = zeros(k, len(columns))
	for l, column := range columns {
		for i, m := range column {
			e.Code[i][l] = m
		}
	}
	return e
}
