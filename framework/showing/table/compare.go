package table

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
)

// markBest marks the best complete entry of each row and those tied with it, and likewise
// the second best: of those that are not tied with the best.
func (g *Grid) markBest(groups [][][]score.Row) {
	partial := false
	for i, row := range g.Entries {
		incomplete := g.incomplete(groups[i], lists.Range(len(row)))
		best, second := math.Inf(1), math.Inf(1)
		for j, e := range row {
			if !incomplete[j] && !e.Hole() {
				best = min(best, g.cost(e))
			}
			partial = partial || incomplete[j] && !e.Hole()
		}
		for j, e := range row {
			row[j].Best = !incomplete[j] && !e.Hole() && stats.Tied(g.cost(e), best)
			if !incomplete[j] && !e.Hole() && !row[j].Best {
				second = min(second, g.cost(e))
			}
		}
		for j, e := range row {
			row[j].Second = !incomplete[j] && !e.Hole() && !e.Best && stats.Tied(g.cost(e), second)
		}
	}
	if partial {
		g.Remarks = append(g.Remarks, "An entry without a value where another of its row has one is not bold and "+
			"counts as missing.")
	}
}

// compare marks the entries that differ from the baseline columns by the corrected
// resampled t-test, and counts the marks. Of entries that average over variants, such as
// draws of a random code, the means on each fold are tested. Those that average over other
// things are not: their differences are not resamples of one experiment.
func (g *Grid) compare(t plan.Table, groups [][][]score.Row) {
	var bases []int
	if len(g.Columns) == 0 {
		return
	}
	for _, baseline := range t.Against() {
		base := slices.Index(g.axes.namedColumns, baseline)
		if base < 0 {
			g.Remarks = append(g.Remarks, fmt.Sprintf("There is no column %q to compare with; the columns are "+
				"%s.", baseline,
				strings.Join(g.Columns, ", ")))
			continue
		}
		bases = append(bases, base)
	}
	if len(bases) == 0 {
		return
	}
	if slices.Contains(g.ColumnAxes, "dataset") {
		g.Remarks = append(g.Remarks, "Columns of different datasets are not tested against the baseline: their folds are "+
			"not pairs.")
		return
	}
	g.Baselines = lists.Pick(g.Columns, bases)
	remarks := g.testEntries(bases, groups, t.Correction)
	if g.WinTieLoss != nil {
		g.Remarks = append(g.Remarks, g.explainMarks(t.Correction, slices.ContainsFunc(slices.Concat(groups...), g.averages)))
	}
	g.Remarks = append(g.Remarks, remarks...)
}

// explainMarks says what the marks mean, and by which test, of means if some entry
// averages over variants.
func (g *Grid) explainMarks(correction string, means bool) string {
	var against []string
	for n, name := range g.Baselines {
		if g.WinTieLoss[n] != nil {
			against = append(against, fmt.Sprintf("%s better, %s worse than %s", g.shown(Better, n), g.shown(Worse, n), name))
		}
	}
	on := "the folds that both have"
	if means {
		on += fmt.Sprintf(", with means over %s on each", wording.And(g.Average))
	}
	text := fmt.Sprintf("%s: corrected resampled t-test (Nadeau and Bengio 2003) on %s, two-sided level %v",
		strings.Join(against, "; "), on, Level)
	if correction == holm {
		return text + ", p-values adjusted by Holm's procedure within each " + strings.Join(g.RowAxes, "/") + "."
	}
	return text + ", each comparison by itself."
}

// holm is the correction of p-values of that name.
const holm = "holm"

// shown is a mark as tables show it: with the number of its baseline, if there are several.
func (g Grid) shown(m Mark, baseline int) string {
	if m == NoMark || len(g.Baselines) < 2 {
		return string(m)
	}
	return string(m) + strconv.Itoa(baseline+1)
}

// outcome is what a test says.
type outcome struct {
	p        float64
	better   bool
	untested string // why there was no test, or ""
}

// testEntries marks the entries and counts the marks of each column. It also says why
// entries with a value were not tested.
func (g *Grid) testEntries(bases []int, groups [][][]score.Row, correction string) (remarks []string) {
	for i, row := range groups {
		outcomes := g.testRow(i, bases, row, correction)
		for n := range outcomes {
			j, o := outcomes[n].column, outcomes[n].outcome
			if o.untested != "" {
				remarks = appendNew(remarks, o.untested)
				continue
			}
			mark := NoMark
			if o.p < Level {
				mark = map[bool]Mark{true: Better, false: Worse}[o.better]
			}
			g.count(i, j, outcomes[n].baseline, mark)
		}
	}
	return remarks
}

