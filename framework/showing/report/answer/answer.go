// Package answer says in a paragraph what an experiment found: which combination is
// best, by how much, which others are not significantly different, what it cost and what failed;
// and draws the picture that belongs to it.
package answer

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/table"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Of answers for a plan with its results, the scores computed from them, and what the
// comparison blocks found. The first metric that is one number for each cell decides:
// on one dataset by its mean over folds, on several by its mean rank.
func Of(in score.Input, rows []score.Row, compared []*compare.Result) *Answer {
	a := &Answer{on: -1}
	a.unfinished(in.Cells)
	if spec, ok := MainMetric(in.Plan); ok {
		a.Metric = spec.Name
		a.scores = score.Planned(in.Plan, spec, rows)
		t := asked(in.Plan, spec)
		a.grid, a.worst = table.Build(t, rows, in.Plan), t.Missing == "worst"
		a.best(compared)
		a.costs(in)
		a.oneClass()
	} else {
		a.say("No metric of the experiment gives one number for each cell, so nothing is ranked.")
	}
	a.failures(in.Cells)
	return a
}

// MainMetric is the first metric of a plan that is one number for each cell.
func MainMetric(p *plan.Plan) (metric.Spec, bool) {
	i := slices.IndexFunc(p.Metrics, func(m metric.Spec) bool {
		return m.Check() == nil && !m.IsTable() && !m.PerClass() &&
			slices.ContainsFunc(p.Datasets, func(d plan.Dataset) bool { return m.Suits(d.Target.MultiLabel) })
	})
	if i < 0 {
		return metric.Spec{}, false
	}
	return p.Metrics[i], true
}

// asked is the table of datasets and combinations by a metric, with what the experiment
// asks of it.
func asked(p *plan.Plan, m metric.Spec) plan.Table {
	t := plan.Table{Name: m.Name, Metric: m.Name, Rows: []string{"dataset"}, Columns: p.DefaultColumns()}
	for _, other := range p.Tables {
		rows := len(other.Rows) == 0 || slices.Equal(other.Rows, t.Rows)
		columns := len(other.Columns) == 0 || slices.Equal(other.Columns, t.Columns)
		if other.Metric == m.Name && rows && columns {
			t.Missing = other.Missing
			break
		}
	}
	return t
}

// unfinished says that a run is not complete.
func (a *Answer) unfinished(cells []score.Cell) {
	n := lists.Count(cells, func(c score.Cell) bool { return c.Status() == "" })
	if n > 0 && n < len(cells) {
		verb := map[bool]string{true: "has", false: "have"}[n == 1]
		a.say("Preliminary: %d of %d cells %s not been run.", n, len(cells), verb)
	}
}

// best says which combination is best and from which others it differs significantly.
func (a *Answer) best(compared []*compare.Result) {
	g := a.grid
	valued := lists.Filter(lists.Range(len(g.Rows)), func(i int) bool {
		return slices.ContainsFunc(g.Entries[i], func(e table.Entry) bool { return !e.Hole() })
	})
	switch {
	case len(valued) == 0:
		a.say("No cell has a value of %s yet, so nothing is ranked.", a.Metric)
	case len(g.Columns) == 1:
		a.single(valued)
	case len(g.Rows) == 1:
		a.onOne(0)
	case g.Ranks == nil && len(valued) == 1:
		a.say("Of %s only %s has values of %s.", wording.Count(len(g.Rows), "dataset"), g.Rows[valued[0]], a.Metric)
		a.onOne(valued[0])
	case g.Ranks == nil:
		a.say("No dataset has a value of %s for every method, so the methods are not ranked over the %d datasets; "+
			"the table shows each by itself.", a.Metric, len(g.Rows))
	case a.ranked() == 1:
		i := slices.IndexFunc(g.Entries, a.complete)
		a.say("Of %d datasets, only %s has a value of %s for every method.", len(g.Rows), g.Rows[i], a.Metric)
		a.onOne(i)
	default:
		a.overDatasets(compared)
	}
}

// complete reports whether the columns that are ranked have as many values as any in a
// row.
func (a *Answer) complete(row []table.Entry) bool {
	for j, e := range row {
		if !math.IsNaN(a.grid.Ranks[j]) && (e.Hole() || e.N < most(row)) {
			return false
		}
	}
	return true
}

