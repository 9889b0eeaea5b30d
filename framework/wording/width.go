package wording

import (
	"strings"
	"unicode"
)

// wide holds the main blocks of characters that take two cells of a terminal
// (Unicode Standard Annex #11, East Asian Width W and F).
var wide = &unicode.RangeTable{
	R16: []unicode.Range16{
		{Lo: 0x1100, Hi: 0x115f, Stride: 1}, {Lo: 0x2e80, Hi: 0x303e, Stride: 1},
		{Lo: 0x3041, Hi: 0xa4cf, Stride: 1}, {Lo: 0xac00, Hi: 0xd7a3, Stride: 1},
		{Lo: 0xf900, Hi: 0xfaff, Stride: 1}, {Lo: 0xfe30, Hi: 0xfe6f, Stride: 1},
		{Lo: 0xff00, Hi: 0xff60, Stride: 1}, {Lo: 0xffe0, Hi: 0xffe6, Stride: 1},
	},
	R32: []unicode.Range32{
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f900, Hi: 0x1faff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// RuneWidth is the number of terminal cells that a character takes.
func RuneWidth(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// Width is the number of terminal cells that a line takes.
func Width(line string) int {
	n := 0
	for _, r := range line {
		n += RuneWidth(r)
	}
	return n
}

// Cut shortens a line to a width, with … in the place of what is left out.
func Cut(line string, width int) string {
	if Width(line) <= width {
		return line
	}
	used := 0
	for i, r := range line {
		if used += RuneWidth(r); used > width-1 {
			return line[:i] + "…"
		}
	}
	return line
}

// Wrap breaks the lines of a text between words, so that each has at most a
// width; a word that is longer stands alone. Lines begin with indent, those that
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
