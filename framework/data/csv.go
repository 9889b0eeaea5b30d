package data

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"
)

// openCSV finds the columns of a file of delimited text (RFC 4180; blanks
// around fields do not count, empty lines are skipped).
func openCSV(path string, text []byte, s Source) (*input, error) {
	text, skipped, err := skipLines(path, text, s.SkipLines)
	if err != nil {
		return nil, err
	}
	f := &csvFile{path: path, text: text, skipped: skipped, delimiter: s.Delimiter, header: *s.Header}
	r := f.reader()
	line, first, err := f.next(r)
	if err == io.EOF {
		return nil, s.nothingLeft(path)
	}
	if err != nil {
		return nil, err
	}
	first = slices.Clone(first)
	f.width, f.line = len(first), line
	if err := f.notTheTable(r, first[0]); err != nil {
		return nil, err
	}
	in := &input{path: path, maxRows: rowBound(text, f.width), each: f.each}
	if f.header {
		in.header = place{path, line}
	}
	return in, f.name(in, place{path, line}, first, s.Columns)
}

// skipLines drops the first n lines of a text.
func skipLines(path string, text []byte, n int) (rest []byte, skipped int, err error) {
	for range n {
		_, after, found := bytes.Cut(text, []byte("\n"))
		if !found {
			return nil, 0, place{file: path}.errorf("nothing is left after skip_lines = %d", n).of("skip_lines")
		}
		text = after
	}
	return text, n, nil
}

// nothingLeft says that a file has no rows, perhaps because all are skipped.
func (s Source) nothingLeft(path string) *Error {
	if s.SkipLines > 0 {
		return place{file: path}.errorf("nothing is left after skip_lines = %d", s.SkipLines).of("skip_lines")
	}
	return place{file: path}.errorf("the file is empty")
}

// csvFile is delimited text in memory.
type csvFile struct {
	path      string
	text      []byte
	skipped   int // lines before text
	delimiter string
	header    bool
	width     int // fields a row
	line      int // of the first record
}

func (f *csvFile) reader() *csv.Reader {
	r := csv.NewReader(bufio.NewReaderSize(bytes.NewReader(f.text), 1<<16))
	r.Comma, _ = utf8.DecodeRuneInString(f.delimiter)
	r.FieldsPerRecord = -1
	r.ReuseRecord = true
	r.TrimLeadingSpace = f.delimiter != "\t" && f.delimiter != " "
	return r
}

// next returns the next record that is not blank, with blanks around fields
// removed, and its line. At the end it returns io.EOF.
func (f *csvFile) next(r *csv.Reader) (line int, fields []string, err error) {
	for {
		fields, err = r.Read()
		if err != nil {
			return 0, nil, f.explain(err)
		}
		for i, field := range fields {
			fields[i] = strings.TrimSpace(field)
		}
		if len(fields) > 1 || fields[0] != "" || f.width == 1 {
			line, _ = r.FieldPos(0)
			return f.skipped + line, fields, nil
		}
	}
}

// explain turns an error of encoding/csv into one that names file and line.
func (f *csvFile) explain(err error) error {
	var parse *csv.ParseError
	if !errors.As(err, &parse) {
		return err
	}
	at := place{f.path, f.skipped + parse.Line}
	switch {
	case errors.Is(err, csv.ErrBareQuote):
		return at.errorf("a quote stands inside a field that does not begin with one; put the field in quotes and double those inside")
	case errors.Is(err, csv.ErrQuote) && parse.StartLine != parse.Line:
		return at.errorf("a quote is misplaced or never closed in the row that begins in line %d", f.skipped+parse.StartLine)
	case errors.Is(err, csv.ErrQuote):
		hint := ""
		if other := f.otherDelimiter(f.physical(parse.Line)); other != "" {
			hint = fmt.Sprintf("; if fields end at %q, write delimiter = %[1]q", other)
		}
		return at.errorf("a quote is misplaced or never closed; inside a quoted field write two%s", hint)
	}
	return at.errorf("%v", parse.Err)
}

