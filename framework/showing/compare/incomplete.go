package compare

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/incomplete"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// blocks are the values on all datasets, a row for each: those of methods without a value there
// are NaN, and smaller ones are better.
func (c *comparison) blocks() [][]float64 {
	blocks := lists.Map(lists.Range(len(c.Datasets)), func(i int) []float64 {
		return lists.Map(c.means, func(m []float64) float64 { return m[i] })
	})
	for _, dataset := range c.table.Incomplete {
		blocks = append(blocks, dataset.Means)
	}
	if c.SmallerIsBetter {
		return blocks
	}
	return lists.Map(blocks, func(block []float64) []float64 {
		return lists.Map(block, func(v float64) float64 { return -v })
	})
}

// needsLinked asks for methods that can be compared although values are missing.
func (c *comparison) needsLinked() error {
	blocks := c.blocks()
	switch {
	case len(c.Methods) < 3:
		return fmt.Errorf("it compares three or more methods, and there are two; use wilcoxon")
	case len(blocks) < 2:
		return fmt.Errorf("it compares over datasets, and there is one")
	case !incomplete.Linked(blocks):
		return fmt.Errorf("the methods fall into groups that have no dataset in common")
	}
	return nil
}

// skillingsMack is friedman with the datasets on which methods lack values.
func (c *comparison) skillingsMack() {
	s := incomplete.Test(c.blocks())
	row, permuted := blank("skillings_mack"), blank("skillings_mack_permutation")
	row.Statistic, row.P, row.N = s.Statistic, s.ChiSquaredP, s.N
	permuted.Statistic, permuted.P, permuted.N = s.Statistic, s.PermutationP, s.N
	permuted.Found = s.PermutationP < c.Level && s.N >= stats.LeastDatasets
	c.Rows = append(c.Rows, row, permuted)
	missing := 0
	for _, dataset := range c.table.Incomplete {
		missing += lists.Count(dataset.Means, math.IsNaN)
	}
	c.say("The test of Skillings and Mack is Friedman's test for all datasets, also those on which methods lack "+
		"values: it ranks the methods that have one, and needs no value in place of those that are missing, here "+
		"%d of %d on %s. It assumes that whether a value is missing does not depend on the value.", missing,
		len(c.Methods)*s.N, wording.Count(s.N, "dataset"))
	verdict := "is not rejected"
	switch {
	case s.N < stats.LeastDatasets:
		verdict = "is not judged, since there are so few datasets"
	case permuted.Found:
		verdict = "is rejected"
	}
	c.say("The hypothesis that all methods are equal %s at level %v: chi-squared(%d) = %s, %s; by %d random orders "+
		"of the ranks within datasets, with a fixed seed, which decides, %s. It does not say which methods differ.",
		verdict, c.Level, s.K-1, sheet.Fixed(s.Statistic), sheet.Equation(s.ChiSquaredP), s.Permutations,
		sheet.Equation(s.PermutationP))
}

// describeIncomplete is describe where no dataset has a value of every method: the mean and the
// mean rank of a method over the datasets where it has a value.
func (c *comparison) describeIncomplete() {
	n, k := len(c.table.Incomplete), len(c.Methods)
	c.Ranks = make([]float64, k)
	means, counts := make([]float64, k), make([]int, k)
	for _, dataset := range c.table.Incomplete {
		there := lists.Filter(lists.Range(k), func(j int) bool { return !math.IsNaN(dataset.Means[j]) })
		ranks := stats.Ranks(lists.Map(there, func(j int) float64 {
			if c.SmallerIsBetter {
				return dataset.Means[j]
			}
			return -dataset.Means[j]
		}))
		for at, j := range there {
			c.Ranks[j] += ranks[at]
			means[j] += dataset.Means[j]
			counts[j]++
		}
	}
	rows := lists.Table[Row](2, k)
	for j, method := range c.Methods {
		c.Ranks[j] /= float64(counts[j])
		rows[0][j], rows[1][j] = blank("mean"), blank("rank")
		rows[0][j].A, rows[0][j].Statistic, rows[0][j].N = method, means[j]/float64(counts[j]), counts[j]
		rows[1][j].A, rows[1][j].Statistic, rows[1][j].N = method, c.Ranks[j], counts[j]
	}
	c.Rows = append(append(c.Rows, rows[0]...), rows[1]...)
	c.say("On none of the %s every method has a value: means and mean ranks are over the datasets where it has one, "+
		"so that they are not of the same datasets.", wording.Count(n, "dataset"))
}
