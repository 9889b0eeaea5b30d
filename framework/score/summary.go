package score

import (
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/stats"
	"github.com/manyclass/bench/framework/store"
)

// Group is the cells of one combination of dataset, encoder, learner and
// reduction, over all folds and repeats, with one metric.
type Group struct {
	Combination
	Metric    string
	Mean, SD  float64 // over the values; NaN if there are none (for SD: fewer than two)
	N         int     // values: one for each cell that has any, of a pooled metric one for each repeat
	Undefined int     // planned cells without one, whatever the reason
}

// Summarize gathers scores into groups, in the order in which the plan first
// names a combination. Combinations of which no cell was run are left out.
func Summarize(p *plan.Plan, rows []Row) []Group {
	planned := map[Combination]int{}
	var order []Combination
	for _, c := range p.Cells {
		if planned[CombinationOf(c)] == 0 {
			order = append(order, CombinationOf(c))
		}
		planned[CombinationOf(c)]++
	}
	values := map[Combination]map[string][]float64{}
	defined := map[Combination]map[string]int{} // cells with a value
	metrics := map[Combination][]string{}
	for _, r := range rows {
		key := CombinationOf(r.Cell)
		if values[key] == nil {
			values[key], defined[key] = map[string][]float64{}, map[string]int{}
		}
		list, seen := values[key][r.Metric]
		if !seen {
			metrics[key] = append(metrics[key], r.Metric)
		}
		if r.Status == store.OK {
			defined[key][r.Metric]++
			if !r.Again {
				list = append(list, r.Value)
			}
		}
		values[key][r.Metric] = list
	}
	var groups []Group
	for _, key := range order {
		for _, name := range metrics[key] {
			x := values[key][name]
			groups = append(groups, Group{Combination: key, Metric: name,
				Mean: stats.Mean(x), SD: stats.SD(x), N: len(x), Undefined: planned[key] - defined[key][name]})
		}
	}
	return groups
}
