package table

import (
	"math"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/wording"
)

// All lengths here are in points.
const (
	// lineWidth and pageHeight are those of the article class at 10 pt; the
	// height is a little less.
	lineWidth, pageHeight = 345, 530
	// columnGap is \tabcolsep; it stands on both sides of a column.
	columnGap = 4
	// labelWidth is what the labels of rows may take before they are broken into
	// lines; narrowLabels is what they may take where that saves a part.
	labelWidth, narrowLabels = 150, 110
	// headWidthLeast is what the head of a column may take, or more if its numbers
	// do.
	headWidthLeast = 60
	// headWidthMost is the width beyond which parts of a head's names are broken.
	headWidthMost = 100
	// indent is \enspace at 10 pt.
	indent = 5
	// longWord is the width from which words in sentences can be broken.
	longWord = 120
	// rules is the height of the rules of a tabular with what is around them, and
	// space that between the tabulars of a page.
	rules, space = 22, 14
)

// typeSize is a size of type, its widths relative to 10 pt, and the height of a
// line.
type typeSize struct {
	command string
	scale   float64
	line    float64
}

var typeSizes = []typeSize{{`\normalsize`, 1, 12}, {`\small`, 0.925, 11}, {`\footnotesize`, 0.85, 9.5}, {`\scriptsize`, 0.8, 8}}

// measure is how a table is set: the type, and the width for labels in it.
type measure struct {
	typeSize
	labels float64
}

// labelLines divides the label of a row.
func (m measure) labelLines(text string) []string {
	if width := m.labels / m.scale; printed(Flat(text)) > width {
		return labelLines(text, width-indent)
	}
	return []string{text}
}

// sheet is one tabular.
type sheet struct {
	measure
	lines [][]cell
	foot  int // the number of last lines that a rule divides from the others
}

// floats divides a table into what fits pages that have a height for tabulars:
// in the largest type in which it fits the line, else turned or in blocks of
// columns, in the smallest. Parts share a page where they can.
func (s section) floats(height float64) [][]sheet {
	if len(s.lines) == 0 {
		return [][]sheet{{}}
	}
	lines, foot := s.lines, s.foot
	m, blocks := fit(lines)
	if len(blocks) > 1 {
		if other, fewer := fit(s.turned()); len(fewer) < len(blocks) {
			lines, foot, m, blocks = s.turned(), 0, other, fewer
		}
	}
	var list [][]sheet
	left := 0.0
	for _, part := range inOrder(lines, blocks, foot, m, height) {
		if h := part.height() + space; h <= left {
			list[len(list)-1] = append(list[len(list)-1], part)
			left -= h
		} else {
			list = append(list, []sheet{part})
			left = height - part.height()
		}
	}
	return list
}

// inOrder lists the first page of each block of columns, then the second and so
// on, so that the short last ones are together.
func inOrder(lines [][]cell, blocks []block, foot int, m measure, height float64) []sheet {
	var of [][]sheet
	most := 0
	for _, block := range blocks {
		of = append(of, pages(columnsOf(lines, block), foot, m, height))
		most = max(most, len(of[len(of)-1]))
	}
	var list []sheet
	for n := range most {
		for _, sheets := range of {
			if n < len(sheets) {
				list = append(list, sheets[n])
			}
		}
	}
	return list
}

// fit returns how to set the table and the blocks of columns that then fit a
// line. In a single block, labels may take what the columns leave.
func fit(lines [][]cell) (m measure, blocks []block) {
	for _, size := range typeSizes {
		m = measure{size, labelWidth}
		widths := m.widths(lines)
		if blocks = split(widths, lineWidth, 0); len(blocks) <= 1 {
			others := 0
			for _, width := range widths[1:] {
				others += width
			}
			m.labels = float64(max(labelWidth, lineWidth-others-2*columnGap))
			return m, blocks
		}
	}
	narrow := measure{m.typeSize, narrowLabels}
	if fewer := split(narrow.widths(lines), lineWidth, 0); len(fewer) < len(blocks) {
		return narrow, fewer
	}
	return m, blocks
}

// widths estimates what the columns take with the gaps on both sides.
func (m measure) widths(lines [][]cell) []int {
	list := make([]int, len(lines[0]))
	for j := range list {
		list[j] = int(math.Ceil(m.columnWidth(lines, j)*m.scale + 2*columnGap))
	}
	return list
}