// most is the largest number of values that an entry of a row is the mean of.
func most(row []table.Entry) int {
	return slices.Max(lists.Map(row, func(e table.Entry) int { return e.N }))
}

// single says how good the only combination is.
func (a *Answer) single(valued []int) {
	g := a.grid
	values := lists.Map(valued, func(i int) float64 { return g.Entries[i][0].Mean })
	if len(values) == 1 {
		a.on = valued[0]
		a.say("There is only one method, %s, so nothing is compared: %s %s on %s (%s).", g.Columns[0],
			a.Metric, sheet.Fixed(values[0]), g.Rows[valued[0]], a.meanOf(valued[0], 0))
	} else {
		a.say("There is only one method, %s, so nothing is compared: mean %s %s over %d datasets.", g.Columns[0],
			a.Metric, sheet.Fixed(stats.Mean(values)), len(values))
	}
	a.order = []int{0}
}

// meanOf says what an entry is the mean of.
func (a *Answer) meanOf(i, j int) string {
	if n := a.grid.Entries[i][j].N; n > 1 {
		return fmt.Sprintf("mean of %d values", n)
	}
	return "one value"
}

// overDatasets says which columns have the least mean rank.
func (a *Answer) overDatasets(compared []*compare.Result) {
	g := a.grid
	a.order = lists.Filter(lists.Range(len(g.Columns)), func(j int) bool { return !math.IsNaN(g.Ranks[j]) })
	slices.SortStableFunc(a.order, func(x, y int) int { return compareNumbers(g.Ranks[x], g.Ranks[y]) })
	tied := a.leaders(func(j int) float64 { return g.Ranks[j] })
	k, first := len(a.order), a.order[0]
	over := fmt.Sprintf("By mean rank of %s over %s", a.Metric, wording.Count(a.ranked(), "dataset"))
	switch {
	case len(tied) == k:
		a.say("%s, %s are equally good: mean rank %s.", over, all(k, "method"), rank(g.Ranks[first]))
	case len(tied) > 1:
		a.say("%s, %s are the best of %s, with the same mean rank of %s.", over, wording.And(a.names(tied)), a.among(),
			rank(g.Ranks[first]))
		a.bestMean(-1)
	default:
		next := a.order[1]
		a.say("%s, %s is the best of %s: mean rank %s, followed by %s with %s.", over, g.Columns[first], a.among(),
			rank(g.Ranks[first]), a.alike(next), rank(g.Ranks[next]))
		a.means(first, next)
	}
	a.leftOut()
	if len(tied) < k {
		a.apartOverDatasets(first, tied, compared)
		a.stable()
	}
}

// alike names a column, and how many others share its rank.
func (a *Answer) alike(j int) string {
	same := lists.Count(a.order, func(x int) bool { return stats.Tied(a.grid.Ranks[x], a.grid.Ranks[j]) })
	if same == 1 {
		return a.grid.Columns[j]
	}
	return fmt.Sprintf("%s and %s", a.grid.Columns[j], wording.Count(same-1, "other"))
}

func rank(r float64) string { return fmt.Sprintf("%.2f", r) }

// leaders are the columns of the order whose number is that of the first.
func (a *Answer) leaders(number func(j int) float64) []int {
	return lists.Filter(a.order, func(j int) bool { return stats.Tied(number(j), number(a.order[0])) })
}

// means says what the ranks do not: by how much.
func (a *Answer) means(first, next int) {
	g := a.grid
	if g.Means == nil || math.IsNaN(g.Means[first]) || math.IsNaN(g.Means[next]) {
		return
	}
	a.say("Its mean %s is %s, %s that of %s.", a.Metric, sheet.Fixed(g.Means[first]),
		difference(g.Means[first]-g.Means[next], g.SmallerIsBetter), g.Columns[next])
	a.bestMean(first)
}

