// Package compare says which methods differ, from what was measured of them on some
// datasets: it chooses the tests that suit, applies them, and explains in words what was
// done, what it assumes and what came out.
package compare

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/compare/measured"
	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/stats"
	"github.com/manyclass/bench/framework/stats/posthoc"
	"github.com/manyclass/bench/framework/wording"
)

// Options say what is compared and how.
type Options struct {
	Name            string   // of the comparison
	Measure         string   // what the values are, "" for values
	Tests           []string // of Tests; none for those that suit the table
	PostHoc         string   // of PostHocs; "" for nemenyi, or holm against a control
	Control         string   // the method that all others are compared with; "" for all pairs
	Rope            float64  // differences of at most so much are of no practical meaning
	Level           float64  // of all tests; intervals hold 1 − Level
	SmallerIsBetter bool
	SkipUnsuited    bool // tests that do not apply are left out with a remark, in place of an error
}

// Row is an outcome: of a test of all methods, of a pair or of one method. Numbers that
// do not apply are NaN.
type Row struct {
	Test, Dataset, A, B string
	// Statistic is of A minus B: of mean ranks for the tests after Friedman's (z), of
	// values for t.
	Statistic, P, PAdjusted float64
	// PLeft is the probability that A is better, PRope that both are equivalent, PRight
	// that B is better.
	PLeft, PRope, PRight float64
	Effect, Low, High    float64 // of A minus B, with its interval
	N                    int     // datasets or, on one dataset, folds or rows; 0 for none
	Better               string  // of A and B, what the numbers speak for; "" for neither
	Found                bool    // whether they say so at the level
}

// Result is a comparison.
type Result struct {
	Options
	Datasets, Methods []string
	Rows              []Row
	Explanation       []string // sentences of one paragraph: what was done, why, and what came out
	Remarks           []string // what to keep in mind
	Ranks             []float64
	Critical          float64 // critical difference of mean ranks; NaN if there is none
	Groups            [][]int // methods that the post-hoc test does not tell apart
	// Values are the means that are compared: of each method, one of each dataset.
	Values [][]float64
}

// comparison is a Result in the making.
type comparison struct {
	*Result
	table *measured.Table
	means [][]float64 // of each method, a value a dataset
	pairs []posthoc.Pair
	// constant names the pairs whose differences do not vary over the folds of a dataset.
	constant []string
}

// test is what can be asked for: whether it applies to a table, and how it is done.
type test struct {
	name  string
	check func(*comparison) error
	run   func(*comparison)
}

var tests = []test{
	{"friedman", (*comparison).needsThree, (*comparison).friedman},
	{"wilcoxon", (*comparison).needsDatasets, (*comparison).wilcoxon},
	{"sign", (*comparison).needsDatasets, (*comparison).sign},
	{"corrected_t", (*comparison).needsFolds, (*comparison).correctedT},
	{"bayes_correlated_t", (*comparison).needsFolds, (*comparison).bayesCorrelatedT},
	{"bayes_signed_rank", (*comparison).needsDatasets, (*comparison).bayesSignedRank},
	{"bayes_sign", (*comparison).needsDatasets, (*comparison).bayesSign},
	{"bayes_hierarchical", (*comparison).needsBoth, (*comparison).bayesHierarchical},
	{"mcnemar", (*comparison).needsHits, (*comparison).mcNemar},
	{"five_by_two", (*comparison).needsFiveByTwo, (*comparison).fiveByTwo},
}

// Tests returns the names of the tests that can be asked for.
func Tests() []string { return lists.Map(tests, func(t test) string { return t.name }) }

// Compare compares the methods of a table. The error says which option does not suit the
// table, and why.
func Compare(t *measured.Table, o Options) (*Result, error) {
	c := &comparison{table: t, Result: &Result{Options: o, Datasets: t.Datasets, Methods: t.Methods, Critical: math.NaN()}}
	for j := range t.Methods {
		c.means = append(c.means, t.Means(j))
	}
	c.Values = c.means
	chosen, err := c.choose()
	if err != nil {
		return nil, err
	}
	c.introduce()
	c.describe()
	for _, one := range chosen {
		one.run(c)
	}
	c.effects()
	c.remark(chosen)
	return c.Result, nil
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
	if o.Control != "" && !slices.Contains(methods, o.Control) {
		return fmt.Errorf("there is no method %q. %s", o.Control, wording.Instead(o.Control, methods, "The methods are"))
	}
	for i, name := range o.Tests {
		if !slices.Contains(Tests(), name) {
			return fmt.Errorf("there is no test %q. %s", name, wording.Instead(name, Tests(), "The tests are"))
		}
		if slices.Contains(o.Tests[:i], name) {
			return fmt.Errorf("the test %q is there twice", name)
		}
	}
	return o.checkPostHoc(len(methods))
}

// Nothing is a comparison that could not be made, with the reason.
func Nothing(o Options, why string) *Result {
	o.PostHoc = ""
	return &Result{Options: o, Critical: math.NaN(), Remarks: []string{why}}
}

