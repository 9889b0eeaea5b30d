package codes

import "github.com/manyclass/bench/framework/contract"

// Hierarchy is a tree whose leaves are the classes 0 … K−1, each once, and whose inner
// nodes have two parts or more.
type Hierarchy struct {
	Class int         // of a leaf
	Parts []Hierarchy // nil for a leaf
}

// Split is an inner node of a hierarchy with the columns of a code that tell its parts
// apart: one for two parts, else one for each part against the others, or one for each
// pair of parts.
type Split struct {
	Parts   [][]int // the classes of each
	Columns []int
	Pairs   bool // of more than two parts: the columns are pairs, in lexical order
}

// Leaves returns the classes from left to right.
func (h Hierarchy) Leaves() []int {
	if h.Parts == nil {
		return []int{h.Class}
	}
	var all []int
	for _, part := range h.Parts {
		all = append(all, part.Leaves()...)
	}
	return all
}

// Columns is the number of columns of the code.
func (h Hierarchy) Columns(pairs bool) int {
	n := len(h.Parts)
	switch {
	case n == 2:
		n = 1
	case pairs:
		n = n * (n - 1) / 2
	}
	for _, part := range h.Parts {
		n += part.Columns(pairs)
	}
	return n
}

// Code returns the code of the nodes and what its columns are of: a node comes before those
// of its parts, from left to right. It panics if the leaves are not k classes, k ≥ 2.
func (h Hierarchy) Code(k int, pairs bool) (contract.Dense, []Split) {
	checkClasses(k)
	if !isPermutation(h.Leaves(), k) {
		panic("codes: a hierarchy's leaves are not the classes, each once")
	}
	b := &hierarchyCode{code: make(contract.Dense, k), pairs: pairs}
	b.add(h)
	return b.code, b.splits
}

// hierarchyCode is a code under construction.
type hierarchyCode struct {
	code   contract.Dense
	splits []Split
	pairs  bool
}

func (b *hierarchyCode) add(h Hierarchy) {
	if h.Parts == nil {
		return
	}
	s := Split{Pairs: b.pairs && len(h.Parts) > 2}
	for _, part := range h.Parts {
		s.Parts = append(s.Parts, part.Leaves())
	}
	for i := range s.Parts {
		switch {
		case s.Pairs:
			for j := i + 1; j < len(s.Parts); j++ {
				s.Columns = append(s.Columns, b.column(s.Parts, i, func(other int) bool { return other == j }))
			}
		case i == 0 || len(s.Parts) > 2:
			s.Columns = append(s.Columns, b.column(s.Parts, i, func(other int) bool { return other != i }))
		}
	}
	b.splits = append(b.splits, s)
	for _, part := range h.Parts {
		b.add(part)
	}
}

// column adds that of a part against some others and returns its number.
func (b *hierarchyCode) column(parts [][]int, positive int, negative func(part int) bool) int {
	l := b.code.Columns()
	for k := range b.code {
		b.code[k] = append(b.code[k], 0)
	}
	for i, part := range parts {
		for _, class := range part {
			switch {
			case i == positive:
				b.code[class][l] = 1
			case negative(i):
				b.code[class][l] = -1
			}
		}
	}
	return l
}
