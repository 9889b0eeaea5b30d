package table

import (
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// Document is what is written to tables/<name> in every format: a Grid,
// Confusions or Labels. Each method writes a whole file; errors are those of the writer.
type Document interface {
	Markdown(w io.Writer) error
	LaTeX(w io.Writer) error
	CSV(w io.Writer) error
	HTML(w io.Writer) error
}

var (
	_ Document = Grid{}
	_ Document = Confusions{}
	_ Document = Labels{}
)

// page is what all formats but CSV write: tables with what is said of them, in
// plain words; each format quotes and marks them in its own way.
type page struct {
	name     string
	sections []section
}

// section is one table, or only remarks if it has no lines.
type section struct {
	title   string // above the table; "" for none
	caption string // says what the numbers are
	strong  string // what is in bold, where that needs saying: "the best of each dataset"
	lines   [][]cell
	across  string   // what the heads of columns are: at the head of the rows where the table is turned
	foot    int      // how many of the lines, the first of which is the head, are the foot
	remarks []string // below the table
	notes   []string // below the remarks; cell.notes counts them from 0
}

// body returns the lines between head and foot.
func (s section) body() [][]cell { return s.lines[1 : len(s.lines)-s.foot] }

// cell is a place of a table: a label, or a number with what belongs to it.
type cell struct {
	text   string  // a label, or a number as it is shown
	tail   string  // what follows the number: " ± 0.0289"
	value  float64 // the number for sorting; NaN for none
	number bool    // not a label
	strong bool
	spaced bool // a label of words of one letter, each in a column of its own
	mark   Mark
	notes  []int
}

// plain is the cell without emphasis, mark and notes.
func (c cell) plain() string { return c.text + c.tail }

// suffix is the mark and the numbers of the footnotes: " v [1] [2]".
func (c cell) suffix() string {
	text := ""
	if c.mark != NoMark {
		text = " " + string(c.mark)
	}
	for _, n := range c.notes {
		text += fmt.Sprintf(" [%d]", n+1)
	}
	return text
}

// footnotes returns the remarks and the numbered notes.
func (s section) footnotes() []string {
	lines := append([]string(nil), s.remarks...)
	for i, text := range s.notes {
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, text))
	}
	return lines
}

// turned makes columns of lines.
func (s section) turned() [][]cell {
	columns := make([][]cell, len(s.lines[0]))
	for j := range columns {
		for _, line := range s.lines {
			columns[j] = append(columns[j], line[j])
		}
	}
	columns[0][0] = label(s.across)
	return columns
}

// apart puts a name in parentheses if a label is called the same.
func apart(name string, labels []string) string {
	for slices.Contains(labels, name) {
		name = "(" + name + ")"
	}
	return name
}

// hole is how tables show an entry without a value.
const hole = "—"

func label(text string) cell { return cell{text: text, value: math.NaN()} }

func labels(list []string) []cell {
	line := make([]cell, len(list))
	for i, text := range list {
		line[i] = label(text)
	}
	return line
}

// numeral shows a number with 4 decimals, or a hole.
func numeral(v float64) cell { return cell{text: fixed(v), value: v, number: true} }

// counted shows a whole number.
func counted(n int) cell {
	return cell{text: strconv.Itoa(n), value: float64(n), number: true}
}

// fixed shows a number with 4 decimals; NaN is a hole.
func fixed(v float64) string {
	text := strconv.FormatFloat(v, 'f', 4, 64)
	switch {
	case math.IsNaN(v):
		return hole
	case math.IsInf(v, 1):
		return "∞"
	case text == "-0.0000":
		return "0.0000"
	}
	return text
}

// probability shows a p-value with 3 significant digits.
func probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return hole
	case p < 0.0001:
		return "< 0.0001"
	}
	rounded := strconv.FormatFloat(p, 'e', 2, 64)
	exponent, err := strconv.Atoi(rounded[strings.IndexByte(rounded, 'e')+1:])
	if err != nil {
		panic("a formatted number without an exponent: " + rounded)
	}
	return strconv.FormatFloat(p, 'f', max(0, 2-exponent), 64)
}

// letter counts a to z, aa, ab and so on, from 0.
func letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return letter(i/26-1) + letter(i%26)
}

// page shows the grid, with means, average ranks and counts of wins, ties and
// losses at the foot, and the statistics over its rows.
func (g Grid) page() page {
	s := section{remarks: g.Remarks, notes: g.Notes}
	if len(g.Rows) > 0 {
		s.caption = g.caption()
		s.strong = "the best of each " + strings.Join(g.RowAxes, "/")
		foot := g.foot()
		s.lines, s.foot = append(g.lines(), foot...), len(foot)
		s.across = strings.Join(g.ColumnAxes, "/")
	}
	p := page{name: g.Name, sections: []section{s}}
	if g.Statistics != nil {
		p.sections = append(p.sections, g.Statistics.section(plural(g.RowAxes), strings.Join(g.ColumnAxes, "/")))
	}
	return p
}

// caption says what the numbers are.
func (g Grid) caption() string {
	direction := "larger"
	if g.SmallerIsBetter {
		direction = "smaller"
	}
	over := "folds"
	for i, axis := range g.Hidden {
		joint := ", "
		if i == len(g.Hidden)-1 {
			joint = " and "
		}
		over += joint + plural([]string{axis})
	}
	return fmt.Sprintf("%s: mean ± standard deviation over %s, %s is better", g.Metric, over, direction)
}

func (g Grid) lines() [][]cell {
	lines := [][]cell{append([]cell{label(strings.Join(g.RowAxes, "/"))}, labels(g.Columns)...)}
	for i, name := range g.Rows {
		line := []cell{label(name)}
		for _, e := range g.Entries[i] {
			c := numeral(e.Mean)
			if !math.IsNaN(e.SD) {
				c.tail = " ± " + fixed(e.SD)
			}
			c.strong, c.mark, c.notes = e.Best, e.Mark, e.Notes
			line = append(line, c)
		}
		lines = append(lines, line)
	}
	return lines
}

func (g Grid) foot() [][]cell {
	var lines [][]cell
	add := func(name string, numbers []float64) {
		if numbers == nil {
			return
		}
		line := []cell{label(apart(name, g.Rows))}
		for _, v := range numbers {
			line = append(line, numeral(v))
		}
		lines = append(lines, line)
	}
	add("mean", g.Means)
	add("average rank", g.Ranks)
	if g.WinTieLoss == nil {
		return lines
	}
	line := []cell{label(apart("win/tie/loss", g.Rows))}
	for j, w := range g.WinTieLoss {
		text := fmt.Sprintf("(%d/%d/%d)", w.Win, w.Tie, w.Loss)
		if g.Columns[j] == g.Baseline {
			text = fmt.Sprintf("(%s/ /%s)", Better, Worse)
		}
		line = append(line, label(text))
	}
	return append(lines, line)
}
