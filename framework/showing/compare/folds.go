package compare

import (
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// onDatasets applies a test to each pair on each dataset that it suits and adjusts its
// p-values for the pairs of a dataset.
func (c *comparison) onDatasets(name string, of []measured.Parts, unsuited func(dataset int) error,
	fill func(row *Row, parts measured.Parts, a, b []float64)) []Row {
	var all []Row
	for i, parts := range of {
		if unsuited(i) != nil {
			continue
		}
		var rows []Row
		for _, pair := range c.pairs {
			row := c.ofPair(name, pair)
			row.Dataset, row.N = c.Datasets[i], len(parts.Units)
			fill(&row, parts, parts.Values[pair.A], parts.Values[pair.B])
			rows = append(rows, row)
		}
		all = append(all, c.adjust(rows)...)
	}
	return all
}

// overFolds is the corrected resampled t-test of two methods.
func overFolds(parts measured.Parts, a, b []float64) stats.Test {
	test, train := parts.Shares()
	return stats.CorrectedResampled(stats.Differences(a, b), test, train)
}

// share says what the correlation of folds is taken as.
func (c *comparison) share() string {
	for i, parts := range c.table.Parts {
		if c.withoutFolds(i) == nil && !parts.CrossValidated() {
			return "the share of the test rows among the different rows of a fold"
		}
	}
	return "1/folds"
}

// testable remembers a pair without variance over folds, which has no numbers.
func (c *comparison) testable(row Row) {
	if pair := row.Pair(); math.IsNaN(row.P) && math.IsNaN(row.PLeft) && !slices.Contains(c.constant, pair) {
		c.constant = append(c.constant, pair)
	}
}

// remarkConstant names the pairs that tests over folds say nothing of.
func (c *comparison) remarkConstant() {
	if len(c.constant) > 0 {
		c.note("A difference that is the same on every fold has no variance, so tests over folds cannot judge "+
			"it: %s.", wording.First(c.constant, mostNamed))
	}
}

func (c *comparison) correctedT() {
	rows := c.onDatasets("corrected_t", c.table.Parts, c.withoutFolds, func(row *Row, parts measured.Parts, a,
		b []float64) {
		t := overFolds(parts, a, b)
		row.Statistic, row.P, row.Effect = t.T, t.P, t.Mean
		row.Low, row.High = t.Interval(c.Level)
		row.Better = c.better(*row, t.Mean)
		c.testable(*row)
	})
	c.Rows = append(c.Rows, rows...)
	c.say("On each dataset the corrected resampled t-test of Nadeau and Bengio compares pairs of methods over "+
		"its folds, with %s intervals of their mean difference. It assumes that differences are normal, and "+
		"widens their variance because the training parts of folds overlap, as if the correlation of folds "+
		"were %s.", percent(c.Level), c.share())
	c.sayAdjusted(" of a dataset, not for the number of datasets,")
	c.conclude(rows)
}

func (c *comparison) bayesCorrelatedT() {
	rows := c.onDatasets("bayes_correlated_t", c.table.Parts, c.withoutFolds, func(row *Row, parts measured.Parts,
		a, b []float64) {
		t := overFolds(parts, a, b)
		row.Effect = t.Mean
		row.Low, row.High = t.Interval(c.Level)
		c.fillPosterior(row, bayes.CorrelatedT(t, c.Rope))
		c.testable(*row)
	})
	c.Rows = append(c.Rows, rows...)
	c.say("On each dataset the Bayesian correlated t-test gives the probabilities that the mean difference is "+
		"beyond the rope in favour of one method or the other, or within it, with %s credible intervals of the "+
		"difference. It assumes that differences over folds are normal, that their correlation is %s, and that "+
		"all means and variances are equally likely beforehand.", percent(c.Level), c.share())
	c.sayRope()
	c.conclude(rows)
}

func (c *comparison) fiveByTwo() {
	of := func(name string, take func(stats.FiveByTwo) (statistic, p float64)) []Row {
		return c.onDatasets(name, c.table.Parts, c.notFiveByTwo, func(row *Row, parts measured.Parts, a, b []float64) {
			d := stats.Differences(a, b)
			row.Statistic, row.P = take(stats.FiveByTwoTest(halves(parts, d)))
			row.Effect = stats.Mean(d)
			row.Better = c.better(*row, row.Effect)
			c.testable(*row)
		})
	}
	ts := of("five_by_two", func(f stats.FiveByTwo) (float64, float64) { return f.T, f.P })
	fs := of("five_by_two_f", func(f stats.FiveByTwo) (float64, float64) { return f.F, f.FP })
	c.Rows = append(append(c.Rows, ts...), fs...)
	c.say("On each dataset the 5x2cv tests compare pairs of methods over five divisions into halves: the " +
		"t-test of Dietterich, which uses the first of the ten differences, and the F-test of Alpaydin, which " +
		"uses all. They assume that the differences are normal and those of different repeats independent.")
	c.sayAdjusted(" of a dataset, not for the number of datasets,")
	c.conclude(fs)
}

// halves arranges differences by repeats and halves, in the order of the file.
func halves(parts measured.Parts, d []float64) (out [5][2]float64) {
	repeats, folds := map[string]int{}, map[string]int{}
	number := func(of map[string]int, name string) int {
		if _, known := of[name]; !known {
			of[name] = len(of)
		}
		return of[name]
	}
	for i, u := range parts.Units {
		out[number(repeats, u.Repeat)][number(folds, u.Fold)] = d[i]
	}
	return out
}

func (c *comparison) mcNemar() {
	of := func(name string, take func(onlyA, onlyB int) (statistic, p float64)) []Row {
		return c.onDatasets(name, c.table.Single(), func(int) error { return nil }, func(row *Row, _ measured.Parts,
			a, b []float64) {
			d := minus(a, b)
			onlyA := lists.Count(d, func(v float64) bool { return v > 0 })
			onlyB := lists.Count(d, func(v float64) bool { return v < 0 })
			row.Statistic, row.P = take(onlyA, onlyB)
			row.Effect = stats.Mean(d)
			row.Better = c.better(*row, row.Effect)
		})
	}
	chi := of("mcnemar", func(onlyA, onlyB int) (float64, float64) {
		m := stats.McNemarTest(onlyA, onlyB)
		return m.ChiSquared, m.ChiSquaredP
	})
	exact := of("mcnemar_exact", func(onlyA, onlyB int) (float64, float64) {
		return float64(min(onlyA, onlyB)), stats.McNemarTest(onlyA, onlyB).ExactP
	})
	c.Rows = append(append(c.Rows, chi...), exact...)
	c.say("On each dataset McNemar's test compares the single predictions of pairs of methods by the rows that " +
		"only one of them predicts correctly: with chi-squared, corrected for continuity, and exactly, which " +
		"is the one to use below 25 such rows. It assumes that rows are independent, and does not say how " +
		"methods vary with their training data.")
	c.sayWhichRows()
	c.sayAdjusted(" of a dataset, not for the number of datasets,")
	c.conclude(exact)
}

// sayWhichRows says which predictions are compared, where values are of folds.
func (c *comparison) sayWhichRows() {
	if c.table.Singles == nil {
		return
	}
	which := "A row counts once, as it is predicted in the fold that tests it"
	if slices.ContainsFunc(c.table.Parts, func(p measured.Parts) bool {
		repeats, _, _ := p.Division()
		return repeats > 1
	}) {
		which += " in the first repeat; the other repeats do not count"
	}
	c.say("%s.", which)
}
