// Package significance names the tests of differences between methods, and says which of
// their options go together. It knows neither scores nor files: compare applies the tests.
package significance

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
)

// Tests are the names of the tests that can be asked for.
var Tests = []string{"friedman", "skillings_mack", "wilcoxon", "sign", "corrected_t", "bayes_correlated_t",
	"bayes_signed_rank", "bayes_sign", "bayes_hierarchical", "bradley_terry", "mcnemar", "five_by_two"}

// Options say what is compared and how.
type Options struct {
	Name            string   // of the comparison
	Measure         string   // what the values are, "" for values
	Tests           []string // of Tests; none for those that suit the table
	PostHoc         string   // a name of PostHocs; "" for nemenyi, or holm against a control
	Control         string   // the method that all others are compared with; "" for all pairs
	Rope            float64  // differences of at most so much are of no practical meaning
	Level           float64  // of all tests; intervals hold 1 − Level
	Power           float64  // the difference of interest whose power is asked for; 0 for none
	SmallerIsBetter bool
	SkipUnsuited    bool // tests that do not apply are left out with a remark, in place of an error
}

// Check says what is wrong with the options, whatever the values: names that there are
// none of, numbers that mean nothing, and a post-hoc test that does not do what is asked.
func (o Options) Check(methods []string) error {
	if !(o.Level > 0 && o.Level < 1) {
		return fmt.Errorf("the level is %v; it must be between 0 and 1", o.Level)
	}
	if !(o.Rope >= 0) || math.IsInf(o.Rope, 1) {
		return fmt.Errorf("the rope is %v; it must be 0 or a positive number", o.Rope)
	}
	if !(o.Power >= 0) || math.IsInf(o.Power, 1) {
		return fmt.Errorf("the difference for power is %v; it must be a positive number", o.Power)
	}
	if o.Control != "" && !slices.Contains(methods, o.Control) {
		return fmt.Errorf("there is no method %q. %s", o.Control, wording.Instead(o.Control, methods, "The methods are"))
	}
	for i, name := range o.Tests {
		if !slices.Contains(Tests, name) {
			return fmt.Errorf("there is no test %q. %s", name, wording.Instead(name, Tests, "The tests are"))
		}
		if slices.Contains(o.Tests[:i], name) {
			return fmt.Errorf("the test %q is there twice", name)
		}
	}
	return o.checkPostHoc(len(methods))
}

// checkPostHoc says why the post-hoc test does not apply to a number of methods; "" does.
func (o Options) checkPostHoc(k int) error {
	p, known := o.Procedure()
	switch {
	case o.PostHoc == "":
	case !known:
		return fmt.Errorf("there is no post-hoc test %q. %s", o.PostHoc,
			wording.Instead(o.PostHoc, PostHocNames(), "The post-hoc tests are"))
	case len(o.Tests) > 0 && !slices.Contains(o.Tests, "friedman"):
		return fmt.Errorf("the post-hoc test %s follows friedman, which is not among the tests: %s", o.PostHoc,
			wording.And(o.Tests))
	case o.Control != "" && !p.Control:
		return fmt.Errorf("%s compares all pairs, not with a control; with a control apply %s", p.Name,
			wording.And(namesOf(func(p PostHoc) bool { return p.Control })))
	case o.Control == "" && !p.All:
		return fmt.Errorf("%s compares with a control: name it; to all pairs apply %s", p.Name,
			wording.And(namesOf(func(p PostHoc) bool { return p.All })))
	case p.Name == "bergmann" && k > posthoc.MostBergmann:
		return fmt.Errorf("bergmann goes through all partitions of the methods, at most %d, and there are %d; take shaffer",
			posthoc.MostBergmann, k)
	}
	return nil
}

// Procedure is the post-hoc test of the options, if there is one.
func (o Options) Procedure() (PostHoc, bool) {
	i := slices.IndexFunc(PostHocs, func(p PostHoc) bool { return p.Name == o.PostHoc })
	if i < 0 {
		return PostHoc{}, false
	}
	return PostHocs[i], true
}
