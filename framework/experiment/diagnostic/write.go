package diagnostic

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/wording"
)

const (
	proseWidth = 78  // characters at which details are broken, however wide a line may be
	quoteWidth = 120 // most characters of a source line that are shown
	leastQuote = 20
	margin     = "12345 | " // before a source line, and that long

	// AnyWidth is for text that no terminal shows.
	AnyWidth = 1000
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
// and a caret under the part that is meant, for a terminal of a width in
// characters. Without color the text holds no control codes.
func (d List) Write(w io.Writer, width int, color bool) {
	for _, one := range d {
		io.WriteString(w, one.render(width, color))
	}
}

// String is the diagnostic as Write prints it, without colour.
func (d Diagnostic) String() string { return d.render(AnyWidth, false) }

func (d Diagnostic) render(width int, color bool) string {
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
	heading := strings.TrimPrefix(wording.Wrap(word+": "+d.Summary, "", "  ", width), word+":")
	fmt.Fprintf(&out, "%s%s:%s%s\n\n", code, word, reset, heading)
	if r := d.Range; r != nil {
		fmt.Fprintf(&out, "  on %s:%d:%d\n", r.File, r.Start.Line, r.Start.Column)
		if d.quote.line != "" {
			room := width - len(margin) - 2 // for … at both ends
			shown := d.quote.cut(min(max(room, leastQuote), quoteWidth))
			before, carets := shown.underline()
			number := fmt.Sprintf("%5d", r.Start.Line)
			fmt.Fprintf(&out, "%s | %s\n", number, shown.line)
			fmt.Fprintf(&out, "%*s | %s%s%s%s\n", len(number), "", before, code, carets, reset)
		}
		out.WriteByte('\n')
	}
	if d.Detail != "" {
		out.WriteString(wording.Wrap(d.Detail, "", "", min(width, proseWidth)))
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
			space.WriteString(strings.Repeat(" ", wording.RuneWidth(r)))
		}
	}
	width := wording.Width(q.line[q.from:q.to])
	return space.String(), strings.Repeat("^", max(width, 1))
}
