package compare

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes/bradleyterry"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// localRope is up to how many standard deviations of the differences on folds a mean difference
// on a dataset is a tie (Wainer, JMLR 24, 2023, section 4.2: Cohen's D of 0.4).
const localRope = 0.4

func (c *comparison) needsFew() error {
	if len(c.Methods) > bradleyterry.MostMethods {
		return fmt.Errorf("it compares at most %d methods, and there are %d", bradleyterry.MostMethods, len(c.Methods))
	}
	return c.needsDatasets()
}

// bradleyTerry rates the methods by how often each is better than each other.
func (c *comparison) bradleyTerry() {
	wins, ties := c.winsOfAll()
	fit, err := bradleyterry.Fit(wins, c.Level)
	if err != nil {
		c.note("bradley_terry has no result: %v.", err)
		return
	}
	var rows []Row
	for _, pair := range c.pairs {
		p := fit.Pairs[pair.A][pair.B]
		row := c.ofPair("bradley_terry", pair)
		row.N, row.Statistic = len(c.Datasets), p.Win
		row.Posterior = Posterior{p.Above, p.Posterior.Rope, p.Below}
		row.Difference = Difference{p.Elo.Mean, p.Elo.Low, p.Elo.High}
		c.judgePosterior(&row)
		row.Found = row.Found && row.N >= stats.LeastDatasets
		rows = append(rows, row)
	}
	c.Rows = append(c.Rows, rows...)
	for j, method := range c.Methods {
		row := blank("bradley_terry_elo")
		row.A, row.N = method, len(c.Datasets)
		row.Statistic, row.Low, row.High = fit.Elo[j].Mean, fit.Elo[j].Low, fit.Elo[j].High
		c.Rows = append(c.Rows, row)
	}
	c.sayBradleyTerry(ties, fit)
	c.conclude(rows)
}

func (c *comparison) sayBradleyTerry(ties int, fit bradleyterry.Result) {
	tie := fmt.Sprintf("a difference of at most %v is a tie", c.Rope)
	if c.table.Folded() {
		tie = fmt.Sprintf("a mean difference of at most %v standard deviations over the folds is a tie", localRope)
	}
	c.say("The Bayesian Bradley-Terry model counts for each pair of methods on how many datasets each is "+
		"better; %s, here %d of %d, and half a win for both. It gives each method one rating, and the statistic "+
		"of a pair is the probability that the first wins on another dataset. P(equivalent) is the probability "+
		"that this is within 0.5 ± %v, where the others are about it being above or below. a - b is in points of "+
		"the Elo scale, of which 400 are ten wins to one loss, with %s credible intervals. It assumes that the "+
		"datasets are independent and that wins follow from the ratings. 4,000 samples were drawn in 4 Markov "+
		"chains with fixed seeds; split R-hat is at most %.3f, and each rating has at least %.0f effective "+
		"samples. An outcome with a probability above %v counts as significant.",
		tie, ties, len(c.Datasets)*len(c.Methods)*(len(c.Methods)-1)/2, bradleyterry.Rope, percent(c.Level), fit.RHat,
		fit.Effective, math.Round(1e6*(1-c.Level))/1e6)
}

// winsOfAll counts how often each method is better than each other, half for a tie, and the ties.
func (c *comparison) winsOfAll() (wins [][]float64, ties int) {
	wins = lists.Table[float64](len(c.Methods), len(c.Methods))
	for _, pair := range posthoc.Pairs(len(c.Methods)) {
		for _, parts := range c.table.Parts {
			switch d := c.localDifference(parts, pair); {
			case d > 0:
				wins[pair.A][pair.B]++
			case d < 0:
				wins[pair.B][pair.A]++
			default:
				ties++
				wins[pair.A][pair.B] += 0.5
				wins[pair.B][pair.A] += 0.5
			}
		}
	}
	return wins, ties
}

// localDifference is positive where the first method of a pair is better on a dataset, negative
// where the second is, and 0 for a tie.
func (c *comparison) localDifference(parts measured.Parts, pair posthoc.Pair) float64 {
	d := stats.Differences(parts.Values[pair.A], parts.Values[pair.B])
	mean, rope := stats.Mean(d), c.Rope
	if len(d) > 1 {
		rope = float64(localRope * stats.SD(d))
	}
	switch {
	case math.Abs(mean) <= rope || stats.Tied(mean, 0):
		return 0
	case c.SmallerIsBetter:
		return -mean
	}
	return mean
}