// choose checks the options and returns the tests, with the defaults filled in.
func (c *comparison) choose() ([]test, error) {
	if len(c.Methods) < 2 || len(c.Datasets) == 0 {
		return nil, fmt.Errorf("there are %s with values on %s", wording.Count(len(c.Methods), "method"),
			wording.Count(len(c.Datasets), "dataset"))
	}
	if err := c.Check(c.Methods); err != nil {
		return nil, err
	}
	k := len(c.Methods)
	c.pairs = posthoc.Pairs(k)
	if c.Control != "" {
		c.pairs = posthoc.AgainstControl(k, slices.Index(c.Methods, c.Control))
	}
	asked := c.Tests
	if len(asked) == 0 {
		asked = c.suiting()
	}
	c.Tests = nil
	var chosen []test
	for _, t := range tests {
		if !slices.Contains(asked, t.name) {
			continue
		}
		if err := t.check(c); err != nil && c.SkipUnsuited {
			c.note("%s does not apply: %v.", t.name, err)
			continue
		} else if err != nil {
			return nil, fmt.Errorf("%s does not apply: %w", t.name, err)
		}
		c.Tests = append(c.Tests, t.name)
		chosen = append(chosen, t)
	}
	return chosen, c.settlePostHoc()
}

// suiting are the tests for a table of which nothing is asked: Friedman's for three or
// more methods over datasets, Wilcoxon's for two, and on one dataset the corrected t over
// its folds. One value each on one dataset cannot be tested.
func (c *comparison) suiting() []string {
	switch {
	case len(c.Datasets) > 1 && len(c.Methods) > 2:
		return []string{"friedman"}
	case len(c.Datasets) > 1:
		return []string{"wilcoxon"}
	case c.withoutFolds(0) == nil:
		return []string{"corrected_t"}
	}
	return nil
}

func (c *comparison) needsDatasets() error {
	if len(c.Datasets) < 2 {
		return fmt.Errorf("it compares over datasets, and there is one, %q", c.Datasets[0])
	}
	return nil
}

func (c *comparison) needsThree() error {
	if len(c.Methods) < 3 {
		return fmt.Errorf("it compares three or more methods, and there are two; take wilcoxon")
	}
	return c.needsDatasets()
}

// needsFolds asks for folds to compare over.
func (c *comparison) needsFolds() error {
	return c.onSome(c.withoutFolds, "Tests over folds are not made on %s: they need three folds at least, in each repeat the "+
		"same.")
}

// withoutFolds says why folds of a dataset cannot be compared over; nil if they can.
func (c *comparison) withoutFolds(dataset int) error {
	name, parts := c.Datasets[dataset], c.table.Parts[dataset]
	repeats, folds, whole := parts.Division()
	switch {
	case parts.TrainRows > 0 && len(parts.Units) >= stats.LeastFolds:
		return nil // any training and test parts will do
	case parts.TrainRows > 0, folds > 1 && len(parts.Units) < stats.LeastFolds:
		return fmt.Errorf("it compares over folds, at least %d, and %q has %d", stats.LeastFolds, name, len(parts.Units))
	case folds < 2:
		return fmt.Errorf("it compares over folds, and %q has none; give each value its fold in a column fold", name)
	case !whole:
		return fmt.Errorf("the %d repeats of %q do not have the same folds", repeats, name)
	}
	return nil
}

// onSome asks for datasets that some tests suit. Those that they do not suit are an error
// or, where tests that do not suit are left out, a remark if there are others.
func (c *comparison) onSome(unsuited func(dataset int) error, remark string) error {
	var first error
	var without []string
	for i, name := range c.Datasets {
		if err := unsuited(i); err != nil {
			without = append(without, strconv.Quote(name))
			first = cmp.Or(first, err)
		}
	}
	if len(without) == len(c.Datasets) || !c.SkipUnsuited {
		return first
	}
	remark = fmt.Sprintf(remark, wording.First(without, mostNamed))
	if len(without) > 0 && !slices.Contains(c.Remarks, remark) {
		c.note("%s", remark)
	}
	return nil
}

// needsBoth says what is missing of several datasets with folds.
func (c *comparison) needsBoth() error {
	if err := c.needsDatasets(); err != nil {
		return err
	}
	if err := c.needsFolds(); err != nil {
		return err
	}
	folded := lists.Count(lists.Range(len(c.Datasets)), func(i int) bool { return c.withoutFolds(i) == nil })
	if folded < 2 {
		return fmt.Errorf("it compares over datasets with folds, and there is one")
	}
	return nil
}

func (c *comparison) needsFiveByTwo() error {
	return c.onSome(c.notFiveByTwo, "The 5x2cv tests are not made on %s: they need 5 repeats of 2 folds.")
}

// notFiveByTwo says how a dataset is divided, if not into five times two folds.
func (c *comparison) notFiveByTwo(dataset int) error {
	if repeats, folds, whole := c.table.Parts[dataset].Division(); repeats != 5 || folds != 2 || !whole {
		return fmt.Errorf("it needs 5 repeats of 2 folds, and %q has %s of %s", c.Datasets[dataset],
			wording.Count(repeats, "repeat"), wording.Count(folds, "fold"))
	}
	return nil
}

