package fold

import (
	"fmt"
	"iter"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
)

// Inner divides the training rows of a fold once more, for what must not see the
// test rows: these, and the rows that outer does not use, are Out. The parts are
// stratified like those of stratified_kfold, or like those of
// stratified_group_kfold where outer has groups, whatever the outer method is.
// What holds all training rows of a class, a row or a group, always trains, so
// that every inner training part holds every class of the outer one, unless that
// leaves too few to test: then any row or group is tested. Rows count as often as
// in outer. There are as many parts as asked for, or as rows or groups to test if
// these are fewer. The error says why there cannot be two.
//
// Of multi-label data the parts are those of iterative_stratification or, where
// outer has groups, have shares of the labels as even as the groups allow. What
// holds alone all training rows with a label, or all without it, always trains, so
// that every inner training part has both where the outer one has.
func Inner(t target.Target, truth target.Rows, outer Repeat, number, folds int, seed uint64) (Repeat, error) {
	inner := Repeat{Test: slices.Repeat([]int{Out}, len(truth.Class)), Times: outer.Times, Group: outer.Group}
	var rows []int // the training rows
	for row, c := range truth.Class {
		if c >= 0 && outer.Test[row] != Out && outer.Test[row] != number {
			rows = append(rows, row)
		}
	}
	divide := innerClasses
	if t.MultiLabel {
		divide = innerLabels
	}
	d, hindrance := divide(truth, t.K(), rows, outer.Group, folds, stream(seed, 0))
	if d.folds < 2 {
		return Repeat{}, fmt.Errorf("the training rows of the fold cannot be divided once more: %s", hindrance)
	}
	inner.Folds = d.folds
	for i, row := range rows {
		inner.Test[row] = d.tests[i]
	}
	return inner, nil
}

// innerClasses divides training rows by their classes, and says what hinders it.
func innerClasses(truth target.Rows, k int, rows, groupOf []int, folds int, rng *rand.Rand) (d division,
	hindrance string) {
	labels, groups, what := make([]int, len(rows)), make([]int, len(rows)), "group"
	for i, row := range rows {
		labels[i] = truth.Class[row]
		if groups[i] = row; groupOf != nil {
			groups[i] = groupOf[row]
		}
	}
	g := groupRows(labels, groups)
	if groupOf == nil {
		d, what = innerRows(labels, k, folds, rng), "row"
	} else {
		d = innerGroups(g, k, folds, rng)
	}
	if d.folds < 2 {
		d = innerAny(g, folds, rng)
	}
	return d, "there is only " + wording.Count(len(g.rows), what)
}

// innerLabels divides training rows by their labels, and says what hinders it.
func innerLabels(truth target.Rows, k int, rows, groupOf []int, folds int, rng *rand.Rand) (d division,
	hindrance string) {
	if groupOf == nil {
		d = innerLabelled(newByLabel(truth.Y, k, rows), folds, rng)
	} else {
		d = innerGroups(labelledGroups(truth.Y, k, rows, groupOf), 2*k, folds, rng)
	}
	return d, "too few of them hold no label alone"
}

// innerRows divides rows of the given labels. A single row of a class always
// trains.
func innerRows(labels []int, classes, folds int, rng *rand.Rand) division {
	counts := make([]int, classes)
	for _, c := range labels {
		counts[c]++
	}
	d := division{tests: slices.Repeat([]int{Never}, len(labels))}
	var rows, tested []int // the rows that are tested, and their labels
	for i, c := range labels {
		if counts[c] > 1 {
			rows, tested = append(rows, i), append(tested, c)
		}
	}
	if d.folds = min(folds, len(rows)); d.folds < 2 {
		return d
	}
	for i, f := range stratify(tested, classes, d.folds, rng) {
		d.tests[rows[i]] = f
	}
	return d
}

// innerAny divides groups whatever their classes are.
func innerAny(g grouping, folds int, rng *rand.Rand) division {
	if folds = min(folds, len(g.rows)); folds < 2 {
		return division{}
	}
	return division{folds: folds, tests: g.spread(g.balance(folds, g.shuffled(rng)))}
}

// byLabel is rows by their labels.
type byLabel struct {
	labels [][]int // of each row
	having [][]int // the rows with each label, ascending
}

