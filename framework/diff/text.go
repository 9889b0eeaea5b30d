package diff

import (
	"cmp"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"text/tabwriter"
	"unicode"
	"unicode/utf8"
)

// Text writes the report for a terminal of a width in characters: what changed,
// then the scores that moved, or with all every score. Lines are cut to the
// width.
func (r Report) Text(w io.Writer, width int, all bool) error {
	var b strings.Builder
	for _, part := range []struct {
		title   string
		changes []Change
	}{{"Experiment", r.Experiment}, {"Data", r.Data}, {"Plugins", r.Plugins}, {"bench", r.Bench}} {
		writeChanges(&b, part.title, part.changes)
	}
	if len(r.Folds) > 0 {
		fmt.Fprintf(&b, "Folds\n  other rows are tested together: %s\n\n", strings.Join(r.Folds, ", "))
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
		if _, err := fmt.Fprintln(w, cut(strings.TrimRight(line, " \n"), width)); err != nil {
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

// longestValue is how many characters of a value are shown, a digest's fewer.
const (
	longestValue  = 40
	longestDigest = 12
)

// shown is a JSON value as a line shows it: text without quotes, and short.
func shown(v json.RawMessage) string {
	var s string
	if json.Unmarshal(v, &s) != nil {
		s = string(v)
	}
	if len(s) == 64 && strings.Trim(s, "0123456789abcdef") == "" {
		return s[:longestDigest] + "…"
	}
	return cut(strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return '?'
		}
		return r
	}, s), longestValue)
}

// cut shortens a line to a width in characters.
func cut(line string, width int) string {
	if utf8.RuneCountInString(line) <= width {
		return line
	}
	return string([]rune(line)[:max(0, width-1)]) + "…"
}

// writeScores writes one table per metric and says what it counts. Scores that
// one side alone has are counted, and listed only with all.
func (r Report) writeScores(b *strings.Builder, width int, all bool) {
	moved, onlyA, onlyB, tested := 0, 0, 0, false
	var metrics []string
	lines := map[string][]Score{}
	for _, s := range r.Scores {
		switch {
		case s.B.Cells == 0:
			onlyA++
		case s.A.Cells == 0:
			onlyB++
		case s.Moved():
			moved++
		}
		if !all && (!s.Moved() || s.A.Cells == 0 || s.B.Cells == 0) {
			continue
		}
		if lines[s.Metric] == nil {
			metrics = append(metrics, s.Metric)
		}
		tested = tested || s.Mark != ""
		lines[s.Metric] = append(lines[s.Metric], s)
	}
	for _, m := range metrics {
		writeTable(b, m, lines[m], width)
	}
	if both := len(r.Scores) - onlyA - onlyB; moved == 0 {
		fmt.Fprintf(b, "%d means are in both, all of identical scores.\n", both)
	} else {
		fmt.Fprintf(b, "%d means are in both, %d of other scores in B than in A.\n", both, moved)
	}
	if onlyA+onlyB > 0 {
		fmt.Fprintf(b, "%d means are only in A, %d only in B.\n", onlyA, onlyB)
	}
	if tested {
		fmt.Fprintf(b, "v better, * worse in B: corrected resampled t-test on the folds that both have,\ntwo-sided level %v.\n", level)
	}
}

// writeTable writes the scores of a metric. A name leaves out what all of them
// share, and is cut where its line would be longer than the width.
func writeTable(b *strings.Builder, metric string, list []Score, width int) {
	const numbers, least = 56, 16 // characters for the columns beside the name, and for the name
	room := max(least, width-numbers)
	table := tabwriter.NewWriter(b, 0, 0, 2, ' ', 0)
	fmt.Fprintf(table, "%s\tA\tB\tB−A\t\tP\tFOLDS\tCHANGED\n", cut(metric, room))
	for _, s := range list {
		fmt.Fprintf(table, "%s\t%s\t%s\t%s\t%s\t%s\t%s\t%d\n", cut(s.name(list), room), s.A.text(), s.B.text(), digits(s.Difference, "%+.4f"),
			cmp.Or(s.Mark, " "), digits(s.P, "%.3g"), s.folds(), s.Changed)
	}
	table.Flush() // a strings.Builder takes everything
	b.WriteByte('\n')
}

// parts are what a combination consists of.
func (s Score) parts() []string { return []string{s.Dataset, s.Encoder, s.Learner, s.Reduction} }

// name joins the parts that are not the same in a whole list.
func (s Score) name(list []Score) string {
	var differing []string
	for i, part := range s.parts() {
		if slices.ContainsFunc(list, func(other Score) bool { return other.parts()[i] != part }) {
			differing = append(differing, part)
		}
	}
	if differing == nil {
		differing = s.parts()
	}
	return strings.Join(differing, "/")
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

// folds is how many folds have a value: one number if both have as many.
func (s Score) folds() string {
	if s.A.N == s.B.N {
		return strconv.Itoa(s.A.N)
	}
	return fmt.Sprintf("%d, %d", s.A.N, s.B.N)
}
