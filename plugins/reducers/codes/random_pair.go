package codes

import (
	"cmp"
	"hash/fnv"
	"maps"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
)

// Pair is two classes, the lower number first.
type Pair struct{ First, Second int }

// Entry returns the entry of a class in the column of the pair: +1 for the first, −1 for
// the second and else 0.
func (p Pair) Entry(class int) int8 {
	switch class {
	case p.First:
		return 1
	case p.Second:
		return -1
	}
	return 0
}

// RandomPairTree draws a tree by random-pair selection (Leathart, Pfahringer & Frank,
// "Building ensembles of adaptive nested dichotomies with random-pair selection", ECML
// PKDD 2016): a node of more than two classes takes a random pair of them, and every other
// class goes to the one of the two that a model of this pair takes most of its rows for.
//
// withFirst says what is known of these models: for each class whether it goes with the
// first of a pair, or nil if there is no model of the pair yet. If any is missing, the tree
// is not complete, and ask lists the pairs to be asked now, in class order; those of nodes
// below come later. The pair of a node depends on the seed and the node's classes alone. The
// left part of a node is the one with its first class. It panics if k < 2.
func RandomPairTree(k int, seed uint64, withFirst func(Pair) []bool) (tree Tree, ask []Pair) {
	checkClasses(k)
	missing := map[Pair]bool{}
	tree = partedTree(lists.Range(k), func(classes []int) []bool {
		if len(classes) == 2 {
			return []bool{true, false}
		}
		pair := drawPair(classes, seed)
		known := withFirst(pair)
		if known == nil {
			missing[pair] = true
			return nil
		}
		return lists.Map(classes, func(class int) bool {
			return class == pair.First || class != pair.Second && known[class]
		})
	})
	return tree, slices.SortedFunc(maps.Keys(missing), func(a, b Pair) int {
		return cmp.Or(a.First-b.First, a.Second-b.Second)
	})
}

// drawPair draws two of some classes, which ascend.
func drawPair(classes []int, seed uint64) Pair {
	hash := fnv.New64a()
	for _, class := range classes {
		hash.Write([]byte(strconv.Itoa(class) + " "))
	}
	rng := treeSource(seed ^ hash.Sum64())
	i, j := rng.IntN(len(classes)), rng.IntN(len(classes)-1)
	if j >= i {
		j++
	}
	return Pair{classes[min(i, j)], classes[max(i, j)]}
}
