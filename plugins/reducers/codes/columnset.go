package codes

import (
	"math/bits"
	"slices"
)

// columnSet is the columns of one draw, each of the same number of words.
type columnSet struct {
	words   int
	columns []uint64 // one after the other
	slots   []uint32 // the number of a column, from 1, at its hash or the first free place after it
}

// newColumnSet has room for a number of columns of some words.
func newColumnSet(words, columns int) *columnSet {
	slots := make([]uint32, 2<<bits.Len(uint(columns)))
	return &columnSet{words: words, columns: make([]uint64, 0, words*columns), slots: slots}
}

// clear removes all columns.
func (s *columnSet) clear() {
	s.columns = s.columns[:0]
	clear(s.slots)
}

// add adds a column and reports whether it was not there before.
func (s *columnSet) add(column []uint64) bool {
	hash := uint64(0)
	for _, word := range column {
		hash = (hash ^ word) * 0x9e3779b97f4a7c15 // 2⁶⁴ over the golden ratio: Knuth, Sorting and Searching, §6.4
		hash ^= hash >> 32
	}
	last := uint64(len(s.slots) - 1) // one below a power of 2
	at := hash & last
	for ; s.slots[at] != 0; at = (at + 1) & last {
		end := int(s.slots[at]) * s.words
		if slices.Equal(s.columns[end-s.words:end], column) {
			return false
		}
	}
	s.columns = append(s.columns, column...)
	s.slots[at] = uint32(len(s.columns) / s.words)
	return true
}

// bitRows are rows of bits, each in the same number of words.
type bitRows struct {
	words int
	bits  []uint64 // row by row
}

func newBitRows(rows, width int) bitRows {
	words := (width + 63) / 64
	return bitRows{words, make([]uint64, rows*words)}
}

func (r bitRows) row(i int) []uint64 { return r.bits[i*r.words : (i+1)*r.words] }

// mark sets the bit of a column in the rows whose bits are set in that column.
func (r bitRows) mark(l int, column []uint64) {
	at, bit := l/64, uint64(1)<<(l%64)
	for w, word := range column {
		for ; word != 0; word &= word - 1 {
			r.bits[(64*w+bits.TrailingZeros64(word))*r.words+at] |= bit
		}
	}
}
