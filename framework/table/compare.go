package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/stats"
)

// level is the two-sided level of the test against the baseline.
const level = 0.05

// tied reports whether two means differ by no more than rounding.
func tied(a, b float64) bool {
	return math.Abs(a-b) <= 1e-12*max(1, math.Abs(a), math.Abs(b))
}

// cost orders means: smaller is better.
func (g *Grid) cost(e Entry) float64 {
	if g.SmallerIsBetter {
		return e.Mean
	}
	return -e.Mean
}

// markBest marks the best entry of each row and those tied with it.
func (g *Grid) markBest() {
	for _, row := range g.Entries {
		best := math.Inf(1)
		for _, e := range row {
			if !e.Hole() {
				best = min(best, g.cost(e))
			}
		}
		for j := range row {
			row[j].Best = !row[j].Hole() && tied(g.cost(row[j]), best)
		}
	}
}

// average computes Means and Ranks over the complete rows. Columns that the
// experiment does not give to every row stay out of the comparison: one of them
// would otherwise leave hardly a row to average over.
func (g *Grid) average(groups [][][]slot) {
	if len(g.Rows) < 2 {
		return
	}
	columns := g.everywhere(groups)
	means, ranks := nans(len(g.Columns)), nans(len(g.Columns))
	for _, j := range columns {
		means[j], ranks[j] = 0, 0
	}
	for _, row := range g.Entries {
		entries := make([]Entry, len(columns))
		for i, j := range columns {
			entries[i] = row[j]
		}
		if len(entries) == 0 || slices.ContainsFunc(entries, Entry.Hole) {
			continue
		}
		g.Complete++
		for i, r := range g.ranks(entries) {
			means[columns[i]] += entries[i].Mean
			ranks[columns[i]] += r
		}
	}
	if g.Complete == 0 {
		g.Remarks = append(g.Remarks, fmt.Sprintf("No mean and no ranks: every %s has a hole.", strings.Join(g.RowAxes, "/")))
		return
	}
	for j := range means {
		means[j] /= float64(g.Complete)
		ranks[j] /= float64(g.Complete)
	}
	g.Means = means
	if len(columns) > 1 {
		g.Ranks = ranks
	}
	g.remarkOnFoot(len(columns))
}

func (g *Grid) remarkOnFoot(columns int) {
	if g.Complete < len(g.Rows) {
		g.Remarks = append(g.Remarks, fmt.Sprintf("Means and ranks are over the %d of %d %s without a hole.", g.Complete, len(g.Rows), plural(g.RowAxes)))
	}
	if columns < len(g.Columns) {
		g.Remarks = append(g.Remarks, fmt.Sprintf("Means and ranks compare the %d of %d %s that the experiment has in every %s.",
			columns, len(g.Columns), plural(g.ColumnAxes), strings.Join(g.RowAxes, "/")))
	}
}

// plural names the members of axes: "datasets", "learner/reduction combinations".
func plural(axes []string) string {
	switch {
	case len(axes) > 1:
		return strings.Join(axes, "/") + " combinations"
	case strings.HasSuffix(axes[0], "s"):
		return axes[0] + "es"
	}
	return axes[0] + "s"
}

// everywhere lists the columns that the experiment has in every row.
func (g *Grid) everywhere(groups [][][]slot) []int {
	var columns []int
	for j := range g.Columns {
		if !slices.ContainsFunc(groups, func(row [][]slot) bool { return len(row[j]) == 0 }) {
			columns = append(columns, j)
		}
	}
	return columns
}

func nans(n int) []float64 {
	list := make([]float64, n)
	for i := range list {
		list[i] = math.NaN()
	}
	return list
}

// ranks returns the rank of each entry of a row without holes; tied entries
// share the mean of their ranks.
func (g *Grid) ranks(row []Entry) []float64 {
	ranks := make([]float64, len(row))
	for j, e := range row {
		better, equal := 0, 0
		for _, other := range row {
			switch {
			case tied(g.cost(other), g.cost(e)):
				equal++
			case g.cost(other) < g.cost(e):
				better++
			}
		}
		ranks[j] = float64(better) + float64(equal+1)/2
	}
	return ranks
}

// compare marks the entries that differ from the baseline column by the
// corrected resampled t-test. Entries that average over more than folds are not
// tested: their differences are no resamples of one experiment.
func (g *Grid) compare(baseline string, groups [][][]slot) {
	base := slices.Index(g.Columns, baseline)
	if base < 0 {
		g.Remarks = append(g.Remarks, fmt.Sprintf("There is no column %q to compare with; columns are %s.", baseline, strings.Join(g.Columns, ", ")))
		return
	}
	if slices.Contains(g.ColumnAxes, "dataset") {
		g.Remarks = append(g.Remarks, "Columns of different datasets are not tested against the baseline: their folds are not pairs.")
		return
	}
	g.Baseline = baseline
	tested, untested := false, false
	for i, row := range groups {
		for j, group := range row {
			if j == base {
				continue
			}
			if len(g.hidden(group))+len(g.hidden(row[base])) > 0 {
				untested = true
				continue
			}
			g.Entries[i][j].Mark = g.test(group, row[base])
			tested = true
		}
	}
	if tested {
		g.Remarks = append(g.Remarks, fmt.Sprintf("%s better, %s worse than %s: corrected resampled t-test (Nadeau and Bengio 2003) on the folds that both have, two-sided level %v.",
			Better, Worse, baseline, level))
	}
	if untested {
		g.Remarks = append(g.Remarks, "Entries that average over more than folds are not tested.")
	}
}

// test compares the folds that a group and the baseline's group have both.
func (g *Grid) test(group, base []slot) Mark {
	type fold struct{ repeat, fold int }
	of := map[fold]*score.Row{}
	for _, s := range base {
		if s.defined() {
			of[fold{s.cell.Repeat, s.cell.Fold}] = s.row
		}
	}
	var d []float64
	testRows, trainRows := 0, 0
	for _, s := range group {
		other := of[fold{s.cell.Repeat, s.cell.Fold}]
		if !s.defined() || other == nil {
			continue
		}
		d = append(d, s.row.Value-other.Value)
		testRows += s.row.TestRows
		trainRows += s.row.TrainRows
	}
	result := stats.CorrectedResampled(d, float64(testRows), float64(trainRows))
	switch {
	case !(result.P < level):
		return NoMark
	case (result.T > 0) == g.SmallerIsBetter:
		return Worse
	}
	return Better
}
