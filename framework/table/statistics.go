package table

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
)

// level is the level of all tests; that against the baseline is two-sided.
const level = 0.05

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
	// less are not told apart.
	CriticalDifference float64
	// Groups are the largest sets of two or more columns that follow one another
	// in rank and are not told apart, each with its columns by number, best rank
	// first.
	Groups [][]int
	// Control is the column that Holm's procedure compares all others with: the
	// baseline, or else the one of best mean rank. PValues holds the unadjusted
	// p-value of each column against it and Holm the adjusted one; NaN for the
	// control itself.
	Control       int
	PValues, Holm []float64
}

// compare tells the columns apart: by the Nemenyi test in groups, and each from the
// control by Holm's procedure.
func (s *Statistics) compare() {
	s.Groups = posthoc.Groups(s.Ranks, func(a, b int) bool {
		return math.Abs(s.Ranks[a]-s.Ranks[b]) >= s.CriticalDifference
	})
	_, p := posthoc.Z(s.Ranks, s.N, posthoc.AgainstControl(s.K, s.Control))
	s.Holm = slices.Insert(posthoc.Holm(p), s.Control, math.NaN())
	s.PValues = slices.Insert(p, s.Control, math.NaN())
}

// section shows the statistics as a table of their own: the columns of the
// grid, best mean rank first, with the letters of the groups that the Nemenyi
// test does not tell apart and the p-values against the control. Rows and
// columns name what is compared: "datasets", "learner/reduction".
func (s Statistics) section(rows, columns string) sheet.Section {
	head := []string{columns, "average rank", "group", "p", "p (Holm)"}
	out := sheet.Section{
		Title: "Statistics over " + rows,
		Caption: fmt.Sprintf("Average ranks of %d %s, best first; p-values are against %s", len(s.Rows), rows,
			s.Columns[s.Control]),
		Lines:   [][]sheet.Cell{sheet.Labels(head)},
		Remarks: s.sentences(rows),
	}
	for _, j := range s.order() {
		out.Lines = append(out.Lines, []sheet.Cell{
			sheet.Label(s.Columns[j]),
			sheet.Numeral(s.Ranks[j]),
			{Text: s.letters(j), Value: math.NaN(), Spaced: true},
			s.against(s.PValues, j),
			s.against(s.Holm, j),
		})
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
		fmt.Sprintf("Nemenyi test: average ranks that differ by less than %s are not told apart at level %v; columns that "+
			"share a letter are such a group.",
			sheet.Fixed(s.CriticalDifference), s.Level),
		fmt.Sprintf("p compares average ranks with that of %s (z test, two-sided); Holm's procedure adjusts it for %d "+
			"comparisons.",
			s.Columns[s.Control], freedom),
	}
	if len(s.Dropped) > 0 {
		list = append(list, fmt.Sprintf("Left out because of a hole: %s.", strings.Join(s.Dropped, ", ")))
	}
	if len(s.Imputed) > 0 {
		list = append(list, fmt.Sprintf("A hole has the worst rank: %s.", strings.Join(s.Imputed, ", ")))
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
// the letters of a group stand below each other: "a b ·". Of many groups it names
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
