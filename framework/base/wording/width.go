package wording

import (
	"strings"

	"github.com/rivo/uniseg"
)

// Width is the number of terminal cells that a line takes.
func Width(line string) int { return uniseg.StringWidth(line) }

// Cut shortens a line to a width, with … in the place of what is left out.
func Cut(line string, width int) string {
	if Width(line) <= width {
		return line
	}
	kept, used := "", 0
	for rest, state := line, -1; rest != ""; {
		cluster, after, cells, next := uniseg.FirstGraphemeClusterInString(rest, state)
		if used += cells; used > width-1 {
			break
		}
		kept, rest, state = kept+cluster, after, next
	}
	return kept + "…"
}

// Wrap breaks the lines of a text between words, so that each has at most a
// width; a longer word has a line of its own. Lines begin with indent, those that
// continue another with hanging.
func Wrap(text, indent, hanging string, width int) string {
	var b strings.Builder
	for i, line := range strings.Split(text, "\n") {
		if i > 0 {
			b.WriteByte('\n')
		}
		if line != "" {
			wrapLine(&b, line, indent, hanging, width)
		}
	}
	return b.String()
}

func wrapLine(b *strings.Builder, line, indent, hanging string, width int) {
	b.WriteString(indent)
	used := Width(indent)
	for i, word := range strings.Split(line, " ") {
		length := Width(word)
		switch {
		case i == 0:
		case used+1+length > width:
			b.WriteString("\n" + hanging)
			used = Width(hanging)
		default:
			b.WriteByte(' ')
			used++
		}
		b.WriteString(word)
		used += length
	}
}

// Paragraph wraps text, indented, to a width.
func Paragraph(text, indent string, width int) string {
	return Wrap(strings.Join(strings.Fields(text), " "), indent, indent, width) + "\n"
}
