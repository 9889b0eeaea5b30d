package rows

import (
	"math/bits"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// having are the training rows that have each label or are of each class.
type having struct {
	of    [][]int32 // their numbers, ascending
	count int       // of all lists together
	train []contract.Range
	among *members // of the subset that was asked for last
}

// members are the training rows that have one of some classes or labels.
type members struct {
	of     []int32 // the classes or labels, not empty
	rows   []int32 // numbers of training rows, ascending
	ranges []contract.Range
}

// members finds the rows of the set of a subset, nil where these are all training rows. Subsets of the same set, such
// as those of the children of a node, stand one after the other and share what is found.
func (h *having) members(s contract.Subset) *members {
	if s.Among == nil {
		return nil
	}
	if m := h.among; m == nil || &m.of[0] != &s.Among[0] || len(m.of) != len(s.Among) {
		rows := h.one(s.Among)
		h.among = &members{s.Among, rows, someRows(h.train, rows)}
	}
	return h.among
}

// one lists the training rows that have one of some classes or labels, as their numbers in ascending order.
func (h *having) one(of []int32) []int32 {
	if len(of) == 1 {
		return h.of[of[0]]
	}
	has, count := make([]uint64, (CountRows(h.train)+63)/64), 0
	for _, k := range of {
		for _, row := range h.of[k] {
			has[row>>6] |= 1 << (row & 63)
		}
	}
	for _, word := range has {
		count += bits.OnesCount64(word)
	}
	rows := make([]int32, 0, count)
	for at, word := range has {
		for ; word != 0; word &= word - 1 {
			rows = append(rows, int32(at*64+bits.TrailingZeros64(word)))
		}
	}
	return rows
}

// sides counts the rows of a subset that have one of its part, and those that do not.
func (h *having) sides(s contract.Subset, all int) (positive, negative int) {
	if m := h.members(s); m != nil {
		all = len(m.rows)
	}
	positive = len(h.one(s.Positive))
	return positive, all - positive
}

// truth are the targets of a subset on all n training rows, 0 for those that it leaves out.
func (h *having) truth(s contract.Subset, n int) []float64 {
	left := 0.0
	m := h.members(s)
	if m == nil {
		left = -1
	}
	y := slices.Repeat([]float64{left}, n)
	if m != nil {
		for _, row := range m.rows {
			y[row] = -1
		}
	}
	for _, row := range h.one(s.Positive) {
		y[row] = 1
	}
	return y
}

// entries is the code column of the problem of a subset.
func entries(s contract.Subset, classes int) []int8 {
	column := make([]int8, classes)
	for k := range column {
		if s.Among == nil {
			column[k] = -1
		}
	}
	for _, k := range s.Among {
		column[k] = -1
	}
	for _, k := range s.Positive {
		column[k] = 1
	}
	return column
}

// places are where rows are among the members, which hold them all.
func (m *members) places(rows []int32) []int32 {
	places, from := make([]int32, len(rows)), 0
	for i, row := range rows {
		at, _ := slices.BinarySearch(m.rows[from:], row)
		from += at
		places[i] = int32(from)
	}
	return places
}

// weights picks those of the members from what all training rows weigh, if there are any weights. No members are all.
func (m *members) weights(all []float64) []float64 {
	if m == nil || all == nil {
		return all
	}
	return lists.Map(m.rows, func(row int32) float64 { return all[row] })
}

// someRows returns the ranges that hold some of the rows of ranges, which are
// numbered in their order. Numbers ascend; a row whose number is there several times is in
// as many ranges.
func someRows[N int | int32](ranges []contract.Range, numbers []N) []contract.Range {
	var out []contract.Range
	begin := 0 // number of the first row of the range
	for _, r := range ranges {
		n := r.End - r.Start
		for len(numbers) > 0 && int(numbers[0]) < begin+n {
			at := r.Start + int(numbers[0]) - begin
			numbers = numbers[1:]
			if last := len(out) - 1; last >= 0 && out[last].End == at && out[last].Class == r.Class {
				out[last].End++
				continue
			}
			out = append(out, contract.Range{Start: at, End: at + 1, Class: r.Class})
		}
		begin += n
	}
	return out
}
