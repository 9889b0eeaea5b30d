package fold

import (
	"errors"
	"math/rand/v2"
	"slices"
)

// innerLabels is [Inner] for multi-label data: y holds k labels, 0 or 1, for
// each row, and labels is −1 for rows that are never used.
func innerLabels(y []int8, k int, labels []int, outer Repeat, number, folds int, seed uint64) (Repeat, error) {
	inner := Repeat{Test: slices.Repeat([]int{Out}, len(labels)), Times: outer.Times, Group: outer.Group}
	var rows []int // the training rows
	for row, c := range labels {
		if c >= 0 && outer.Test[row] != Out && outer.Test[row] != number {
			rows = append(rows, row)
		}
	}
	var d division
	if rng := stream(seed, 0); outer.Group == nil {
		d = innerLabelled(newOutcomes(y, k, rows), folds, rng)
	} else {
		d = innerGroups(labelledGroups(y, k, rows, outer.Group), 2*k, folds, rng)
	}
	if d.folds < 2 {
		return Repeat{}, errors.New("the training rows of the fold cannot be divided once more: too few of them hold no label alone")
	}
	inner.Folds = d.folds
	for i, row := range rows {
		inner.Test[row] = d.tests[i]
	}
	return inner, nil
}

// outcomes is rows by what they say of each label: outcome 2j is that a row has
// not label j, 2j + 1 that it has.
type outcomes struct {
	labels [][]int // of each row
	rowsOf [][]int // of each outcome
}

func newOutcomes(y []int8, k int, rows []int) outcomes {
	o := outcomes{labels: make([][]int, len(rows)), rowsOf: make([][]int, 2*k)}
	for i, row := range rows {
		o.labels[i] = present(y, k, row)
		for j, bit := range y[row*k : (row+1)*k] {
			outcome := 2*j + int(bit)
			o.rowsOf[outcome] = append(o.rowsOf[outcome], i)
		}
	}
	return o
}

// innerLabelled divides rows. The only row of an outcome always trains, and so
// does the first one of each that would otherwise be in one fold.
func innerLabelled(o outcomes, folds int, rng *rand.Rand) division {
	tests := make([]int, len(o.labels))
	for _, rows := range o.rowsOf {
		if len(rows) == 1 {
			tests[rows[0]] = Never
		}
	}
	var tested []int
	var labels [][]int
	for i, test := range tests {
		if test != Never {
			tested, labels = append(tested, i), append(labels, o.labels[i])
		}
	}
	if folds = min(folds, len(tested)); folds < 2 {
		return division{}
	}
	for at, part := range distribute(labels, slices.Repeat([]float64{1 / float64(folds)}, folds), rng) {
		tests[tested[at]] = part
	}
	for _, rows := range o.rowsOf {
		if len(rows) > 0 && !slices.ContainsFunc(rows, func(i int) bool { return tests[i] != tests[rows[0]] }) {
			tests[rows[0]] = Never
		}
	}
	return division{folds: renumber(tests), tests: tests}
}

// labelledGroups groups rows; in place of classes it counts outcomes.
func labelledGroups(y []int8, k int, rows, groupOf []int) grouping {
	groups := make([]int, len(rows))
	for i, row := range rows {
		groups[i] = groupOf[row]
	}
	g := groupRows(make([]int, len(rows)), groups)
	counts := make([][]int, len(g.rows))
	for i, row := range rows {
		if counts[g.of[i]] == nil {
			counts[g.of[i]] = make([]int, 2*k)
		}
		for j, bit := range y[row*k : (row+1)*k] {
			counts[g.of[i]][2*j+int(bit)]++
		}
	}
	for group, numbers := range counts {
		g.counts[group] = nil
		for outcome, n := range numbers {
			if n > 0 {
				g.counts[group] = append(g.counts[group], tally{outcome, n})
			}
		}
	}
	return g
}
