package run

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/service"
)

// truth returns the targets of a problem of labels or of targets, one for each
// training row in their order: in binary problems ±1, or 0 for a row that is left
// out. It is nil for problems of classes.
func (t *training) truth(p plan.Problem) []float64 {
	if !p.IsLabel() {
		return p.Target
	}
	table := t.block.Dataset.Table
	y := make([]float64, 0, countRows(t.rows))
	for _, r := range t.rows {
		for _, id := range t.block.rows[r.Start:r.End] {
			y = append(y, 2*float64(table.Truth.Y[id*table.Target.K()+p.Label])-1)
		}
	}
	return y
}

// places returns where rows of a block that divides the same data are among the
// training rows of t, which hold them all. Copies of a row, which stand together,
// lead to its copies.
func (t *training) places(b *block, ranges []contract.Range) []int {
	if t.first == nil {
		t.first = map[int]int{}
		at := 0
		for _, r := range t.rows {
			for _, id := range t.block.rows[r.Start:r.End] {
				if _, copied := t.first[id]; !copied {
					t.first[id] = at
				}
				at++
			}
		}
	}
	list := make([]int, 0, countRows(ranges))
	last, copies := -1, 0
	for _, r := range ranges {
		for _, id := range b.rows[r.Start:r.End] {
			if copies++; id != last {
				last, copies = id, 0
			}
			list = append(list, t.first[id]+copies)
		}
	}
	return list
}

// inherit puts the targets of the problems, which are those of the training around
// this one, in the order of the training rows of this one.
func (t *training) inherit() {
	if t.outer == nil {
		return
	}
	var places []int
	for i, p := range t.problems {
		if p.Target == nil {
			continue
		}
		if places == nil {
			places = t.outer.places(t.block, t.rows)
		}
		t.problems[i].Target = picked(p.Target, places)
	}
}

// picked returns some of the values.
func picked(values []float64, places []int) []float64 {
	out := make([]float64, len(places))
	for i, at := range places {
		out[i] = values[at]
	}
	return out
}

// targetFile is a problem of labels or targets as a learner gets it.
type targetFile struct {
	path string
	rows service.RowSet // the training rows that are not left out
	own  bool           // rows are not all training rows

	classes int // of the problem as the learner gets it: those with training rows
}

// target writes the targets of a problem, once. It returns nil for a problem of
// classes.
func (t *training) target(problem int) (*targetFile, error) {
	p := t.problems[problem]
	if f := t.targets[problem]; f != nil {
		return f, nil
	}
	y, seen := t.truth(p), t.seen(p)
	if len(seen) < t.width(problem) {
		y = numbered(y, t.rows, seen)
	}
	if y == nil {
		return nil, nil
	}
	f := &targetFile{classes: max(2, len(seen)), rows: t.rowSet()}
	if p.Task == contract.Binary {
		if kept := nonzero(y); len(kept) < len(y) {
			f.own, f.rows.Ranges = true, someRows(t.rows, kept)
			if err := t.writeKept(f, problem, kept); err != nil {
				return nil, err
			}
			y = picked(y, kept)
		}
	}
	var err error
	if f.path, err = input(t.files, fmt.Sprintf("target %d.npy", problem), len(y), 0, y); err != nil {
		return nil, err
	}
	t.targets[problem] = f
	return f, nil
}

// writeKept writes the weights of the training rows that a problem keeps.
func (t *training) writeKept(f *targetFile, problem int, kept []int) error {
	weights := t.block.weights(t.rows)
	if weights == nil {
		return nil
	}
	var err error
	f.rows.Weights, err = input(t.files, fmt.Sprintf("weights %d.npy", problem), len(kept), 0, picked(weights, kept))
	return err
}

// rowSet is all training rows.
func (t *training) rowSet() service.RowSet {
	return service.RowSet{Ranges: t.rows, Weights: t.weights, Shift: t.fitted.Shift, Scale: t.fitted.Scale}
}

// nonzero lists where values are not 0.
func nonzero(y []float64) []int {
	var list []int
	for i, v := range y {
		if v != 0 {
			list = append(list, i)
		}
	}
	return list
}

// someRows returns the ranges that hold some of the rows of ranges, which are
// numbered in their order.
func someRows(ranges []contract.Range, numbers []int) []contract.Range {
	var out []contract.Range
	begin := 0 // number of the first row of the range
	for _, r := range ranges {
		n := r.End - r.Start
		for len(numbers) > 0 && numbers[0] < begin+n {
			at := r.Start + numbers[0] - begin
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
