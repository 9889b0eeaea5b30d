package fold

import (
	"math/rand/v2"
	"slices"
)

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
