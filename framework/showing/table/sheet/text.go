package sheet

import (
	"fmt"
	"io"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Width is the number of characters of a terminal line that Text fits unless
// told otherwise.
const Width = 100

// gap separates the columns of a text table.
const gap = "  "

// arrowed is the emphasis of text.
var arrowed = emphasis{"; > marks %s", ", + %s"}

// Text writes the sheet for a terminal, without colours. A table wider than width
// characters (Width if it is not positive) is split into blocks of columns, one
// below the other, each with the row labels; rows and columns change places if that
// makes fewer blocks.
func (p Sheet) Text(w io.Writer, width int) error {
	if width <= 0 {
		width = Width
	}
	var b strings.Builder
	for i, s := range p.Sections {
		if i > 0 {
			b.WriteByte('\n')
		}
		s.text(&b, width)
	}
	_, err := io.WriteString(w, b.String())
	return err
}

func (s Section) text(b *strings.Builder, width int) {
	if s.Title != "" {
		b.WriteString(wording.Wrap(Flat(s.Title), "", "", width) + "\n")
	}
	if len(s.Lines) > 0 {
		b.WriteString(wording.Wrap(Flat(strings.TrimSuffix(s.caption(arrowed), ".")), "", "", width) + "\n")
		s.writeBlocks(b, width)
	}
	for i, line := range s.footnotes(arrowed) {
		if i == 0 && len(s.Lines) > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(wording.Wrap(Flat(line), "", "    ", width) + "\n")
	}
}

func (s Section) writeBlocks(b *strings.Builder, width int) {
	arrows := s.Strong != ""
	lines, _, blocks := s.arranged(func(lines [][]Cell) []block {
		_, widths := textTable(lines, arrows)
		return split(widths, width, len(gap))
	})
	texts, widths := textTable(lines, arrows)
	heads := lines[0]
	for i, block := range blocks {
		b.WriteByte('\n')
		if len(blocks) > 1 {
			fmt.Fprintf(b, "Columns %d to %d of %d (block %d of %d)\n", block.from, block.to-1, len(widths)-1, i+1, len(blocks))
		}
		part := block.of(heads)
		for level := range levelsOf(part) {
			line := make([]string, len(heads))
			for _, r := range runsOf(part, level) {
				line[block.from+r.from-1] = Flat(r.text)
			}
			writeTextLine(b, line, widths, block)
		}
		for _, line := range texts {
			writeTextLine(b, line, widths, block)
		}
	}
}

// textTable renders cells and returns the width of each column. Numbers are
// flush right, their tails and suffixes flush left; with arrows, ">" stands
// before strong ones.
func textTable(lines [][]Cell, arrows bool) ([][]string, []int) {
	front := lists.Map(lists.Range(len(lines[0])), func(j int) int { return frontOf(lines, j, arrows) })
	texts, widths := make([][]string, len(lines)), make([]int, len(lines[0]))
	for i, line := range lines {
		for j, c := range line {
			if i == 0 {
				c.Text = c.own()
			}
			text := textCell(c, front[j], arrows)
			if j == 0 {
				text = indented(text, Flat(shared(lines, i)))
			}
			texts[i] = append(texts[i], text)
			widths[j] = max(widths[j], wording.Width(text))
			if i > 0 {
				continue
			}
			for _, heading := range c.above() {
				widths[j] = max(widths[j], wording.Width(Flat(heading)))
			}
		}
	}
	return texts, widths
}

// frontOf returns the places that numbers of column j take, without arrows also
// the labels among them.
func frontOf(lines [][]Cell, j int, arrows bool) int {
	front, all := 0, 0
	for _, line := range lines {
		all = max(all, wording.Width(Flat(line[j].Text)))
		if line[j].Number {
			front = max(front, wording.Width(line[j].Text))
		}
	}
	if front > 0 && !arrows {
		return all
	}
	return front
}

// textCell renders a cell of a column whose numbers take front places. Labels
// among numbers without arrows, such as heads of counts, are flush right too.
func textCell(c Cell, front int, arrows bool) string {
	text := Flat(c.Text)
	switch {
	case !c.Number && arrows:
		return text
	case !c.Number:
		return blanks(front-wording.Width(text)) + text
	}
	arrow := ""
	if arrows {
		arrow = gap
		switch {
		case c.Strong:
			arrow = "> "
		case c.Under:
			arrow = "+ "
		}
	}
	return arrow + blanks(front-wording.Width(text)) + text + c.Tail + c.suffix()
}

func writeTextLine(b *strings.Builder, line []string, widths []int, columns block) {
	text := line[0] + blanks(widths[0]-wording.Width(line[0]))
	for j := columns.from; j < columns.to; j++ {
		text += gap + line[j] + blanks(widths[j]-wording.Width(line[j]))
	}
	b.WriteString(strings.TrimRight(text, " ") + "\n")
}
