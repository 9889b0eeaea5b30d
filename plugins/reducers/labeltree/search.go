package labeltree

import (
	"cmp"
	"container/heap"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/plugins/reducers/decode"
)

// searcher finds the most probable labels of rows by the scores of their nodes.
type searcher struct {
	trees []Tree
	columns
	children [][][]int // of each node of each tree
	leaves   [][]int   // of each label in each tree
	beam     int       // 0: an exact search
	top      int
}

// found is a label, or a node on the way, with ln of its probability.
type found struct {
	number int
	logP   float64
}

// better puts the more probable first, and of equally probable ones the first.
func better(a, b found) int {
	return cmp.Or(cmp.Compare(b.logP, a.logP), cmp.Compare(a.number, b.number))
}

// newSearcher prepares a search in trees of k labels.
func newSearcher(trees []Tree, c columns, k, beam, top int) searcher {
	s := searcher{trees: trees, columns: c, beam: beam, top: min(top, k)}
	for _, t := range trees {
		children := make([][]int, len(t.Parents))
		for node, parent := range t.Parents[1:] {
			children[parent] = append(children[parent], node+1)
		}
		s.children, s.leaves = append(s.children, children), append(s.leaves, t.leaves(k))
	}
	return s
}

// known are the scores of a row, by column.
type known struct {
	scores []float64
	has    []bool  // which of them are known; nil for all
	lacks  []int32 // those that were looked for and are not known
}

// of is the score of a column, 0 if it is not known.
func (k *known) of(column int) float64 {
	if k.has != nil && !k.has[column] {
		k.lacks = append(k.lacks, int32(column))
		return 0
	}
	return k.scores[column]
}

// find returns the labels that a search finds in some of the trees, with ln of the mean of their
// probabilities in all of them, the most probable first. Where scores are lacking they do not count.
func (s searcher) find(k *known) []found {
	var labels []int
	for tree := range s.trees {
		leaves := s.best(tree, k)
		for _, leaf := range leaves {
			labels = append(labels, s.trees[tree].Labels[leaf.number])
		}
	}
	if k.lacks != nil {
		return nil
	}
	slices.Sort(labels)
	labels = slices.Compact(labels)
	list := make([]found, len(labels))
	for i, label := range labels {
		list[i] = found{label, s.mean(label, k)}
	}
	slices.SortFunc(list, better)
	return list[:min(s.top, len(list))]
}

// best returns the leaves of a tree that the search finds.
func (s searcher) best(tree int, k *known) []found {
	if s.beam > 0 {
		return s.byBeam(tree, k)
	}
	return s.exactly(tree, k)
}

// given is ln of the probability of a node given its parent.
func (s searcher) given(tree, node int, k *known) float64 {
	switch l := s.of[tree][node]; {
	case l == none:
		return 0
	case s.mirrored[tree][node]:
		return decode.LogSigmoid(-k.of(l))
	default:
		return decode.LogSigmoid(k.of(l))
	}
}

// byBeam goes from the best nodes of each depth to their children. It finds all leaves on its
// way, and returns the best. It ends where scores are lacking.
func (s searcher) byBeam(tree int, k *known) []found {
	lacking := len(k.lacks)
	at, leaves := []found{{0, s.given(tree, 0, k)}}, []found(nil)
	for len(at) > 0 {
		var next []found
		for _, node := range at {
			if s.trees[tree].Labels[node.number] != inner {
				leaves = append(leaves, node)
			}
			for _, child := range s.children[tree][node.number] {
				next = append(next, found{child, node.logP + s.given(tree, child, k)})
			}
		}
		if len(k.lacks) > lacking {
			return nil
		}
		at = s.narrowed(tree, next)
	}
	slices.SortFunc(leaves, better)
	return leaves[:min(s.top, len(leaves))]
}

// narrowed keeps the best nodes that are not leaves, and all leaves.
func (s searcher) narrowed(tree int, nodes []found) []found {
	slices.SortFunc(nodes, better)
	kept, on := nodes[:0], 0
	for _, node := range nodes {
		if s.trees[tree].Labels[node.number] == inner {
			if on++; on > s.beam {
				continue
			}
		}
		kept = append(kept, node)
	}
	return kept
}

// exactly goes on from the most probable node that it has seen: no label below others is more
// probable than the leaf that comes first. It ends where scores are lacking.
func (s searcher) exactly(tree int, k *known) []found {
	lacking := len(k.lacks)
	seen := queue{{0, s.given(tree, 0, k)}}
	var leaves []found
	for len(leaves) < s.top {
		node := heap.Pop(&seen).(found)
		if s.trees[tree].Labels[node.number] != inner {
			leaves = append(leaves, node)
		}
		for _, child := range s.children[tree][node.number] {
			heap.Push(&seen, found{child, node.logP + s.given(tree, child, k)})
		}
		if len(k.lacks) > lacking {
			return nil
		}
	}
	return leaves
}

// mean is ln of the mean over trees of the probability of a label.
func (s searcher) mean(label int, k *known) float64 {
	logs := make([]float64, len(s.trees))
	for tree, t := range s.trees {
		for node := s.leaves[tree][label]; node >= 0; node = t.Parents[node] {
			logs[tree] += s.given(tree, node, k)
		}
	}
	most, sum := slices.Max(logs), 0.0
	for _, v := range logs {
		sum += elementary.Exp(v - most)
	}
	return max(least, most+elementary.Log(sum/float64(len(logs))))
}

// least is ln of the least probability that is told, and others is the score of labels that are not found.
const (
	least  = -math.MaxInt16
	others = 2 * least
)

// queue is a heap of nodes, the most probable first.
type queue []found

// Len is part of heap.Interface.
func (q queue) Len() int { return len(q) }

// Less is part of heap.Interface.
func (q queue) Less(a, b int) bool { return better(q[a], q[b]) < 0 }

// Swap is part of heap.Interface.
func (q queue) Swap(a, b int) { q[a], q[b] = q[b], q[a] }

// Push is part of heap.Interface.
func (q *queue) Push(x any) { *q = append(*q, x.(found)) }

// Pop is part of heap.Interface.
func (q *queue) Pop() any {
	last := len(*q) - 1
	x := (*q)[last]
	*q = (*q)[:last]
	return x
}
