package report

import (
	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/score"
)

// unmeasured counts the values that plugins' metrics should have and have not.
func unmeasured(rows []score.Row) int {
	return lists.Count(rows, func(r score.Row) bool { return r.Problem != "" })
}

// metricTroubles gathers the cells without a value of a plugin's metric, by metric and
// reason, in plan order.
func metricTroubles(rows []score.Row) []trouble {
	type kind struct{ status, words string }
	var all grouped.By[kind, trouble]
	for _, r := range rows {
		if r.Problem == "" {
			continue
		}
		status := "without " + r.Metric
		t := all.At(kind{status, wording.Alike(r.Problem)})
		if t.Cells == nil {
			t.Status, t.Words = status, r.Problem
		}
		t.add(r.Cell.Name(), r.Problem)
	}
	var list []trouble
	for _, t := range all.All() {
		list = append(list, *t)
	}
	return list
}
