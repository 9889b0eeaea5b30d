package rows

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/sealed"
	"github.com/manyclass/bench/framework/service"
)

// Truth returns the targets of a problem of labels or of targets, one for each
// training row in their order, or of those that the problem numbers: in binary problems
// ±1, or 0 for a row that is left out. It is nil for problems of classes.
func (f *Fold) Truth(p plan.Problem) []float64 {
	if !p.IsLabel() {
		return p.Target
	}
	y := slices.Repeat([]float64{-1}, CountRows(f.Train))
	for _, row := range f.Having(p.Label) {
		y[row] = 1
	}
	return y
}

// Having lists the training rows that have a label, as their numbers in ascending
// order.
func (f *Fold) Having(label int) []int32 { return f.labelled().of[label] }

// having are the training rows of a fold that have each label, and how many that are.
type having struct {
	of    [][]int32
	count int
}

// labelled finds the rows that have each label, once.
func (f *Fold) labelled() *having {
	if f.having == nil {
		table := f.Block.Dataset.Table
		k := table.Target.K()
		f.having = &having{of: make([][]int32, k)}
		for row, id := range f.Block.IDs(f.Train) {
			for l, has := range table.Truth.Labels(id, k) {
				if has != 0 {
					f.having.of[l] = append(f.having.of[l], int32(row))
					f.having.count++
				}
			}
		}
	}
	return f.having
}

// Width is the number of scores a row of a problem.
func (f *Fold) Width(p plan.Problem) int {
	switch {
	case p.Task != contract.Multiclass:
		return 1
	case p.Target != nil:
		return p.Groups
	}
	return f.Block.Dataset.Table.Target.K()
}

// SeenBy lists the classes of a multiclass problem that have training rows, which
// are those that it is trained for; nil for other problems.
func (f *Fold) SeenBy(p plan.Problem) []int {
	if p.Task != contract.Multiclass {
		return nil
	}
	var seen []int
	if p.Target == nil {
		for _, r := range f.Train {
			seen = append(seen, r.Class)
		}
	}
	for _, y := range p.Target {
		if y >= 0 {
			seen = append(seen, int(y))
		}
	}
	slices.Sort(seen)
	return slices.Compact(seen)
}

// Constant reports whether the training rows lack a side of a binary problem, and
// returns the log-odds of a share of all or none of n rows as Krichevsky and
// Trofimov estimate it, (m + ½) / (n + 1) ("The performance of universal encoding",
// 1981): ±ln(2n + 1). For a code column n is all training rows of the fold, so that
// such columns weigh alike, whatever classes they leave out. Without rows on either
// side it is 0.
func (f *Fold) Constant(p plan.Problem) (logOdds float64, constant bool) {
	positive, negative := f.sides(p)
	n := positive + negative
	switch {
	case positive > 0 && negative > 0:
		return 0, false
	case n == 0:
		return 0, true
	case p.Code != nil:
		n = CountRows(f.Train)
	}
	logOdds = math.Log(float64(2*n + 1))
	if positive == 0 {
		logOdds = -logOdds
	}
	return logOdds, true
}

// sides counts the training rows on either side of a binary problem.
func (f *Fold) sides(p plan.Problem) (positive, negative int) {
	count := func(sign float64, rows int) {
		switch {
		case sign > 0:
			positive += rows
		case sign < 0:
			negative += rows
		}
	}
	if column := p.Column(); column != nil {
		for _, r := range f.Train {
			count(float64(column[r.Class]), r.End-r.Start)
		}
		return positive, negative
	}
	if p.IsLabel() {
		n := len(f.Having(p.Label))
		return n, CountRows(f.Train) - n
	}
	for _, y := range p.Target {
		count(y, 1)
	}
	return positive, negative
}

// mostListed is how many rows may be listed for all labels, which have to fit into one
// message to a learner.
const mostListed = 1 << 24

