package table

import (
	"math"
	"slices"
	"strings"
)

// All widths here are in points.
const (
	// lineWidth is that of the article class at 10 pt.
	lineWidth = 345
	// columnGap is \tabcolsep; it stands on both sides of a column.
	columnGap = 4
	// labelWidth is what the labels of rows may take before they are broken into
	// lines.
	labelWidth = 150
	// pageRows is how many rows fit a page with caption and footnotes.
	pageRows = 40
)

// typeSize is a size of type, its widths relative to 10 pt.
type typeSize struct {
	command string
	scale   float64
}

var typeSizes = []typeSize{{`\normalsize`, 1}, {`\small`, 0.925}, {`\footnotesize`, 0.85}, {`\scriptsize`, 0.8}}

// sheets divides a table into tabulars that fit a page: in the largest type in
// which it fits the line, else turned or in blocks of columns, in the smallest.
func (s section) sheets() []sheet {
	if len(s.lines) == 0 {
		return []sheet{{}}
	}
	lines, foot := s.lines, s.foot
	size, blocks := fit(lines)
	if len(blocks) > 1 {
		if otherSize, fewer := fit(turned(lines)); len(fewer) < len(blocks) {
			lines, foot, size, blocks = turned(lines), 0, otherSize, fewer
		}
	}
	var list []sheet
	for _, block := range blocks {
		list = append(list, pages(columnsOf(lines, block), foot, size)...)
	}
	return list
}

// fit returns the type to use and the blocks of columns that fit a line in it.
func fit(lines [][]cell) (size typeSize, blocks []block) {
	for _, size = range typeSizes {
		widths := make([]int, len(lines[0]))
		for j := range widths {
			widths[j] = int(math.Ceil(columnWidth(lines, j)*size.scale + 2*columnGap))
		}
		widths[0] = min(widths[0], labelWidth+2*columnGap)
		blocks = split(widths, lineWidth, 0)
		if len(blocks) <= 1 {
			break
		}
	}
	return size, blocks
}

// brokenLabels reports whether the labels of rows are broken into lines.
func (s sheet) brokenLabels() bool {
	return columnWidth(s.lines, 0)*s.size.scale > labelWidth
}

// columnsOf takes the labels and a block of columns.
func columnsOf(lines [][]cell, columns block) [][]cell {
	out := make([][]cell, len(lines))
	for i, line := range lines {
		out[i] = append(slices.Clone(line[:1]), line[columns.from:columns.to]...)
	}
	return out
}

// pages divides lines into sheets of at most pageRows rows, each with the head;
// the foot stays together at the end.
func pages(lines [][]cell, foot int, size typeSize) []sheet {
	var list []sheet
	head, rows := lines[0], lines[1:]
	for len(rows) > pageRows {
		n := min(pageRows, len(rows)-foot)
		if n < 1 {
			break
		}
		list = append(list, sheet{size: size, lines: append([][]cell{head}, rows[:n]...)})
		rows = rows[n:]
	}
	return append(list, sheet{size: size, lines: append([][]cell{head}, rows...), foot: foot})
}

// columnWidth estimates the width of column j at 10 pt.
func columnWidth(lines [][]cell, j int) float64 {
	head, text, rest := 0.0, 0.0, 0.0
	for i, line := range lines {
		c := line[j]
		switch {
		case i == 0 && j > 0:
			for _, part := range strings.Split(c.text, "/") {
				head = max(head, printed(part))
			}
		case c.number:
			heavy := 1.0
			if c.strong {
				heavy = 1.15
			}
			text = max(text, heavy*printed(c.text))
			rest = max(rest, heavy*printed(c.tail)+0.75*printed(c.suffix()))
		default:
			head = max(head, printed(c.text))
		}
	}
	return max(head, text+rest)
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
