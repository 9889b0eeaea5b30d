// Package lines finds places of a text as editors count them: lines, and UTF-16 code
// units within a line, both from 0.
package lines

import (
	"sort"
	"unicode/utf8"
)

// Position is a place between two characters.
type Position struct {
	Line      int `json:"line"`
	Character int `json:"character"` // UTF-16 code units before it in its line
}

// Range is a stretch of a text.
type Range struct {
	Start Position `json:"start"`
	End   Position `json:"end"`
}

// Index knows where the lines of a text begin.
type Index struct {
	text   string
	starts []int // of the lines, in bytes
}

// New returns the index of a text. A line ends with \n, \r\n or a \r alone.
func New(text string) *Index {
	x := &Index{text: text, starts: []int{0}}
	for i := range len(text) {
		if text[i] == '\n' || text[i] == '\r' && !(i+1 < len(text) && text[i+1] == '\n') {
			x.starts = append(x.starts, i+1)
		}
	}
	return x
}

// Offset is a position in bytes. Of one outside the text it is that of the nearest place:
// the end of the line, or of the text; of one within a character it is where that begins.
func (x *Index) Offset(p Position) int {
	switch {
	case p.Line < 0:
		return 0
	case p.Line >= len(x.starts):
		return len(x.text)
	}
	at, end := x.line(p.Line)
	for units := 0; at < end; {
		r, size := utf8.DecodeRuneInString(x.text[at:end])
		units += width(r)
		if units > p.Character {
			break
		}
		at += size
	}
	return at
}

// Position is the place of an offset in bytes, of one outside the text the nearest.
func (x *Index) Position(offset int) Position {
	offset = min(max(offset, 0), len(x.text))
	line := sort.SearchInts(x.starts, offset+1) - 1
	p := Position{Line: line}
	_, end := x.line(line)
	for at := x.starts[line]; at < min(offset, end); {
		r, size := utf8.DecodeRuneInString(x.text[at:end])
		if at += size; at <= offset {
			p.Character += width(r)
		}
	}
	return p
}

// Range is the stretch from one offset to another.
func (x *Index) Range(start, end int) Range { return Range{x.Position(start), x.Position(end)} }

// line returns where a line begins and ends, without what ends it.
func (x *Index) line(i int) (start, end int) {
	start, end = x.starts[i], len(x.text)
	if i+1 < len(x.starts) {
		end = x.starts[i+1]
	}
	for end > start && (x.text[end-1] == '\n' || x.text[end-1] == '\r') {
		end--
	}
	return start, end
}

// width is how many UTF-16 code units a character has. A byte that is not UTF-8 counts as
// one: editors show a replacement character for it.
func width(r rune) int {
	if r > 0xffff {
		return 2
	}
	return 1
}