// notTheTable returns an error if the first record cannot be of the table: it is
// one field with other delimiters in it, or what follows has more fields.
func (f *csvFile) notTheTable(r *csv.Reader, first string) error {
	if other := f.otherDelimiter(first); other != "" && f.width == 1 {
		return place{f.path, f.line}.errorf("the line is a single field, %q; if fields end at %q, write delimiter = %[2]q", shortened(first), other).of("delimiter")
	}
	for {
		line, fields, err := f.next(r)
		switch {
		case err != nil: // said when the rows are read
			return nil
		case len(fields) > f.width:
			return f.ragged(line, len(fields), fmt.Sprintf("; if the table begins here, write skip_lines = %d", line-1))
		case f.width > 1:
			return nil
		}
	}
}

// ragged is the error on a record that has another number of fields than the
// first.
func (f *csvFile) ragged(line, fields int, hint string) error {
	return place{f.path, line}.errorf("got %d fields, expected %d as in line %d%s", fields, f.width, f.line, hint)
}

// otherDelimiter returns what fields may end at in a text that does not hold the
// delimiter, or "".
func (f *csvFile) otherDelimiter(text string) string {
	if strings.Contains(text, f.delimiter) {
		return ""
	}
	for _, other := range []string{";", "\t", "|", ","} {
		if strings.Contains(text, other) {
			return other
		}
	}
	return ""
}

// physical returns a line of the text, counted from 1.
func (f *csvFile) physical(line int) string {
	text := f.text
	for range line - 1 {
		_, text, _ = bytes.Cut(text, []byte("\n"))
	}
	first, _, _ := bytes.Cut(text, []byte("\n"))
	return string(first)
}

// shortened cuts a text for a message.
func shortened(text string) string {
	const most = 40
	if runes := []rune(text); len(runes) > most {
		return string(runes[:most]) + "…"
	}
	return text
}

// name names the columns, after the header or the names given, else by their
// positions.
func (f *csvFile) name(in *input, at place, first, given []string) error {
	if given != nil && len(given) != f.width {
		return at.errorf("columns names %d columns, but this line has %d fields", len(given), f.width).of("columns")
	}
	if given != nil && !f.header && slices.Equal(first, given) {
		return at.errorf("the first line holds the names given in columns; write header = true, or remove columns").of("columns")
	}
	in.attrs = make([]attribute, f.width)
	for i := range in.attrs {
		a := &in.attrs[i]
		switch {
		case given != nil:
			a.name = given[i]
		case !f.header:
			a.name = strconv.Itoa(i)
		case first[i] != "":
			a.name = strings.Clone(first[i])
		case i == f.width-1:
			a.declared = unnamed
		default:
			a.name = strconv.Itoa(i)
			in.warnings = append(in.warnings, at.errorf("column %d has no name in the header; it is called %q", i+1, a.name).Error())
		}
	}
	return uniqueNames(in, at, given != nil)
}

// uniqueNames checks that no two columns share a name and that names are UTF-8.
// The names are given by columns, or stand in the file.
func uniqueNames(in *input, at place, given bool) error {
	seen := make(map[string]int, len(in.attrs))
	for i, a := range in.attrs {
		if !utf8.ValidString(a.name) {
			return at.errorf("the name of column %d is not UTF-8; save the file in that encoding", i+1)
		}
		if before, dup := seen[a.name]; dup && a.declared != unnamed {
			hint := headerHint(in)
			err := at.errorf("columns %d and %d are both called %q%s", before+1, i+1, a.name, hint)
			switch {
			case given:
				err = err.of("columns", i)
			case hint != "":
				err = err.of("header")
			}
			return err
		}
		seen[a.name] = i
	}
	return nil
}

// headerHint tells what to do about a header that is none.
func headerHint(in *input) string {
	if in.header.line == 0 {
		return ""
	}
	for _, a := range in.attrs {
		if _, kind := parseNumber(a.name); kind == notNumber && a.declared != unnamed {
			return ""
		}
	}
	return "; the file seems to have no header: write header = false"
}

// each reads all rows after the header.
func (f *csvFile) each(row func(line int, fields []string) error) error {
	r := f.reader()
	for n := 0; ; n++ {
		line, fields, err := f.next(r)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
		if n == 0 && f.header {
			continue
		}
		if len(fields) != f.width {
			return f.ragged(line, len(fields), "")
		}
		if err := row(line, fields); err != nil {
			return err
		}
	}
}
