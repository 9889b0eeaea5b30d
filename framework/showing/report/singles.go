package report

import (
	"cmp"
	"fmt"
	"slices"
	"strconv"

	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/showing/compare/measured"
	"github.com/manyclass/bench/framework/showing/table"
)

// single is what a metric makes of the prediction of one row: 1 or 0.
type single struct {
	row   int
	value float64
}

// place is a method on a dataset.
type place struct{ dataset, method string }

// addSingles gives a table of means of a metric what they are means of: the predictions
// of single rows, in the first repeat, of the folds together.
func addSingles(t *measured.Table, in score.Input, m metric.Spec) error {
	of, err := singlesOf(in, m)
	if err != nil {
		return err
	}
	t.Singles = make([]measured.Parts, len(t.Datasets))
	for i, dataset := range t.Datasets {
		parts := measured.Parts{Values: make([][]float64, len(t.Methods))}
		first := of[place{dataset, t.Methods[0]}]
		for _, s := range first {
			parts.Units = append(parts.Units, measured.Unit{Fold: strconv.Itoa(s.row)})
		}
		for j, method := range t.Methods {
			list := of[place{dataset, method}]
			if !slices.EqualFunc(list, first, func(a, b single) bool { return a.row == b.row }) {
				return fmt.Errorf("the folds of %q do not have the same rows for %q and %q", dataset, t.Methods[0], method)
			}
			for _, s := range list {
				parts.Values[j] = append(parts.Values[j], s.value)
			}
		}
		t.Singles[i] = parts
	}
	return nil
}

// singlesOf are the rows of each method on each dataset that the first repeat tests, in
// the order of their numbers: of several folds that test a row the first counts.
func singlesOf(in score.Input, m metric.Spec) (map[place][]single, error) {
	of := map[place][]single{}
	targets, axes := score.Targets(in.Plan), in.Plan.DefaultColumns()
	right, wrong := 1.0, 0.0
	if m.SmallerIsBetter() {
		right, wrong = wrong, right
	}
	for _, c := range in.Cells {
		if c.Repeat != 0 || c.Status() != store.OK {
			continue
		}
		rows, hits, err := c.Hits(targets[c.Dataset])
		if err != nil {
			return nil, err
		}
		at := place{c.Dataset, table.LabelOf(score.Row{Cell: &c.Cell}, axes)}
		for i, row := range rows {
			value := wrong
			if hits[i] {
				value = right
			}
			of[at] = append(of[at], single{row, value})
		}
	}
	for at, list := range of {
		slices.SortStableFunc(list, func(a, b single) int { return cmp.Compare(a.row, b.row) })
		of[at] = slices.CompactFunc(list, func(a, b single) bool { return a.row == b.row })
	}
	return of, nil
}
