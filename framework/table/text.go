package table

import (
	"fmt"
	"io"
	"strings"
	"unicode/utf8"
)

// Width is the number of characters of a terminal line that Text fits unless
// told otherwise.
const Width = 100

// gap separates the columns of a text table.
const gap = "  "

// Text writes the table for a terminal, without colours. A table wider than
// width characters (Width if it is not positive) is split into blocks of
// columns, one below the other, each with the row labels; rows and columns
// change places if that makes fewer blocks.
func (g Grid) Text(w io.Writer, width int) error {
	if width <= 0 {
		width = Width
	}
	var b strings.Builder
	if len(g.Rows) > 0 {
		g.writeBlocks(&b, width)
	}
	for i, line := range g.footnotes() {
		if i == 0 && len(g.Rows) > 0 {
			b.WriteByte('\n')
		}
		wrap(&b, Flat(line), "    ", width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (g Grid) writeBlocks(b *strings.Builder, width int) {
	lines := g.texts(textEntry, Flat)
	blocks := split(widthsOf(lines), width)
	turned := turn(lines)
	if fewer := split(widthsOf(turned), width); len(fewer) < len(blocks) {
		lines, blocks = turned, fewer
	}
	wrap(b, fmt.Sprintf("%s; > marks the best of each %s", g.caption(), strings.Join(g.RowAxes, "/")), "", width)
	widths := widthsOf(lines)
	for i, block := range blocks {
		b.WriteByte('\n')
		if len(blocks) > 1 {
			fmt.Fprintf(b, "Columns %d to %d of %d (block %d of %d)\n", block.from, block.to-1, len(widths)-1, i+1, len(blocks))
		}
		for _, line := range lines {
			writeTextLine(b, line, widths, block)
		}
	}
}

// turn makes columns of lines.
func turn(lines [][]string) [][]string {
	turned := make([][]string, len(lines[0]))
	for j := range turned {
		for _, line := range lines {
			turned[j] = append(turned[j], line[j])
		}
	}
	return turned
}

func textEntry(e Entry) string {
	best := gap
	if e.Best {
		best = "> "
	}
	return best + number(e) + e.suffix()
}

// Flat keeps a label on one line.
func Flat(text string) string { return strings.Join(strings.Fields(text), " ") }

// block is a range of columns, counted with the row labels as column 0.
type block struct{ from, to int }

// split divides the columns after the first into blocks that fit a width next
// to the first; a block holds at least one column.
func split(widths []int, width int) []block {
	var blocks []block
	for from := 1; from < len(widths); {
		used, to := widths[0], from
		for to < len(widths) && (to == from || used+len(gap)+widths[to] <= width) {
			used += len(gap) + widths[to]
			to++
		}
		blocks = append(blocks, block{from, to})
		from = to
	}
	return blocks
}

func writeTextLine(b *strings.Builder, line []string, widths []int, columns block) {
	text := pad(line[0], widths[0])
	for j := columns.from; j < columns.to; j++ {
		text += gap + pad(line[j], widths[j])
	}
	b.WriteString(strings.TrimRight(text, " ") + "\n")
}

// wrap writes text in lines of at most width characters where words allow,
// lines after the first indented.
func wrap(b *strings.Builder, text, indent string, width int) {
	used := 0
	for _, word := range strings.Fields(text) {
		n := utf8.RuneCountInString(word)
		switch {
		case used == 0:
			used = n
		case used+1+n > width:
			b.WriteString("\n" + indent)
			used = len(indent) + n
		default:
			b.WriteByte(' ')
			used += 1 + n
		}
		b.WriteString(word)
	}
	b.WriteByte('\n')
}
