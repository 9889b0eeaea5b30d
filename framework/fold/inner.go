package fold

import "errors"

// Inner divides the training rows of a fold once more, for what must not see the
// test rows: these, and the rows that outer does not use, are Out. The parts are
// stratified like those of stratified_kfold, whatever the outer method is; a
// class with a single training row always trains, so that every inner training
// part holds every class of the outer one. There are as many parts as asked for,
// or as rows to test if these are fewer. The error says why there cannot be two.
func Inner(labels []int, classes int, outer Repeat, number, folds int, seed uint64) (Repeat, error) {
	counts := make([]int, classes)
	trains := func(row int) bool { return labels[row] >= 0 && outer.Test[row] != Out && outer.Test[row] != number }
	for row, c := range labels {
		if trains(row) {
			counts[c]++
		}
	}
	inner := Repeat{Test: make([]int, len(labels))}
	var rows, tested []int // the rows that are tested, and their labels
	for row, c := range labels {
		switch {
		case !trains(row):
			inner.Test[row] = Out
		case counts[c] == 1:
			inner.Test[row] = Never
		default:
			rows, tested = append(rows, row), append(tested, c)
		}
	}
	inner.Folds = min(folds, len(rows))
	if inner.Folds < 2 {
		return Repeat{}, errors.New("no class has two rows among the training rows of the fold: they cannot be divided once more")
	}
	for i, f := range stratify(tested, classes, inner.Folds, stream(seed, 0)) {
		inner.Test[rows[i]] = f
	}
	return inner, nil
}
