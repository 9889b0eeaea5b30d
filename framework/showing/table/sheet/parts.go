package sheet

import (
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// block is a range of columns, counted with the row labels as column 0.
type block struct{ from, to int }

// of takes the labels and a block of columns from a line.
func (b block) of(line []Cell) []Cell {
	return append(slices.Clone(line[:1]), line[b.from:b.to]...)
}

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

// arranged divides the columns into blocks, or the rows in their place if that makes fewer
// blocks. Of rows that are divided, those of the foot come first.
func (s Section) arranged(divide func(lines [][]Cell) []block) (lines [][]Cell, foot int, blocks []block) {
	blocks = divide(s.Lines)
	if len(blocks) > 1 && !s.Fixed {
		turned := s.turned()
		fewer := divide(turned)
		if len(fewer) > 1 && len(fewer) < len(blocks) {
			turned = Section{Lines: footFirst(s.Lines, s.Foot), Across: s.Across}.turned()
			fewer = divide(turned)
		}
		if len(fewer) < len(blocks) {
			return turned, 0, fewer
		}
	}
	return s.Lines, s.Foot, blocks
}

// footFirst moves the foot of lines up to the head.
func footFirst(lines [][]Cell, foot int) [][]Cell {
	body := len(lines) - foot
	return slices.Concat(lines[:1], lines[body:], lines[1:body])
}

// The most characters of a line that stays legible when it is scaled to that of an article, or
// of a paper of two columns.
var lineWidths = map[string]int{"": 90, WidthColumn: 66, WidthPage: 130}

const (
	legible    = .77 // the least scale of type
	longScale  = .72 // that of longtables, which are not scaled to the line
	labelWidth = 32  // characters in 16em, in which LaTeX and Typst set the label of a row
	headWidth  = 16  // those of a column's head
	printedGap = 2   // characters that are as wide as a gap between columns
	pageRows   = 40  // rows of a table on one page
	pageLines  = 44  // lines of several tables on one page
	tableRoom  = 2   // lines that the rules of a table take, with what is around them
)

// tabular is one part of a table in LaTeX or Typst.
type tabular struct {
	lines [][]Cell
	rule  int // the line above which a rule divides the foot from the rows; 0 for none
}

// parts divides a table into parts that are legible on a page: for each range of rows blocks of
// columns, as many in one part as a page holds. A long table has all rows in one part, unless a
// number is given. The foot of a single part is at its end, that of several first. No lines give
// one part with nothing in it.
func (s Section) parts() [][]tabular {
	if len(s.Lines) == 0 {
		return [][]tabular{nil}
	}
	lines, foot, blocks := s.printed()
	var list [][]tabular
	for _, page := range pages(lines, foot, s.rowsOf(len(lines)-1-foot)) {
		together := pageLines / (len(page.lines) + tableRoom)
		if s.Long || s.Rows > 0 {
			together = 1
		}
		for some := range slices.Chunk(blocks, max(1, together)) {
			list = append(list, lists.Map(some, func(b block) tabular {
				return tabular{lists.Map(page.lines, b.of), page.rule}
			}))
		}
	}
	return list
}

// printed is the table as LaTeX and Typst have it, in blocks of columns.
func (s Section) printed() (lines [][]Cell, foot int, blocks []block) {
	width := float64(lineWidths[s.Width])
	if s.Long {
		width *= longScale / s.scale()
	} else {
		width *= max(1, legible/s.scale())
	}
	s.Fixed = s.Fixed || s.Columns > 0
	return s.arranged(func(lines [][]Cell) []block {
		blocks := split(printedWidths(lines), int(width), printedGap)
		if s.Columns == 0 {
			return blocks
		}
		var smaller []block
		for _, b := range blocks {
			for from := b.from; from < b.to; from += s.Columns {
				smaller = append(smaller, block{from, min(from+s.Columns, b.to)})
			}
		}
		return smaller
	})
}

// printedWidths are the widths of columns in characters, with the long labels broken.
func printedWidths(lines [][]Cell) []int {
	widths := make([]int, len(lines[0]))
	for j, head := range lines[0] {
		for _, part := range headParts(head) {
			widths[j] = max(widths[j], min(headWidth, wording.Width(part)))
		}
		for _, line := range lines[1:] {
			widths[j] = max(widths[j], wording.Width(line[j].plain()+line[j].raised()))
		}
	}
	widths[0] = min(widths[0], labelWidth)
	return widths
}

// headParts are the lines of the head of a column.
func headParts(head Cell) []string { return strings.Split(Flat(head.own()), "/") }

// rowsOf is the number of rows on a page for a table of n: what the layout says, or as many on
// each page.
func (s Section) rowsOf(n int) int {
	switch {
	case s.Rows > 0:
		return s.Rows
	case s.Long:
		return max(1, n)
	}
	most := int(pageRows / s.scale())
	pages := max(1, (n+most-1)/most)
	return max(1, (n+pages-1)/pages)
}

// pages divides lines into pages with a number of rows, each with the head. The foot stays
// together: at the end of a single page, and of several on the first, before the rows.
func pages(lines [][]Cell, foot, rows int) []tabular {
	all := tabular{lines: lines}
	if foot > 0 {
		all.rule = len(lines) - foot
	}
	if len(lines)-1-foot <= rows {
		return []tabular{all}
	}
	lines = footFirst(lines, foot)
	first := tabular{lines: lines[: 1+foot+rows : 1+foot+rows]}
	if foot > 0 {
		first.rule = 1 + foot
	}
	list := []tabular{first}
	for page := range slices.Chunk(lines[1+foot+rows:], rows) {
		list = append(list, tabular{lines: slices.Concat(lines[:1], page)})
	}
	return list
}

// columns reports for each column whether it has numbers, and whether it is a pair of
// columns, so that what follows the numbers does not move them.
func (t tabular) columns() (pairs, numbers []bool) {
	for j := range t.lines[0] {
		number, pair := false, false
		for _, line := range t.lines[1:] {
			number = number || line[j].Number
			pair = pair || line[j].Tail != "" || line[j].suffix() != ""
		}
		pairs, numbers = append(pairs, pair), append(numbers, number)
	}
	return pairs, numbers
}

// places are the columns before each column of the table, and before its end, where some are
// pairs.
func places(pairs []bool) []int {
	at := []int{0}
	for _, pair := range pairs {
		next := at[len(at)-1] + 1
		if pair {
			next++
		}
		at = append(at, next)
	}
	return at
}

// longPiece is the width of words, and of their parts, in which no line ends.
const longPiece = 16

// pieces divides a word where a line may end: between the parts of names, in a long part after
// an equals sign, and else every few characters.
func pieces(word string) []string {
	if wording.Width(word) <= longPiece {
		return []string{word}
	}
	var list []string
	for _, part := range wording.Parts(word) {
		if wording.Width(part) <= longPiece {
			list = append(list, part)
			continue
		}
		for _, piece := range strings.SplitAfter(part, "=") {
			if wording.Width(piece) <= longPiece {
				list = append(list, piece)
				continue
			}
			for chars := range slices.Chunk([]rune(piece), longPiece/2) {
				list = append(list, string(chars))
			}
		}
	}
	return list
}

// breakable writes text so that lines can end between words and within long ones.
func breakable(text, here string, quote func(string) string) string {
	return strings.Join(lists.Map(strings.Fields(Flat(text)), func(word string) string {
		return strings.Join(lists.Map(pieces(word), quote), here)
	}), " ")
}

// partOf adds to a caption which part of a table it is on.
func partOf(caption string, part, parts int) string {
	if parts < 2 {
		return caption
	}
	return caption + fmt.Sprintf(" Part %d of %d.", part, parts)
}
