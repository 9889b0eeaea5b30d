package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/score"
	"github.com/manyclass/bench/framework/stats"
)

// cost orders means: smaller is better.
func (g *Grid) cost(e Entry) float64 {
	if g.SmallerIsBetter {
		return e.Mean
	}
	return -e.Mean
}

// markBest marks the best complete entry of each row and those tied with it.
func (g *Grid) markBest(groups [][][]score.Row) {
	partial := false
	for i, row := range g.Entries {
		incomplete := g.incomplete(groups[i], lists.Range(len(row)))
		best := math.Inf(1)
		for j, e := range row {
			if !incomplete[j] && !e.Hole() {
				best = min(best, g.cost(e))
			}
			partial = partial || incomplete[j] && !e.Hole()
		}
		for j, e := range row {
			row[j].Best = !incomplete[j] && !e.Hole() && stats.Tied(g.cost(e), best)
		}
	}
	if partial {
		g.Remarks = append(g.Remarks, "An entry without a value where another of its row has one is not bold and counts as "+
			"a hole.")
	}
}

// compare marks the entries that differ from the baseline column by the
// corrected resampled t-test, and counts the marks. Entries that average over
// more than folds are not tested: their differences are no resamples of one
// experiment.
func (g *Grid) compare(baseline string, groups [][][]score.Row) {
	base := slices.Index(g.Columns, baseline)
	if base < 0 {
		g.Remarks = append(g.Remarks, fmt.Sprintf("There is no column %q to compare with; columns are %s.", baseline,
			strings.Join(g.Columns, ", ")))
		return
	}
	if slices.Contains(g.ColumnAxes, "dataset") {
		g.Remarks = append(g.Remarks, "Columns of different datasets are not tested against the baseline: their folds are "+
			"not pairs.")
		return
	}
	g.Baseline = baseline
	counts, remarks := g.testEntries(base, groups)
	if counts != nil {
		g.WinTieLoss = counts
		g.Remarks = append(g.Remarks, fmt.Sprintf("%s better, %s worse than %s: corrected resampled t-test (Nadeau and "+
			"Bengio 2003) on the folds that both have, two-sided level %v.",
			Better, Worse, baseline, level))
	}
	g.Remarks = append(g.Remarks, remarks...)
}

// testEntries marks the entries and counts the marks of each column, nil if
// there are none to count. It also says why entries with a value were not
// tested, and which marks rest on no variance.
func (g *Grid) testEntries(base int, groups [][][]score.Row) (counts []WinTieLoss, remarks []string) {
	var constants []string
	for i, row := range groups {
		for j, group := range row {
			if j == base || g.Entries[i][j].Hole() || g.Entries[i][base].Hole() {
				continue
			}
			mark, constant, untested := g.test(group, row[base])
			if untested == "" {
				if counts == nil {
					counts = make([]WinTieLoss, len(g.Columns))
				}
				g.Entries[i][j].Mark = mark
				counts[j].add(mark)
			}
			if untested != "" && !slices.Contains(remarks, untested) {
				remarks = append(remarks, untested)
			}
			if constant != "" && !slices.Contains(constants, constant) {
				constants = append(constants, constant)
			}
		}
	}
	if len(constants) > 0 {
		remarks = append(remarks, fmt.Sprintf("Differences of %s on every fold have no variance and count as significant.",
			strings.Join(constants, ", ")))
	}
	return counts, remarks
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
// says why it does not. The constant is the difference that all folds show, if
// the mark rests on that.
func (g *Grid) test(group, base []score.Row) (mark Mark, constant, untested string) {
	if len(g.hidden(group))+len(g.hidden(base)) > 0 {
		return NoMark, "", "Entries that average over more than folds are not tested."
	}
	if slices.ContainsFunc(group, func(s score.Row) bool { return s.Defined() && s.Pooled }) {
		return NoMark, "", "Pooled values are not tested: a repeat has one."
	}
	d, testRows, trainRows := differences(group, base)
	result := stats.CorrectedResampled(d, float64(testRows), float64(trainRows))
	if math.IsNaN(result.P) {
		return NoMark, "", "Entries that share fewer than two folds with the baseline are not tested."
	}
	varies := slices.ContainsFunc(d, func(v float64) bool { return !stats.Tied(v, d[0]) })
	if result.P >= level || !varies && stats.Tied(d[0], 0) {
		return NoMark, "", ""
	}
	if !varies {
		constant = strconv.FormatFloat(d[0], 'g', 4, 64)
	}
	if (result.T > 0) == g.SmallerIsBetter {
		return Worse, constant, ""
	}
	return Better, constant, ""
}

// differences returns by how much a group exceeds the baseline's group on each
// fold that both have, and the sums of the test and training rows of these folds.
func differences(group, base []score.Row) (d []float64, testRows, trainRows int) {
	type fold struct{ repeat, fold int }
	of := map[fold]score.Row{}
	for _, s := range base {
		if s.Defined() {
			of[fold{s.Repeat, s.Fold}] = s
		}
	}
	for _, s := range group {
		other, both := of[fold{s.Repeat, s.Fold}]
		if !s.Defined() || !both {
			continue
		}
		d = append(d, s.Value-other.Value)
		testRows += s.TestRows
		trainRows += s.TrainRows
	}
	return d, testRows, trainRows
}
