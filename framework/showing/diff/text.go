package diff

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Text writes the report for a terminal of a width in characters: what changed,
// then the scores that moved, or with all every score. Changes go on in the next
// line where they are longer than the width; in tables of scores names are cut.
func (r Report) Text(w io.Writer, width int, all bool) error {
	var b strings.Builder
	if altered := r.Altered.sentences(); len(altered) > 0 {
		fmt.Fprintf(&b, "Files\n  %s\n\n", strings.Join(altered, "\n  "))
	}
	for _, part := range r.parts() {
		writeChanges(&b, part.Title, part.Changes)
	}
	if len(r.Folds) > 0 {
		fmt.Fprintf(&b, "Folds\n  A and B test other rows together: %s\n\n", strings.Join(r.Folds, ", "))
	}
	if len(r.Statuses) > 0 {
		b.WriteString("Statuses\n")
		for _, s := range r.Statuses {
			fmt.Fprintf(&b, "  ~ %s: %s → %s\n", s.Cell, s.A, s.B)
		}
		b.WriteByte('\n')
	}
	r.writeScores(&b, width, all)
	for line := range strings.Lines(b.String()) {
		line = strings.TrimRight(line, " \n")
		if strings.HasPrefix(line, "  ") {
			line = wording.Wrap(strings.TrimLeft(line, " "), "  ", "      ", width)
		}
		if _, err := fmt.Fprintln(w, line); err != nil {
			return err
		}
	}
	return nil
}

func writeChanges(b *strings.Builder, title string, changes []Change) {
	if len(changes) == 0 {
		return
	}
	fmt.Fprintln(b, title)
	added, removed := 0, 0
	for _, c := range changes {
		combination := strings.HasPrefix(c.Path, "combinations.")
		switch {
		case combination && c.A == nil:
			added++
		case combination:
			removed++
		case c.A == nil:
			fmt.Fprintf(b, "  + %s: %s\n", c.Path, shown(c.B))
		case c.B == nil:
			fmt.Fprintf(b, "  - %s: %s\n", c.Path, shown(c.A))
		default:
			fmt.Fprintf(b, "  ~ %s: %s → %s\n", c.Path, shown(c.A), shown(c.B))
		}
	}
	if added+removed > 0 {
		fmt.Fprintf(b, "  combinations of dataset, encoder, learner and reduction: %d added, %d removed\n", added, removed)
	}
	b.WriteByte('\n')
}

// writeScores writes one table per metric and says what it counts. Scores that
// one side alone has are counted, and listed only with all.
func (r Report) writeScores(b *strings.Builder, width int, all bool) {
	var c counts
	var tables grouped.By[string, []Score]
	for _, s := range r.Scores {
		listed := all || s.Both() && s.Moved()
		c.add(s, listed)
		if !listed {
			continue
		}
		lines := tables.At(s.Metric)
		*lines = append(*lines, s)
	}
	for metric, lines := range tables.All() {
		r.writeTable(b, metric, *lines, width)
	}
	c.write(b)
}

// counts are numbers of scores, and what is to be said of those that are listed.
type counts struct {
	both, moved, onlyA, onlyB, partly  int
	tested, shared, unpaired, constant bool
}

func (c *counts) add(s Score, listed bool) {
	switch {
	case s.B.Cells == 0:
		c.onlyA++
	case s.A.Cells == 0:
		c.onlyB++
	default:
		c.both++
	}
	if s.Moved() {
		c.moved++
	}
	if s.Both() && s.partly() {
		c.partly++
	}
	if listed {
		c.tested = c.tested || s.Mark != ""
		c.shared = c.shared || s.partly()
		c.unpaired = c.unpaired || s.Both() && !s.SameFolds
		c.constant = c.constant || s.SameFolds && s.Paired >= stats.LeastFolds && math.IsNaN(float64(s.P))
	}
}

// write says what was counted. The first line is the verdict.
func (c counts) write(b *strings.Builder) {
	if c.moved == 0 {
		fmt.Fprintf(b, "%d means are in both, all with identical scores.\n", c.both)
	} else {
		fmt.Fprintf(b, "%d means are in both, %d with different scores in A and B.\n", c.both, c.moved)
	}
	if c.partly > 0 {
		fmt.Fprintf(b, "%d of them have folds that are missing on one side; only the shared folds are "+
			"compared.\n", c.partly)
	}
	if c.onlyA+c.onlyB > 0 {
		fmt.Fprintf(b, "%d means are only in A, %d only in B.\n", c.onlyA, c.onlyB)
	}
	if c.shared {
		b.WriteString("n shared: A, B and B−A are means over the n folds that have a value in both.\n")
	}
	if c.unpaired {
		b.WriteString("P –: the folds of A and B have different rows, so they are not pairs and cannot be " +
			"tested.\n")
	}
	if c.constant {
		b.WriteString("P –: the difference is the same on every fold; without variance it cannot be tested.\n")
	}
	if c.tested {
		fmt.Fprintf(b, "v better, * worse in B: corrected resampled t-test on the folds that both have,\ntwo-sided level "+
			"%v.\n", level)
	}
}

// writeTable writes the scores of a metric. A name is cut where its line would be
// longer than the width.
func (r Report) writeTable(b *strings.Builder, metric string, list []Score, width int) {
	const numbers, least = 60, 16 // characters for the columns beside the name, and for the name
	room := max(least, width-numbers)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s\tA\tB\tB−A\t\tP\tFOLDS\tCHANGED\n", wording.Cut(metric, room))
	for _, s := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", wording.Cut(r.name(s), room), s.A.text(), s.B.text(),
			digits(s.Difference, "%+.4f"),
			cmp.Or(s.Mark, " "), digits(s.P, "%.3g"), s.folds(), s.Changed)
	}
	table.Flush() // a strings.Builder takes everything
	b.WriteByte('\n')
}

// names are what a combination consists of.
func (s Score) names() []string { return []string{s.Division(), s.Encoder, s.Learner, s.Reduction} }

// name joins learner and reduction, with dataset and encoder before them if the
// report has several.
func (r Report) name(s Score) string {
	var parts []string
	for i, part := range s.names() {
		if i >= 2 || slices.ContainsFunc(r.Scores, func(other Score) bool { return other.names()[i] != part }) {
			parts = append(parts, part)
		}
	}
	return strings.Join(parts, "/")
}

// text is a mean, "–" where there are no values, "none" where nothing was run.
func (m Mean) text() string {
	if m.Cells == 0 {
		return "none"
	}
	return digits(m.Mean, "%.4f")
}

func digits(n Number, format string) string {
	if n != n {
		return "–"
	}
	return fmt.Sprintf(format, float64(n))
}

// folds is how many folds the means are over: one number if both sides have as
// many.
func (s Score) folds() string {
	switch {
	case s.partly():
		return fmt.Sprintf("%d shared", s.Paired)
	case s.A.N == s.B.N:
		return strconv.Itoa(s.A.N)
	}
	return fmt.Sprintf("%d, %d", s.A.N, s.B.N)
}
