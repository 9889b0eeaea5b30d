package cart

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// SparseSorted is rows in compressed form, whose values other than 0 are sorted once column
// by column, for any number of trees.
type SparseSorted struct {
	rows     int
	columns  []sparseColumn
	places   []place   // of the values, column by column, by ascending value and row
	segments []segment // the columns that have values
}

// sparseColumn is a column of sorted rows.
type sparseColumn struct {
	values []float64 // ascending, each once, 0 among them
	zero   int32     // the place of 0
}

// segment is the places of a column that belong to a node.
type segment struct {
	column     int32
	start, end int
}

// entry is a value other than 0.
type entry struct {
	value float64
	row   int32
}

// entriesOf returns the values other than 0 of each column, by ascending row.
func entriesOf(x contract.SparseMatrix) [][]entry {
	byColumn := make([][]entry, x.Cols)
	for i := range x.Rows {
		columns, values := x.Row(i)
		for at, j := range columns {
			if v := values[at]; v != 0 {
				byColumn[j] = append(byColumn[j], entry{v, int32(i)})
			}
		}
	}
	return byColumn
}

// SortSparse sorts the values of a matrix, which it does not keep.
func SortSparse(x contract.SparseMatrix) *SparseSorted {
	byColumn := entriesOf(x)
	s := &SparseSorted{rows: x.Rows, columns: make([]sparseColumn, x.Cols)}
	for j, entries := range byColumn {
		if len(entries) == 0 {
			continue
		}
		slices.SortFunc(entries, func(a, b entry) int {
			return cmp.Or(cmp.Compare(a.value, b.value), cmp.Compare(a.row, b.row))
		})
		c, start := &s.columns[j], len(s.places)
		below := lists.Count(entries, func(e entry) bool { return e.value < 0 })
		for at, e := range entries {
			if at == below {
				c.putZero()
			}
			if n := len(c.values); n == 0 || c.values[n-1] != e.value {
				c.values = append(c.values, e.value)
			}
			s.places = append(s.places, place{e.row, int32(len(c.values) - 1)})
		}
		if below == len(entries) {
			c.putZero()
		}
		s.segments = append(s.segments, segment{int32(j), start, len(s.places)})
		byColumn[j] = nil
	}
	return s
}

// putZero appends 0 to the values.
func (c *sparseColumn) putZero() {
	c.zero = int32(len(c.values))
	c.values = append(c.values, 0)
}

// Of returns some of the rows, whose numbers ascend. They are numbered anew.
func (s *SparseSorted) Of(rows []int32) *SparseSorted {
	if len(rows) == s.rows {
		return s
	}
	number := slices.Repeat([]int32{-1}, s.rows)
	for at, i := range rows {
		number[i] = int32(at)
	}
	out := &SparseSorted{rows: len(rows), columns: s.columns}
	for _, of := range s.segments {
		start := len(out.places)
		for _, p := range s.places[of.start:of.end] {
			if at := number[p.row]; at >= 0 {
				out.places = append(out.places, place{at, p.rank})
			}
		}
		if end := len(out.places); end > start {
			out.segments = append(out.segments, segment{of.column, start, end})
		}
	}
	return out
}