// Targets are the targets of a problem as a learner gets them.
type Targets struct {
	Path string // "" for a problem of classes, and where rows are listed
	Rows service.RowSet
	Own  bool // Rows are not all training rows
	// Positives are the rows of +1, in place of a file.
	Positives []int32
	Classes   int // of the problem as the learner gets it: those with training rows
}

// Targets writes the targets of a problem into files whose names hold its number;
// those of a problem of classes need no file.
func (f *Fold) Targets(files *sealed.Folder, p plan.Problem, number int) (t Targets, err error) {
	t = Targets{Rows: f.RowSet(), Classes: f.Block.Dataset.Table.Target.K()}
	if f.lists && p.IsLabel() {
		if f.labelled().count <= mostListed {
			t.Classes, t.Positives = 2, f.Having(p.Label)
			return t, nil
		}
	}
	if p.ByCost {
		t.Own = true
		weights := f.ByCost(p)
		if t.Rows.Weights, err = Write(files, fmt.Sprintf("weights %d.npy", number), len(weights), 0, weights); err != nil {
			return t, err
		}
	}
	y, seen := f.Truth(p), f.SeenBy(p)
	if of, all := trained(p, y); !all || p.Weights != nil {
		y = Pick(y, of)
		if err := f.ownRows(files, &t, p, of, number); err != nil {
			return t, err
		}
	}
	if len(seen) < f.Width(p) {
		y = numbered(y, f.Train, seen)
	}
	if y == nil {
		return t, nil
	}
	t.Classes = max(2, len(seen))
	t.Path, err = Write(files, fmt.Sprintf("target %d.npy", number), len(y), 0, y)
	return t, err
}

// trained lists the values of targets whose rows are trained on, and reports whether these
// are all training rows, once.
func trained(p plan.Problem, y []float64) (of []int, all bool) {
	for i, v := range y {
		if !(p.Task == contract.Binary && v == 0 || p.Task == contract.Multiclass && v < 0) {
			of = append(of, i)
		}
	}
	return of, p.Rows == nil && len(of) == len(y)
}

// ownRows gives a problem a row set of its own: the rows of some of its targets, with the
// weights of both.
func (f *Fold) ownRows(files *sealed.Folder, t *Targets, p plan.Problem, of []int, number int) (err error) {
	numbers := of
	if p.Rows != nil {
		numbers = Pick(p.Rows, of)
	}
	t.Own, t.Rows.Ranges = true, someRows(f.Train, numbers)
	weights := f.Block.Weights(f.Train)
	switch {
	case weights == nil && p.Weights == nil:
		return nil
	case weights == nil:
		weights = Pick(p.Weights, of)
	default:
		weights = Pick(weights, numbers)
		for i, at := range of {
			if p.Weights != nil {
				weights[i] *= p.Weights[at]
			}
		}
	}
	t.Rows.Weights, err = Write(files, fmt.Sprintf("weights %d.npy", number), len(weights), 0, weights)
	return err
}

// RowSet is all training rows.
func (f *Fold) RowSet() service.RowSet {
	return service.RowSet{Ranges: f.Train, Weights: f.weights, Shift: f.Fitted.Shift, Scale: f.Fitted.Scale}
}

// numbered returns the class of each training row as its place among the classes
// that have any; y is the classes, or nil where they are those of the ranges.
func numbered(y []float64, rows []contract.Range, seen []int) []float64 {
	if len(seen) == 0 {
		return y
	}
	var out []float64
	add := func(class, rows int) {
		place, _ := slices.BinarySearch(seen, class)
		out = append(out, slices.Repeat([]float64{float64(place)}, rows)...)
	}
	for _, class := range y {
		add(int(class), 1)
	}
	for _, r := range rows {
		if y == nil {
			add(r.Class, r.End-r.Start)
		}
	}
	return out
}

// Pick returns the values at some places.
func Pick[T any](values []T, places []int) []T {
	out := make([]T, len(places))
	for i, at := range places {
		out[i] = values[at]
	}
	return out
}

// someRows returns the ranges that hold some of the rows of ranges, which are
// numbered in their order. Numbers ascend; a row whose number is there several times is in
// as many ranges.
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
