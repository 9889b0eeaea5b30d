package data

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"
)

// csvFile is a file of delimited text, or of fields between blanks.
type csvFile struct {
	path      string
	delimiter string // "" for runs of blanks
	skip      int    // lines before the table
	header    bool
	width     int // fields a row
	line      int // of the first record
	encoding  string
}

// openCSV finds the columns of a file of delimited text.
func openCSV(path string, s Source) (*input, error) {
	f := &csvFile{path: path, delimiter: s.Delimiter, skip: s.SkipLines, header: *s.Header, encoding: s.Encoding}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	defer r.stream.close()
	line, fields, err := r.fields()
	if err == io.EOF {
		return nil, nothingLeft(path, f.skip)
	}
	if err != nil {
		return nil, err
	}
	first := make([]string, len(fields))
	for i, field := range fields {
		first[i] = string(field)
	}
	f.width, f.line = len(first), line
	if err := f.notTheTable(r, first); err != nil {
		return nil, err
	}
	in := &input{path: path, read: feeding(path, f.feed), sample: f.sample}
	if f.header {
		in.header = place{file: path, line: line}
	}
	return in, f.name(in, place{file: path, line: line}, first, s.Columns)
}

// open begins to read the file, after the lines that are skipped.
func (f *csvFile) open() (*records, error) {
	s, err := openStream(f.path, f.encoding)
	if err != nil {
		return nil, err
	}
	enough, err := s.skip(f.skip)
	if err == nil && !enough {
		err = nothingLeft(f.path, f.skip)
	}
	if err != nil {
		s.close()
		return nil, err
	}
	return &records{stream: s, delimiter: f.delimiter}, nil
}

// nothingLeft says that a file has no rows, perhaps because all are skipped.
func nothingLeft(path string, skipped int) *Error {
	if skipped > 0 {
		return place{file: path}.errorf("nothing is left after skip_lines = %d", skipped).of("skip_lines")
	}
	return place{file: path}.errorf("the file is empty")
}

// notTheTable returns an error if the first record cannot be of the table: it is
// one field with other delimiters in it, or what follows has more fields.
func (f *csvFile) notTheTable(r *records, first []string) error {
	at := place{file: f.path, line: f.line}
	if strings.IndexByte(strings.Join(first, ""), '\r') >= 0 {
		return at.errorf("the lines end in a carriage return alone (old Macintosh); save the file with line feeds (LF or CRLF)")
	}
	if other := otherDelimiter(first[0], f.delimiter); other != "" && f.width == 1 {
		return at.errorf("the line is a single field, %q%s", shortened(first[0]), hintDelimiter(other)).of("delimiter")
	}
	for {
		line, fields, err := r.fields()
		switch {
		case err == io.EOF && f.width == 1 && f.delimiter != "" && len(strings.Fields(first[0])) > 1:
			return at.errorf("the line is a single field, %q; %s", shortened(first[0]), otherFormat(first[0])).of("format")
		case err != nil: // said when the rows are read
			return nil
		case len(fields) > f.width:
			return f.ragged(line, len(fields), fmt.Sprintf("; if the table begins here, write skip_lines = %d", line-1))
		case f.width > 1:
			return nil
		}
	}
}

// otherFormat says what to write for a line with blanks.
func otherFormat(line string) string {
	words := strings.Fields(line)
	switch {
	case strings.HasPrefix(words[0], "@"):
		return "if this is an ARFF file, write format = \"arff\""
	case strings.Contains(words[1], ":"):
		return "if these are a label and index:value, write format = \"svmlight\""
	}
	return "if fields end at blanks, write format = \"space\""
}

// ragged is the error on a record that has another number of fields than the
// first.
func (f *csvFile) ragged(line, fields int, hint string) error {
	if f.delimiter == " " {
		hint += "; if fields end at runs of blanks, write format = \"space\" instead of delimiter"
	}
	return place{file: f.path, line: line}.errorf("got %d fields, expected %d as in line %d%s", fields, f.width, f.line, hint)
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
			a.name = first[i]
		case i == f.width-1:
			a.declared = unnamed
		default:
			a.name = strconv.Itoa(i)
			in.warnings = append(in.warnings, at.errorf("column %d has no name in the header; it is called %q", i+1, a.name).Error())
		}
	}
	return uniqueNames(in, at, given != nil)
}

// feed reads all rows after the header.
func (f *csvFile) feed(to *feeder) error {
	r, err := f.open()
	if err != nil {
		return err
	}
	defer r.stream.close()
	for n := 0; ; n++ {
		b := to.filling
		before := b.mark()
		line, width, err := r.next(b)
		switch {
		case err == io.EOF:
			return nil
		case err == nil && n == 0 && f.header:
			b.cut(before)
			continue
		case err == nil && width != f.width:
			err = f.ragged(line, width, "")
		case err == nil:
			if err := to.row(line); err != nil {
				return err
			}
			continue
		}
		b.cut(before)
		return err
	}
}

// sample reads all rows after the header, one by one.
func (f *csvFile) sample(row func(fields [][]byte) error) error {
	r, err := f.open()
	if err != nil {
		return err
	}
	defer r.stream.close()
	for n := 0; ; n++ {
		_, fields, err := r.fields()
		if err != nil {
			return err
		}
		if n == 0 && f.header {
			continue
		}
		if len(fields) != f.width {
			return io.EOF
		}
		if err := row(fields); err != nil {
			return err
		}
	}
}
