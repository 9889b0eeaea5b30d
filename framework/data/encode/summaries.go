package encode

import (
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
)

// summaries is the source of quantile: each variable has a feature for each quantile of
// the numbers that classes were made from, computed from the rows counted over.
type summaries struct {
	counted
	feature int
	shares  []float64 // which quantiles
	m       float64
	prior   [][]float64 // quantiles of all rows, by fold that is held out and behind them for none
	values  [][]float64 // estimates by group
	outside [][]float64 // estimates by cell, without its fold
	single  *singles    // nil unless rows are held out by themselves
}

// singles are the numbers of the training rows, by group and behind them of all, and of
// each row of the table its place in both; −1 for other rows.
type singles struct {
	numbers []ascending
	place   [2][]int32
}

// folded are the numbers of training rows, with the fold of each, −1 without folds.
type folded struct {
	ascending
	folds []int32
}

// without returns the numbers outside of a fold.
func (f folded) without(fold int32) ascending {
	var list ascending
	for i, x := range f.x {
		if f.folds[i] != fold {
			list.add(x, f.weight(i))
		}
	}
	return list
}

// sorted returns the numbers of the training rows, by group and behind them of all. Where
// rows are held out by themselves it keeps them.
func (s *summaries) sorted(b *builder) []folded {
	numbers := make([]folded, s.total+1)
	place := [2][]int32{make([]int32, b.table.Rows), make([]int32, b.table.Rows)}
	order := slices.Clone(b.rows)
	slices.SortStableFunc(order, func(i, j int) int { return sign(b.table.Quantity[i] - b.table.Quantity[j]) })
	for _, row := range order {
		fold := int32(-1)
		if s.held.folds > 0 {
			fold = s.held.fold[row]
		}
		for i, at := range []int{int(s.index.get(s.key(b.table, s.at(b.table, row)))), s.total} {
			place[i][row] = int32(len(numbers[at].x))
			numbers[at].add(b.table.Quantity[row], s.held.weights.of(row))
			numbers[at].folds = append(numbers[at].folds, fold)
		}
	}
	if s.held.alone != nil {
		s.single = &singles{lists.Map(numbers, func(f folded) ascending { return f.ascending }), place}
	}
	return numbers
}

// estimateAll computes the estimates of all groups, with and without each fold.
func (s *summaries) estimateAll(numbers []folded) {
	folds := s.held.folds
	single := make([]bool, folds+1) // every row has a value of its own
	for fold := range folds + 1 {
		rest := numbers[s.total].without(int32(fold))
		s.prior = append(s.prior, s.of(rest, noOne))
		single[fold] = rest.total(noOne) <= float64(s.valuesWithout(int32(fold)))
	}
	for group := range s.total {
		s.values = append(s.values, s.estimate(numbers[group].ascending, noOne, s.prior[folds], single[folds]))
		if folds == 0 {
			continue
		}
		for _, fold := range s.cells[s.start[group]:s.start[group+1]] {
			if fold < 0 {
				s.outside = append(s.outside, nil)
				continue
			}
			s.outside = append(s.outside, s.estimate(numbers[group].without(fold), noOne, s.prior[fold], single[fold]))
		}
	}
}

// valuesWithout counts the groups with rows outside of a fold.
func (s *summaries) valuesWithout(fold int32) int {
	return lists.Count(lists.Range(s.total), func(group int) bool {
		return s.totals.of(int32(group), s.held.classes)[0] > s.inFold(int32(group), fold)[0]
	})
}

// of returns the quantiles of ascending numbers but one, 0 if there are none.
func (s *summaries) of(numbers ascending, without int) []float64 {
	return lists.Map(s.shares, func(q float64) float64 { return numbers.quantile(q, without) })
}

// estimate returns the quantiles of a value's numbers but one, each as m rows of all rows'
// pull it.
func (s *summaries) estimate(numbers ascending, without int, prior []float64, single bool) []float64 {
	n := numbers.total(without)
	own := s.of(numbers, without)
	for i := range own {
		if single || n == 0 {
			own[i] = prior[i]
			continue
		}
		own[i] = (float64(n*own[i]) + float64(s.m*prior[i])) / (n + s.m)
	}
	return own
}

// leaving returns the estimates of a group, computed without a training row that is in it.
func (s *summaries) leaving(group int32, row int) []float64 {
	all := s.single.numbers[s.total]
	own, ofAll := int(s.single.place[0][row]), int(s.single.place[1][row])
	values := s.total
	if len(s.single.numbers[group].x) == 1 {
		values--
	}
	return s.estimate(s.single.numbers[group], own, s.of(all, ofAll), all.total(ofAll) <= float64(values))
}

func sign(v float64) int {
	switch {
	case v < 0:
		return -1
	case v > 0:
		return 1
	}
	return 0
}

func (s *summaries) each(v view, row int, yield func(int, float64)) error {
	group, err := s.groups.of(v.table, row)
	if err != nil {
		return err
	}
	fold := s.held.foldOf(v, row)
	var list []float64
	switch {
	case fold >= 0 && s.single != nil:
		list = s.leaving(group, row)
	case group < 0 && fold < 0:
		list = s.prior[s.held.folds]
	case group < 0:
		list = s.prior[fold]
	case fold < 0:
		list = s.values[group]
	default:
		list = s.outside[s.cell(group, fold)]
	}
	for i, x := range list {
		if x != 0 {
			yield(s.feature+i, x)
		}
	}
	return nil
}

func (s *summaries) identify(d digest, t *data.Table) {
	s.counted.identify(d, t)
	d.text(fmt.Sprint(s.shares, s.m, s.prior, s.values, s.outside))
}
