package compare

import (
	"math"

	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/bayes/hierarchical"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
)

// bayesHierarchical takes all folds of all datasets. A pair of which the chains have not
// met has no numbers, which is said.
func (c *comparison) bayesHierarchical() {
	var rows []Row
	worst, fewest := 0.0, math.Inf(1)
	for _, pair := range c.pairs {
		row := c.ofPair("bayes_hierarchical", pair)
		differences := c.overAllFolds(pair)
		row.N = len(differences)
		posterior, err := hierarchical.Test(differences, c.Rope, c.Level)
		if err != nil {
			c.note("bayes_hierarchical has no result for %s and %s: %v.", row.A, row.B, err)
		} else {
			worst, fewest = max(worst, posterior.RHat), min(fewest, posterior.Effective)
			row.Effect, row.Low, row.High = posterior.Mean, posterior.Low, posterior.High
			c.fillPosterior(&row, posterior.Posterior)
			row.Found = row.Found && row.N >= stats.LeastDatasets
		}
		rows = append(rows, row)
	}
	c.Rows = append(c.Rows, rows...)
	c.say("The Bayesian hierarchical test takes all folds of all datasets: the differences on a dataset are normal and "+
		"correlated by "+c.share()+", and their means come from one Student distribution, so that datasets "+
		"inform one another. It gives the probabilities that another dataset most likely favours a method "+
		"by more than the rope, shows no difference, or favours the other; a - b is the mean of all "+
		"datasets, with its %s credible interval. The datasets are assumed to be independent and their "+
		"differences comparable in size.", percent(c.Level))
	if worst > 0 {
		c.say("For each pair 10,000 samples were drawn in 4 Markov chains with fixed seeds; split R-hat is at "+
			"most %.3f, and each mean has at least %.0f effective samples.", worst, fewest)
	}
	c.sayRope()
	c.conclude(rows)
}

// overAllFolds are the differences of two methods of each dataset that has folds.
func (c *comparison) overAllFolds(pair posthoc.Pair) []hierarchical.Differences {
	var all []hierarchical.Differences
	for i, parts := range c.table.Parts {
		if c.withoutFolds(i) != nil {
			continue
		}
		test, train := parts.Shares()
		all = append(all, hierarchical.Differences{Values: stats.Differences(parts.Values[pair.A], parts.Values[pair.B]),
			Share: test / (test + train)})
	}
	return all
}
