package sdk

import (
	"context"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// pair is a row of the call that a model scores, and the place of the score in the answer.
type pair struct{ row, place int32 }

// pairs writes the scores of each row by those models that it names. Models one after the other that score the same
// rows, such as those of the children of a node, do so together.
func (s *scorer) pairs(ctx context.Context, call service.ScoreCall, models []storedModel) error {
	named, err := openPairs(call, models)
	if err != nil {
		return err
	}
	numbers, scores := numbersOf(s.ranges), make([]float64, len(named.Of))
	of := byModel(named, len(models))
	for first := 0; first < len(models); {
		if err := ctx.Err(); err != nil {
			return err
		}
		group := s.alike(models[first:], of[first:])
		rows := lists.Map(of[first], func(p pair) int { return numbers[p.row] })
		values, err := s.some(ctx, models[first:first+group], rows)
		if err != nil {
			return err
		}
		for m := range group {
			for n, p := range of[first+m] {
				scores[p.place] = values[n*group+m]
			}
		}
		first += group
	}
	return matrix.WriteFloat64(call.Output, len(scores), 0, scores)
}

// openPairs reads the models that score each row.
func openPairs(call service.ScoreCall, models []storedModel) (named target.Labels, err error) {
	n := contract.CountRows(call.Ranges)
	if _, _, err := call.Pairs.Arrays("models", "ends", &named).Open(n); err != nil {
		return named, err
	}
	for _, m := range named.Of {
		if m < 0 || int(m) >= len(models) || models[m].width != 1 {
			return named, fmt.Errorf("a row names model %d of %d, which has one score a row", m, len(models))
		}
	}
	return named, named.Ended(len(named.Of))
}

// byModel lists the rows that name each model.
func byModel(named target.Labels, models int) [][]pair {
	counts := make([]int, models)
	for _, m := range named.Of {
		counts[m]++
	}
	all, of, at := make([]pair, len(named.Of)), make([][]pair, models), 0
	for m, n := range counts {
		of[m] = all[at : at : at+n]
		at += n
	}
	place := int32(0)
	for row := range named.Rows() {
		for _, m := range named.Row(row) {
			of[m] = append(of[m], pair{int32(row), place})
			place++
		}
	}
	return of
}

// alike counts the first models that can be scored together on the same rows.
func (s *scorer) alike(models []storedModel, of [][]pair) int {
	most, n := together(models), 1
	sameRow := func(a, b pair) bool { return a.row == b.row }
	for n < most && s.seeTheSame(models[0], models[n]) && slices.EqualFunc(of[0], of[n], sameRow) {
		n++
	}
	return n
}

// numbersOf lists the rows of ranges.
func numbersOf(ranges []contract.Range) []int {
	list := make([]int, 0, contract.CountRows(ranges))
	for _, r := range ranges {
		for row := r.Start; row < r.End; row++ {
			list = append(list, row)
		}
	}
	return list
}

// some returns the scores of some rows of the features by models that see the same rows, side by side.
func (s *scorer) some(ctx context.Context, group []storedModel, rows []int) ([]float64, error) {
	ranges := lists.Map(rows, func(row int) contract.Range { return contract.Range{Start: row, End: row + 1} })
	part := scorer{features: s.features, ranges: ranges, block: s.block}
	scores := make([]float64, 0, len(rows)*len(group))
	first := group[0]
	for _, block := range part.blocks(s.sparse(first)) {
		seen := contract.RowSet{Ranges: block, Shift: first.shift, Scale: first.scale}
		var x contract.Rows
		if s.sparse(first) {
			x = s.features.Gather(seen)
		} else {
			x.Matrix = gather(s.features, seen)
		}
		scores = scores[:len(scores)+x.Rows*len(group)]
		if err := score(ctx, group, x, scores[len(scores)-x.Rows*len(group):]); err != nil {
			return nil, err
		}
	}
	return scores, nil
}