// columnsOf takes the labels and a block of columns.
func columnsOf(lines [][]cell, columns block) [][]cell {
	out := make([][]cell, len(lines))
	for i, line := range lines {
		out[i] = append(slices.Clone(line[:1]), line[columns.from:columns.to]...)
	}
	return out
}

// pages divides lines into sheets of at most a height, each with the head and at
// least one row; the foot stays together at the end.
func pages(lines [][]cell, foot int, m measure, height float64) []sheet {
	var list []sheet
	head, rows := lines[0], lines[1:]
	for {
		all := sheet{m, append([][]cell{head}, rows...), foot}
		n := all.fitting(height)
		if n >= len(rows) || len(rows)-foot <= 1 {
			return append(list, all)
		}
		n = max(1, min(n, len(rows)-foot))
		list = append(list, sheet{measure: m, lines: all.lines[: 1+n : 1+n]})
		rows = rows[n:]
	}
}

// height estimates the height of the tabular.
func (s sheet) height() float64 {
	sum := s.headHeight()
	for i := range s.lines[1:] {
		sum += s.rowHeight(i + 1)
	}
	return sum
}

// fitting counts the rows after the head that fit a height.
func (s sheet) fitting(height float64) int {
	sum := s.headHeight()
	for i := range s.lines[1:] {
		if sum += s.rowHeight(i + 1); sum > height {
			return i
		}
	}
	return len(s.lines) - 1
}

func (s sheet) headHeight() float64 {
	most := 1
	for j := range s.lines[0] {
		most = max(most, len(s.broken(0, j)))
	}
	return rules + float64(most)*s.line
}

func (s sheet) rowHeight(i int) float64 { return float64(len(s.broken(i, 0))) * s.line }

// broken divides the label at a place into lines: those of rows, and heads of
// columns.
func (s sheet) broken(i, j int) []string {
	switch text := s.lines[i][j].text; {
	case j == 0:
		return s.labelLines(text)
	case i == 0:
		return headLines(text, headWidthOf(s.lines, j))
	default:
		return []string{text}
	}
}

// headWidthOf is the width at 10 pt that the head of column j has before it is
// broken: what its widest part takes, within bounds.
func headWidthOf(lines [][]cell, j int) float64 {
	width := max(headWidthLeast, bodyWidth(lines, j))
	for _, part := range wording.Parts(Flat(lines[0][j].text)) {
		width = max(width, min(headWidthMost, printed(part)))
	}
	return width
}

// columnWidth estimates the width of column j at 10 pt.
func (m measure) columnWidth(lines [][]cell, j int) float64 {
	if j > 0 {
		width := bodyWidth(lines, j)
		for _, part := range headLines(lines[0][j].text, headWidthOf(lines, j)) {
			width = max(width, printed(part))
		}
		return width
	}
	width := 0.0
	for _, line := range lines {
		for i, part := range m.labelLines(line[0].text) {
			width = max(width, printed(part)+float64(min(i, 1)*indent))
		}
	}
	return width
}

// bodyWidth estimates the width of column j below its head at 10 pt.
func bodyWidth(lines [][]cell, j int) float64 {
	label, text, rest := 0.0, 0.0, 0.0
	for _, line := range lines[1:] {
		c := line[j]
		if !c.number {
			label = max(label, printed(c.text))
			continue
		}
		heavy := 1.0
		if c.strong {
			heavy = 1.15
		}
		text = max(text, heavy*printed(c.text))
		rest = max(rest, heavy*printed(c.tail)+0.75*printed(c.suffix()))
	}
	return max(label, text+rest)
}

// proseHeight estimates the height of sentences, each a paragraph, in a type.
func proseHeight(sentences []string, size typeSize) float64 {
	sum := 0.0
	for _, text := range sentences {
		sum += math.Ceil(1.1*printed(text)*size.scale/lineWidth) * size.line
	}
	return sum
}

// printed estimates the width of text in Computer Modern Roman at 10 pt.
func printed(text string) float64 {
	width := 0.0
	for _, r := range Flat(text) {
		switch {
		case strings.ContainsRune("ijltfrsI.,:;!'|()[]- /", r):
			width += 3.9
		case strings.ContainsRune("mwMW—%&@±×+=<>~", r) || r > 0x2e80:
			width += 10
		case r >= 'A' && r <= 'Z' || r > 0x24f:
			width += 7.5
		default:
			width += 5.3
		}
	}
	return width
}
