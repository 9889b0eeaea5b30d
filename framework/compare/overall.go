package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/stats"
	"github.com/manyclass/bench/framework/stats/posthoc"
	"github.com/manyclass/bench/framework/table/sheet"
	"github.com/manyclass/bench/framework/wording"
)

// postHoc tells pairs apart after Friedman's test.
type postHoc struct {
	name             string
	all, control     bool // whether it compares all pairs, and with a control
	adjust           func(k int, z, p []float64) []float64
	critical         func(k, n int, level float64) float64 // nil for none
	does, assumption string
}

// adjusted makes a procedure on p-values one of postHocs.
func adjusted(by func([]float64) []float64) func(int, []float64, []float64) []float64 {
	return func(_ int, _, p []float64) []float64 { return by(p) }
}

var postHocs = []postHoc{
	{"nemenyi", true, false, func(k int, z, _ []float64) []float64 {
		return lists.Map(z, func(z float64) float64 { return posthoc.Nemenyi(k, z) })
	}, posthoc.CriticalDifference, "the Nemenyi test, which refers all differences of mean ranks to the " +
		"studentized range",
		"it keeps the chance of any false finding at the level, and finds less than the procedures that proceed in steps"},
	{"bonferroni_dunn", false, true, adjusted(posthoc.Bonferroni), posthoc.BonferroniDunn,
		"the Bonferroni-Dunn test, z-tests of mean ranks with p-values times the number of comparisons",
		"it holds whatever the dependence between the tests, and finds less than Holm's procedure"},
	{"holm", true, true, adjusted(posthoc.Holm), nil,
		"z-tests of mean ranks with Holm's step-down procedure", "it holds whatever the dependence between the tests"},
	{"hochberg", true, true, adjusted(posthoc.Hochberg), nil, "z-tests of mean ranks with Hochberg's step-up procedure",
		"it assumes that the tests are independent or positively dependent, which is not sure for pairs of mean ranks"},
	{"hommel", true, true, adjusted(posthoc.Hommel), nil, "z-tests of mean ranks with Hommel's procedure",
		"it assumes that the tests are independent or positively dependent, which is not sure for pairs of mean ranks"},
	{"shaffer", true, false, func(k int, _, p []float64) []float64 { return posthoc.Shaffer(k, p) }, nil,
		"z-tests of mean ranks with Shaffer's static procedure",
		"it uses that equalities imply one another, and holds whatever the dependence between the tests"},
	{"bergmann", true, false, func(k int, _, p []float64) []float64 { return posthoc.Bergmann(k, p) }, nil,
		"z-tests of mean ranks with the procedure of Bergmann and Hommel",
		"it uses all sets of equalities that can be true together, and holds whatever the dependence between the tests"},
}

// PostHocs returns the names of the post-hoc tests.
func PostHocs() []string { return lists.Map(postHocs, func(p postHoc) string { return p.name }) }

// namesOf are the names of the post-hoc tests that are of a kind.
func namesOf(is func(postHoc) bool) []string {
	return lists.Map(lists.Filter(postHocs, is), func(p postHoc) string { return p.name })
}

// checkPostHoc says why the post-hoc test does not apply to so many methods; "" does.
func (o Options) checkPostHoc(k int) error {
	p, known := o.postHoc()
	switch {
	case o.PostHoc == "":
	case !known:
		return fmt.Errorf("there is no post-hoc test %q. %s", o.PostHoc,
			wording.Instead(o.PostHoc, PostHocs(), "The post-hoc tests are"))
	case len(o.Tests) > 0 && !slices.Contains(o.Tests, "friedman"):
		return fmt.Errorf("the post-hoc test %s follows friedman, which is not among the tests: %s", o.PostHoc,
			wording.And(o.Tests))
	case o.Control != "" && !p.control:
		return fmt.Errorf("%s compares all pairs, not with a control; with a control apply %s", p.name,
			wording.And(namesOf(func(p postHoc) bool { return p.control })))
	case o.Control == "" && !p.all:
		return fmt.Errorf("%s compares with a control: name it; to all pairs apply %s", p.name,
			wording.And(namesOf(func(p postHoc) bool { return p.all })))
	case p.name == "bergmann" && k > posthoc.MostBergmann:
		return fmt.Errorf("bergmann goes through all partitions of the methods, at most %d, and there are %d; take shaffer",
			posthoc.MostBergmann, k)
	}
	return nil
}

// settlePostHoc fills in the post-hoc test after Friedman's, or takes it out where that is
// not made.
func (c *comparison) settlePostHoc() error {
	switch {
	case slices.Contains(c.Tests, "friedman") && c.PostHoc == "" && c.Control != "":
		c.PostHoc = "holm"
	case slices.Contains(c.Tests, "friedman") && c.PostHoc == "":
		c.PostHoc = "nemenyi"
	case !slices.Contains(c.Tests, "friedman") && c.PostHoc != "" && !c.SkipUnsuited:
		return fmt.Errorf("the post-hoc test %s follows friedman, which is not made: %s", c.PostHoc, wording.And(c.Tests))
	case !slices.Contains(c.Tests, "friedman"):
		c.PostHoc = ""
	}
	return nil
}

