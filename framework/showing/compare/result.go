package compare

import (
	"fmt"
	"math"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/significance"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// Row is an outcome: of a test of all methods, of a pair or of one method. Numbers that
// do not apply are NaN.
type Row struct {
	Test, Dataset, A, B string
	// Statistic is of A minus B: of mean ranks for the tests after Friedman's (z), of
	// values for t.
	Statistic, P, PAdjusted float64
	Posterior
	Difference
	N      int    // datasets or, on one dataset, folds or rows; 0 for none
	Better string // of A and B, what the numbers speak for; "" for neither
	Found  bool   // whether they say so at the level
}

// Made reports whether the row is the outcome of a test, and not a rank or an effect.
func (r Row) Made() bool { return !math.IsNaN(r.P) || !math.IsNaN(r.PLeft) }

// Result is a comparison.
type Result struct {
	significance.Options
	Datasets, Methods []string
	Rows              []Row
	Words
	Ranks    []float64
	Critical float64 // critical difference of mean ranks; NaN if there is none
	Groups   [][]int // methods that do not differ significantly by the post-hoc test
	// Values are the means that are compared: of each method, one of each dataset.
	Values [][]float64
	// Costs are what the methods took in all, by measured.CostNames; only what is known of each.
	Costs map[string][]float64
	// Planned is what a seal says of the comparison, "" if there is none: planned, changed or
	// afterwards.
	Planned string
}

// Words are what a comparison says.
type Words struct {
	Explanation []string // sentences of one paragraph: what was done, why, and what came out
	Remarks     []string // what to keep in mind
	Stable      []string // sentences of the explanation: in how many analyses the conclusions stay
}

// Paragraph is the explanation as one paragraph.
func (r *Result) Paragraph() string { return strings.Join(r.Explanation, " ") }

// Nothing is a comparison that could not be made, with the reason.
func Nothing(o significance.Options, why string) *Result {
	o.PostHoc = ""
	return &Result{Options: o, Critical: math.NaN(), Words: Words{Remarks: []string{why}}}
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

// Posterior has the probabilities that A is better, that both are equivalent, and that B is
// better.
type Posterior struct{ PLeft, PRope, PRight float64 }

// Difference is an effect of A minus B, with its interval.
type Difference struct{ Effect, Low, High float64 }

// blank is a row of a test without numbers.
func blank(name string) Row {
	nan := math.NaN()
	return Row{Test: name, Statistic: nan, P: nan, PAdjusted: nan,
		Posterior: Posterior{nan, nan, nan}, Difference: Difference{nan, nan, nan}}
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

// Of returns the rows of a test.
func (r *Result) Of(test string) []Row {
	return lists.Filter(r.Rows, func(row Row) bool { return row.Test == test })
}

// mostShown is how many rows a table of pairs has; the CSV has all.
const mostShown = 100

// Pair is what a row is of: "svm vs nb on iris".
func (r Row) Pair() string {
	text := r.A + " vs " + r.B
	if r.Dataset != "" {
		text += " on " + r.Dataset
	}
	return text
}
