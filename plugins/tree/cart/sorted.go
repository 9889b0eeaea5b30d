package cart

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// Sorted is rows sorted once by every column, for any number of trees.
type Sorted struct {
	rows    int
	columns []sortedColumn
}

// sortedColumn is one column of sorted rows.
type sortedColumn struct {
	values []float64 // ascending, each once
	order  []place   // rows by ascending value and number
}

// place is a row with the place of its value among the values of a column.
type place struct{ row, rank int32 }

// Sort sorts the rows of a matrix, which it does not keep.
func Sort(x contract.Matrix) *Sorted {
	s := &Sorted{rows: x.Rows, columns: make([]sortedColumn, x.Cols)}
	sorted, other := make([]keyed, x.Rows), make([]keyed, x.Rows)
	for j := range s.columns {
		for i := range sorted {
			sorted[i] = keyed{ascending(x.Data[i*x.Cols+j]), int32(i)}
		}
		sorted, other = byKey(sorted, other)
		c := &s.columns[j]
		c.order = make([]place, x.Rows)
		for at, r := range sorted {
			if at == 0 || r.key != sorted[at-1].key {
				c.values = append(c.values, x.Data[int(r.row)*x.Cols+j])
			}
			c.order[at] = place{r.row, int32(len(c.values) - 1)}
		}
	}
	return s
}

// Of returns some of the rows, whose numbers ascend. They are numbered anew.
func (s *Sorted) Of(rows []int32) *Sorted {
	if len(rows) == s.rows {
		return s
	}
	number := slices.Repeat([]int32{-1}, s.rows)
	for at, i := range rows {
		number[i] = int32(at)
	}
	out := &Sorted{rows: len(rows), columns: make([]sortedColumn, len(s.columns))}
	for j, c := range s.columns {
		order := make([]place, 0, len(rows))
		for _, p := range c.order {
			if at := number[p.row]; at >= 0 {
				order = append(order, place{at, p.rank})
			}
		}
		out.columns[j] = sortedColumn{c.values, order}
	}
	return out
}

// threshold is half-way between the values at a place of the order and at the next.
func (c sortedColumn) threshold(order []place, at int) float64 {
	return between(c.values[order[at].rank], c.values[order[at+1].rank])
}

// between returns a threshold from a < b that is below b.
func between(a, b float64) float64 {
	if t := float64(a/2) + float64(b/2); t >= a && t < b {
		return t
	}
	return a
}
