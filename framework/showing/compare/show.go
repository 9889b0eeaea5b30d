package compare

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/showing/table/sheet"
)

// mark marks what is significant.
const mark = "*"

// Titles are what tests are called above their tables and pictures.
var Titles = map[string]string{
	"nemenyi": "Nemenyi test", "bonferroni_dunn": "Bonferroni-Dunn test", "holm": "Mean ranks, Holm's procedure",
	"hochberg": "Mean ranks, Hochberg's procedure", "hommel": "Mean ranks, Hommel's procedure",
	"shaffer": "Mean ranks, Shaffer's procedure", "bergmann": "Mean ranks, procedure of Bergmann and Hommel",
	"wilcoxon": "Wilcoxon's signed-rank test", "sign": "Sign test", "corrected_t": "Corrected resampled t-test",
	"bayes_correlated_t": "Bayesian correlated t-test", "bayes_signed_rank": "Bayesian signed-rank test",
	"bayes_sign": "Bayesian sign test", "bayes_hierarchical": "Bayesian hierarchical test",
	"bradley_terry": "Bayesian Bradley-Terry model",
	"mcnemar":       "McNemar's test", "mcnemar_exact": "McNemar's test, exact",
	"five_by_two": "5x2cv t-test", "five_by_two_f": "5x2cv F-test",
}

// Sheet is the comparison as a document: the tables, and below the first the explanation
// and the remarks.
func (r *Result) Sheet() sheet.Sheet {
	out := r.sheet()
	out.Sections[0].Remarks = append([]string{r.Paragraph()}, r.Remarks...)
	return out
}

// sheet makes tables of the rows: the methods, each test, the sizes of effects.
func (r *Result) sheet() sheet.Sheet {
	out := sheet.Sheet{Name: r.Name, Sections: []sheet.Section{r.methods()}}
	for i := 0; i < len(r.Rows); {
		to := i + 1
		for to < len(r.Rows) && r.Rows[to].Test == r.Rows[i].Test {
			to++
		}
		if title, tested := Titles[r.Rows[i].Test]; tested {
			out.Sections = append(out.Sections, r.pairs(title, r.Rows[i:to]))
		}
		i = to
	}
	if len(r.Datasets) > 1 {
		out.Sections = append(out.Sections, r.sizes())
	}
	out.Sections = append(out.Sections, r.powers()...)
	return out
}

// spread is a number with its interval.
func spread(v, low, high float64) sheet.Cell {
	cell := sheet.Numeral(v)
	if !math.IsNaN(low) {
		cell.Tail = fmt.Sprintf(" [%s, %s]", sheet.Fixed(low), sheet.Fixed(high))
	}
	return cell
}

// methods lists means, mean ranks and groups, best rank first.
func (r *Result) methods() sheet.Section {
	caption := "Means and mean ranks over " + wording.Count(len(r.Datasets), "dataset")
	if len(r.Datasets) == 0 {
		caption = "Means and mean ranks over the datasets on which a method has a value"
	}
	if len(r.Datasets) > 1 {
		caption += ", with " + percent(r.Level) + " intervals"
	}
	head := []string{"method", "mean", "mean rank"}
	if len(r.Groups) > 0 {
		head = append(head, "group")
		caption += "; methods that share a letter are not significantly different"
	}
	means, ratings := r.Of("mean"), r.Of("bradley_terry_elo")
	if len(ratings) > 0 {
		head = append(head, "Elo")
	}
	out := sheet.Section{Title: "Methods", Caption: caption, Lines: [][]sheet.Cell{sheet.Labels(head)}}
	order := lists.Range(len(r.Methods))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(r.Ranks[a], r.Ranks[b]) })
	for _, j := range order {
		line := []sheet.Cell{sheet.Label(r.Methods[j]), spread(means[j].Statistic, means[j].Low, means[j].High),
			sheet.Rank(r.Ranks[j])}
		if len(r.Groups) > 0 {
			line = append(line, sheet.Label(r.letters(j)))
		}
		if len(ratings) > 0 {
			line = append(line, spread(ratings[j].Statistic, ratings[j].Low, ratings[j].High))
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// letters names the groups of a method: "ab", or "a, z, aa" where there are more groups
// than letters.
func (r *Result) letters(method int) string {
	var in []string
	for i, group := range r.Groups {
		if slices.Contains(group, method) {
			in = append(in, sheet.Letter(i))
		}
	}
	const alphabet = 26
	if len(r.Groups) > alphabet {
		return strings.Join(in, ", ")
	}
	return strings.Join(in, "")
}

// column is one of a table of pairs; it is left out where no row has it.
type column struct {
	head string
	cell func(Row) sheet.Cell
	has  func(Row) bool
}

func numeric(head string, of func(Row) float64, show func(float64) string) column {
	return column{head, func(r Row) sheet.Cell {
		return sheet.Cell{Text: show(of(r)), Value: of(r), Number: true}
	}, func(r Row) bool { return !math.IsNaN(of(r)) }}
}

// pairColumns are those of a table of pairs.
var pairColumns = []column{
	{"a vs b", func(r Row) sheet.Cell { return sheet.Label(r.Pair()) }, func(Row) bool { return true }},
	{"a - b", func(r Row) sheet.Cell { return spread(r.Effect, r.Low, r.High) },
		func(r Row) bool { return !math.IsNaN(r.Effect) }},
	numeric("statistic", func(r Row) float64 { return r.Statistic }, sheet.Fixed),
	numeric("p", func(r Row) float64 { return r.P }, sheet.Probability),
	numeric("p adjusted", func(r Row) float64 { return r.PAdjusted }, sheet.Probability),
	numeric("P(a better)", func(r Row) float64 { return r.PLeft }, sheet.Fixed),
	numeric("P(equivalent)", func(r Row) float64 { return r.PRope }, sheet.Fixed),
	numeric("P(b better)", func(r Row) float64 { return r.PRight }, sheet.Fixed),
	{"found", func(r Row) sheet.Cell { return sheet.Label(map[bool]string{true: mark}[r.Found]) },
		func(r Row) bool { return r.Found }},
}

// mostTelling are the rows of a table of pairs: all, or of too many those with the
// smallest p-values or the largest probabilities, in their order.
func mostTelling(rows []Row) []Row {
	if len(rows) <= mostShown {
		return rows
	}
	doubt := func(i int) float64 {
		r := rows[i]
		switch {
		case !math.IsNaN(r.PLeft):
			return 1 - max(r.PLeft, r.PRope, r.PRight)
		case math.IsNaN(r.P):
			return math.Inf(1) // a pair that was not tested
		}
		return r.P
	}
	order := lists.Range(len(rows))
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(doubt(a), doubt(b)) })
	order = order[:mostShown]
	slices.Sort(order)
	return lists.Map(order, func(i int) Row { return rows[i] })
}