// appendNew appends a text that is not in a list.
func appendNew(list []string, text string) []string {
	if slices.Contains(list, text) {
		return list
	}
	return append(list, text)
}

// against is the test of an entry of a row: its column, the number of the baseline.
type against struct {
	column, baseline int
	outcome
}

// testRow tests the entries of a row against the baselines and adjusts the p-values.
func (g *Grid) testRow(i int, bases []int, row [][]score.Row, correction string) []against {
	var list []against
	for j, group := range row {
		for n, base := range bases {
			if j != base && !g.Entries[i][j].Hole() && !g.Entries[i][base].Hole() {
				list = append(list, against{j, n, g.test(group, row[base])})
			}
		}
	}
	if correction != holm {
		return list
	}
	var tested []int
	for n, a := range list {
		if a.untested == "" {
			tested = append(tested, n)
		}
	}
	for n, p := range posthoc.Holm(lists.Map(tested, func(n int) float64 { return list[n].p })) {
		list[tested[n]].p = p
	}
	return list
}

// count sets a mark and counts it.
func (g *Grid) count(i, j, baseline int, mark Mark) {
	if g.WinTieLoss == nil {
		g.WinTieLoss = make([][]WinTieLoss, len(g.Baselines))
	}
	if g.WinTieLoss[baseline] == nil {
		g.WinTieLoss[baseline] = make([]WinTieLoss, len(g.Columns))
	}
	g.WinTieLoss[baseline][j].add(mark)
	e := &g.Entries[i][j]
	if e.Marks == nil {
		e.Marks = make([]Mark, len(g.Baselines))
	}
	e.Marks[baseline] = mark
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

// test compares the folds that a group and the baseline's group have both, or says why
// it does not.
func (g *Grid) test(group, base []score.Row) outcome {
	if len(g.hidden(group))+len(g.hidden(base)) > 0 || g.averagesDatasets(group) || g.averagesDatasets(base) {
		return outcome{untested: "Entries that average over more than folds are not tested."}
	}
	if slices.ContainsFunc(group, func(s score.Row) bool { return s.Defined() && s.Pooled }) {
		return outcome{untested: "Pooled values are not tested: a repeat has one."}
	}
	d, testRows, trainRows := differences(g.onFolds(group), g.onFolds(base))
	result := stats.CorrectedResampled(d, float64(testRows), float64(trainRows))
	switch {
	case result.Constant() && math.IsNaN(result.P):
		return outcome{untested: "Entries whose difference from the baseline is the same on every fold are not " +
			"tested: it has no variance."}
	case math.IsNaN(result.P):
		return outcome{untested: "Entries that share fewer than three folds with the baseline are not tested."}
	}
	return outcome{p: result.P, better: (result.T > 0) != g.SmallerIsBetter}
}

// averagesDatasets reports whether an entry averages over several members of what datasets
// differ in, whose folds are not the same.
func (g *Grid) averagesDatasets(group []score.Row) bool {
	return slices.ContainsFunc(g.Average, func(axis string) bool {
		kind, _ := plan.SplitAxis(axis)
		return kind == contract.KindDataset && len(g.members(group, axis)) > 1
	})
}

// onFolds returns the scores of a group, one for each fold: where the table averages over
// variants, the mean of all of them, of the folds on which each has a value.
func (g *Grid) onFolds(group []score.Row) []score.Row {
	type fold struct{ repeat, fold int }
	var of grouped.By[fold, []score.Row]
	variants := map[string]bool{}
	for _, s := range group {
		variants[g.averaged(s)] = true
		if list := of.At(fold{s.Repeat, s.Fold}); s.Defined() {
			*list = append(*list, s)
		}
	}
	var means []score.Row
	for _, list := range of.All() {
		if len(*list) == len(variants) {
			mean := (*list)[0]
			mean.Value = stats.Mean(lists.Map(*list, func(s score.Row) float64 { return s.Value }))
			means = append(means, mean)
		}
	}
	return means
}

// differences returns by how much a group exceeds the baseline's group on each
// fold that both have, and the sums of the test rows and of the different training rows of these folds.
func differences(group, base []score.Row) (d []float64, testRows, trainRows int) {
	type fold struct{ repeat, fold int }
	of := map[fold]score.Row{}
	for _, s := range base {
		if s.Defined() {
			of[fold{s.Repeat, s.Fold}] = s
		}
	}
	var a, b []float64
	for _, s := range group {
		other, both := of[fold{s.Repeat, s.Fold}]
		if !s.Defined() || !both {
			continue
		}
		a, b = append(a, s.Value), append(b, other.Value)
		testRows += s.TestRows
		trainRows += s.Different()
	}
	return stats.Differences(a, b), testRows, trainRows
}
