package score

import (
	"cmp"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// MostHardCells and MostHardPredictions are how many cells of a dataset, and predictions of them,
// HardRows reads: with more, all is left out. LeastHardMethods is how many methods must agree that a
// row is hard.
const (
	MostHardCells       = 2000
	MostHardPredictions = 20_000_000
	LeastHardMethods    = 3
)

// HardRow is a row that every method predicts wrong wherever it is tested.
type HardRow struct {
	Row       int // number in the dataset, from 0
	Truth     int // class
	Predicted int // the class that most predictions have, of several the first
	Agreeing  int // predictions of that class
	Of        int // predictions
}

// Hard are the hard rows of a dataset: errors in their classes, or of a kind that no method can
// predict.
type Hard struct {
	Rows    []HardRow // those that most predictions agree on first, then by their numbers
	Tested  int       // rows that some method tests
	Methods int
}

// HardRows finds the rows of a dataset that every method gets wrong, from the stored predictions
// of all repeats. It is empty for labels, for fewer than LeastHardMethods methods and for more
// than MostHardCells cells or MostHardPredictions predictions.
func (in Input) HardRows(dataset string, t target.Target) (Hard, error) {
	var cells []Cell
	methods := map[plan.Combination]bool{}
	for _, c := range in.Cells {
		if c.Dataset == dataset && c.Status() == store.OK {
			cells = append(cells, c)
			methods[c.Combination] = true
		}
	}
	h := Hard{Methods: len(methods)}
	if t.MultiLabel || len(methods) < LeastHardMethods || len(cells) > MostHardCells {
		return h, nil
	}
	votes, read := map[int]map[int]int{}, 0 // of each row the predictions by class, nil if one is right
	for _, c := range cells {
		p, err := c.Read(t)
		if err != nil {
			return h, err
		}
		if read += len(p.Rows); read > MostHardPredictions {
			return Hard{Methods: len(methods)}, nil
		}
		for i, row := range p.Rows {
			h.count(votes, row, p.Truth.Class[i], p.Predicted.Class[i])
		}
	}
	h.Tested = len(votes)
	slices.SortFunc(h.Rows, func(a, b HardRow) int { return cmp.Compare(a.Row, b.Row) })
	h.Rows = slices.CompactFunc(h.Rows, func(a, b HardRow) bool { return a.Row == b.Row })
	h.Rows = lists.Filter(h.Rows, func(r HardRow) bool { return votes[r.Row] != nil })
	for i := range h.Rows {
		h.Rows[i].poll(votes[h.Rows[i].Row])
	}
	slices.SortStableFunc(h.Rows, func(a, b HardRow) int { return cmp.Compare(b.Agreeing*a.Of, a.Agreeing*b.Of) })
	return h, nil
}

// count counts a prediction of a row.
func (h *Hard) count(votes map[int]map[int]int, row, truth, predicted int) {
	of, known := votes[row]
	switch {
	case known && of == nil: // some method has it right
	case truth == predicted:
		votes[row] = nil
	case !known:
		votes[row] = map[int]int{predicted: 1}
		h.Rows = append(h.Rows, HardRow{Row: row, Truth: truth})
	default:
		of[predicted]++
	}
}

// poll finds the class that most predictions of a row have.
func (r *HardRow) poll(votes map[int]int) {
	for _, class := range slices.Sorted(maps.Keys(votes)) {
		n := votes[class]
		if r.Of += n; n > r.Agreeing {
			r.Predicted, r.Agreeing = class, n
		}
	}
}
