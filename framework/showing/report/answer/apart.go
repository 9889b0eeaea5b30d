package answer

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/compare"
	"github.com/manyclass/bench/framework/showing/table"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// level is that of the tests that are made here.
const level = 0.05

// apartOverDatasets says from which columns the best differs significantly: as a comparison
// block on the same metric does, or else the test of the table.
func (a *Answer) apartOverDatasets(first int, tied []int, compared []*compare.Result) {
	s := a.grid.Statistics
	switch {
	case a.ranked() < stats.LeastDatasets:
		a.tooFew(a.ranked())
	case a.byComparison(first, compared):
	case s != nil && s.FP >= s.Level:
		a.say("Friedman's test finds no difference between the methods at level %v (%s), so the order may be chance.",
			s.Level, sheet.Equation(s.FP))
	case s != nil:
		best := slices.Index(s.Columns, a.grid.Columns[first])
		var same []string
		for _, j := range lists.Range(s.K) {
			if j != best && math.Abs(s.Ranks[j]-s.Ranks[best]) < s.CriticalDifference {
				same = append(same, s.Columns[j])
			}
		}
		a.told("The Nemenyi test", first, same, atLevel(s.Level))
	default:
		a.byWilcoxon(first, a.order[1])
	}
}

// tooFew says that a test over a number of datasets means nothing.
func (a *Answer) tooFew(n int) {
	a.say("With only %s, no significance test is meaningful.", wording.Count(n, "dataset"))
}

func atLevel(level float64) string { return fmt.Sprintf("at level %v", level) }

// told says from which of the others the best does not differ significantly: it names the
// fewer. At says how sure the test must be: "at level 0.05".
func (a *Answer) told(test string, first int, same []string, at string) {
	others := a.names(a.others(first))
	apart := lists.Filter(others, func(name string) bool { return !slices.Contains(same, name) })
	same = lists.Filter(others, func(name string) bool { return slices.Contains(same, name) })
	switch n := len(others); {
	case n == 1:
		verb := map[bool]string{true: "no significant", false: "a significant"}[len(same) == 1]
		a.say("%s finds %s difference between the two %s.", test, verb, at)
	case len(same) == 0:
		a.say("%s finds it significantly different from %s %s.", test, all(n, "other"), at)
	case len(apart) == 0:
		a.say("%s finds no significant difference from any of the %d others %s.", test, n, at)
	case len(apart) < len(same):
		a.say("%s finds it significantly different from %s %s, but not from the other %d.", test, wording.First(apart,
			mostNamed),
			at, len(same))
	default:
		a.say("%s finds no significant difference from %s %s; from the other %d it does.", test,
			wording.First(same, mostNamed), at, len(apart))
	}
}

// byComparison says what the first comparison of the same metric found of the best, by
// the test after Friedman's or else by the first test of pairs over datasets. It reports
// whether there is one that compares it with all others.
func (a *Answer) byComparison(first int, compared []*compare.Result) bool {
	best := a.grid.Columns[first]
	for _, r := range compared {
		if r.Measure != a.Metric {
			continue
		}
		if n := len(r.Datasets); n < stats.LeastDatasets && a.comparesOthers(first, r) {
			a.tooFew(n)
			return true
		}
		tests := r.Tests
		if r.PostHoc != "" {
			tests = []string{r.PostHoc}
		}
		for _, test := range tests {
			pairs := lists.Filter(r.Rows, func(row compare.Row) bool {
				return row.Test == test && row.Dataset == "" && (row.A == best || row.B == best)
			})
			if !a.coversOthers(first, pairs) {
				continue
			}
			var same []string
			for _, row := range pairs {
				if !row.Found || row.Better != best {
					same = append(same, other(row, best))
				}
			}
			at := atLevel(r.Level)
			if strings.HasPrefix(test, "bayes_") {
				at = fmt.Sprintf("with a probability above %v", math.Round(1e6*(1-r.Level))/1e6)
			}
			a.told(fmt.Sprintf("The comparison %q (%s)", r.Name, test), first, same, at)
			return true
		}
	}
	return false
}

