package experiment

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/contract"
)

const (
	wrapWidth  = 78  // characters at which details are broken
	quoteWidth = 120 // most characters of a line that are shown
)

// quote is one line of a text and the part of it that is meant, as byte offsets
// in the line.
type quote struct {
	line     string
	from, to int
}

// quoted returns the line of b that holds byte start, with the part up to byte
// end marked, or up to the end of the line.
func quoted(b []byte, start, end int) quote {
	start = min(max(start, 0), len(b))
	from := bytes.LastIndexByte(b[:start], '\n') + 1
	to := len(b)
	if i := bytes.IndexByte(b[start:], '\n'); i >= 0 {
		to = start + i
	}
	line := strings.TrimRight(string(b[from:to]), "\r")
	mark := min(start-from, len(line))
	return quote{line: line, from: mark, to: min(max(end-from, mark), len(line))}
}

// cut returns the stretch of at most width characters around the beginning of
// the marked part, with … in the place of what is cut off.
func (q quote) cut(width int) quote {
	var starts []int // of the characters, in bytes
	for i := range q.line {
		starts = append(starts, i)
	}
	if len(starts) <= width {
		return q
	}
	marked, _ := slices.BinarySearch(starts, q.from)
	first := min(max(0, marked-width/3), len(starts)-width)
	begin, end := starts[first], len(q.line)
	if first+width < len(starts) {
		end = starts[first+width]
	}
	shown := quote{line: q.line[begin:end], from: q.from - begin, to: min(q.to, end) - begin}
	if begin > 0 {
		shown.line = "…" + shown.line
		shown.from += len("…")
		shown.to += len("…")
	}
	if end < len(q.line) {
		shown.line += "…"
	}
	return shown
}

// Write prints every diagnostic with the place it speaks of, the source line
// and a caret under the part that is meant. Without color the text holds no
// control codes.
func (d Diagnostics) Write(w io.Writer, color bool) {
	for _, one := range d {
		io.WriteString(w, one.render(color))
	}
}

// String is the diagnostic as Write prints it, without colour.
func (d Diagnostic) String() string { return d.render(false) }

func (d Diagnostic) render(color bool) string {
	word, code, reset := "Error", "\x1b[1;31m", "\x1b[0m"
	switch d.Severity {
	case contract.Warning:
		word, code = "Warning", "\x1b[1;33m"
	case contract.Note:
		word, code = "Note", "\x1b[1;34m"
	}
	if !color {
		code, reset = "", ""
	}
	var out strings.Builder
	fmt.Fprintf(&out, "%s%s:%s %s\n\n", code, word, reset, d.Summary)
	if r := d.Range; r != nil {
		fmt.Fprintf(&out, "  on %s:%d:%d\n", r.File, r.Start.Line, r.Start.Column)
		if d.quote.line != "" {
			shown := d.quote.cut(quoteWidth)
			before, carets := shown.underline()
			number := fmt.Sprintf("%5d", r.Start.Line)
			fmt.Fprintf(&out, "%s | %s\n", number, shown.line)
			fmt.Fprintf(&out, "%*s | %s%s%s%s\n", len(number), "", before, code, carets, reset)
		}
		out.WriteByte('\n')
	}
	if d.Detail != "" {
		out.WriteString(wrap(d.Detail, wrapWidth))
		out.WriteString("\n\n")
	}
	return out.String()
}

// underline returns the white space that leads to the marked part of the line
// and the carets that underline it. Tabs are kept, so that both lines shift
// alike on any terminal.
func (q quote) underline() (before, carets string) {
	var space strings.Builder
	for _, r := range q.line[:q.from] {
		if r == '\t' {
			space.WriteByte('\t')
		} else {
			space.WriteString(strings.Repeat(" ", cells(r)))
		}
	}
	width := 0
	for _, r := range q.line[q.from:q.to] {
		width += cells(r)
	}
	return space.String(), strings.Repeat("^", max(width, 1))
}

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
		{Lo: 0x1f300, Hi: 0x1f64f, Stride: 1}, {Lo: 0x1f900, Hi: 0x1f9ff, Stride: 1},
		{Lo: 0x20000, Hi: 0x3fffd, Stride: 1},
	},
}

// cells is the number of terminal cells a character takes.
func cells(r rune) int {
	switch {
	case unicode.In(r, unicode.Mn, unicode.Me, unicode.Cf):
		return 0
	case unicode.Is(wide, r):
		return 2
	}
	return 1
}

// wrap breaks lines longer than width characters between words.
func wrap(s string, width int) string {
	lines := strings.Split(s, "\n")
	for i, line := range lines {
		lines[i] = wrapLine(line, width)
	}
	return strings.Join(lines, "\n")
}

func wrapLine(line string, width int) string {
	var out strings.Builder
	column := 0
	for i, word := range strings.Split(line, " ") {
		length := utf8.RuneCountInString(word)
		switch {
		case i == 0:
		case column+1+length > width:
			out.WriteByte('\n')
			column = 0
		default:
			out.WriteByte(' ')
			column++
		}
		out.WriteString(word)
		column += length
	}
	return out.String()
}
