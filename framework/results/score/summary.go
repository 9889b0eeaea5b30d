package score

import (
	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/plan"
)

// Summary is what values come to: one for each cell that has any, of a pooled metric
// one for each repeat.
type Summary struct {
	Mean, SD float64 // NaN if there are no values (for SD: fewer than two)
	N        int     // values
}

// SummaryOf summarizes values.
func SummaryOf(values []float64) Summary {
	return Summary{Mean: stats.Mean(values), SD: stats.SD(values), N: len(values)}
}

// Group is the cells of one combination, over all folds and repeats, with one metric.
type Group struct {
	plan.Combination
	Metric string
	Summary
	Undefined int // planned cells without a value, whatever the reason
}

// Summarize gathers scores into groups, in the order in which the plan first
// names a combination. Combinations of which no cell was run are left out.
func Summarize(p *plan.Plan, rows []Row) []Group {
	type group struct {
		values  []float64
		defined int // cells with a value
	}
	var planned grouped.By[plan.Combination, int]
	for _, c := range p.Cells {
		*planned.At(c.Combination)++
	}
	var scored grouped.By[plan.Combination, grouped.By[string, group]] // and by metric
	for _, r := range rows {
		g := scored.At(r.Combination).At(r.Metric)
		if !r.Defined() {
			continue
		}
		if g.defined++; !r.Again {
			g.values = append(g.values, r.Value)
		}
	}
	var groups []Group
	for combination, cells := range planned.All() {
		for name, g := range scored.At(combination).All() {
			groups = append(groups, Group{combination, name, SummaryOf(g.values), *cells - g.defined})
		}
	}
	return groups
}
