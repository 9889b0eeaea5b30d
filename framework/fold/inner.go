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
		d = innerLabelled(newOutcomes(truth.Y, k, rows), folds, rng)
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
