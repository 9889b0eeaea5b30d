package diagnostic

import (
	"fmt"
	"io"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
)

const (
	proseWidth = 78  // characters at which details are broken, however wide a line may be
	quoteWidth = 120 // most characters of a source line that are shown
	leastQuote = 20
	margin     = "12345 | " // before a source line, and that long

	// AnyWidth is for text that no terminal shows.
	AnyWidth = 1000
)

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
	if d.Code != "" {
		word += "[" + string(d.Code) + "]"
	}
	heading := strings.TrimPrefix(wording.Wrap(word+": "+wording.Line(d.Summary), "", "  ", width), word+":")
	fmt.Fprintf(&out, "%s%s:%s%s\n\n", code, word, reset, heading)
	if r := d.Range; r != nil {
		fmt.Fprintf(&out, "  on %s:%d:%d\n", wording.Line(r.File), r.Start.Line, r.Start.Column)
		if d.quote.line != "" {
			room := width - len(margin) - 2 // for … at both ends
			shown := d.quote.harmless().cut(min(max(room, leastQuote), quoteWidth))
			before, carets := shown.underline()
			number := fmt.Sprintf("%5d", r.Start.Line)
			fmt.Fprintf(&out, "%s | %s\n", number, shown.line)
			fmt.Fprintf(&out, "%*s | %s%s%s%s\n", len(number), "", before, code, carets, reset)
		}
		out.WriteByte('\n')
	}
	if d.Table != nil {
		shown := lists.Map(d.Table, func(row []string) []string { return lists.Map(row, wording.Line) })
		out.WriteString(aligned(shown, width) + "\n")
	}
	if d.Detail != "" {
		out.WriteString(wording.Wrap(wording.Message(d.Detail), "", "", min(width, proseWidth)))
		out.WriteString("\n\n")
	}
	return out.String()
}