// comparesOthers reports whether a comparison is over datasets, of the best and each of the
// others.
func (a *Answer) comparesOthers(first int, r *compare.Result) bool {
	best := a.grid.Columns[first]
	return (r.Control == "" || r.Control == best) && slices.ContainsFunc(r.Rows, func(row compare.Row) bool {
		return row.Dataset == "" && !(math.IsNaN(row.P) && math.IsNaN(row.PLeft))
	}) && !slices.ContainsFunc(a.names(a.order), func(name string) bool { return !slices.Contains(r.Methods, name) })
}

// coversOthers reports whether the best is compared with each of the others.
func (a *Answer) coversOthers(first int, pairs []compare.Row) bool {
	best := a.grid.Columns[first]
	compared := lists.Map(pairs, func(row compare.Row) string { return other(row, best) })
	return !slices.ContainsFunc(a.names(a.others(first)), func(name string) bool {
		return !slices.Contains(compared, name)
	})
}

func other(row compare.Row, best string) string {
	if row.A == best {
		return row.B
	}
	return row.A
}

// byWilcoxon tests two columns over the complete datasets.
func (a *Answer) byWilcoxon(first, second int) {
	g := a.grid
	var d []float64
	for _, row := range g.Entries {
		if x, y := row[first], row[second]; !x.Hole() && !y.Hole() && x.N == y.N {
			d = append(d, row[first].Mean-row[second].Mean)
		}
	}
	if len(d) < stats.LeastDatasets {
		a.tooFew(len(d))
		return
	}
	w := stats.Wilcoxon(d)
	test := fmt.Sprintf("Wilcoxon's signed-rank test (%s)", sheet.Equation(w.P))
	if w.P < level {
		a.told(test, first, nil, atLevel(level))
	} else {
		a.told(test, first, []string{g.Columns[second]}, atLevel(level))
	}
}

// apartOnOne tests the best on one dataset against each other over the folds, by the
// corrected resampled t-test with Holm's procedure. What differs from it by the same on
// every fold is not tested.
func (a *Answer) apartOnOne(dataset string, first int) {
	var tested, constant []int
	var p []float64
	for _, j := range a.others(first) {
		test := a.foldTest(dataset, first, j)
		switch {
		case !math.IsNaN(test.P):
			tested, p = append(tested, j), append(p, test.P)
		case test.Constant():
			constant = append(constant, j)
		default:
			a.say("No test applies: tests need values of three or more folds that are not pooled.")
			return
		}
	}
	same := a.names(constant)
	for n, adjusted := range posthoc.Holm(p) {
		if adjusted >= level {
			same = append(same, a.grid.Columns[tested[n]])
		}
	}
	if len(tested) > 0 {
		a.told("The corrected resampled t-test"+map[bool]string{true: ", adjusted by Holm's procedure,"}[len(p) > 1], first,
			same, atLevel(level))
	}
	if len(constant) > 0 {
		a.say("The difference from %s is the same on every fold and has no variance, so it cannot be tested.",
			wording.First(a.names(constant), mostNamed))
	}
}

// others is the order without a column.
func (a *Answer) others(j int) []int {
	return lists.Filter(a.order, func(other int) bool { return other != j })
}

// foldTest tests the differences of two columns over the folds of a dataset that both have;
// those of pooled values not.
func (a *Answer) foldTest(dataset string, x, y int) stats.Test {
	type fold struct{ repeat, fold int }
	values := map[fold]float64{}
	of := func(j int) []score.Row {
		return lists.Filter(a.scores, func(r score.Row) bool {
			return r.Dataset == dataset && r.Defined() && table.LabelOf(r, a.grid.ColumnAxes) == a.grid.Columns[j]
		})
	}
	for _, r := range of(y) {
		values[fold{r.Repeat, r.Fold}] = r.Value
	}
	var own, others []float64
	test, train := 0, 0
	for _, r := range of(x) {
		if v, both := values[fold{r.Repeat, r.Fold}]; both && !r.Pooled {
			own, others = append(own, r.Value), append(others, v)
			test, train = test+r.TestRows, train+r.Different()
		}
	}
	return stats.CorrectedResampled(stats.Differences(own, others), float64(test), float64(train))
}
