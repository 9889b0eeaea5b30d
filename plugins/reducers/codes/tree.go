package codes

import (
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
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
func (t Tree) Code(k int) contract.Dense {
	if !isPermutation(t.Leaves(), k) {
		panic("codes: a tree's leaves are not the classes, each once")
	}
	c := zeros(k, k-1)
	t.write(c, 0)
	return c
}

// write fills the columns of the nodes from column l on and returns the next
// column and the classes of the tree.
func (t Tree) write(c contract.Dense, l int) (next int, classes []int) {
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
	Code contract.Dense
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
			key := canonicalKey(column)
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

// RandomTree draws one of the (2K−3)!! = 1·3·5·…·(2K−3) different trees over K
// classes, all equally likely, as Frank & Kramer 2004 do; trees that differ only
// in which part of a node is left are the same. It begins with class 0 and puts
// the next class as the sibling of a part that is chosen uniformly from the 2k−1 parts
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
	return splitTree(lists.Range(k), treeSource(seed), func(classes []int) int { return len(classes) / 2 })
}

// DataBalancedTree draws a data-balanced tree after Dong, Frank & Kramer 2005:
// the classes of a node, in random order, go to one part until that holds at
// least half of the node's rows, and the rest, at least one class, to the other.
// Counts are the rows of each class. The left part of a node is the one with its
// first class. It panics if there are fewer than two classes.
func DataBalancedTree(counts []int, seed uint64) Tree {
	checkClasses(len(counts))
	return splitTree(lists.Range(len(counts)), treeSource(seed), func(classes []int) int {
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

// partedTree splits classes, which ascend, into those of a part and the others, again and
// again; neither may be empty. What part returns nil for is left as a leaf.
func partedTree(classes []int, part func(classes []int) []bool) Tree {
	if len(classes) == 1 {
		return Tree{Class: classes[0]}
	}
	in := part(classes)
	if in == nil {
		return Tree{Class: classes[0]}
	}
	var left, right []int
	for i, class := range classes {
		if in[i] == in[0] {
			left = append(left, class)
		} else {
			right = append(right, class)
		}
	}
	l, r := partedTree(left, part), partedTree(right, part)
	return Tree{Left: &l, Right: &r}
}

// KnockoutTree returns the tree of a knock-out of classes in their order: neighbours meet, then the winners
// that are neighbours, and so on; where their number is odd, the last has no match and stays last. It panics if
// k < 2.
func KnockoutTree(k int) Tree {
	checkClasses(k)
	parts := lists.Map(lists.Range(k), func(class int) Tree { return Tree{Class: class} })
	for len(parts) > 1 {
		var winners []Tree
		for i := 0; i+1 < len(parts); i += 2 {
			winners = append(winners, Tree{Left: &parts[i], Right: &parts[i+1]})
		}
		if len(parts)%2 == 1 {
			winners = append(winners, parts[len(parts)-1])
		}
		parts = winners
	}
	return parts[0]
}
