// Package sheet writes tables with what is said of them as Markdown, LaTeX, Typst, HTML and
// text. It knows labels and numbers, not what they are of.
package sheet

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
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
	Means   bool   // whether cells are means with marks, not bare numbers
	Strong  string // what is in bold, where that needs saying: "the best of each dataset"
	Under   string // what is underlined, likewise
	Lines   [][]Cell
	Across  string   // what the heads of columns are: at the head of the rows where the table is turned
	Foot    int      // how many of the lines, the first of which is the head, are the foot
	Remarks []string // below the table
	Notes   []string // below the remarks; Cell.Notes counts them from 0
	Layout
}

// Layout is how a table is shown; the zero Layout is what suits.
type Layout struct {
	// Caption replaces the section's, which then is the first remark.
	Caption  string
	Label    string // by which a text refers to it, in LaTeX and Typst; tab:<name> if empty
	Width    string // of the line in LaTeX and Typst: WidthColumn, WidthPage, or that of the text
	FontSize string // one of FontSizes
	Fixed    bool   // whether rows and columns keep their places, however many parts that makes
	Long     bool   // whether LaTeX breaks it into pages, as a longtable
	// Rows and Columns are the most that a part has in LaTeX and Typst, 0 for what fits.
	Rows, Columns int
}

// The widths of lines in a paper of two columns: one of them, or both.
const WidthColumn, WidthPage = "column", "page"

// FontSizes are sizes of type as LaTeX calls them, the usual one first.
var FontSizes = []string{"normalsize", "small", "footnotesize", "scriptsize", "tiny"}

// fontScales are the sizes in LaTeX's 10-point classes, against the usual one.
var fontScales = map[string]float64{"": 1, "normalsize": 1, "small": .9, "footnotesize": .8, "scriptsize": .7,
	"tiny": .5}

// scale is the size of type against the usual one.
func (l Layout) scale() float64 { return fontScales[l.FontSize] }

// body returns the lines between head and foot.
func (s Section) body() [][]Cell { return s.Lines[1 : len(s.Lines)-s.Foot] }

// emphasis says in a format's own words what is strong and what is underlined, each with
// a place for it.
type emphasis struct{ strong, under string }

// written is the emphasis of formats with faces of type.
var written = emphasis{"; %s is bold", ", %s underlined"}

// says is what the numbers are and what is strong, as a sentence.
func (s Section) says(e emphasis) string {
	text := s.Caption
	if s.Strong != "" {
		text += fmt.Sprintf(e.strong, s.Strong)
	}
	if s.Under != "" {
		text += fmt.Sprintf(e.under, s.Under)
	}
	return text
}

// caption is what is above the table: the layout's caption, or else what the numbers
// are.
func (s Section) caption(e emphasis) string {
	if s.Layout.Caption != "" {
		return s.Layout.Caption
	}
	return s.says(e) + "."
}

// remarks are those below the table, the first of which is what the numbers are if the
// caption does not say it.
func (s Section) remarks(e emphasis) []string {
	if s.Layout.Caption == "" || len(s.Lines) == 0 {
		return s.Remarks
	}
	return append([]string{wording.Capital(s.says(e)) + "."}, s.Remarks...)
}

// Cell is a place of a table: a label, or a number with what belongs to it.
type Cell struct {
	Text   string  // a label, or a number as it is shown
	Tail   string  // what follows the number: " ± 0.0289"
	Value  float64 // the number for sorting; NaN for none
	Number bool    // not a label
	Strong bool
	Under  bool     // underlined
	Spaced bool     // a label of words of one letter, each in a column of its own
	Shade  int      // how near a number is to the best, from 0 to MostShade: pages have a ground for it
	Marks  []string // of tests
	Notes  []int
	// Levels are the parts of a label with several, the last of which is under the others:
	// heads of columns that share the first ones are under one heading. Nil for one part.
	Levels []string
}

// MostShade is the shade of the best.
const MostShade = 4

// plain is the cell without emphasis, mark and notes.
func (c Cell) plain() string { return c.Text + c.Tail }

// suffix is the mark and the numbers of the footnotes: " v [1] [2]".
func (c Cell) suffix() string {
	text := ""
	for _, mark := range c.Marks {
		text += " " + mark
	}
	for _, n := range c.Notes {
		text += fmt.Sprintf(" [%d]", n+1)
	}
	return text
}

// raised is the suffix as a superscript, which has no blanks: "v1,*2[1][2]".
func (c Cell) raised() string {
	text := strings.Join(c.Marks, ",")
	for _, n := range c.Notes {
		text += fmt.Sprintf("[%d]", n+1)
	}
	return text
}

// footnotes returns the remarks and the numbered notes.
func (s Section) footnotes(e emphasis) []string {
	lines := slices.Clone(s.remarks(e))
	for i, text := range s.Notes {
		lines = append(lines, fmt.Sprintf("[%d] %s", i+1, text))
	}
	return lines
}

// Transposed is the section with rows and columns in each other's places.
func (s Section) Transposed() Section {
	across := s.Lines[0][0].Text
	s.Lines, s.Foot, s.Across = s.turned(), 0, across
	return s
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

// Digits is how many decimals numbers have unless told otherwise.
const Digits = 3

// RankDigits are the decimals of mean ranks.
const RankDigits = 2

// Numeral shows a number with 3 decimals, or a hole.
func Numeral(v float64) Cell { return Decimal(v, Digits) }

// Rank shows a mean rank.
func Rank(v float64) Cell { return Decimal(v, RankDigits) }

// Decimal shows a number as Rounded does, or a hole.
func Decimal(v float64, digits int) Cell {
	return Cell{Text: Rounded(v, digits), Value: v, Number: true}
}

// Count shows a whole number.
func Count(n int) Cell {
	return Cell{Text: strconv.Itoa(n), Value: float64(n), Number: true}
}

// Fixed shows a number with 3 decimals, one of more digits than a float64 has by its
// exponent; NaN is a hole.
func Fixed(v float64) string { return Rounded(v, Digits) }

// mostDigits are the decimals of numbers with an exponent.
const mostDigits = 4

// Rounded shows a number as Fixed does, with other decimals: below 0 it is rounded to
// tens, hundreds and so on.
func Rounded(v float64, digits int) string {
	switch {
	case math.IsNaN(v):
		return Hole
	case math.IsInf(v, 1):
		return "∞"
	case math.IsInf(v, -1):
		return "-∞"
	case math.Abs(v) >= 1e15:
		return strconv.FormatFloat(v, 'e', mostDigits, 64)
	}
	if unit := math.Pow10(max(0, -digits)); unit > 1 {
		v = math.Round(v/unit) * unit
	}
	text := strconv.FormatFloat(v, 'f', max(0, digits), 64)
	if strings.Trim(text, "-0.") == "" {
		return strings.TrimPrefix(text, "-")
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

func blanks(n int) string { return strings.Repeat(" ", max(0, n)) }
