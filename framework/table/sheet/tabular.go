package sheet

import (
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// What LaTeX is given to fit: a line of so many characters, gaps included, is
// legible when it is scaled to that of an article, and a float of so many lines fits
// its page. A column of a paper of two has a shorter line, and its page a longer one.
var lineWidths = map[string]int{"": 90, WidthColumn: 66, WidthPage: 130}

const pageHeight = 44

// proseWidths are how many characters of a caption or note are counted as a line.
var proseWidths = map[string]int{"": 70, WidthColumn: 48, WidthPage: 100}

// legible is the least scale of type, and longScale that of longtables, which are not
// scaled to the line.
const legible, longScale = .77, .72

// frame is what the parts of a table must fit.
type frame struct {
	width, prose int // characters in a line of the table and of sentences
	height       int // lines of the table
	scale        float64
	rows         int // the most in a part, 0 for what fits
}

func (l Layout) frame() frame {
	width := float64(lineWidths[l.Width])
	if l.Long {
		width *= longScale / l.scale()
	} else {
		width *= max(1, legible/l.scale())
	}
	return frame{width: int(width), prose: proseWidths[l.Width], height: int(pageHeight / l.scale()), scale: l.scale(),
		rows: l.Rows}
}

// less is the frame without some lines of sentences.
func (f frame) less(lines int) frame {
	f.height = int((pageHeight - float64(lines)) / f.scale)
	return f
}

// proseLines counts the lines of sentences, each a paragraph.
func (f frame) proseLines(sentences []string) int {
	n := 0
	for _, text := range sentences {
		n += 1 + wording.Width(text)/f.prose
	}
	return n
}

// Characters that a label of a row and the head of a column may have before they
// are broken into lines. A head may be as wide as its numbers.
const labelWidth, headWidth = 32, 16

// tabularGap is how many characters a gap between columns is like, and rules how many
// lines the rules of a tabular with what is around them.
const tabularGap, rules = 2, 2

// tabular is one tabular environment.
type tabular struct {
	lines [][]Cell
	rule  int // the line above which a rule divides the foot from the rows; 0 for none
}

// floats divides a table into what fits the line and pages of a height in lines:
// turned, or in blocks of columns. Parts share a page where they can.
func (s Section) floats(f frame) [][]tabular {
	if len(s.Lines) == 0 {
		return [][]tabular{nil}
	}
	lines, foot, blocks := s.blocks(f)
	var list [][]tabular
	left := 0
	for _, part := range inOrder(lines, blocks, foot, f) {
		if h := part.height() + 1; h <= left && f.rows == 0 {
			list[len(list)-1] = append(list[len(list)-1], part)
			left -= h
		} else {
			list = append(list, []tabular{part})
			left = f.height - part.height()
		}
	}
	return list
}

// blocks divides the columns, or the rows in their place if that makes fewer blocks. Of rows
// that are divided, those of the foot come first.
func (s Section) blocks(f frame) (lines [][]Cell, foot int, blocks []block) {
	lines, foot = s.Lines, s.Foot
	blocks = blocksOf(lines, f.width, s.Columns)
	if len(blocks) > 1 && !s.Fixed && s.Columns == 0 {
		if fewer := blocksOf(s.turned(), f.width, 0); len(fewer) < len(blocks) {
			lines, foot, blocks = s.turned(), 0, fewer
			if len(fewer) > 1 {
				lines = Section{Lines: footFirst(s.Lines, s.Foot), Across: s.Across}.turned()
				blocks = blocksOf(lines, f.width, 0)
			}
		}
	}
	return lines, foot, blocks
}

// footFirst moves the foot of lines up to the head.
func footFirst(lines [][]Cell, foot int) [][]Cell {
	body := len(lines) - foot
	return slices.Concat(lines[:1], lines[body:], lines[1:body])
}

// blocksOf divides the columns into blocks that fit a line and have at most a number of
// columns, unless that is 0.
func blocksOf(lines [][]Cell, width, most int) []block {
	widths := make([]int, len(lines[0]))
	for j := range widths {
		for i := range lines {
			for _, text := range broken(lines, i, j) {
				widths[j] = max(widths[j], wording.Width(text))
			}
		}
	}
	blocks := split(widths, width, tabularGap)
	if most == 0 {
		return blocks
	}
	var smaller []block
	for _, b := range blocks {
		for ; b.to-b.from > most; b.from += most {
			smaller = append(smaller, block{b.from, b.from + most})
		}
		smaller = append(smaller, b)
	}
	return smaller
}

// inOrder lists the first page of each block of columns, then the second and so
// on, so that the short last ones are together.
func inOrder(lines [][]Cell, blocks []block, foot int, f frame) []tabular {
	var of [][]tabular
	most := 0
	for _, b := range blocks {
		of = append(of, pages(columnsOf(lines, b), foot, f))
		most = max(most, len(of[len(of)-1]))
	}
	var list []tabular
	for n := range most {
		for _, tabulars := range of {
			if n < len(tabulars) {
				list = append(list, tabulars[n])
			}
		}
	}
	return list
}

// columnsOf takes the labels and a block of columns.
func columnsOf(lines [][]Cell, columns block) [][]Cell {
	return lists.Map(lines, columns.of)
}

// pages divides lines into tabulars that fit a frame, each with the head and at least
// one row. The foot stays together: at the end of a single page, and of several on the
// first, before the rows.
func pages(lines [][]Cell, foot int, f frame) []tabular {
	all := tabular{lines: lines}
	if foot > 0 {
		all.rule = len(lines) - foot
	}
	if rows := len(lines) - 1 - foot; rows <= 1 || all.fitting(f.height) == len(lines)-1 && (f.rows == 0 || rows <= f.rows) {
		return []tabular{all}
	}
	var list []tabular
	head, rows := lines[0], footFirst(lines, foot)[1:]
	for len(rows) > 0 {
		page := tabular{lines: append([][]Cell{head}, rows...)}
		if foot > 0 {
			page.rule = 1 + foot
		}
		n := page.fitting(f.height)
		if f.rows > 0 {
			n = min(n, foot+f.rows)
		}
		n = min(len(rows), max(n, foot+1))
		page.lines, rows, foot = page.lines[:1+n:1+n], rows[n:], 0
		list = append(list, page)
	}
	return list
}

// height is the number of lines that the tabular takes.
func (t tabular) height() int {
	sum := rules
	for i := range t.lines {
		sum += lineHeight(t.lines, i)
	}
	return sum
}

// fitting counts the rows after the head that fit a height.
func (t tabular) fitting(height int) int {
	sum := rules + lineHeight(t.lines, 0)
	for i := range t.lines[1:] {
		if sum += lineHeight(t.lines, i+1); sum > height {
			return i
		}
	}
	return len(t.lines) - 1
}

// lineHeight is that of the highest cell, for the head with the headings above it.
func lineHeight(lines [][]Cell, i int) int {
	most := 1
	for j := range lines[i] {
		most = max(most, len(broken(lines, i, j)))
	}
	if i == 0 {
		most += levelsOf(lines[0])
	}
	return most
}

// broken divides the cell at a place into lines: labels of rows and heads of columns.
func broken(lines [][]Cell, i, j int) []string {
	c := lines[i][j]
	switch {
	case j == 0:
		return labelLines(c.Text, labelWidth)
	case i == 0:
		return headLines(c.own(), max(headWidth, bodyWidth(lines, j)))
	}
	if len(c.Marks) > 1 {
		return []string{c.plain() + c.raised()}
	}
	return []string{c.plain() + c.suffix()}
}

// bodyWidth is the width of column j below its head.
func bodyWidth(lines [][]Cell, j int) int {
	width := 0
	for i := range lines[1:] {
		width = max(width, wording.Width(broken(lines, i+1, j)[0]))
	}
	return width
}

// labelLines divides text into lines of at most a width: where words and the parts
// of names end; a part that is wider by itself, after an equals sign or else
// anywhere.
func labelLines(text string, width int) []string {
	var lines []string
	line := ""
	flush := func() {
		if line != "" {
			lines, line = append(lines, strings.TrimSpace(line)), ""
		}
	}
	add := func(part string) {
		if wording.Width(strings.TrimSpace(line+part)) > width {
			flush()
		}
		line += part
	}
	fits := func(part string) bool { return wording.Width(strings.TrimSpace(part)) <= width }
	for _, part := range wording.Parts(Flat(text)) {
		if fits(part) {
			add(part)
			continue
		}
		flush()
		for _, piece := range strings.SplitAfter(part, "=") {
			if fits(piece) {
				add(piece)
				continue
			}
			for _, r := range piece {
				add(string(r))
			}
		}
	}
	return append(lines, strings.TrimSpace(line))
}

// headLines divides the head of a column: at slashes, and where a part is wider.
func headLines(text string, width int) []string {
	var lines []string
	for _, part := range strings.Split(text, "/") {
		lines = append(lines, labelLines(part, width)...)
	}
	return lines
}
