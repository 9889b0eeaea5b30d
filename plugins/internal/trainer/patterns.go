package trainer

import (
	"github.com/manyclass/bench/framework/contract"
)

// patterns returns the rows in their order, of which those with the same targets in
// some problems, at most 32, have one class, and the target of each problem for each
// class.
func (s rowSet) patterns(problems []int) (ranges []contract.Range, targets [][]int8) {
	of := make([]uint32, s.total) // bit j of a row: problem j is positive
	for j, i := range problems {
		for row, y := range s.batch.Problems[i].Target {
			if y > 0 {
				of[row] |= 1 << j
			}
		}
		for _, row := range s.batch.Problems[i].Positives {
			of[row] |= 1 << j
		}
	}
	classes := map[uint32]int{}
	targets = make([][]int8, len(problems))
	number := 0
	for _, r := range s.Ranges {
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
