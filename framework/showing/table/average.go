package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/results/score"
)

// contest is what columns are compared over.
type contest struct {
	columns []int       // numbers of the columns that are compared
	rows    []int       // numbers of the rows that count
	ranks   [][]float64 // len(rows) × len(columns), 1 for the best
	whole   []int       // rows without a hole but in columns without any value
	dropped []int       // rows that do not count, because of a hole
	imputed []int       // rows that count although they have a hole, which has the worst rank
}

// contest ranks the columns in each row. Holes are entries without a value and
// incomplete ones. A row with a hole is dropped, unless missing is "worst" and
// the row has a complete entry: its holes then share the worst rank.
func (g *Grid) contest(groups [][][]score.Row, missing string) contest {
	c := contest{columns: g.compared(groups, missing)}
	if len(c.columns) == 0 {
		return c
	}
	for i, row := range g.Entries {
		incomplete := g.incomplete(groups[i], c.columns)
		costs := make([]float64, len(c.columns))
		holes, whole := 0, true
		for n, j := range c.columns {
			costs[n] = g.cost(row[j])
			if incomplete[j] || row[j].Hole() {
				costs[n] = math.Inf(1)
				holes++
				whole = whole && !g.valued(j)
			}
		}
		if holes > 0 && (missing != "worst" || holes == len(costs)) {
			c.dropped = append(c.dropped, i)
			continue
		}
		if holes > 0 {
			c.imputed = append(c.imputed, i)
		}
		if whole {
			c.whole = append(c.whole, i)
		}
		c.rows = append(c.rows, i)
		c.ranks = append(c.ranks, stats.Ranks(costs))
	}
	return c
}

// valued reports whether a column has a value.
func (g *Grid) valued(j int) bool {
	return slices.ContainsFunc(g.Entries, func(row []Entry) bool { return !row[j].Hole() })
}

// compared lists the columns that have a value and that the experiment gives to
// every row. The others stay out: one of them would otherwise leave hardly a row
// to compare over. If missing is "worst", a column without values takes part
// where that is not by design.
func (g *Grid) compared(groups [][][]score.Row, missing string) []int {
	var columns []int
	for j := range g.Columns {
		partial, failed := false, false
		for _, row := range groups {
			partial = partial || len(row[j]) == 0
			failed = failed || slices.ContainsFunc(row[j], func(s score.Row) bool { return !byDesign(s) })
		}
		if !partial && (g.valued(j) || missing == "worst" && failed) {
			columns = append(columns, j)
		}
	}
	return columns
}

// average computes Means over the complete rows and Ranks over those that count.
func (g *Grid) average(c contest, missing string) {
	if len(g.Rows) < 2 {
		return
	}
	means := make([]float64, len(g.Columns))
	g.whole = c.whole
	for _, i := range c.whole {
		g.Complete++
		for _, j := range c.columns {
			means[j] += g.Entries[i][j].Mean
		}
	}
	if g.Complete > 0 {
		g.Means = nans(len(g.Columns))
		for _, j := range c.columns {
			g.Means[j] = means[j] / float64(g.Complete)
		}
	}
	if len(c.rows) > 0 && len(c.columns) > 1 {
		g.Ranked = len(c.rows)
		g.Ranks = nans(len(g.Columns))
		for n, rank := range stats.MeanRanks(c.ranks) {
			g.Ranks[c.columns[n]] = rank
		}
	}
	g.remarkOnFoot(c, missing)
}

// remarkOnFoot says which rows and columns are not in Means and Ranks.
func (g *Grid) remarkOnFoot(c contest, missing string) {
	remark := func(format string, args ...any) { g.Remarks = append(g.Remarks, fmt.Sprintf(format, args...)) }
	row, rows, columns := strings.Join(g.RowAxes, "/"), plural(g.RowAxes), plural(g.ColumnAxes)
	over := fmt.Sprintf("over the %d of %d %s without missing values", g.Complete, len(g.Rows), rows)
	switch {
	case len(c.columns) == 0:
		remark("No mean and no ranks: none of the %s has a value in every %s of the experiment.", columns, row)
		return
	case len(c.rows) == 0:
		remark("No mean and no ranks: every %s has missing values.", row)
		return
	case g.Complete == 0:
		remark("No mean: every %s has missing values.", row)
	case len(c.imputed) > 0 && g.Complete < len(g.Rows):
		remark("Means are %s.", over)
	case len(c.dropped) > 0:
		remark("Means and ranks are %s; left out: %s.", over, g.rowNames(c.dropped))
	}
	if len(c.imputed) > 0 {
		remark("In ranks, a missing value has the worst rank of its %s: %s.", row, g.rowNames(c.imputed))
	}
	if len(c.imputed) > 0 && len(c.dropped) > 0 {
		remark("Without any complete entry and left out: %s.", g.rowNames(c.dropped))
	}
	if len(c.columns) < len(g.Columns) {
		reason := "have no value at all"
		if missing == "worst" {
			reason = "were skipped throughout"
		}
		remark("Means and ranks leave out %d of %d %s because they are not in every %s of the experiment or %s.",
			len(g.Columns)-len(c.columns), len(g.Columns), columns, row, reason)
	}
}

// rowNames joins the labels of rows.
func (g *Grid) rowNames(rows []int) string { return strings.Join(lists.Pick(g.Rows, rows), ", ") }

func nans(n int) []float64 { return slices.Repeat([]float64{math.NaN()}, n) }

// leastColumns is the least number of columns that Statistics compares: for two
// Friedman's test is a sign test. So few rows as fewRows are not remarked on.
const leastColumns, fewRows = 3, 2

// compareOver computes Statistics if the rows are datasets, which alone are independent
// of one another, and enough of them.
func (g *Grid) compareOver(c contest) {
	n := len(c.rows)
	if !slices.Equal(g.RowAxes, []string{"dataset"}) || len(c.columns) < leastColumns || n <= fewRows {
		return
	}
	if n < stats.LeastDatasets {
		g.Remarks = append(g.Remarks, fmt.Sprintf("With only %d datasets, no test over datasets is meaningful, "+
			"so none is made.", n))
		return
	}
	g.Statistics = &Statistics{
		Columns: lists.Pick(g.Columns, c.columns), Rows: lists.Pick(g.Rows, c.rows),
		Dropped: lists.Pick(g.Rows, c.dropped), Imputed: lists.Pick(g.Rows, c.imputed),
		Level: Level, Ranks: stats.MeanRanks(c.ranks), Friedman: stats.FriedmanTest(c.ranks),
		CriticalDifference: posthoc.CriticalDifference(len(c.columns), n, Level), Control: noControl,
	}
	if len(g.Baselines) > 0 {
		g.Statistics.Control = slices.Index(g.Statistics.Columns, g.Baselines[0])
	}
	g.Statistics.compare()
	if n < stats.ManyDatasets {
		g.Remarks = append(g.Remarks, fmt.Sprintf("With %d datasets the p-values are rough; the approximation "+
			"needs more than %d.", n, stats.ManyDatasets-1))
	}
}
