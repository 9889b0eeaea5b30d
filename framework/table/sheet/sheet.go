// Package sheet writes tables with what is said of them as Markdown, LaTeX, HTML and
// text. It knows labels and numbers, not what they are of.
package sheet

import (
	"fmt"
	"math"
	"strconv"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/lists"
)

// Sheet is what all formats write: tables with what is said of them, in plain
// words; each format quotes and marks them in its own way.
type Sheet struct {
	Name     string
	Sections []Section
}

// Section is one table, or only remarks if it has no lines.
type Section struct {
	Title   string // above the table; "" for none
	Caption string // says what the numbers are
	Strong  string // what is in bold, where that needs saying: "the best of each dataset"
	Lines   [][]Cell
	Across  string   // what the heads of columns are: at the head of the rows where the table is turned
	Foot    int      // how many of the lines, the first of which is the head, are the foot
	Remarks []string // below the table
	Notes   []string // below the remarks; Cell.Notes counts them from 0
}

// body returns the lines between head and foot.
func (s Section) body() [][]Cell { return s.Lines[1 : len(s.Lines)-s.Foot] }

// says is the caption with what is strong in a format's own words.
func (s Section) says(strong string) string {
	if s.Strong == "" {
		return s.Caption
	}
	return s.Caption + fmt.Sprintf(strong, s.Strong)
}

// Cell is a place of a table: a label, or a number with what belongs to it.
type Cell struct {
	Text   string  // a label, or a number as it is shown
	Tail   string  // what follows the number: " ± 0.0289"
	Value  float64 // the number for sorting; NaN for none
	Number bool    // not a label
	Strong bool
	Spaced bool   // a label of words of one letter, each in a column of its own
	Mark   string // of a test, "" for none
	Notes  []int
}

// plain is the cell without emphasis, mark and notes.
func (c Cell) plain() string { return c.Text + c.Tail }

// suffix is the mark and the numbers of the footnotes: " v [1] [2]".
func (c Cell) suffix() string {
	text := ""
	if c.Mark != "" {
		text = " " + c.Mark
	}
	for _, n := range c.Notes {
		text += fmt.Sprintf(" [%d]", n+1)
	}
	return text
}

// footnotes returns the remarks and the numbered notes.
func (s Section) footnotes() []string {
	lines := append([]string(nil), s.Remarks...)
	for i, text := range s.Notes {
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, text))
	}
	return lines
}

// turned makes columns of lines.
func (s Section) turned() [][]Cell {
	columns := make([][]Cell, len(s.Lines[0]))
	for j := range columns {
		for _, line := range s.Lines {
			columns[j] = append(columns[j], line[j])
		}
	}
	columns[0][0] = Label(s.Across)
	return columns
}

// Hole is how tables show an entry without a value.
const Hole = "—"

// Label is a cell of text.
func Label(text string) Cell { return Cell{Text: text, Value: math.NaN()} }

// Labels is a line of labels.
func Labels(list []string) []Cell { return lists.Map(list, Label) }

// Numeral shows a number with 4 decimals, or a hole.
func Numeral(v float64) Cell { return Cell{Text: Fixed(v), Value: v, Number: true} }

// Count shows a whole number.
func Count(n int) Cell {
	return Cell{Text: strconv.Itoa(n), Value: float64(n), Number: true}
}

// Fixed shows a number with 4 decimals, one of more digits than a float64 has by its
// exponent; NaN is a hole.
func Fixed(v float64) string {
	text := strconv.FormatFloat(v, 'f', 4, 64)
	switch {
	case math.IsNaN(v):
		return Hole
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	case math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v, 'e', 4, 64)
	case text == "-0.0000":
		return "0.0000"
	}
	return text
}

// Probability shows a p-value with 3 significant digits.
func Probability(p float64) string {
	switch {
	case math.IsNaN(p):
		return Hole
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

// Equation is "p = 0.0123" or "p < 0.0001".
func Equation(p float64) string {
	text := Probability(p)
	if strings.HasPrefix(text, "<") {
		return "p " + text
	}
	return "p = " + text
}

// Letter counts a to z, aa, ab and so on, from 0.
func Letter(i int) string {
	if i < 26 {
		return string(rune('a' + i))
	}
	return Letter(i/26-1) + Letter(i%26)
}

// Flat keeps a label on one line and free of control characters.
func Flat(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	return strings.Map(func(r rune) rune {
		if unicode.IsControl(r) {
			return -1
		}
		return r
	}, text)
}

// block is a range of columns, counted with the row labels as column 0.
type block struct{ from, to int }

// split divides the columns after the first, a gap between them, into blocks that fit a width next
// to the first; a block holds at least one column.
func split(widths []int, width, gap int) []block {
	var blocks []block
	for from := 1; from < len(widths); {
		used, to := widths[0], from
		for to < len(widths) && (to == from || used+gap+widths[to] <= width) {
			used += gap + widths[to]
			to++
		}
		blocks = append(blocks, block{from, to})
		from = to
	}
	return blocks
}

func blanks(n int) string { return strings.Repeat(" ", max(0, n)) }
