package table

import (
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"
)

// hole is how tables show an entry without a value.
const hole = "—"

// Markdown writes the table as GitHub Markdown: a title, the table with the
// best mean of each row in bold, and the footnotes.
func (g Grid) Markdown(w io.Writer) error {
	var b strings.Builder
	fmt.Fprintf(&b, "# %s\n\n", escape(g.Name))
	if len(g.Rows) > 0 {
		fmt.Fprintf(&b, "%s; the best of each %s is bold.\n\n", escape(g.caption()), strings.Join(g.RowAxes, "/"))
		writeMarkdownTable(&b, g.texts(markdownEntry, escape))
	}
	for i, line := range g.footnotes() {
		if i == 0 {
			b.WriteByte('\n')
		}
		fmt.Fprintf(&b, "- %s\n", escape(line))
	}
	_, err := io.WriteString(w, b.String())
	return err
}

// caption says what the numbers are.
func (g Grid) caption() string {
	direction := "larger"
	if g.SmallerIsBetter {
		direction = "smaller"
	}
	return fmt.Sprintf("%s: mean ± standard deviation over folds, %s is better", g.Metric, direction)
}

// texts renders the table as lines of cells: a header, the rows, and the means
// and ranks at the foot. Labels pass through quote.
func (g Grid) texts(entry func(Entry) string, quote func(string) string) [][]string {
	line := []string{quote(strings.Join(g.RowAxes, "/"))}
	for _, label := range g.Columns {
		line = append(line, quote(label))
	}
	lines := [][]string{line}
	for i, label := range g.Rows {
		line := []string{quote(label)}
		for _, e := range g.Entries[i] {
			line = append(line, entry(e))
		}
		lines = append(lines, line)
	}
	foot := func(name string, numbers []float64) {
		if numbers == nil {
			return
		}
		line := []string{name}
		for _, v := range numbers {
			line = append(line, entry(Entry{Mean: v, SD: math.NaN()}))
		}
		lines = append(lines, line)
	}
	foot("mean", g.Means)
	foot("average rank", g.Ranks)
	return lines
}

// footnotes returns the remarks and the numbered notes.
func (g Grid) footnotes() []string {
	lines := append([]string(nil), g.Remarks...)
	for i, text := range g.Notes {
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, text))
	}
	return lines
}

func markdownEntry(e Entry) string {
	text := number(e)
	if e.Best {
		text = "**" + text + "**"
	}
	return text + escape(e.suffix())
}

// number shows mean and deviation with 4 decimals.
func number(e Entry) string {
	switch {
	case e.Hole():
		return hole
	case math.IsNaN(e.SD):
		return fixed(e.Mean)
	}
	return fixed(e.Mean) + " ± " + fixed(e.SD)
}

func fixed(v float64) string {
	text := strconv.FormatFloat(v, 'f', 4, 64)
	if text == "-0.0000" {
		return "0.0000"
	}
	return text
}

// suffix is the entry's mark and the numbers of its footnotes.
func (e Entry) suffix() string {
	text := ""
	if e.Mark != NoMark {
		text = " " + string(e.Mark)
	}
	for _, n := range e.Notes {
		text += fmt.Sprintf(" [%d]", n+1)
	}
	return text
}

func writeMarkdownTable(b *strings.Builder, lines [][]string) {
	widths := widthsOf(lines)
	for i, line := range lines {
		for j, text := range line {
			b.WriteString("| " + pad(text, widths[j]) + " ")
		}
		b.WriteString("|\n")
		if i > 0 {
			continue
		}
		for j, width := range widths {
			if j == 0 {
				b.WriteString("|:" + strings.Repeat("-", width+1))
			} else {
				b.WriteString("|" + strings.Repeat("-", width+1) + ":")
			}
		}
		b.WriteString("|\n")
	}
}

// widthsOf returns the width of each column in characters.
func widthsOf(lines [][]string) []int {
	widths := make([]int, len(lines[0]))
	for _, line := range lines {
		for j, text := range line {
			widths[j] = max(widths[j], utf8.RuneCountInString(text))
		}
	}
	return widths
}

func pad(text string, width int) string {
	return text + strings.Repeat(" ", max(0, width-utf8.RuneCountInString(text)))
}

var escaper = strings.NewReplacer(`\`, `\\`, "|", `\|`, "*", `\*`, "`", "\\`", "<", `\<`, "\r", " ", "\n", " ")

// escape keeps text from being read as Markdown.
func escape(text string) string { return escaper.Replace(text) }
