package encode

import (
	"fmt"
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
	single  *singles    // nil unless rows are held out by themselves
}

// singles are the numbers of the training rows, by group and behind them of all, and of
// each row of the table its place in both; −1 if it is no training row.
type singles struct {
	numbers []ascending
	place   [2][]int32
}

// addSummaries appends the quantiles of a variable.
func (b *builder) addSummaries(v variable, e *encoder, held *heldOut) {
	s := &summaries{counted: b.count(v, e, held), feature: len(b.Columns), shares: e.Quantiles, m: e.M}
	all := s.total // the position of all rows behind the groups
	numbers := make([]ascending, s.total+1)
	folds := make([][]int32, s.total+1)
	place := [2][]int32{make([]int32, b.table.Rows), make([]int32, b.table.Rows)}
	order := slices.Clone(b.rows)
	slices.SortStableFunc(order, func(i, j int) int { return sign(b.table.Quantity[i] - b.table.Quantity[j]) })
	for _, row := range order {
		fold := int32(-1)
		if held.folds > 0 {
			fold = held.fold[row]
		}
		for i, at := range []int{int(s.index.get(s.key(b.table, s.at(b.table, row)))), all} {
			place[i][row] = int32(len(numbers[at].x))
			numbers[at].add(b.table.Quantity[row], held.weights.of(row))
			folds[at] = append(folds[at], fold)
		}
	}
	if held.alone != nil {
		s.single = &singles{numbers, place}
	}
	without := func(at int, fold int32) ascending {
		var list ascending
		for i, x := range numbers[at].x {
			if folds[at][i] != fold {
				list.add(x, numbers[at].weight(i))
			}
		}
		return list
	}
	single := make([]bool, held.folds+1) // every row has a value of its own
	for fold := range held.folds + 1 {
		rest := without(all, int32(fold))
		s.prior = append(s.prior, s.of(rest, nobody))
		single[fold] = rest.total(nobody) <= float64(s.valuesWithout(int32(fold)))
	}
	for group := range s.total {
		s.values = append(s.values, s.estimate(numbers[group], nobody, s.prior[held.folds], single[held.folds]))
		if held.folds == 0 {
			continue
		}
		for _, fold := range s.cells[s.start[group]:s.start[group+1]] {
			if fold < 0 {
				s.outside = append(s.outside, nil)
				continue
			}
			s.outside = append(s.outside, s.estimate(without(group, fold), nobody, s.prior[fold], single[fold]))
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
		own[i] = (n*own[i] + s.m*prior[i]) / (n + s.m)
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
				"rows are counted over the other folds, as by target. With sample_weight the rows of a value that together " +
				"weigh 1 or less have their weighted median for every quantile. Features are not " +
				"scaled. (Mougan et al., Quantile encoder: tackling high cardinality categorical features in regression " +
				"problems, " +
				"MDAI 2021.)",
			Params: scaled(
				contract.Param{Name: "quantiles", Type: "list(number)", Min: contract.Bound(0), Max: contract.Bound(1),
					Doc: "Which quantiles; [0.5] by default."},
				contract.Param{Name: "m", Type: "number", Default: 1., Min: contract.Bound(0),
					Doc: "How many rows the quantile of all rows counts for."},
				foldsParam, leaveOneOutParam, inSampleParam, sampleWeightParam, pairsParam, rareBelowParam,
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
