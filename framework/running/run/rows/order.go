package rows

import (
	"slices"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
)

// order is the order of the rows of a matrix: by class, then by the fold that tests
// them, then by id, so that the rows of a class outside a fold are at most two
// ranges. A row that counts several times in training is there as often. Rows of
// multi-label data are all of one class, number 0.
type order struct {
	ids  []int // in the dataset
	runs []run
}

// run is a run of consecutive rows of one class that one fold tests.
type run struct {
	contract.Range
	fold int // or fold.Never
}

// orderOf puts the usable rows in order, given their classes.
func orderOf(class []int, repeat fold.Repeat) (o order) {
	test := repeat.Test
	copies := func(id int) int {
		if class[id] < 0 || test[id] == fold.Out {
			return 0
		}
		return repeat.Copies(id)
	}
	total := 0
	for id := range class {
		total += copies(id)
	}
	o.ids = mapped.Make[int](total, mapped.Lists)[:0]
	for id := range class {
		for range copies(id) {
			o.ids = append(o.ids, id)
		}
	}
	o.ids = sortedBy(sortedBy(o.ids, test), class)
	for at, id := range o.ids {
		last := len(o.runs) - 1
		if last >= 0 && o.runs[last].Class == class[id] && o.runs[last].fold == test[id] {
			o.runs[last].End++
			continue
		}
		o.runs = append(o.runs, run{contract.Range{Start: at, End: at + 1, Class: class[id]}, test[id]})
	}
	return o
}

// sortedBy sorts ids by what a list has of each of them, those with the same number in their order. It gives up the
// list of the ids.
func sortedBy(ids, of []int) []int {
	if len(ids) == 0 {
		return ids
	}
	low, high := of[ids[0]], of[ids[0]]
	for _, id := range ids {
		low, high = min(low, of[id]), max(high, of[id])
	}
	begin := make([]int, high-low+2)
	for _, id := range ids {
		begin[of[id]-low+1]++
	}
	for key := range begin[1:] {
		begin[key+1] += begin[key]
	}
	sorted := mapped.Make[int](len(ids), mapped.Lists)
	for _, id := range ids {
		key := of[id] - low
		sorted[begin[key]] = id
		begin[key]++
	}
	mapped.Free(ids)
	return sorted
}

// Ranges returns the rows of a fold's test or training part, neighbours of one
// class joined.
func (o *order) Ranges(fold int, test bool) []contract.Range {
	var out []contract.Range
	for _, r := range o.runs {
		if (r.fold == fold) != test {
			continue
		}
		last := len(out) - 1
		if last >= 0 && out[last].End == r.Start && out[last].Class == r.Class {
			out[last].End = r.End
			continue
		}
		out = append(out, r.Range)
	}
	return out
}

// IDs returns the ids of the rows of some ranges, in their order.
func (o *order) IDs(ranges []contract.Range) []int {
	return o.appendIDs(make([]int, 0, CountRows(ranges)), ranges)
}

func (o *order) appendIDs(ids []int, ranges []contract.Range) []int {
	for _, r := range ranges {
		ids = append(ids, o.ids[r.Start:r.End]...)
	}
	return ids
}

// different counts the rows of some ranges, each once however often it counts: copies
// stand next to one another.
func (o *order) different(ranges []contract.Range) int {
	n := 0
	for _, r := range ranges {
		for at := r.Start; at < r.End; at++ {
			if at == r.Start || o.ids[at] != o.ids[at-1] {
				n++
			}
		}
	}
	return n
}

// trainingIDs returns the ids of a fold's training rows in ascending order, each
// once however often it counts: a copy of a row in another part of the rows an
// encoder is fitted to would give the row's label away. The list is to be given up by mapped.Free.
func (o *order) trainingIDs(f int) []int {
	ranges := o.Ranges(f, false)
	ids := o.appendIDs(mapped.Make[int](CountRows(ranges), mapped.Lists)[:0], ranges)
	slices.Sort(ids)
	return slices.Compact(ids)
}

// encodedRows are rows of the matrix, one after the other, and whether they are encoded as
// training rows.
type encodedRows struct {
	rows   []int
	trains bool
}

// encoded divides the rows of the matrix into those that a fold trains on and
// the others, in matrix order: the first are encoded as training rows.
func (o *order) encoded(f int) []encodedRows {
	var parts []encodedRows
	for i, r := range o.runs {
		if trains := r.fold != f; i == 0 || trains != parts[len(parts)-1].trains {
			parts = append(parts, encodedRows{o.ids[r.Start:r.Start], trains})
		}
		last := &parts[len(parts)-1]
		last.rows = last.rows[:len(last.rows)+r.End-r.Start]
	}
	return parts
}

// CountRows counts the rows of ranges.
func CountRows(ranges []contract.Range) int {
	n := 0
	for _, r := range ranges {
		n += r.End - r.Start
	}
	return n
}
