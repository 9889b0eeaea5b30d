package delimited

import (
	"bytes"
	"fmt"
	"io"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// records parts the lines of a stream into fields. Fields end at a delimiter, or
// at runs of blanks. A field in double quotes may hold delimiters, line breaks
// and, doubled, quotes (RFC 4180). Blanks around fields do not count, but in
// quotes; lines without anything in them are skipped.
type records struct {
	stream    *textfile.Stream
	delimiter string         // "" for runs of blanks
	to        *collect.Batch // what the record goes to
	own       collect.Batch  // for records that are looked at one by one
}

// next appends the fields of the next record to a batch. It returns the line in
// which the record begins and the number of fields. At the end of the file the
// error is io.EOF; with any other the fields are not complete.
func (r *records) next(to *collect.Batch) (line, width int, err error) {
	r.to = to
	before := to.Mark()
	for {
		text, err := r.stream.Line()
		if err != nil {
			return 0, 0, err
		}
		line = r.stream.At.Line
		if len(text) >= source.MaxColumns && r.count(text) > source.MaxColumns {
			return 0, 0, r.stream.At.Errorf("the line has more than %d fields", source.MaxColumns)
		}
		switch {
		case bytes.IndexByte(text, '"') >= 0:
			err = r.quoted(text)
		case r.delimiter == "":
			r.words(text)
		default:
			r.plain(text)
		}
		if err != nil {
			return 0, 0, err
		}
		width = (len(to.Bounds) - before.Bounds) / 2
		if first := to.Bounds[before.Bounds:]; width > 1 || width == 1 && first[0] < first[1] {
			return line, width, nil
		}
		to.Cut(before)
	}
}

// count is the number of fields of a line at most.
func (r *records) count(line []byte) int {
	if r.delimiter == "" {
		return bytes.Count(line, []byte(" ")) + bytes.Count(line, []byte("\t")) + 1
	}
	return bytes.Count(line, []byte(r.delimiter)) + 1
}

// fields returns the next record by itself, valid until the next call.
func (r *records) fields() (line int, fields [][]byte, err error) {
	r.own.Clear()
	line, width, err := r.next(&r.own)
	if err != nil {
		return 0, nil, err
	}
	for i := range width {
		fields = append(fields, r.own.At(i))
	}
	return line, fields, nil
}

// plain parts a line without quotes.
func (r *records) plain(line []byte) {
	b, from := r.to, len(r.to.Text)
	b.Text = append(b.Text, line...)
	if len(r.delimiter) > 1 {
		for _, field := range bytes.Split(line, []byte(r.delimiter)) {
			b.Bounds = bound(b, from, from+len(field))
			from += len(field) + len(r.delimiter)
		}
		return
	}
	delimiter, begin := r.delimiter[0], from
	for i, c := range line {
		if c == delimiter {
			if end := from + i; begin < end && !isOdd(b.Text[begin]) && !isOdd(b.Text[end-1]) {
				b.Bounds = append(b.Bounds, int32(begin), int32(end))
			} else {
				b.Bounds = bound(b, begin, end)
			}
			begin = from + i + 1
		}
	}
	b.Bounds = bound(b, begin, len(b.Text))
}

// bound appends the bounds of a field without the blanks around it.
func bound(b *collect.Batch, begin, end int) []int32 {
	if begin < end && (isOdd(b.Text[begin]) || isOdd(b.Text[end-1])) {
		field := b.Text[begin:end]
		begin += len(field) - len(bytes.TrimLeftFunc(field, unicode.IsSpace))
		end = begin + len(bytes.TrimSpace(field))
		if end-begin < len(field) {
			b.Spaced = append(b.Spaced, int32(len(b.Bounds)/2))
		}
	}
	return append(b.Bounds, int32(begin), int32(end))
}

// isOdd reports whether a byte may belong to a blank of Unicode.
func isOdd(c byte) bool { return c <= ' ' || c >= utf8.RuneSelf }

// words parts a line without quotes at runs of blanks.
func (r *records) words(line []byte) {
	b, from, begin := r.to, len(r.to.Text), -1
	b.Text = append(b.Text, line...)
	for i, c := range line {
		switch {
		case !textfile.IsBlank(c):
			if begin < 0 {
				begin = i
			}
		case begin >= 0:
			b.Bounds = append(b.Bounds, int32(from+begin), int32(from+i))
			begin = -1
		}
	}
	if begin >= 0 {
		b.Bounds = append(b.Bounds, int32(from+begin), int32(len(b.Text)))
	}
}

// quoted parts a line with quotes, and the lines after it as long as a quote is
// open.
func (r *records) quoted(line []byte) error {
	for {
		line = r.trimStart(line)
		if len(line) == 0 && r.delimiter == "" {
			return nil
		}
		var more bool
		var err error
		if len(line) > 0 && line[0] == '"' {
			line, more, err = r.quotedField(line[1:])
		} else {
			line, more, err = r.plainField(line)
		}
		if err != nil || !more {
			return err
		}
	}
}

// trimStart removes blanks before a field.
func (r *records) trimStart(line []byte) []byte {
	return bytes.TrimLeftFunc(line, func(c rune) bool { return unicode.IsSpace(c) && string(c) != r.delimiter })
}

// cut splits a text at its first delimiter.
func (r *records) cut(line []byte) (field, rest []byte, more bool) {
	if r.delimiter != "" {
		return bytes.Cut(line, []byte(r.delimiter))
	}
	if i := bytes.IndexAny(line, " \t"); i >= 0 {
		return line[:i], line[i:], true
	}
	return line, nil, false
}

// plainField takes a field that does not begin with a quote.
func (r *records) plainField(line []byte) (rest []byte, more bool, err error) {
	field, rest, more := r.cut(line)
	if bytes.IndexByte(field, '"') >= 0 {
		return nil, false, r.stream.At.Errorf("there is a quote inside the field %q, which does not begin with one; put the "+
			"field in quotes and double those inside", textfile.Shortened(string(bytes.TrimSpace(field))))
	}
	begin := len(r.to.Text)
	r.to.Text = append(r.to.Text, field...)
	r.to.Bounds = bound(r.to, begin, len(r.to.Text))
	return rest, more, nil
}

// quotedField takes a field from behind its first quote.
func (r *records) quotedField(line []byte) (rest []byte, more bool, err error) {
	b, opened, begin := r.to, r.stream.At, len(r.to.Text)
	for {
		i := bytes.IndexByte(line, '"')
		if i < 0 {
			b.Text = append(append(b.Text, line...), '\n')
			if line, err = r.continued(opened, begin); err != nil {
				return nil, false, err
			}
			continue
		}
		b.Text = append(b.Text, line[:i]...)
		if line = line[i+1:]; len(line) == 0 || line[0] != '"' {
			break
		}
		b.Text = append(b.Text, '"')
		line = line[1:]
	}
	if len(bytes.TrimSpace(b.Text[begin:])) == 0 {
		b.Text = b.Text[:begin]
	}
	b.Bounds = append(b.Bounds, int32(begin), int32(len(b.Text)))
	after, rest, more := r.cut(line)
	if last := r.stream.At.Line; len(bytes.TrimSpace(after)) > 0 && last > opened.Line {
		return nil, false, opened.Errorf("a quote opens a field in this line that ends in line %d, where %q follows it; if "+
			"the quote belongs to the text, write it twice and put the field in quotes", last, textfile.Shortened(string(line)))
	}
	if len(bytes.TrimSpace(after)) > 0 {
		other := otherDelimiter(string(line), r.delimiter)
		wrong := r.stream.At.Errorf("a quote is misplaced: %q follows a field in quotes; a quote inside such a field is "+
			"written twice%s", textfile.Shortened(string(line)), hintDelimiter(other))
		wrong.Meant = other
		return nil, false, wrong
	}
	return rest, more, nil
}

// continued reads the next line of a field in quotes.
func (r *records) continued(opened data.Place, begin int) ([]byte, error) {
	if len(r.to.Text)-begin > textfile.MaxLine {
		return nil, opened.Errorf("a quote opens a field of more than %d MiB; it is probably never closed",
			textfile.MaxLine>>20)
	}
	line, err := r.stream.Line()
	if err == io.EOF {
		return nil, opened.Errorf("a quote opens the field %q and is never closed",
			textfile.Shortened(string(r.to.Text[begin:])))
	}
	return line, err
}

// otherDelimiter returns what fields may end at in a text that does not hold the
// delimiter, or "".
func otherDelimiter(text, delimiter string) string {
	others := []string{";", "\t", "|", ","}
	if delimiter == "" || strings.Contains(text, delimiter) {
		return ""
	}
	if i := slices.IndexFunc(others, func(other string) bool { return strings.Contains(text, other) }); i >= 0 {
		return others[i]
	}
	return ""
}

// hintDelimiter says what to write if fields end at another delimiter.
func hintDelimiter(other string) string {
	if other == "" {
		return ""
	}
	return fmt.Sprintf("; if fields end at %q, write delimiter = %[1]q", other)
}
