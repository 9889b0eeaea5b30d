package codelist

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/results/folder"
)

// Print prints codes for a terminal of a width in characters. Results is the
// folder that a run would write to.
func Print(w io.Writer, list List, results string, width int) error {
	for i, c := range list.Codes {
		if i > 0 {
			fmt.Fprintln(w)
		}
		if err := printCode(w, c, width); err != nil {
			return err
		}
	}
	for _, l := range list.Large {
		fmt.Fprintln(w, l.Text())
	}
	for i, d := range list.Driven {
		if i == 0 && len(list.Codes) > 0 {
			fmt.Fprintln(w)
		}
		fmt.Fprintln(w, d.Text(results))
	}
	return nil
}

func printCode(w io.Writer, c Code, width int) error {
	fmt.Fprintf(w, "%s on %s: %s, %s\n", c.Reduction, c.Dataset, wording.Count(len(c.Classes), "class"),
		wording.Count(c.Matrix.Columns(), "binary problem"))
	shown := columnsIn(width, c)
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', 0)
	for k, row := range c.Matrix {
		fmt.Fprintf(table, "  %s\t%s\n", printable(c.Classes[k]), folder.Signs(row[:shown]))
	}
	if err := table.Flush(); err != nil {
		return err
	}
	if shown < c.Matrix.Columns() {
		fmt.Fprintf(w, "  … the first %d of %s; -json prints all\n", shown, wording.Count(c.Matrix.Columns(), "column"))
	}
	fmt.Fprintf(w, "  row distance: least %g, mean %.4g; least column distance %g; corrects %s\n",
		c.MinRowDistance, c.MeanRowDistance, c.MinColumnDistance, wording.Count(c.Corrects, "wrong output"))
	fmt.Fprintf(w, "  share of the smaller side per problem: least %.3g, mean %.3g\n",
		smallest(c.Positives, c.Negatives), mean(c.Positives, c.Negatives))
	return printBalance(w, c, width)
}

// mostBalanced is how many columns of a code are listed with their rows.
const mostBalanced = 30

// printBalance lists the rows on both sides of each column, in as many columns of
// text as there is room for.
func printBalance(w io.Writer, c Code, width int) error {
	shown := min(mostBalanced, c.Matrix.Columns())
	fmt.Fprintln(w, "  rows of each problem, positive and negative:")
	entries, longest := make([]string, shown), 0
	for l := range entries {
		entries[l] = fmt.Sprintf("%*d: +%d -%d", len(strconv.Itoa(shown)), l+1, c.Positives[l], c.Negatives[l])
		longest = max(longest, len(entries[l]))
	}
	const margin, gap = 4, 3
	perLine := max(1, (width-margin+gap)/(longest+gap))
	for line := range slices.Chunk(entries, perLine) {
		for i, entry := range line[:len(line)-1] {
			line[i] = fmt.Sprintf("%-*s", longest, entry)
		}
		fmt.Fprintf(w, "%*s%s\n", margin, "", strings.Join(line, strings.Repeat(" ", gap)))
	}
	if shown < c.Matrix.Columns() {
		fmt.Fprintf(w, "    … the first %d of %s; -json prints all\n", shown, wording.Count(c.Matrix.Columns(), "problem"))
	}
	return nil
}

// columnsIn is how many columns of a code fit next to the names of the classes.
func columnsIn(width int, c Code) int {
	longest := 0
	for _, name := range c.Classes {
		longest = max(longest, utf8.RuneCountInString(printable(name)))
	}
	const margins = 4
	return min(c.Matrix.Columns(), max(1, width-longest-margins))
}

// printable quotes a name that would not show as it is.
func printable(name string) string {
	if strings.ContainsFunc(name, func(r rune) bool { return !unicode.IsPrint(r) }) {
		return strconv.Quote(name)
	}
	return name
}

func shares(positives, negatives []int) []float64 {
	return lists.Map(lists.Range(len(positives)), func(l int) float64 {
		return float64(min(positives[l], negatives[l])) / float64(max(1, positives[l]+negatives[l]))
	})
}

func smallest(positives, negatives []int) float64 { return slices.Min(shares(positives, negatives)) }

func mean(positives, negatives []int) float64 {
	return lists.Sum(shares(positives, negatives)) / float64(len(positives))
}
