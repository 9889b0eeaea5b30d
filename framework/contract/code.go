package contract

import (
	"fmt"
	"slices"
)

// Code is a code matrix: an entry is +1 if the class is positive in a binary
// problem, −1 if it is negative, 0 if its rows are left out. It has K rows, the
// classes, and L columns, the problems. Dense, Pairs and Rest are codes.
type Code interface {
	Classes() int // K
	Columns() int // L
	// Column returns column l as a new vector over classes.
	Column(l int) []int8
	// Row returns the nonzero entries of class k in column order.
	Row(k int) []Entry
}

// Designed is a code that is known by the name of its design and its number of classes,
// and is not written out.
type Designed interface {
	Code
	Design() string // OneVsOne or OneVsRest
}

// The designs of codes that are not written out.
const (
	OneVsOne  = "one_vs_one"  // Pairs
	OneVsRest = "one_vs_rest" // Rest
)

// MostProblems bounds the problems of a code.
const MostProblems = 1 << 22

// Design returns the code of a design for a number of classes, of MostProblems columns at
// most.
func Design(name string, classes int) (Designed, error) {
	switch {
	case classes > MostProblems: // pairs of more could not be counted
	case name == OneVsOne && classes >= 2 && Pairs(classes).Columns() <= MostProblems:
		return Pairs(classes), nil
	case name == OneVsRest && classes >= 3:
		return Rest(classes), nil
	}
	return nil, fmt.Errorf("there is no code %q of %d classes", name, classes)
}

// Entry is a nonzero entry of a row of a code.
type Entry struct {
	Column int
	Sign   int8 // +1 or −1
}

// Dense is a code that is written out: Dense[k][l] is the entry of class k in column l.
type Dense [][]int8

// Classes returns K.
func (c Dense) Classes() int { return len(c) }

// Columns returns L, the number of binary problems.
func (c Dense) Columns() int {
	if len(c) == 0 {
		return 0
	}
	return len(c[0])
}

// Column returns column l as a vector over classes.
func (c Dense) Column(l int) []int8 {
	col := make([]int8, len(c))
	for k, row := range c {
		col[k] = row[l]
	}
	return col
}

// Row returns the nonzero entries of class k.
func (c Dense) Row(k int) []Entry {
	var entries []Entry
	for l, sign := range c[k] {
		if sign != 0 {
			entries = append(entries, Entry{l, sign})
		}
	}
	return entries
}

// Pairs is the code of K(K−1)/2 columns that ask "class i or class j?", pairs i < j in
// lexical order, +1 for class i; rows of other classes are left out. Its value is K, at
// least 2: a matrix of K³/2 entries is not written down.
type Pairs int

// Design returns OneVsOne.
func (c Pairs) Design() string { return OneVsOne }

// Classes returns K.
func (c Pairs) Classes() int { return int(c) }

// Columns returns K(K−1)/2.
func (c Pairs) Columns() int { return int(c) * (int(c) - 1) / 2 }

// Number returns the column of the classes i < j.
func (c Pairs) Number(i, j int) int { return i*(2*int(c)-i-1)/2 + j - i - 1 }

// Pair returns the classes i < j of column l.
func (c Pairs) Pair(l int) (i, j int) {
	low, high := 0, int(c)-2 // the last i whose first pair is not after l
	for low < high {
		if i := (low + high + 1) / 2; c.Number(i, i+1) <= l {
			low = i
		} else {
			high = i - 1
		}
	}
	return low, l - c.Number(low, low+1) + low + 1
}

// Column returns column l as a vector over classes.
func (c Pairs) Column(l int) []int8 {
	col := make([]int8, c)
	i, j := c.Pair(l)
	col[i], col[j] = 1, -1
	return col
}

// Row returns the entries of the K−1 pairs of class k.
func (c Pairs) Row(k int) []Entry {
	entries := make([]Entry, 0, c-1)
	for i := range k {
		entries = append(entries, Entry{c.Number(i, k), -1})
	}
	for j := k + 1; j < int(c); j++ {
		entries = append(entries, Entry{c.Number(k, j), 1})
	}
	return entries
}

// Rest is the code of K columns that ask "class l or any other?": +1 for class l, −1 for all
// others. Its value is K, at least 3: two classes need one column, not two.
type Rest int

// Design returns OneVsRest.
func (c Rest) Design() string { return OneVsRest }

// Classes returns K.
func (c Rest) Classes() int { return int(c) }

// Columns returns K.
func (c Rest) Columns() int { return int(c) }

// Column returns column l as a vector over classes.
func (c Rest) Column(l int) []int8 {
	col := slices.Repeat([]int8{-1}, int(c))
	col[l] = 1
	return col
}

// Row returns the K entries of class k.
func (c Rest) Row(k int) []Entry {
	entries := make([]Entry, c)
	for l := range entries {
		entries[l] = Entry{l, -1}
	}
	entries[k].Sign = 1
	return entries
}