// bestMean names the column of the best mean, unless it is that of best rank.
func (a *Answer) bestMean(first int) {
	g := a.grid
	if g.Means == nil {
		return
	}
	top := a.order[0]
	for _, j := range a.order {
		better := g.Means[j] > g.Means[top] != g.SmallerIsBetter
		if better && !stats.Tied(g.Means[j], g.Means[top]) {
			top = j
		}
	}
	if top != first {
		a.say("%s has the best mean: %s.", g.Columns[top], sheet.Fixed(g.Means[top]))
	}
}

// difference says by how much a value is better or worse: "0.0100 better than".
func difference(d float64, smallerIsBetter bool) string {
	switch {
	case stats.Tied(d, 0):
		return "the same as"
	case d > 0 == smallerIsBetter:
		return amount(math.Abs(d)) + " worse than"
	}
	return amount(math.Abs(d)) + " better than"
}

// amount writes a difference that is not 0, and never as if it were.
func amount(d float64) string {
	if least := math.Pow10(-sheet.Digits); d < least {
		return "less than " + sheet.Fixed(least)
	}
	return sheet.Fixed(d)
}

// leftOut says what is not ranked: methods, and datasets.
func (a *Answer) leftOut() {
	a.unranked()
	if n := len(a.grid.Rows) - a.ranked(); n > 0 {
		a.say("%s left out, because not every method has a value there.", wording.Capital(wording.Are(n, "other dataset")))
	}
}

// among says which methods are compared: all, or those that have every value.
func (a *Answer) among() string {
	if k, all := len(a.order), len(a.grid.Columns); k < all {
		return fmt.Sprintf("the %d of %d methods without missing values", k, all)
	}
	return wording.Count(len(a.order), "method")
}

// unranked says which methods are not compared.
func (a *Answer) unranked() {
	var names []string
	for j, name := range a.grid.Columns {
		if !slices.Contains(a.order, j) {
			names = append(names, name)
		}
	}
	if len(names) > 0 {
		a.say("Not ranked, because values are missing: %s.", wording.First(names, mostNamed))
	}
}

// onOne says which columns have the best mean on the only dataset, and whether others differ
// significantly over the folds.
func (a *Answer) onOne(i int) {
	g := a.grid
	a.on = i
	row := g.Entries[i]
	a.order = lists.Filter(lists.Range(len(row)), func(j int) bool { return !row[j].Hole() && row[j].N == most(row) })
	mean := func(j int) float64 { return g.Entries[i][j].Mean }
	slices.SortStableFunc(a.order, func(x, y int) int {
		if g.SmallerIsBetter {
			return compareNumbers(mean(x), mean(y))
		}
		return compareNumbers(mean(y), mean(x))
	})
	tied := a.leaders(mean)
	k, first := len(a.order), a.order[0]
	value := fmt.Sprintf("%s %s (%s)", a.Metric, sheet.Fixed(mean(first)), a.meanOf(i, first))
	switch {
	case k == 1:
		a.say("On %s only %s of %d methods has all values: %s.", g.Rows[i], g.Columns[first], len(g.Columns), value)
		return
	case len(tied) == k:
		a.say("On %s, %s are equally good: %s.", g.Rows[i], all(k, "method"), value)
		return
	case len(tied) > 1:
		a.say("On %s, %s are the best of %s: %s.", g.Rows[i], wording.And(a.names(tied)), a.among(), value)
	default:
		a.say("On %s, %s is the best of %s: %s, %s %s.", g.Rows[i], g.Columns[first], a.among(), value,
			difference(mean(first)-mean(a.order[1]), g.SmallerIsBetter), g.Columns[a.order[1]])
	}
	a.unranked()
	a.apartOnOne(g.Rows[i], first)
	a.say("Results on one dataset do not carry over to others.")
}

// stable says in how many of the analyses without one dataset the best stays it.
func (a *Answer) stable() {
	g := a.grid
	var datasets []string
	values := make([][]float64, len(a.order))
	for i, row := range g.Entries {
		if !a.complete(row) {
			continue
		}
		datasets = append(datasets, g.Rows[i])
		for n, j := range a.order {
			values[n] = append(values[n], row[j].Mean)
		}
	}
	if text := compare.StableFirst(datasets, a.names(a.order), values, g.SmallerIsBetter); text != "" {
		a.say("%s", text)
	}
}
