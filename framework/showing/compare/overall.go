package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// settlePostHoc fills in the post-hoc test after Friedman's, or takes it out where that is
// not made.
func (c *comparison) settlePostHoc() error {
	switch {
	case slices.Contains(c.Tests, "friedman") && c.PostHoc == "" && c.Control != "":
		c.PostHoc = "holm"
	case slices.Contains(c.Tests, "friedman") && c.PostHoc == "":
		c.PostHoc = "nemenyi"
	case !slices.Contains(c.Tests, "friedman") && c.PostHoc != "" && !c.SkipUnsuited:
		return fmt.Errorf("the post-hoc test %s follows friedman, which is not among the tests: %s", c.PostHoc,
			wording.And(c.Tests))
	case !slices.Contains(c.Tests, "friedman"):
		c.PostHoc = ""
	}
	return nil
}

// rankTable ranks the methods on each dataset, 1 for the best.
func (c *comparison) rankTable() [][]float64 {
	return lists.Map(lists.Range(len(c.Datasets)), func(i int) []float64 {
		return stats.Ranks(lists.Map(c.means, func(m []float64) float64 {
			if c.SmallerIsBetter {
				return m[i]
			}
			return -m[i]
		}))
	})
}

// friedman asks whether the methods differ at all, and then which.
func (c *comparison) friedman() {
	f := stats.FriedmanTest(c.rankTable())
	overall, iman := blank("friedman"), blank("iman_davenport")
	overall.Statistic, overall.P, overall.N = f.ChiSquared, f.ChiSquaredP, f.N
	iman.Statistic, iman.P, iman.N = f.F, f.FP, f.N
	rejected := f.FP < c.Level
	iman.Found = rejected && f.N >= stats.LeastDatasets
	c.Rows = append(c.Rows, overall, iman)
	c.say("Little is known about the distribution of values over datasets, so Friedman's test compares the " +
		"ranks of the methods on each dataset, not the size of their differences; tied values share a rank. It " +
		"assumes that the datasets are independent of one another and representative of those of interest.")
	if f.N < stats.LeastDatasets {
		c.PostHoc = ""
		c.say("With so few datasets its p-values are far from the exact ones and are not used, and pairs of " +
			"methods are not compared by their mean ranks.")
		return
	}
	c.say("The hypothesis that all methods have the same mean rank %s at level %v: chi-squared(%d) = %s, %s, "+
		"corrected for ties; in the less conservative form of Iman and Davenport, which decides, F(%d, %d) = "+
		"%s, %s.",
		map[bool]string{true: "is rejected", false: "is not rejected"}[rejected], c.Level, f.K-1, sheet.Fixed(f.ChiSquared),
		sheet.Equation(f.ChiSquaredP), f.K-1, (f.K-1)*(f.N-1), sheet.Fixed(f.F), sheet.Equation(f.FP))
	c.tellApart(f, rejected)
}

// tellApart compares pairs of mean ranks; what it finds counts only if the methods
// differ at all.
func (c *comparison) tellApart(f stats.Friedman, rejected bool) {
	p, _ := c.Procedure()
	z, raw := posthoc.Z(c.Ranks, f.N, c.pairs)
	apart := map[posthoc.Pair]bool{}
	var rows []Row
	for i, value := range p.Adjust(f.K, z, raw) {
		row := c.ofPair(p.Name, c.pairs[i])
		row.Statistic, row.P, row.PAdjusted, row.N = z[i], raw[i], value, f.N
		if z[i] != 0 {
			row.Better = map[bool]string{true: row.A, false: row.B}[z[i] < 0]
		}
		row.Found = rejected && value < c.Level
		apart[c.pairs[i]] = row.Found
		rows = append(rows, row)
	}
	c.Rows = append(c.Rows, rows...)
	c.say("Pairwise differences are tested with %s; %s.", p.Does, p.Assumption)
	if p.Critical != nil {
		c.Critical = p.Critical(f.K, f.N, c.Level)
		row := blank("critical_difference")
		row.Statistic, row.N = c.Critical, f.N
		c.Rows = append(c.Rows, row)
		c.say("The critical difference of mean ranks is %s.", sheet.Rounded(c.Critical, sheet.RankDigits))
	}
	if c.Control == "" {
		c.Groups = posthoc.Groups(c.Ranks, func(a, b int) bool { return apart[posthoc.Pair{A: min(a, b), B: max(a, b)}] })
	}
	if !rejected {
		c.say("Since the hypothesis that all are equal is not rejected, no pair counts as significantly " +
			"different.")
		return
	}
	c.conclude(rows)
}

