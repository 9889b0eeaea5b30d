package labeltree

import (
	"github.com/manyclass/bench/framework/contract"
)

// columns says which column of scores is of each node of some trees: of the root of rows with
// labels one in front; of a family one for each child, in the order of trees and families.
// Where rows have one class, two children ask the same, and share a column.
type columns struct {
	of       [][]int  // of each node of each tree; none for a root that is every row's
	mirrored [][]bool // whether the column is that of the other child
	count    int
}

// none is the column of a node that has none, since it is every row's.
const none = -1

// columnsOf numbers the columns of trees. Rooted says that the roots, which are all alike, have
// one; shared that two children share theirs.
func columnsOf(trees []Tree, rooted, shared bool) columns {
	var c columns
	root := none
	if rooted {
		root, c.count = 0, 1
	}
	for _, t := range trees {
		of, mirrored := make([]int, len(t.Parents)), make([]bool, len(t.Parents))
		of[0] = root
		for _, f := range t.families() {
			for node := f.from; node < f.to; node++ {
				of[node] = c.count
				if shared && f.to-f.from == 2 {
					mirrored[node] = node > f.from
				} else {
					c.count++
				}
			}
			if shared && f.to-f.from == 2 {
				c.count++
			}
		}
		c.of, c.mirrored = append(c.of, of), append(c.mirrored, mirrored)
	}
	return c
}

// code is that of the columns, for k classes: a class is positive in the column of each node
// above it, negative in those of the siblings of these, and left out of all others.
func (c columns) code(trees []Tree, k int) contract.Dense {
	code := make(contract.Dense, k)
	for class := range code {
		code[class] = make([]int8, c.count)
	}
	for at, t := range trees {
		siblings := make([]family, len(t.Parents))
		for _, f := range t.families() {
			for node := f.from; node < f.to; node++ {
				siblings[node] = f
			}
		}
		for class, node := range t.leaves(k) {
			for ; node > 0; node = t.Parents[node] {
				c.enter(code[class], at, node, siblings[node])
			}
		}
	}
	return code
}

// enter writes the entries of a class below a node in the columns of the node's family.
func (c columns) enter(row []int8, tree, node int, f family) {
	for sibling := f.from; sibling < f.to; sibling++ {
		switch l := c.of[tree][sibling]; {
		case c.mirrored[tree][sibling]:
		case sibling == node:
			row[l] = 1
		default:
			row[l] = -1
		}
	}
}

// mostCoded is the largest number of classes whose problems are a code, which the results of a run show.
const mostCoded = 1000

// subsets are the problems of the columns: whether a row that has one of the labels below the parent of a node has one
// of those below the node. All rows are below a root that has no column.
func (c columns) subsets(trees []Tree, k int, rooted bool) contract.Subsets {
	problems := make(contract.Subsets, c.count)
	var all []int32
	for at, t := range trees {
		below := t.below(k)
		if at > 0 {
			below[0] = all
		}
		all = below[0]
		if rooted {
			problems[0].Positive = all
		}
		for _, f := range t.families() {
			among := below[f.parent]
			if f.parent == 0 && !rooted {
				among = nil
			}
			for node := f.from; node < f.to; node++ {
				if !c.mirrored[at][node] {
					problems[c.of[at][node]] = contract.Subset{Among: among, Positive: below[node]}
				}
			}
		}
	}
	return problems
}
