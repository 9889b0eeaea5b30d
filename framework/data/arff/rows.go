package arff

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/textfile"
)

// arffFile is the data section of an ARFF file: rows with a value for each
// attribute, or {index value, …} with those that are not zero. Indices count
// from 0; what is left out of such a row is 0, or the first declared value.
type arffFile struct {
	path     string
	encoding string
	before   int                 // lines before the rows
	attrs    []collect.Attribute // without that of the weights in braces
	times    []*dates            // of each attribute, nil for what is not a date
	weighted bool                // rows may have weights in braces; the others have 1
	found    bool                // a row has one
	left     [][]byte            // the values that a row leaves out, once it is asked for
	fields   [][]byte
	text     []byte // what is in quotes
}

// feed reads all rows.
func (f *arffFile) feed(to *reader.Feeder) error {
	return f.Lines(func(at data.Place, line []byte) error {
		read := f.dense
		if line[0] == '{' {
			read = f.expand
		}
		if err := read(line); err != nil {
			return at.Errorf("%v", err)
		}
		to.Filling.Add(f.fields)
		return to.Row(at.Line)
	})
}

// Lines gives every line with a row to a function, without blanks around it.
func (f *arffFile) Lines(row func(at data.Place, line []byte) error) error {
	text, err := textfile.Open(f.path, f.encoding)
	if err != nil {
		return err
	}
	defer text.Close()
	if _, err := text.Skip(f.before); err != nil {
		return err
	}
	f.text = make([]byte, 0, 64)
	for {
		line, err := f.next(text)
		if err == io.EOF {
			return nil
		}
		if err == nil {
			f.text = f.text[:0]
			err = row(text.At, line)
		}
		if err != nil {
			return err
		}
	}
}

// next returns the next line with a row.
func (f *arffFile) next(text *textfile.Stream) ([]byte, error) {
	for {
		line, err := text.Line()
		if err != nil {
			return nil, err
		}
		if line = bytes.TrimSpace(line); len(line) > 0 && line[0] != '%' {
			return line, nil
		}
	}
}

// value takes a value in quotes, or one up to its end.
func (f *arffFile) value(line []byte, end func([]byte) int) (field, rest []byte, err error) {
	if line[0] != '\'' && line[0] != '"' {
		at := end(line)
		return bytes.TrimRight(line[:at], " \t"), line[at:], nil
	}
	begin := len(f.text)
	if f.text, rest, err = unquote(f.text, line); err != nil {
		return nil, nil, err
	}
	return f.text[begin:len(f.text):len(f.text)], rest, nil
}

// dense parts a row with a value for each attribute. Commas part them, or blanks
// where a row of several fields has no comma; a comma at the end and a comment
// after a blank do not count.
func (f *arffFile) dense(line []byte) (err error) {
	blanks := len(f.attrs) > 1 && bytes.IndexByte(line, ',') < 0
	f.fields = f.fields[:0]
	for {
		line = bytes.TrimLeft(line, " \t")
		if len(line) == 0 || line[0] == '%' {
			return f.complete() // after a comma at the end
		}
		inQuotes := line[0] == '\'' || line[0] == '"'
		var field []byte
		if field, line, err = f.value(line, func(b []byte) int { return plainEnd(b, blanks) }); err != nil {
			return err
		}
		if inQuotes && len(line) > 0 && line[0] != ',' && !textfile.IsBlank(line[0]) {
			return fmt.Errorf("unexpected %q after a quoted value", textfile.Shortened(string(line)))
		}
		f.fields = append(f.fields, field)
		line = bytes.TrimLeft(line, " \t")
		switch {
		case len(line) == 0 || line[0] == '%':
			return f.complete()
		case line[0] == ',':
			line = line[1:]
		case !blanks:
			return fmt.Errorf("expected a comma before %q", textfile.Shortened(string(line)))
		}
	}
}

