package table

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/evaluation/stats/posthoc"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// Level is the level of all tests; that against the baseline is two-sided.
const Level = 0.05

// Statistics compares k columns over N rows (datasets), as Demšar (2006)
// recommends.
type Statistics struct {
	Columns []string  // the k columns that are compared
	Rows    []string  // the N rows that count
	Dropped []string  // the rows left out because of a hole
	Imputed []string  // the rows among Rows in which a hole was given the worst rank
	Level   float64   // of all tests
	Ranks   []float64 // mean rank of each column over Rows
	stats.Friedman
	// CriticalDifference of the Nemenyi test: columns whose mean ranks differ by
	// less are not significantly different.
	CriticalDifference float64
	// Groups are the largest sets of two or more columns that follow one another
	// in rank and are not significantly different, each with its columns by number, best rank
	// first. Unless Friedman's test rejects that all are equal, all are one group.
	Groups [][]int
	// Control is the column that Holm's procedure compares all others with: the
	// baseline, or noControl. A control that is chosen by the ranks, such as the best
	// one, is compared with all after the fact: the level would not hold. PValues holds
	// the unadjusted p-value of each column against it and Holm the adjusted one; NaN for
	// the control itself. They are nil without a control.
	Control       int
	PValues, Holm []float64
}

// noControl is the number of no column.
const noControl = -1

// rejected reports whether Friedman's test, in the form of Iman and Davenport, rejects
// that all columns are equal.
func (s Statistics) rejected() bool { return s.FP < s.Level }

// Tests are the tests that were made, as compare.Sources knows them.
func (s *Statistics) Tests() []string {
	tests := []string{"friedman"}
	if s.rejected() {
		tests = append(tests, "nemenyi")
	}
	if s.Control != noControl {
		tests = append(tests, "holm")
	}
	return tests
}

// compare tests the columns for significant differences: by the Nemenyi test in groups, and each from the
// control, if there is one, by Holm's procedure.
func (s *Statistics) compare() {
	s.Groups = posthoc.Groups(s.Ranks, func(a, b int) bool {
		return s.rejected() && math.Abs(s.Ranks[a]-s.Ranks[b]) >= s.CriticalDifference
	})
	if s.Control == noControl {
		return
	}
	_, p := posthoc.Z(s.Ranks, s.N, posthoc.AgainstControl(s.K, s.Control))
	s.Holm = slices.Insert(posthoc.Holm(p), s.Control, math.NaN())
	s.PValues = slices.Insert(p, s.Control, math.NaN())
}

// section shows the statistics as a table of their own: the columns of the
// grid, best mean rank first, with the letters of the groups in which the Nemenyi
// test finds no significant difference, and the p-values against the control, if there is one. Rows
// and columns name what is compared: "datasets", "learner/reduction".
func (s Statistics) section(rows, columns string) sheet.Section {
	head := []string{columns, "average rank", "group"}
	caption := fmt.Sprintf("Average ranks of %d %s, best first", len(s.Rows), rows)
	if s.Control != noControl {
		head = append(head, "p", "p (Holm)")
		caption += "; p-values are against " + s.Columns[s.Control]
	}
	out := sheet.Section{Title: "Statistics over " + rows, Caption: caption, Lines: [][]sheet.Cell{sheet.Labels(head)},
		Remarks: s.sentences(rows)}
	for _, j := range s.order() {
		line := []sheet.Cell{sheet.Label(s.Columns[j]), sheet.Rank(s.Ranks[j]),
			{Text: s.letters(j), Value: math.NaN(), Spaced: true}}
		if s.Control != noControl {
			line = append(line, s.against(s.PValues, j), s.against(s.Holm, j))
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// sentences give the outcome of the tests.
func (s Statistics) sentences(rows string) []string {
	freedom := s.K - 1
	list := []string{
		fmt.Sprintf("Friedman test, corrected for ties: chi-squared(%d) = %s, %s; Iman and Davenport (1980): F(%d, %d) = "+
			"%s, %s; %d %s, %d columns.",
			freedom, sheet.Fixed(s.ChiSquared), sheet.Equation(s.ChiSquaredP), freedom, freedom*(s.N-1), sheet.Fixed(s.F),
			sheet.Equation(s.FP), s.N, rows, s.K),
	}
	if s.rejected() {
		list = append(list, fmt.Sprintf("Nemenyi test: average ranks that differ by less than %s are not "+
			"significantly different at level %v; columns that share a letter form such a group.",
			sheet.Rounded(s.CriticalDifference, sheet.RankDigits), s.Level))
	} else {
		list = append(list, fmt.Sprintf("The hypothesis that all columns are equal is not rejected at level "+
			"%v, so no difference between them is significant, and all share a letter.", s.Level))
	}
	if s.Control != noControl {
		list = append(list, fmt.Sprintf("p compares average ranks with that of %s (z test, two-sided); Holm's procedure "+
			"adjusts it for %d comparisons.", s.Columns[s.Control], freedom))
	}
	if len(s.Dropped) > 0 {
		list = append(list, fmt.Sprintf("Left out because of missing values: %s.", strings.Join(s.Dropped, ", ")))
	}
	if len(s.Imputed) > 0 {
		list = append(list, fmt.Sprintf("A missing value has the worst rank: %s.", strings.Join(s.Imputed, ", ")))
	}
	return list
}

// order lists the columns by rank, those of equal rank as they come.
func (s Statistics) order() []int {
	order := lists.Range(len(s.Columns))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.Ranks[a], s.Ranks[b]) })
	return order
}

// mostLetters is how many groups have a place of their own for their letter.
const mostLetters = 12

// letters names the groups that column j is in, each at a place of its own, so that
// the letters of a group are aligned: "a b ·". Of many groups it names
// the first and the last, "c–h": columns are in groups that follow one another.
func (s Statistics) letters(j int) string {
	var places, in []string
	for i, group := range s.Groups {
		if slices.Contains(group, j) {
			places, in = append(places, sheet.Letter(i)), append(in, sheet.Letter(i))
		} else {
			places = append(places, "·")
		}
	}
	switch {
	case len(places) <= mostLetters:
		return strings.Join(places, " ")
	case len(in) > 1:
		return in[0] + "–" + in[len(in)-1]
	}
	return strings.Join(in, "")
}

// against is the p-value of column j, nothing for the control.
func (s Statistics) against(p []float64, j int) sheet.Cell {
	if j == s.Control {
		return sheet.Cell{Text: "control", Value: math.NaN()}
	}
	return sheet.Cell{Text: sheet.Probability(p[j]), Value: p[j], Number: true}
}
