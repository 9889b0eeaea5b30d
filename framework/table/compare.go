package table

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/stats"
)

// level is the level of all tests; that against the baseline is two-sided.
const level = 0.05

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
			row[j].Best = !row[j].Hole() && stats.Tied(g.cost(row[j]), best)
		}
	}
}

// compare marks the entries that differ from the baseline column by the
// corrected resampled t-test, and counts the marks. Entries that average over
// more than folds are not tested: their differences are no resamples of one
// experiment.
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
	counts, untested := g.testEntries(base, groups)
	if counts != nil {
		g.WinTieLoss = counts
		g.Remarks = append(g.Remarks, fmt.Sprintf("%s better, %s worse than %s: corrected resampled t-test (Nadeau and Bengio 2003) on the folds that both have, two-sided level %v.",
			Better, Worse, baseline, level))
	}
	g.Remarks = append(g.Remarks, untested...)
}

// testEntries marks the entries and counts the marks of each column, nil if
// there are none to count. It also says why entries with a value were not tested.
func (g *Grid) testEntries(base int, groups [][][]slot) (counts []WinTieLoss, untested []string) {
	for i, row := range groups {
		for j, group := range row {
			if j == base || g.Entries[i][j].Hole() || g.Entries[i][base].Hole() {
				continue
			}
			mark, reason := g.test(group, row[base])
			switch {
			case reason == "":
				if counts == nil {
					counts = make([]WinTieLoss, len(g.Columns))
				}
				g.Entries[i][j].Mark = mark
				counts[j].add(mark)
			case !slices.Contains(untested, reason):
				untested = append(untested, reason)
			}
		}
	}
	return counts, untested
}

func (c *WinTieLoss) add(mark Mark) {
	switch mark {
	case Better:
		c.Win++
	case Worse:
		c.Loss++
	default:
		c.Tie++
	}
}

// test compares the folds that a group and the baseline's group have both, or
// says why it does not.
func (g *Grid) test(group, base []slot) (mark Mark, untested string) {
	if len(g.hidden(group))+len(g.hidden(base)) > 0 {
		return NoMark, "Entries that average over more than folds are not tested."
	}
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
	case math.IsNaN(result.P):
		return NoMark, "Entries that share fewer than two folds with the baseline are not tested."
	case result.P >= level:
		return NoMark, ""
	case (result.T > 0) == g.SmallerIsBetter:
		return Worse, ""
	}
	return Better, ""
}