func newByLabel(y target.Labels, k int, rows []int) byLabel {
	h := byLabel{labels: make([][]int, len(rows)), having: make([][]int, k)}
	for i, row := range rows {
		h.labels[i] = present(y, row)
		for _, label := range h.labels[i] {
			h.having[label] = append(h.having[label], i)
		}
	}
	return h
}

// outcomes gives for each label the rows without it, then those with it, as sequences.
func (h byLabel) outcomes() iter.Seq[iter.Seq[int]] {
	return func(yield func(iter.Seq[int]) bool) {
		for _, having := range h.having {
			if !yield(without(len(h.labels), having)) || !yield(slices.Values(having)) {
				return
			}
		}
	}
}

// without are the numbers below n that a list does not have, which is ascending.
func without(n int, list []int) iter.Seq[int] {
	return func(yield func(int) bool) {
		next := 0
		for i := range n {
			if next < len(list) && list[next] == i {
				next++
			} else if !yield(i) {
				return
			}
		}
	}
}

// together returns the first of some rows if the parts of all are the same, else -1.
func together(rows iter.Seq[int], parts []int) int {
	first := -1
	for i := range rows {
		if first < 0 {
			first = i
		} else if parts[i] != parts[first] {
			return -1
		}
	}
	return first
}

// only returns the only one of some rows, -1 if there are none or several.
func only(rows iter.Seq[int]) int {
	one := -1
	for i := range rows {
		if one >= 0 {
			return -1
		}
		one = i
	}
	return one
}

// innerLabelled divides rows. The only row with a label, or without it, always trains, and so
// does the first one of those with it, or without, that would otherwise be in one fold.
func innerLabelled(h byLabel, folds int, rng *rand.Rand) division {
	tests := make([]int, len(h.labels))
	for rows := range h.outcomes() {
		if one := only(rows); one >= 0 {
			tests[one] = Never
		}
	}
	var tested []int
	var labels [][]int
	for i, test := range tests {
		if test != Never {
			tested, labels = append(tested, i), append(labels, h.labels[i])
		}
	}
	if folds = min(folds, len(tested)); folds < 2 {
		return division{}
	}
	for at, part := range distribute(labels, slices.Repeat([]float64{1 / float64(folds)}, folds), rng) {
		tests[tested[at]] = part
	}
	for rows := range h.outcomes() {
		if first := together(rows, tests); first >= 0 {
			tests[first] = Never
		}
	}
	return division{folds: renumber(tests), tests: tests}
}

// innerGroups divides rows by group. Groups that hold a class alone always
// train; so does one group of each class that would otherwise be in one fold.
func innerGroups(g grouping, classes, folds int, rng *rand.Rand) division {
	holders := g.holders(classes)
	foldOf := make([]int, len(g.rows))
	for _, groups := range holders {
		if len(groups) == 1 {
			foldOf[groups[0]] = Never
		}
	}
	// Groups that are tested.
	order := lists.Filter(g.shuffled(rng), func(k int) bool { return foldOf[k] != Never })
	if folds = min(folds, len(order)); folds < 2 {
		return division{}
	}
	for k, f := range g.stratify(classes, folds, order) {
		if foldOf[k] != Never {
			foldOf[k] = f
		}
	}
	for _, groups := range holders {
		g.free(groups, foldOf)
	}
	folds = renumber(foldOf)
	return division{folds: folds, tests: g.spread(foldOf)}
}

// holders lists for each class the groups with rows of it.
func (g grouping) holders(classes int) [][]int {
	list := make([][]int, classes)
	for k, counts := range g.counts {
		for _, c := range counts {
			list[c.class] = append(list[c.class], k)
		}
	}
	return list
}

// free lets the smallest of some groups, the first of several, always train if
// all are tested in one fold.
func (g grouping) free(groups []int, foldOf []int) {
	if len(groups) == 0 {
		return
	}
	smallest := groups[0]
	for _, k := range groups {
		if foldOf[k] != foldOf[groups[0]] {
			return
		}
		if g.rows[k] < g.rows[smallest] {
			smallest = k
		}
	}
	foldOf[smallest] = Never
}

// renumber closes the gaps that folds without groups leave, and returns the
// number of folds.
func renumber(foldOf []int) int {
	used := slices.Compact(slices.Sorted(slices.Values(foldOf)))
	if len(used) > 0 && used[0] == Never {
		used = used[1:]
	}
	for k, f := range foldOf {
		if f != Never {
			foldOf[k], _ = slices.BinarySearch(used, f)
		}
	}
	return len(used)
}
