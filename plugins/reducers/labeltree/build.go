package labeltree

import (
	"cmp"
	"container/heap"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// grow divides K labels by split, these parts again, and so on, down to nodes of at most leaf
// labels, which have a leaf for each. Split returns at least two parts, none of them empty.
func grow(labels []int, leaf int, split func(labels []int) [][]int) Tree {
	type waiting struct {
		node   int
		labels []int
	}
	var t Tree
	if len(labels) == 1 {
		t.add(-1, labels[0])
		return t
	}
	queue := []waiting{{t.add(-1, inner), labels}}
	for ; len(queue) > 0; queue = queue[1:] {
		at := queue[0]
		parts := slices.Collect(slices.Chunk(at.labels, 1))
		if len(at.labels) > leaf {
			parts = split(at.labels)
		}
		for _, part := range parts {
			if len(part) == 1 {
				t.add(at.node, part[0])
				continue
			}
			queue = append(queue, waiting{t.add(at.node, inner), part})
		}
	}
	return t
}

// evenly divides a list of at least two labels into consecutive parts, as many as the arity if
// there are enough labels, whose sizes differ by one at most, larger ones first.
func evenly(labels []int, arity int) [][]int {
	parts := make([][]int, 0, arity)
	for left := min(arity, len(labels)); left > 0; left-- {
		n := (len(labels) + left - 1) / left
		parts, labels = append(parts, labels[:n]), labels[n:]
	}
	return parts
}

// balanced divides labels in their order.
func balanced(k, arity, leaf int) Tree {
	return grow(lists.Range(k), leaf, func(labels []int) [][]int { return evenly(labels, arity) })
}

// random divides labels in a random order.
func random(rng *rand.Rand, k, arity, leaf int) Tree {
	return grow(rng.Perm(k), leaf, func(labels []int) [][]int { return evenly(labels, arity) })
}

// huffman joins the rarest nodes, the first made of equals, into one until a root is left: the
// tree of the least mean depth of labels with these counts, each joint of as many nodes as the
// arity, and the first of fewer where the number of labels asks for it (Huffman 1952).
func huffman(counts []int, arity int) Tree {
	k := len(counts)
	waiting := make(rarest, 0, k)
	for label, n := range counts {
		waiting = append(waiting, joint{count: n, number: label})
	}
	heap.Init(&waiting)
	parts := make([][]int, k) // of each joint, numbered after the labels
	size := 2 + (k-2+arity-1)%(arity-1)
	for waiting.Len() > 1 {
		next := joint{number: len(parts)}
		var of []int
		for range min(size, waiting.Len()) {
			child := heap.Pop(&waiting).(joint)
			next.count += child.count
			of = append(of, child.number)
		}
		parts, size = append(parts, of), arity
		heap.Push(&waiting, next)
	}
	return numbered(parts, k)
}

// numbered makes a tree of joints whose last one is the root; the parts below k are labels.
func numbered(parts [][]int, k int) Tree {
	var t Tree
	label := func(joint int) int {
		if joint < k {
			return joint
		}
		return inner
	}
	root := len(parts) - 1
	queue := []int{root}
	t.add(-1, label(root))
	for node := 0; node < len(queue); node++ {
		for _, part := range parts[queue[node]] {
			t.add(node, label(part))
			queue = append(queue, part)
		}
	}
	return t
}

// joint is a node of a Huffman tree under construction.
type joint struct{ count, number int }

// rarest is a heap of joints.
type rarest []joint

// Len is part of heap.Interface.
func (r rarest) Len() int { return len(r) }

// Less is part of heap.Interface.
func (r rarest) Less(a, b int) bool {
	return cmp.Or(cmp.Compare(r[a].count, r[b].count), cmp.Compare(r[a].number, r[b].number)) < 0
}

// Swap is part of heap.Interface.
func (r rarest) Swap(a, b int) { r[a], r[b] = r[b], r[a] }

// Push is part of heap.Interface.
func (r *rarest) Push(x any) { *r = append(*r, x.(joint)) }

// Pop is part of heap.Interface.
func (r *rarest) Pop() any {
	last := len(*r) - 1
	x := (*r)[last]
	*r = (*r)[:last]
	return x
}