// complete checks that a row has a field for each attribute, and makes numbers of dates.
func (f *arffFile) complete() (err error) {
	weight := one
	if last := len(f.fields) - 1; last == len(f.attrs) && bytes.HasPrefix(f.fields[last], []byte("{")) {
		if weight, err = f.weight(f.fields[last]); err != nil {
			return err
		}
		f.fields = f.fields[:last]
	}
	if len(f.fields) != len(f.attrs) {
		return fmt.Errorf("got %d fields, expected %d, one for each attribute", len(f.fields), len(f.attrs))
	}
	for i, field := range f.fields {
		if f.fields[i], err = f.number(i, field); err != nil {
			return err
		}
	}
	if f.weighted {
		f.fields = append(f.fields, weight)
	}
	return nil
}

// number makes a number of a date; other fields stay as they are.
func (f *arffFile) number(attribute int, field []byte) ([]byte, error) {
	d := f.times[attribute]
	if d == nil {
		return field, nil
	}
	begin := len(f.text)
	text, err := d.append(f.text, field)
	if err != nil {
		return nil, fmt.Errorf("attribute %q: %w", f.attrs[attribute].Name, err)
	}
	f.text = text
	return text[begin:len(text):len(text)], nil
}

// one is the weight of a row without one.
var one = []byte("1")

// hasWeight reports whether a row has a weight in braces.
func (f *arffFile) hasWeight(line []byte) bool {
	f.weighted = true
	_ = f.Values(line, func(int, []byte) error { return nil }) // what is wrong is said when the row is read
	found := f.found
	f.text, f.left, f.found = nil, nil, false
	return found
}

// weight takes a weight in braces.
func (f *arffFile) weight(field []byte) ([]byte, error) {
	inner, closed := bytes.CutSuffix(bytes.TrimRight(field, " \t"), []byte("}"))
	switch {
	case !closed:
		return nil, fmt.Errorf("the weight %q is not closed with }", textfile.Shortened(string(field)))
	case !f.weighted:
		return nil, errors.New("the row has a weight in braces, but the first row has none: write {1} behind that")
	}
	f.found = true
	return bytes.TrimSpace(inner[1:]), nil
}

// plainEnd returns where an unquoted field ends.
func plainEnd(line []byte, blanks bool) int {
	for i, c := range line {
		switch {
		case c == ',':
			return i
		case !textfile.IsBlank(c):
		case blanks:
			return i
		default:
			if rest := bytes.TrimLeft(line[i:], " \t"); len(rest) == 0 || rest[0] == '%' {
				return i
			}
		}
	}
	return len(line)
}

// expand fills the fields of a row that lists what is not zero.
func (f *arffFile) expand(line []byte) error {
	f.fields = append(f.fields[:0], f.Zeros()...)
	return f.pairs(line, func(index int, field []byte) error {
		f.fields[index] = field
		return nil
	})
}

// Zeros returns the values that a row leaves out. Those that
// have no value that is zero are nil.
func (f *arffFile) Zeros() [][]byte {
	if f.left != nil {
		return f.left
	}
	f.left = make([][]byte, len(f.attrs), len(f.attrs)+1)
	for i, a := range f.attrs {
		switch {
		case a.Declared == collect.DeclaredNominal && len(a.Levels) > 0:
			f.left[i] = []byte(a.Levels[0])
		case a.Declared == collect.DeclaredNumber:
			f.left[i] = zero
		}
	}
	if f.weighted {
		f.left = append(f.left, one)
	}
	return f.left
}

// Values gives the values of a row of either kind to a function.
func (f *arffFile) Values(line []byte, add func(index int, field []byte) error) error {
	if line[0] == '{' {
		return f.pairs(line, add)
	}
	if err := f.dense(line); err != nil {
		return err
	}
	for i, field := range f.fields {
		if err := add(i, field); err != nil {
			return err
		}
	}
	return nil
}

var zero = []byte("0")