// pairs is the table of a test.
func (r *Result) pairs(title string, rows []Row) sheet.Section {
	columns := lists.Filter(pairColumns, func(c column) bool { return slices.ContainsFunc(rows, c.has) })
	caption := "Pairs of methods"
	if !math.IsNaN(rows[0].PLeft) && r.Rope > 0 {
		caption += fmt.Sprintf("; equivalent within %v", r.Rope)
	}
	if n := len(r.Datasets); rows[0].Dataset == "" && n < stats.LeastDatasets {
		caption += fmt.Sprintf("; with only %d datasets nothing counts as significant", n)
	}
	if slices.ContainsFunc(rows, func(r Row) bool { return r.Found }) {
		caption += fmt.Sprintf("; %s marks what is significant at level %v", mark, r.Level)
	}
	shown := mostTelling(rows)
	if len(shown) < len(rows) {
		caption += fmt.Sprintf("; the %d of %d that are most significant, the others are in comparisons.csv",
			len(shown), len(rows))
	}
	out := sheet.Section{Title: title, Caption: caption,
		Lines: [][]sheet.Cell{lists.Map(columns, func(c column) sheet.Cell { return sheet.Label(c.head) })}}
	for _, row := range shown {
		out.Lines = append(out.Lines, lists.Map(columns, func(c column) sheet.Cell { return c.cell(row) }))
	}
	return out
}

// sizes is the table of the sizes of effects.
func (r *Result) sizes() sheet.Section {
	differences, above, d := r.Of("mean_difference"), r.Of("a12"), r.Of("d")
	caption := fmt.Sprintf("Over %d datasets", len(r.Datasets))
	if len(differences) <= mostIntervals {
		caption += fmt.Sprintf(", with %s bootstrap intervals", percent(r.Level))
	}
	if len(differences) > mostShown {
		caption += fmt.Sprintf("; the first %d of %d, the others are in comparisons.csv", mostShown, len(differences))
	}
	out := sheet.Section{Title: "Effect sizes", Caption: caption,
		Lines: [][]sheet.Cell{sheet.Labels([]string{"a vs b", "mean difference", "A12", "d"})}}
	for i, row := range differences[:min(len(differences), mostShown)] {
		line := []sheet.Cell{sheet.Label(row.Pair())}
		for _, effect := range []Row{row, above[i], d[i]} {
			line = append(line, spread(effect.Effect, effect.Low, effect.High))
		}
		out.Lines = append(out.Lines, line)
	}
	return out
}

// Text writes the paragraph, the remarks and the tables for a terminal.
func (r *Result) Text(w io.Writer, width int) error {
	if width <= 0 {
		width = sheet.Width
	}
	text := wording.Wrap(sheet.Flat(r.Paragraph()), "", "", width) + "\n\n"
	for _, line := range r.Remarks {
		text += wording.Wrap(sheet.Flat(line), "", "", width) + "\n\n"
	}
	if _, err := io.WriteString(w, text); err != nil {
		return err
	}
	if err := r.sheet().Text(w, width); err != nil || !r.cut() {
		return err
	}
	_, err := fmt.Fprintln(w, "\nSome tables show only part of their rows. -format csv prints all, -out DIR "+
		"writes them into comparisons.csv.")
	return err
}

// cut reports whether a table of pairs shows less than there is.
func (r *Result) cut() bool {
	count := map[string]int{}
	for _, row := range r.Rows {
		count[row.Test]++
	}
	for test, n := range count {
		if _, ofPairs := Titles[test]; n > mostShown && (ofPairs || test == "mean_difference") {
			return true
		}
	}
	return false
}

// LaTeX writes the tables, and after them the paragraph and the remarks.
func (r *Result) LaTeX(w io.Writer) error {
	if err := r.sheet().LaTeX(w); err != nil {
		return err
	}
	for _, line := range append([]string{r.Paragraph()}, r.Remarks...) {
		if _, err := fmt.Fprintf(w, "\n%s\n", sheet.LaTeXProse(line)); err != nil {
			return err
		}
	}
	return nil
}

// Typst writes the tables, and after them the paragraph and the remarks.
func (r *Result) Typst(w io.Writer) error {
	if err := r.sheet().Typst(w); err != nil {
		return err
	}
	for _, line := range append([]string{r.Paragraph()}, r.Remarks...) {
		if _, err := fmt.Fprintf(w, "\n#par(%s)\n", sheet.TypstProse(line)); err != nil {
			return err
		}
	}
	return nil
}
