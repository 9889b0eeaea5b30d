package codes

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/code"
)

// Grow returns a column that asks about the most confused pair of classes and
// that is not in the code yet, as it is or mirrored (ECOC-ONE: Escalera, Pujol &
// Radeva, "ECOC-ONE: a novel coding and decoding strategy", ICPR 2006). The code
// has K rows and any number of columns; confusion[i][j] counts the rows of class i
// that were taken for class j.
//
// The pair i < j with the largest confusion[i][j] + confusion[j][i], the first of
// equals, gets +1 and −1. Every other class joins the one of the two that it is
// more often confused with, either way round, and gets 0 if that is neither: it
// looks like the side it joins, so that the question stays easy to learn. If that
// column is there already, the nearest to it that is new is taken: with one other
// class changed (in class order; to +1, −1 or 0 in this order), or else the pair
// alone; then the next pair has its turn. The paper finds the places of the other
// classes by a search that trains a model for each trial; this rule trains none.
//
// Nothing can be added, and ok is false, if no pair of classes that is confused
// at all has such a column. It panics if the confusion is not K × K.
func Grow(c contract.Dense, confusion [][]int) (column []int8, ok bool) {
	k := len(c)
	if len(confusion) != k {
		panic("codes: a confusion table of another number of classes")
	}
	known := map[string]bool{}
	for l := range c.Columns() {
		known[canonicalKey(c.Column(l))] = true
	}
	for _, p := range confusedPairs(confusion) {
		if column, ok := newColumn(p, confusion, known); ok {
			return column, true
		}
	}
	return nil, false
}

func canonicalKey(column []int8) string {
	canonical, _ := code.Canonical(column)
	return string(code.SignsOf(canonical))
}

// pair is two classes and how often one was taken for the other.
type pair struct{ i, j, confused int }

// confusedPairs lists the pairs that are confused, the most confused first.
func confusedPairs(confusion [][]int) []pair {
	var pairs []pair
	for i, row := range confusion {
		if len(row) != len(confusion) {
			panic("codes: a confusion table that is not square")
		}
		for j := i + 1; j < len(confusion); j++ {
			if n := row[j] + confusion[j][i]; n > 0 {
				pairs = append(pairs, pair{i, j, n})
			}
		}
	}
	slices.SortStableFunc(pairs, func(a, b pair) int { return b.confused - a.confused })
	return pairs
}

// newColumn returns the first column for a pair that is not known.
func newColumn(p pair, confusion [][]int, known map[string]bool) (column []int8, ok bool) {
	column = make([]int8, len(confusion))
	for k := range column {
		with := func(other int) int { return confusion[k][other] + confusion[other][k] }
		switch {
		case k == p.i || k != p.j && with(p.i) > with(p.j):
			column[k] = 1
		case k == p.j || with(p.j) > with(p.i):
			column[k] = -1
		}
	}
	if !known[canonicalKey(column)] {
		return column, true
	}
	for k, rule := range column {
		if k == p.i || k == p.j {
			continue
		}
		for _, m := range []int8{1, -1, 0} {
			column[k] = m
			if !known[canonicalKey(column)] {
				return column, true
			}
		}
		column[k] = rule
	}
	clear(column)
	column[p.i], column[p.j] = 1, -1
	return column, !known[canonicalKey(column)]
}