// mostNamed is how many findings a sentence names.
const mostNamed = 12

// conclude says which pairs differ.
func (c *comparison) conclude(rows []Row) {
	var found []string
	for _, r := range rows {
		if r.Found {
			found = append(found, r.finding())
		}
	}
	switch {
	case len(found) > mostNamed:
		c.say("%d of %d comparisons find a significant difference.", len(found), len(rows))
	case len(found) > 0:
		c.say("Significant: %s.", wording.And(found))
	case len(rows) > 0 && rows[0].Dataset == "" && len(c.Datasets) < stats.LeastDatasets:
		c.say("With so few datasets no difference counts as significant.")
	case len(rows) > 0 && strings.HasPrefix(rows[0].Test, "bayes_"):
		c.say("No pair reaches that probability.")
	default:
		c.say("No difference is significant, which does not show that there is none.")
	}
}

// finding says what a row found.
func (r Row) finding() string {
	text := fmt.Sprintf("%s is better than %s", r.A, r.B)
	switch r.Better {
	case r.B:
		text = fmt.Sprintf("%s is better than %s", r.B, r.A)
	case "":
		text = fmt.Sprintf("%s and %s are equivalent", r.A, r.B)
	}
	if r.Dataset != "" {
		text += " on " + r.Dataset
	}
	return text
}

// introduce says what is compared.
func (c *comparison) introduce() {
	what := cmp.Or(c.Measure, "their values")
	if c.table.Folded() {
		what += " (on each dataset the mean over its folds)"
	}
	order := "larger"
	if c.SmallerIsBetter {
		order = "smaller"
	}
	c.say("This comparison is of %s on %s by %s; %s is better.", c.named(),
		wording.Count(cmp.Or(len(c.Datasets), len(c.table.Incomplete)), "dataset"), what, order)
}

// named lists the methods, of many the first.
func (c *comparison) named() string {
	if len(c.Methods) > mostNamed {
		return wording.First(c.Methods, mostNamed)
	}
	return wording.And(c.Methods)
}

// describe adds the mean of each method with its bootstrap interval over datasets, and
// its mean rank.
func (c *comparison) describe() {
	if len(c.Datasets) == 0 {
		c.describeIncomplete()
		return
	}
	c.Ranks = stats.MeanRanks(c.rankTable())
	for j, method := range c.Methods {
		row := blank("mean")
		row.A, row.Statistic, row.N = method, stats.Mean(c.means[j]), len(c.Datasets)
		row.Low, row.High = stats.Bootstrap(row.N, c.Level, func(rows []int) float64 {
			return stats.Mean(lists.Pick(c.means[j], rows))
		})
		c.Rows = append(c.Rows, row)
	}
	for j, method := range c.Methods {
		row := blank("rank")
		row.A, row.Statistic, row.N = method, c.Ranks[j], len(c.Datasets)
		c.Rows = append(c.Rows, row)
	}
	if len(c.Datasets) > 1 {
		c.say("Intervals of means are %s bootstrap intervals over datasets, from 2,000 samples with a fixed "+
			"seed.", percent(c.Level))
	}
}

// percent is the share that an interval at a level holds: "95 %".
func percent(level float64) string { return fmt.Sprintf("%.4g %%", math.Round(1e6*(1-level))/1e4) }
