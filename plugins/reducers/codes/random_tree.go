package codes

import (
	"math/rand/v2"
	"slices"
)

// RandomTree draws one of the (2K−3)!! = 1·3·5·…·(2K−3) different trees over K
// classes, all equally likely, as Frank & Kramer 2004 do; trees that differ only
// in which part of a node is left are the same. It begins with class 0 and puts
// the next class beside a part that is chosen uniformly from the 2k−1 parts
// (leaves and inner nodes) of the tree of the first k classes. The left part of a
// node is the one with its first class. It panics if k < 2.
func RandomTree(k int, seed uint64) Tree {
	checkClasses(k)
	rng := treeSource(seed)
	parts := []*Tree{{Class: 0}}
	for class := 1; class < k; class++ {
		at := parts[rng.IntN(len(parts))]
		moved, leaf := new(Tree), &Tree{Class: class}
		*moved = *at
		*at = Tree{Left: moved, Right: leaf} // in the place of the part that moves
		parts = append(parts, moved, leaf)
	}
	return *parts[0]
}

// BalancedTree draws a class-balanced tree (Dong, Frank & Kramer, "Ensembles of
// balanced nested dichotomies for multi-class problems", PKDD 2005): the classes
// of a node are split into two parts that differ by one class at most, all such
// splits equally likely. The left part of a node is the one with its first class.
// It panics if k < 2.
func BalancedTree(k int, seed uint64) Tree {
	checkClasses(k)
	return splitTree(firstClasses(k), treeSource(seed), func(classes []int) int { return len(classes) / 2 })
}

// DataBalancedTree draws a data-balanced tree after Dong, Frank & Kramer 2005:
// the classes of a node, in random order, go to one part until that holds at
// least half of the node's rows, and the rest, at least one class, to the other.
// Counts are the rows of each class. The left part of a node is the one with its
// first class. It panics if there are fewer than two classes.
func DataBalancedTree(counts []int, seed uint64) Tree {
	checkClasses(len(counts))
	return splitTree(firstClasses(len(counts)), treeSource(seed), func(classes []int) int {
		total := 0
		for _, class := range classes {
			total += counts[class]
		}
		held := 0
		for i, class := range classes[:len(classes)-1] {
			held += counts[class]
			if 2*held >= total {
				return i + 1
			}
		}
		return len(classes) - 1
	})
}

func checkClasses(k int) {
	if k < 2 {
		panic("codes: a tree needs at least two classes")
	}
}

// treeSource returns the numbers for a tree. The seed is spread first, since the
// trees of an ensemble may have seeds that follow each other.
func treeSource(seed uint64) *rand.Rand {
	spread := rand.New(rand.NewPCG(seed, 1))
	return rand.New(rand.NewPCG(spread.Uint64(), spread.Uint64()))
}

func firstClasses(k int) []int {
	classes := make([]int, k)
	for i := range classes {
		classes[i] = i
	}
	return classes
}

// splitTree shuffles the classes, which ascend, and splits them at a place that
// cut chooses, again and again.
func splitTree(classes []int, rng *rand.Rand, cut func([]int) int) Tree {
	if len(classes) == 1 {
		return Tree{Class: classes[0]}
	}
	shuffled := slices.Clone(classes)
	rng.Shuffle(len(shuffled), func(i, j int) { shuffled[i], shuffled[j] = shuffled[j], shuffled[i] })
	at := cut(shuffled)
	left, right := shuffled[:at], shuffled[at:]
	slices.Sort(left)
	slices.Sort(right)
	if right[0] < left[0] {
		left, right = right, left
	}
	l := splitTree(left, rng, cut)
	r := splitTree(right, rng, cut)
	return Tree{Left: &l, Right: &r}
}
