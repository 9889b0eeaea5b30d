package trainer

import (
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/plugins/internal/sparse"
)

// trainLabels trains problems whose targets are no code columns, some side by side.
// Rows with the same targets in all of these are a class of rows: of labels, which
// are rare, there are few such patterns.
func (w *sparseWork) trainLabels(problems []int) error {
	chunks := slices.Collect(slices.Chunk(problems, sparse.Width(len(problems), w.batch.Threads)))
	return each(w.batch.Threads, len(chunks), func(i int) error {
		ranges, targets := w.patterns(chunks[i])
		columns := make([]smooth.Column, len(chunks[i]))
		for j, problem := range chunks[i] {
			columns[j] = w.column(w.batch.Problems[problem], targets[j])
		}
		return w.solve(chunks[i], ranges, columns, 1, true)
	})
}

// patterns returns the rows in their order, of which those with the same targets in
// some problems, at most 32, have one class, and the target of each problem for each
// class.
func (w *sparseWork) patterns(problems []int) (ranges []contract.Range, targets [][]int8) {
	of := make([]uint32, w.total) // bit j of a row: problem j is positive
	for j, i := range problems {
		for row, y := range w.batch.Problems[i].Target {
			if y > 0 {
				of[row] |= 1 << j
			}
		}
		for _, row := range w.batch.Problems[i].Positives {
			of[row] |= 1 << j
		}
	}
	classes := map[uint32]int{}
	targets = make([][]int8, len(problems))
	number := 0
	for _, r := range w.Ranges {
		for i := r.Start; i < r.End; i, number = i+1, number+1 {
			class, known := classes[of[number]]
			if !known {
				class = len(classes)
				classes[of[number]] = class
				for j := range targets {
					targets[j] = append(targets[j], int8(of[number]>>j&1)*2-1)
				}
			}
			last := len(ranges) - 1
			if last >= 0 && ranges[last].End == i && ranges[last].Class == class {
				ranges[last].End++
			} else {
				ranges = append(ranges, contract.Range{Start: i, End: i + 1, Class: class})
			}
		}
	}
	return ranges, targets
}
