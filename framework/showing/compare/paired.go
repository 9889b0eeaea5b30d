package compare

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
)

// Differences are those of the methods i and j, of each dataset.
func (r *Result) Differences(i, j int) []float64 { return minus(r.Values[i], r.Values[j]) }

func minus(a, b []float64) []float64 {
	d := make([]float64, len(a))
	for i := range d {
		d[i] = a[i] - b[i]
	}
	return d
}

// adjust fills in the p-values that Holm's procedure adjusts for the pairs that have one,
// and what they find.
func (c *comparison) adjust(rows []Row) []Row {
	tested := lists.Filter(lists.Range(len(rows)), func(i int) bool { return !math.IsNaN(rows[i].P) })
	for n, value := range posthoc.Holm(lists.Map(tested, func(i int) float64 { return rows[i].P })) {
		i := tested[n]
		rows[i].PAdjusted = value
		rows[i].Found = value < c.Level && rows[i].Better != "" && (rows[i].Dataset != "" || rows[i].N >= stats.LeastDatasets)
	}
	return rows
}

// overDatasets applies a test to the differences of each pair.
func (c *comparison) overDatasets(name string, fill func(row *Row, d []float64)) []Row {
	var rows []Row
	for _, pair := range c.pairs {
		row, d := c.ofPair(name, pair), minus(c.means[pair.A], c.means[pair.B])
		row.N = len(d)
		fill(&row, d)
		rows = append(rows, row)
	}
	return rows
}

// sayAdjusted says how p-values are adjusted, if there are several.
func (c *comparison) sayAdjusted(where string) {
	if len(c.pairs) > 1 {
		c.say("P-values are adjusted for the %d pairs%s by Holm's procedure.", len(c.pairs), where)
	}
}

func (c *comparison) wilcoxon() {
	exact := "exact, over all signs that the differences could have"
	rows := c.adjust(c.overDatasets("wilcoxon", func(row *Row, d []float64) {
		w := stats.Wilcoxon(d)
		row.Statistic, row.P = w.Statistic(), w.P
		row.Better = c.better(*row, w.Plus-w.Minus)
		if !w.Exact {
			exact = "those of the normal approximation, corrected for ties"
		}
	}))
	c.Rows = append(c.Rows, rows...)
	c.say("Wilcoxon's signed-rank test compares pairs of methods over datasets. It assumes that the datasets are "+
		"independent, that differences on different datasets can be put in order of size, and that without an effect "+
		"they are "+
		"symmetric about 0; it does not assume that they are normal. The ranks of differences of 0 are split; "+
		"p-values are %s.",
		exact)
	c.sayAdjusted("")
	c.conclude(rows)
}

func (c *comparison) sign() {
	rows := c.adjust(c.overDatasets("sign", func(row *Row, d []float64) {
		s := stats.SignTest(d)
		row.Statistic, row.P = float64(s.Wins), s.P
		if c.SmallerIsBetter {
			row.Statistic = float64(s.Losses)
		}
		row.Better = c.better(*row, float64(s.Wins-s.Losses))
	}))
	c.Rows = append(c.Rows, rows...)
	c.say("The sign test compares pairs of methods by the number of datasets on which the first is better, the " +
		"statistic; ties are left out. It assumes only that the datasets are independent, and has less power " +
		"than tests that use the sizes of differences.")
	c.sayAdjusted("")
	c.conclude(rows)
}

func (c *comparison) bayesSignedRank() {
	rows := c.posterior("bayes_signed_rank", bayes.SignedRank)
	c.say("The Bayesian signed-rank test gives the probabilities that, by most means of two differences, a " +
		"method is better by more than the rope, that both are equivalent, or that the other is better. The " +
		"distribution of differences over datasets is a Dirichlet process with a weight of 1/2 on a difference " +
		"of 0; the datasets are assumed to be independent and their differences comparable in size. " +
		"Probabilities are from 50,000 samples with a fixed seed.")
	c.sayRope()
	c.conclude(rows)
}

func (c *comparison) bayesSign() {
	rows := c.posterior("bayes_sign", bayes.Sign)
	c.say("The Bayesian sign test gives the probabilities that most datasets favour a method by more than the " +
		"rope, that most " +
		"show no difference, or that most favour the other. It assumes that datasets are independent, with a prior " +
		"weight of 1 " +
		"on the rope.")
	c.sayRope()
	c.conclude(rows)
}

// posterior adds the rows of a Bayesian test over datasets.
func (c *comparison) posterior(name string, of func([]float64, float64) bayes.Posterior) []Row {
	rows := c.overDatasets(name, func(row *Row, d []float64) {
		c.fillPosterior(row, of(d, c.Rope))
		row.Found = row.Found && row.N >= stats.LeastDatasets
	})
	c.Rows = append(c.Rows, rows...)
	return rows
}

// fillPosterior turns a posterior of A − B to what is better.
func (c *comparison) fillPosterior(row *Row, p bayes.Posterior) {
	row.PLeft, row.PRope, row.PRight = p.Above, p.Rope, p.Below
	if c.SmallerIsBetter {
		row.PLeft, row.PRight = p.Below, p.Above
	}
	c.judgePosterior(row)
}

// judgePosterior says what the probabilities of a row speak for.
func (c *comparison) judgePosterior(row *Row) {
	sure := 1 - c.Level
	row.Found = max(row.PLeft, row.PRope, row.PRight) > sure
	switch {
	case row.PLeft > sure:
		row.Better = row.A
	case row.PRight > sure:
		row.Better = row.B
	}
}

func (c *comparison) sayRope() {
	rope := "The rope is 0: no difference counts as too small to matter"
	if c.Rope > 0 {
		rope = fmt.Sprintf("The rope, within which differences have no practical meaning, is ±%v", c.Rope)
	}
	c.say("%s. An outcome with a probability above %v counts as significant.", rope, math.Round(1e6*(1-c.Level))/1e6)
}