// pairs gives the values of a row {index value, …} to a function.
func (f *arffFile) pairs(line []byte, add func(index int, field []byte) error) error {
	last := -1
	line = line[1:]
	for {
		line = bytes.TrimLeft(line, " \t")
		if len(line) > 0 && line[0] == '}' {
			return f.afterBrace(line[1:], add)
		}
		index, rest, err := f.index(line, last)
		if err != nil {
			return err
		}
		field, rest, err := f.value(rest, braceEnd)
		if err != nil {
			return err
		}
		if field, err = f.number(index, field); err != nil {
			return err
		}
		if err := add(index, field); err != nil {
			return err
		}
		last = index
		line = bytes.TrimLeft(rest, " \t")
		switch {
		case len(line) > 0 && line[0] == ',':
			line = line[1:]
		case len(line) == 0:
			return errUnclosed
		case line[0] != '}':
			return fmt.Errorf("expected a comma or } before %q", textfile.Shortened(string(line)))
		}
	}
}

var errUnclosed = errors.New("the row begins with { but is not closed with }")

// index reads the number of an attribute, which must be above the last one, and
// returns what follows it and is not blank.
func (f *arffFile) index(line []byte, last int) (index int, rest []byte, err error) {
	at := 0
	for at < len(line) && '0' <= line[at] && line[at] <= '9' && index < len(f.attrs) {
		index = 10*index + int(line[at]-'0')
		at++
	}
	rest = bytes.TrimLeft(line[at:], " \t")
	switch {
	case len(line) == 0:
		return 0, nil, errUnclosed
	case at == 0 || at < len(line) && !textfile.IsBlank(line[at]) && index < len(f.attrs):
		return 0, nil, fmt.Errorf("expected the number of an attribute, a blank and a value, got %q",
			textfile.Shortened(string(line)))
	case index >= len(f.attrs):
		return 0, nil, fmt.Errorf("%q does not begin with the number of an attribute; expected 0 to %d",
			textfile.Shortened(string(line)), len(f.attrs)-1)
	case index <= last:
		return 0, nil, fmt.Errorf("index %d follows %d: indices that do not ascend", index, last)
	case len(rest) == 0 || rest[0] == ',' || rest[0] == '}':
		return 0, nil, fmt.Errorf("attribute %d (%q) has no value", index, f.attrs[index].Name)
	}
	return index, rest, nil
}

// braceEnd returns where an unquoted value of a pair ends.
func braceEnd(line []byte) int {
	if i := bytes.IndexAny(line, ",}"); i >= 0 {
		return i
	}
	return len(line)
}

// afterBrace checks that nothing but a weight and a comment follows a row.
func (f *arffFile) afterBrace(rest []byte, add func(index int, field []byte) error) error {
	if braces := bytes.TrimLeft(rest, ", \t"); bytes.HasPrefix(braces, []byte("{")) {
		end := bytes.IndexByte(braces, '}') + 1
		if end == 0 {
			end = len(braces)
		}
		weight, err := f.weight(braces[:end])
		if err == nil {
			err = add(len(f.attrs), weight)
		}
		if err != nil {
			return err
		}
		rest = braces[end:]
	}
	rest = bytes.TrimLeft(rest, " \t")
	if len(rest) == 0 || rest[0] == '%' {
		return nil
	}
	return fmt.Errorf("unexpected %q after }", textfile.Shortened(string(rest)))
}

// quoted reads a string in single or double quotes at the beginning of text. A
// backslash takes the next character literally, but n, r and t as line break,
// carriage return and tab.
func quoted(text string) (value, rest string, err error) {
	b, after, err := unquote(nil, []byte(text))
	return string(b), string(after), err
}

// unquote is quoted of bytes; it appends the value to b.
func unquote(b, text []byte) (value, rest []byte, err error) {
	quote := text[0]
	for i := 1; i < len(text); i++ {
		c := text[i]
		if c == quote {
			return b, text[i+1:], nil
		}
		if c == '\\' && i+1 < len(text) {
			i++
			c = text[i]
			if at := strings.IndexByte("nrt", c); at >= 0 {
				c = "\n\r\t"[at]
			}
		}
		b = append(b, c)
	}
	return nil, nil, fmt.Errorf("the quote that opens %q is never closed", textfile.Shortened(string(text)))
}