// needsHits says which value is not whether a prediction was right.
func (c *comparison) needsHits() error {
	for i, parts := range c.table.Single() {
		for j, values := range parts.Values {
			for _, v := range values {
				if v != 0 && v != 1 {
					return fmt.Errorf("it compares single predictions: each value must be 1 if a row was predicted right and 0 "+
						"if not, with the number of the row in the column fold; %q has %v on %q", c.Methods[j], v, c.Datasets[i])
				}
			}
		}
		if len(parts.Units) < 2 {
			return fmt.Errorf("it compares single predictions, and %q has one row; give each its number in a column fold",
				c.Datasets[i])
		}
	}
	if c.SmallerIsBetter && c.table.Singles == nil {
		return fmt.Errorf("its values are 1 if a row was predicted right and 0 if not, so larger is better; " +
			"leave smaller-is-better out")
	}
	return nil
}

// blank is a row of a test without numbers.
func blank(name string) Row {
	nan := math.NaN()
	return Row{Test: name, Statistic: nan, P: nan, PAdjusted: nan, PLeft: nan, PRope: nan, PRight: nan, Effect: nan,
		Low: nan, High: nan}
}

// ofPair is a row of a test of two methods.
func (c *comparison) ofPair(name string, pair posthoc.Pair) Row {
	row := blank(name)
	row.A, row.B = c.Methods[pair.A], c.Methods[pair.B]
	return row
}

// better names what of a pair a difference of values A − B speaks for.
func (c *comparison) better(row Row, difference float64) string {
	if c.SmallerIsBetter {
		difference = -difference
	}
	switch {
	case difference > 0:
		return row.A
	case difference < 0:
		return row.B
	}
	return ""
}

// say adds a sentence to the explanation.
func (c *comparison) say(format string, args ...any) {
	c.Explanation = append(c.Explanation, fmt.Sprintf(format, args...))
}

// note adds a remark.
func (c *comparison) note(format string, args ...any) {
	c.Remarks = append(c.Remarks, fmt.Sprintf(format, args...))
}

// remark adds what to keep in mind: few datasets, methods that are the same.
func (c *comparison) remark(chosen []test) {
	n := len(c.Datasets)
	overDatasets := slices.ContainsFunc(c.Rows, func(r Row) bool {
		return r.Dataset == "" && !(math.IsNaN(r.P) && math.IsNaN(r.PLeft))
	})
	switch {
	case len(chosen) == 0 && len(c.Remarks) > 0:
	case len(chosen) == 0 && c.withoutFolds(0) != nil && len(c.table.Parts[0].Units) > 1:
		c.note("Nothing is tested: there is one dataset, and to compare over its folds does not do: %v.", c.withoutFolds(0))
	case len(chosen) == 0:
		c.note("Nothing is tested: one value of each method on one dataset says nothing of chance. Give folds, or more " +
			"datasets.")
	case overDatasets && n < stats.LeastDatasets:
		c.note("%d datasets are too few for a test over datasets: what the tests give has no marks, and no difference "+
			"counts as "+
			"found.", n)
	case slices.ContainsFunc(chosen, func(t test) bool { return t.name == "friedman" }) && n < stats.ManyDatasets:
		c.note("Tests over %d datasets are rough: the p-values of Friedman's test and of mean ranks are approximations that "+
			"want more than %d.", n, stats.ManyDatasets-1)
	}
	c.remarkConstant()
	c.remarkSame()
	if near := c.nearlyTied(); len(near) > 0 {
		c.note("Values of different methods that differ by no more than rounding, 1e-12, count as equal; there are such "+
			"on %s.", wording.First(near, mostNamed))
	}
}

// remarkSame names methods that cannot be told apart whatever is tested.
func (c *comparison) remarkSame() {
	var same []string
	for _, pair := range posthoc.Pairs(len(c.Methods)) {
		if !slices.ContainsFunc(c.table.Parts, func(p measured.Parts) bool {
			return !slices.Equal(p.Values[pair.A], p.Values[pair.B])
		}) {
			same = append(same, fmt.Sprintf("%q and %q have the same values everywhere", c.Methods[pair.A], c.Methods[pair.B]))
		}
	}
	for _, text := range same[:min(len(same), mostNamed)] {
		c.note("%s.", text)
	}
	if more := len(same) - mostNamed; more > 0 {
		c.note("So do %d more pairs of methods.", more)
	}
}

// nearlyTied names the datasets on which values are tied that are not written alike.
// Means over folds differ by rounding where what they are means of does not, and are not
// looked at.
func (c *comparison) nearlyTied() []string {
	var on []string
	for i, dataset := range c.Datasets {
		values := lists.Map(c.means, func(m []float64) float64 { return m[i] })
		slices.Sort(values)
		for j := 1; j < len(values) && !c.table.Folded(); j++ {
			if values[j] != values[j-1] && stats.Tied(values[j], values[j-1]) {
				on = append(on, dataset)
				break
			}
		}
	}
	return on
}

// Paragraph is the explanation as one paragraph.
func (r *Result) Paragraph() string { return strings.Join(r.Explanation, " ") }
