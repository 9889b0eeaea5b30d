package significance

import (
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
)

// PostHoc compares pairs of methods after Friedman's test.
type PostHoc struct {
	Name         string
	All, Control bool // whether it compares all pairs, and with a control
	// Adjust makes the p-values p of z-tests of K methods those of the procedure.
	Adjust           func(k int, z, p []float64) []float64
	Critical         func(k, n int, level float64) float64 // the critical difference of mean ranks; nil for none
	Does, Assumption string
}

// adjusted makes a procedure on p-values one of PostHocs.
func adjusted(by func([]float64) []float64) func(int, []float64, []float64) []float64 {
	return func(_ int, _, p []float64) []float64 { return by(p) }
}

// PostHocs are the procedures that can be asked for.
var PostHocs = []PostHoc{
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

// PostHocNames returns the names of PostHocs.
func PostHocNames() []string { return lists.Map(PostHocs, func(p PostHoc) string { return p.Name }) }

// namesOf are the names of the post-hoc tests that are of a kind.
func namesOf(is func(PostHoc) bool) []string {
	return lists.Map(lists.Filter(PostHocs, is), func(p PostHoc) string { return p.Name })
}
