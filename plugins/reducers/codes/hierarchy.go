package codes

import (
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
)

// Local says what the binary problems at the nodes of a tree of classes are.
type Local string

// The problems of a node of several parts; of two parts one against the other is one problem.
const (
	Siblings Local = "siblings" // each part against the others
	Pairs    Local = "pairs"    // each pair of parts
	Rest     Local = "rest"     // each part against all other classes
	Level    Local = "level"    // each part against all other nodes of its level
)

// Split is an inner node of several parts with the columns of a code that tell its parts
// apart: one for two parts, else one for each part against the others, or one for each
// pair of parts.
type Split struct {
	Parts   [][]int // the classes of each
	Columns []int
	Pairs   bool // of more than two parts: the columns are pairs, in lexical order
	Wide    bool // a column for each part, which is also against classes that the node does not have
}

// LocalCode returns the code of the nodes of a tree of k classes and what its columns are of:
// a node comes before those of its parts, from left to right. Nodes of a single part have no
// columns. In those of Level are the classes that have a node of this level; levels are counted
// from the root, nodes of a single part included. It panics if the leaves are not k classes, k ≥ 2.
func LocalCode(t target.Tree, k int, local Local) (contract.Dense, []Split) {
	checkClasses(k)
	if t.Check(k) != nil {
		panic("codes: a hierarchy's leaves are not the classes, each once")
	}
	b := &localCode{code: make(contract.Dense, k), local: local,
		depths: lists.Map(t.Paths(k), func(path []int) int { return len(path) })}
	b.add(t, 1)
	return b.code, b.splits
}

// LocalColumns is a number of columns that LocalCode does not exceed.
func LocalColumns(t target.Tree, local Local) int {
	n := len(t.Parts)
	switch {
	case n == 1:
		n = 0
	case n == 2 && (local == Siblings || local == Pairs):
		n = 1
	case local == Pairs:
		n = n * (n - 1) / 2
	}
	for _, part := range t.Parts {
		n += LocalColumns(part, local)
	}
	return n
}

// localCode is a code under construction.
type localCode struct {
	code   contract.Dense
	splits []Split
	local  Local
	depths []int // of each class: the level of its leaf
}

// add adds the columns of a node whose parts are on a level.
func (b *localCode) add(t target.Tree, level int) {
	if len(t.Parts) > 1 {
		b.splits = append(b.splits, b.split(lists.Map(t.Parts, target.Tree.Leaves), level))
	}
	for _, part := range t.Parts {
		b.add(part, level+1)
	}
}

func (b *localCode) split(parts [][]int, level int) Split {
	s := Split{Parts: parts, Pairs: b.local == Pairs && len(parts) > 2}
	within := only(slices.Concat(parts...), len(b.code))
	against := make([]bool, len(b.code))
	for class := range against {
		against[class] = within[class] || b.local == Rest || b.local == Level && b.depths[class] >= level
		s.Wide = s.Wide || against[class] && !within[class]
	}
	for i, part := range parts {
		switch {
		case s.Pairs:
			for _, other := range parts[i+1:] {
				s.Columns = append(s.Columns, b.column(part, only(other, len(b.code))))
			}
		case i == 0 || len(parts) > 2 || s.Wide:
			s.Columns = append(s.Columns, b.column(part, against))
		}
	}
	return s
}

// only marks some of k classes.
func only(classes []int, k int) []bool {
	marked := make([]bool, k)
	for _, class := range classes {
		marked[class] = true
	}
	return marked
}

// column adds that of a part against others, the part itself left out of them, and returns its
// number.
func (b *localCode) column(part []int, against []bool) int {
	l := b.code.Columns()
	for class, is := range against {
		m := int8(0)
		if is {
			m = -1
		}
		b.code[class] = append(b.code[class], m)
	}
	for _, class := range part {
		b.code[class][l] = 1
	}
	return l
}
