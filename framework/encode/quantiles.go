package encode

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/lists"
)

// summaries is the source of quantile: each variable has a feature for each quantile of
// the numbers that classes were made of, computed from the rows counted over.
type summaries struct {
	counted
	feature int
	shares  []float64 // which quantiles
	m       float64
	prior   [][]float64 // quantiles of all rows, by fold that is held out and behind them for none
	values  [][]float64 // estimates by group
	outside [][]float64 // estimates by cell, without its fold
}

// addSummaries appends the quantiles of a variable.
func (b *builder) addSummaries(v variable, e *encoder, held *heldOut) {
	s := &summaries{counted: b.count(v, e, held), feature: len(b.Columns), shares: e.Quantiles, m: e.M}
	all := s.total // the position of all rows behind the groups
	numbers := make([][]float64, s.total+1)
	folds := make([][]int32, s.total+1)
	order := slices.Clone(b.rows)
	slices.SortStableFunc(order, func(i, j int) int { return sign(b.table.Quantity[i] - b.table.Quantity[j]) })
	for _, row := range order {
		fold := int32(-1)
		if held.folds > 0 {
			fold = held.fold[row]
		}
		for _, at := range []int{int(s.index.get(s.key(b.table, s.at(b.table, row)))), all} {
			numbers[at], folds[at] = append(numbers[at], b.table.Quantity[row]), append(folds[at], fold)
		}
	}
	without := func(at int, fold int32) []float64 {
		var list []float64
		for i, x := range numbers[at] {
			if folds[at][i] != fold {
				list = append(list, x)
			}
		}
		return list
	}
	single := make([]bool, held.folds+1) // every row has a value of its own
	for fold := range held.folds + 1 {
		rest := without(all, int32(fold))
		s.prior = append(s.prior, s.of(rest))
		single[fold] = len(rest) == s.valuesWithout(int32(fold))
	}
	for group := range s.total {
		s.values = append(s.values, s.estimate(numbers[group], s.prior[held.folds], single[held.folds]))
		if held.folds == 0 {
			continue
		}
		for _, fold := range s.cells[s.start[group]:s.start[group+1]] {
			if fold < 0 {
				s.outside = append(s.outside, nil)
				continue
			}
			s.outside = append(s.outside, s.estimate(without(group, fold), s.prior[fold], single[fold]))
		}
	}
	for _, q := range s.shares {
		b.feature(s.name+"~q"+strconv.FormatFloat(q, 'g', -1, 64), contract.NumericColumn)
	}
	b.source(s, len(s.shares))
}

// valuesWithout counts the groups with rows outside of a fold.
func (s *summaries) valuesWithout(fold int32) int {
	return lists.Count(lists.Range(s.total), func(group int) bool {
		return s.totals.of(int32(group), s.held.classes)[0] > s.inFold(int32(group), fold)[0]
	})
}

// of returns the quantiles of ascending numbers, 0 if there are none.
func (s *summaries) of(numbers []float64) []float64 {
	return lists.Map(s.shares, func(q float64) float64 { return quantile(numbers, q) })
}

// estimate returns the quantiles of a value's numbers, each as m rows of all rows' pull it.
func (s *summaries) estimate(numbers, prior []float64, single bool) []float64 {
	n := float64(len(numbers))
	own := s.of(numbers)
	for i := range own {
		if single || n == 0 {
			own[i] = prior[i]
			continue
		}
		own[i] = (n*own[i] + s.m*prior[i]) / (n + s.m)
	}
	return own
}

// quantile interpolates between ascending numbers, as numpy does by default.
func quantile(numbers []float64, q float64) float64 {
	if len(numbers) == 0 {
		return 0
	}
	place := q * float64(len(numbers)-1)
	low := int(math.Floor(place))
	high := min(low+1, len(numbers)-1)
	return numbers[low] + (place-float64(low))*(numbers[high]-numbers[low])
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

// checkQuantiles checks that quantiles are some, and sets the default.
func (e *encoder) checkQuantiles() []contract.Diagnostic {
	if e.Quantiles == nil {
		e.Quantiles = []float64{0.5}
	}
	if len(e.Quantiles) == 0 {
		return []contract.Diagnostic{contract.Errorf([]any{"quantiles"}, "quantiles is empty",
			"Write for example quantiles = [0.25, 0.5, 0.75].")}
	}
	for i, q := range e.Quantiles {
		if slices.Contains(e.Quantiles[:i], q) {
			return []contract.Diagnostic{contract.Errorf([]any{"quantiles", i}, fmt.Sprintf("quantile %v is there already", q),
				"Remove one of them.")}
		}
	}
	return nil
}

func quantileKind() kind {
	return kind{
		Component: contract.Component{
			Name: "quantile",
			Doc: "Quantiles of the number that classes were made of (discretize in the dataset block): a feature " +
				"`col~q0.5` for " +
				"each, (n·q(u) + m·q) / (n + m), with n the rows that have the value u, q(u) the quantile of their numbers, " +
				"interpolated linearly, and q that of all rows; if every row has another value, and of a value that no row " +
				"has, it is q. As category_encoders' QuantileEncoder and SummaryEncoder. A missing category is a value of " +
				"its own. Training " +
				"rows are counted over the other folds, as by target. Rows count once, whatever their weights. Features are not " +
				"scaled. (Mougan et al., Quantile encoder: tackling high cardinality categorical features in regression " +
				"problems, " +
				"MDAI 2021.)",
			Params: scaled(
				contract.Param{Name: "quantiles", Type: "list(number)", Min: contract.Bound(0), Max: contract.Bound(1),
					Doc: "Which quantiles; [0.5] by default."},
				contract.Param{Name: "m", Type: "number", Default: 1., Min: contract.Bound(0),
					Doc: "How many rows the quantile of all rows counts for."},
				foldsParam, inSampleParam, pairsParam, rareBelowParam,
				unseenParam("What becomes of a value that no training row has: it joins the rare ones if there are any (rare, "+
					"the default with rare_below), has q (ignore), or is an error.", "ignore", "error", "rare")),
		},
		fit: eachHolding((*builder).addSummaries),
		most: func(e *encoder, _ variable, _ int) (int, int) {
			return len(e.Quantiles), len(e.Quantiles)
		},
		takes: func(_ *encoder, t *data.Table, _ []int) error { return checkQuantity(t, "quantiles") },
	}
}
