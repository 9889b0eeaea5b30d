package rows

import (
	"math/bits"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
)

// members are the training rows that have one of some classes or labels.
type members struct {
	of     []int32 // the classes or labels, not empty
	rows   []int32 // numbers of training rows, ascending
	ranges []contract.Range
}

// members finds the rows of the set of a subset, nil where these are all training rows. Subsets of the same set, such as
// those of the children of a node, stand one after the other and share what is found.
func (f *Fold) members(s contract.Subset) *members {
	if s.Among == nil {
		return nil
	}
	if m := f.among; m == nil || &m.of[0] != &s.Among[0] || len(m.of) != len(s.Among) {
		rows := f.havingOne(s.Among)
		f.among = &members{s.Among, rows, someRows(f.Train, rows)}
	}
	return f.among
}

// havingOne lists the training rows that have one of some classes or labels, as their numbers in ascending order.
func (f *Fold) havingOne(of []int32) []int32 {
	if len(of) == 1 {
		return f.Having(int(of[0]))
	}
	has, count := make([]uint64, (CountRows(f.Train)+63)/64), 0
	for _, k := range of {
		for _, row := range f.Having(int(k)) {
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

// subsetSides counts the rows of a subset that have one of its part, and those that do not.
func (f *Fold) subsetSides(s contract.Subset) (positive, negative int) {
	all := CountRows(f.Train)
	if m := f.members(s); m != nil {
		all = len(m.rows)
	}
	positive = len(f.havingOne(s.Positive))
	return positive, all - positive
}

// subsetTruth are the targets of a subset on all training rows, 0 for those that it leaves out.
func (f *Fold) subsetTruth(s contract.Subset) []float64 {
	left := 0.0
	m := f.members(s)
	if m == nil {
		left = -1
	}
	y := slices.Repeat([]float64{left}, CountRows(f.Train))
	if m != nil {
		for _, row := range m.rows {
			y[row] = -1
		}
	}
	for _, row := range f.havingOne(s.Positive) {
		y[row] = 1
	}
	return y
}

// subset sets the rows and the positive rows of the targets of a subset. It returns the targets to be written where the
// learner does not take lists, and the weights of rows where these are not all training rows.
func (f *Fold) subset(s contract.Subset, t *Targets) (y, weights []float64) {
	positives, n := f.havingOne(s.Positive), CountRows(f.Train)
	t.Classes = 2
	if m := f.members(s); m != nil {
		t.Own, t.Rows.Ranges, n = true, m.ranges, len(m.rows)
		places, from := make([]int32, len(positives)), 0
		for i, row := range positives {
			at, _ := slices.BinarySearch(m.rows[from:], row)
			from += at
			places[i] = int32(from)
		}
		positives, weights = places, f.weightsOf(m, f.Block.Weights(f.Train))
	}
	if f.lists {
		t.Positives = positives
		return nil, weights
	}
	y = slices.Repeat([]float64{-1}, n)
	for _, row := range positives {
		y[row] = 1
	}
	return y, weights
}

// weightsOf picks those of some training rows, nil for all, from the weights of all, if there are any.
func (f *Fold) weightsOf(m *members, weights []float64) []float64 {
	if m == nil || weights == nil {
		return weights
	}
	return lists.Map(m.rows, func(row int32) float64 { return weights[row] })
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

// Size is about how many numbers a learner gets that trains a problem after another, beside those that the two share.
func (f *Fold) Size(p, before contract.Problems) int {
	s, is := p.(contract.Subset)
	if !is {
		return f.Block.Dataset.Table.Target.K()
	}
	has := func(of []int32) (n int) {
		for _, k := range of {
			n += len(f.Having(int(k)))
		}
		return n
	}
	size := 1 + has(s.Positive)
	if last, alike := before.(contract.Subset); len(s.Among) > 0 && !(alike && len(last.Among) > 0 && &last.Among[0] == &s.Among[0]) {
		size += has(s.Among)
	}
	return size
}
