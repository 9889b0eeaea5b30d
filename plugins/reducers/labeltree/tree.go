package labeltree

import (
	"errors"
	"fmt"
	"slices"
)

// Tree is a tree whose leaves are the labels 0 … K−1, each once. Nodes are numbered from the
// root, 0, so that a parent comes before its children, and these follow each other.
type Tree struct {
	Parents []int `json:"parents"` // of each node; −1 of the root
	Labels  []int `json:"labels"`  // of each leaf; −1 of other nodes
}

// inner is the label of a node that is not a leaf.
const inner = -1

// add adds a node and returns its number.
func (t *Tree) add(parent, label int) int {
	t.Parents, t.Labels = append(t.Parents, parent), append(t.Labels, label)
	return len(t.Parents) - 1
}

// family is the children of a node: from and those after it, before to.
type family struct{ parent, from, to int }

// families lists them in the order of their parents' first children.
func (t Tree) families() []family {
	var list []family
	for node, parent := range t.Parents {
		switch last := len(list) - 1; {
		case parent < 0:
		case last >= 0 && list[last].parent == parent:
			list[last].to = node + 1
		default:
			list = append(list, family{parent, node, node + 1})
		}
	}
	return list
}

// leaves gives the leaf of each label.
func (t Tree) leaves(k int) []int {
	leaves := make([]int, k)
	for node, label := range t.Labels {
		if label != inner {
			leaves[label] = node
		}
	}
	return leaves
}

// below lists the labels below each node, ascending.
func (t Tree) below(k int) [][]int32 {
	below := make([][]int32, len(t.Parents))
	for label, node := range t.leaves(k) {
		for ; node >= 0; node = t.Parents[node] {
			below[node] = append(below[node], int32(label))
		}
	}
	return below
}

// check refuses what is not a tree of k labels.
func (t Tree) check(k int) error {
	if len(t.Parents) == 0 || len(t.Labels) != len(t.Parents) || t.Parents[0] != -1 {
		return errors.New("it has no root")
	}
	found, children := make([]bool, k), make([]int, len(t.Parents))
	for node, parent := range t.Parents {
		if node == 0 {
			continue
		}
		if parent < 0 || parent >= node || children[parent] > 0 && t.Parents[node-1] != parent {
			return fmt.Errorf("node %d has the parent %d, which does not come before it or has children elsewhere", node,
				parent)
		}
		children[parent]++
	}
	for node, label := range t.Labels {
		switch {
		case label == inner && children[node] > 0:
		case label < 0 || label >= k || found[label] || children[node] > 0:
			return fmt.Errorf("node %d has the label %d and %d children: a leaf has one of %d labels, "+
				"which no other leaf has", node, label, children[node], k)
		default:
			found[label] = true
		}
	}
	if missing := slices.Index(found, false); missing >= 0 {
		return fmt.Errorf("it has no leaf of label %d", missing)
	}
	return nil
}
