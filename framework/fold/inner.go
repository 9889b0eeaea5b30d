package fold

import (
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/manyclass/bench/framework/target"
	"github.com/manyclass/bench/framework/wording"
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
	if t.MultiLabel {
		return innerLabels(truth.Y, t.K(), truth.Class, outer, number, folds, seed)
	}
	return innerClasses(truth.Class, t.K(), outer, number, folds, seed)
}

func innerClasses(labels []int, classes int, outer Repeat, number, folds int, seed uint64) (Repeat, error) {
	inner := Repeat{Test: slices.Repeat([]int{Out}, len(labels)), Times: outer.Times, Group: outer.Group}
	var rows, classOf []int // the training rows, and their labels
	for row, c := range labels {
		if c >= 0 && outer.Test[row] != Out && outer.Test[row] != number {
			rows, classOf = append(rows, row), append(classOf, c)
		}
	}
	rng := stream(seed, 0)
	groups, what := make([]int, len(rows)), "group"
	for i, row := range rows {
		if groups[i] = row; outer.Group != nil {
			groups[i] = outer.Group[row]
		}
	}
	g := groupRows(classOf, groups)
	var d division
	if outer.Group == nil {
		d, what = innerRows(classOf, classes, folds, rng), "row"
	} else {
		d = innerGroups(g, classes, folds, rng)
	}
	if d.folds < 2 {
		d = innerAny(g, folds, rng)
	}
	if d.folds < 2 {
		return Repeat{}, fmt.Errorf("the training rows of the fold cannot be divided once more: there is only %s", wording.Count(len(g.rows), what))
	}
	inner.Folds = d.folds
	for i, row := range rows {
		inner.Test[row] = d.tests[i]
	}
	return inner, nil
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
	var order []int // groups that are tested
	for _, k := range g.shuffled(rng) {
		if foldOf[k] != Never {
			order = append(order, k)
		}
	}
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

// innerAny divides groups whatever their classes are.
func innerAny(g grouping, folds int, rng *rand.Rand) division {
	if folds = min(folds, len(g.rows)); folds < 2 {
		return division{}
	}
	return division{folds: folds, tests: g.spread(g.balance(folds, g.shuffled(rng)))}
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
	used := slices.Clone(foldOf)
	slices.Sort(used)
	used = slices.Compact(used)
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