func (o Options) postHoc() (postHoc, bool) {
	i := slices.IndexFunc(postHocs, func(p postHoc) bool { return p.name == o.PostHoc })
	if i < 0 {
		return postHoc{}, false
	}
	return postHocs[i], true
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
	c.say("Over datasets, little is known of how values are distributed, so the order of the methods on each dataset is " +
		"compared, not the size of their differences: Friedman's test on ranks, equal values sharing theirs. It assumes " +
		"that the datasets are independent of one another and stand for those of interest.")
	if f.N < stats.LeastDatasets {
		c.PostHoc = ""
		c.say("On so few datasets its p-values are far from the exact ones and count for nothing, and pairs of methods are " +
			"not compared by their mean ranks.")
		return
	}
	c.say("That all methods have the same mean rank %s at level %v: chi-squared(%d) = %s, %s, corrected for ties; in the "+
		"less conservative form of Iman and Davenport, which decides, F(%d, %d) = %s, %s.",
		map[bool]string{true: "is rejected", false: "is not rejected"}[rejected], c.Level, f.K-1, sheet.Fixed(f.ChiSquared),
		sheet.Equation(f.ChiSquaredP), f.K-1, (f.K-1)*(f.N-1), sheet.Fixed(f.F), sheet.Equation(f.FP))
	c.tellApart(f, rejected)
}

// tellApart compares pairs of mean ranks; what it finds counts only if the methods
// differ at all.
func (c *comparison) tellApart(f stats.Friedman, rejected bool) {
	p, _ := c.postHoc()
	z, raw := posthoc.Z(c.Ranks, f.N, c.pairs)
	apart := map[posthoc.Pair]bool{}
	var rows []Row
	for i, value := range p.adjust(f.K, z, raw) {
		row := c.ofPair(p.name, c.pairs[i])
		row.Statistic, row.P, row.PAdjusted, row.N = z[i], raw[i], value, f.N
		if z[i] != 0 {
			row.Better = map[bool]string{true: row.A, false: row.B}[z[i] < 0]
		}
		row.Found = rejected && value < c.Level
		apart[c.pairs[i]] = row.Found
		rows = append(rows, row)
	}
	c.Rows = append(c.Rows, rows...)
	c.say("Pairs of methods are told apart by %s; %s.", p.does, p.assumption)
	if p.critical != nil {
		c.Critical = p.critical(f.K, f.N, c.Level)
		row := blank("critical_difference")
		row.Statistic, row.N = c.Critical, f.N
		c.Rows = append(c.Rows, row)
		c.say("The critical difference of mean ranks is %s.", sheet.Rounded(c.Critical, sheet.RankDigits))
	}
	if c.Control == "" {
		c.Groups = posthoc.Groups(c.Ranks, func(a, b int) bool { return apart[posthoc.Pair{A: min(a, b), B: max(a, b)}] })
	}
	if !rejected {
		c.say("Since that all are equal is not rejected, no pair counts as different.")
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
		c.say("%d of %d comparisons find a difference.", len(found), len(rows))
	case len(found) > 0:
		c.say("Found: %s.", wording.And(found))
	case len(rows) > 0 && rows[0].Dataset == "" && len(c.Datasets) < stats.LeastDatasets:
		c.say("On so few datasets no difference counts as found.")
	case len(rows) > 0 && strings.HasPrefix(rows[0].Test, "bayes_"):
		c.say("No pair reaches that probability.")
	default:
		c.say("No difference is found, which does not show that there is none.")
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
		what += ", of each dataset the mean over its folds"
	}
	order := "larger"
	if c.SmallerIsBetter {
		order = "smaller"
	}
	c.say("Compared are %s on %s by %s; %s is better.", c.named(),
		wording.Count(len(c.Datasets), "dataset"), what, order)
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
	c.Ranks = stats.MeanRanks(c.rankTable())
	for j, method := range c.Methods {
		row := blank("mean")
		row.A, row.Statistic, row.N = method, stats.Mean(c.means[j]), len(c.Datasets)
		row.Low, row.High = stats.Bootstrap(row.N, c.Level, func(rows []int) float64 {
			return stats.Mean(pick(c.means[j], rows))
		})
		c.Rows = append(c.Rows, row)
	}
	for j, method := range c.Methods {
		row := blank("rank")
		row.A, row.Statistic, row.N = method, c.Ranks[j], len(c.Datasets)
		c.Rows = append(c.Rows, row)
	}
	if len(c.Datasets) > 1 {
		c.say("Intervals of means are %s bootstrap intervals over datasets, of 2,000 seeded draws.", percent(c.Level))
	}
}

// percent is the share that an interval at a level holds: "95 %".
func percent(level float64) string { return fmt.Sprintf("%.4g %%", math.Round(1e6*(1-level))/1e4) }

// pick returns the values of some rows.
func pick(values []float64, rows []int) []float64 {
	return lists.Map(rows, func(i int) float64 { return values[i] })
}
