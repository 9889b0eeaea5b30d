package diagnostic

import (
	"bytes"
	"slices"
	"strings"
	"unicode"

	"github.com/manyclass/bench/framework/base/wording"
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

// harmless is the quote with a question mark for each character that acts on a terminal.
func (q quote) harmless() quote {
	clean := func(text string) string {
		return strings.Map(func(r rune) rune {
			if r == '\t' || unicode.IsGraphic(r) {
				return r
			}
			return '?'
		}, text)
	}
	before, marked, after := clean(q.line[:q.from]), clean(q.line[q.from:q.to]), clean(q.line[q.to:])
	return quote{line: before + marked + after, from: len(before), to: len(before) + len(marked)}
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

// underline returns the white space that leads to the marked part of the line
// and the carets that underline it. Tabs are kept, so that both lines shift
// alike on any terminal.
func (q quote) underline() (before, carets string) {
	stretches := strings.Split(q.line[:q.from], "\t")
	for i, stretch := range stretches {
		stretches[i] = strings.Repeat(" ", wording.Width(stretch))
	}
	width := wording.Width(q.line[q.from:q.to])
	return strings.Join(stretches, "\t"), strings.Repeat("^", max(width, 1))
}
