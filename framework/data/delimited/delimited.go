// Package delimited reads text with a row a line: CSV, TSV, and fields between
// blanks.
package delimited

import (
	"errors"
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// csvFile is a file of delimited text, or of fields between blanks.
type csvFile struct {
	path      string
	delimiter string // "" for runs of blanks
	skip      int    // lines before the table
	header    bool
	width     int // fields a row
	line, end int // of the first record
	encoding  string
	block     int // bytes of a block; 0 to read line by line
}

// Open finds the columns of a file of delimited text.
func Open(path string, s source.Source) (*reader.Input, error) {
	f := &csvFile{path: path, delimiter: s.Delimiter, skip: s.SkipLines, header: *s.Header, encoding: s.Encoding,
		block: blockBytes}
	r, err := f.open()
	if err != nil {
		return nil, err
	}
	defer r.stream.Close()
	line, fields, err := r.fields()
	if err == io.EOF {
		return nil, nothingLeft(path, f.skip)
	}
	if err != nil {
		var wrong *data.Error
		if errors.As(err, &wrong) && wrong.Meant != "" {
			err = wrong.Of("delimiter")
		}
		return nil, err
	}
	first := lists.Map(fields, func(field []byte) string { return string(field) })
	f.width, f.line, f.end = len(first), line, r.stream.At.Line
	if err := f.notTheTable(r, first); err != nil {
		return nil, err
	}
	in := &reader.Input{Path: path, Read: reader.Feeding(path, f.feed), Sample: f.sample}
	if f.header {
		in.Header = data.Place{File: path, Line: line}
	}
	return in, f.name(in, data.Place{File: path, Line: line}, first, s.Columns)
}

// open begins to read the file, after the lines that are skipped.
func (f *csvFile) open() (*records, error) {
	s, err := textfile.Open(f.path, f.encoding)
	if err != nil {
		return nil, err
	}
	enough, err := s.Skip(f.skip)
	if err == nil && !enough {
		err = nothingLeft(f.path, f.skip)
	}
	if err != nil {
		s.Close()
		return nil, err
	}
	return &records{stream: s, delimiter: f.delimiter}, nil
}

// nothingLeft says that a file has no rows, perhaps because all are skipped.
func nothingLeft(path string, skipped int) *data.Error {
	if skipped > 0 {
		return data.Place{File: path}.Errorf("nothing is left after skip_lines = %d", skipped).Of("skip_lines")
	}
	return data.Place{File: path}.Errorf("the file is empty")
}

// notTheTable returns an error if the first record cannot be of the table: it is
// one field with other delimiters in it, or what follows has more fields.
func (f *csvFile) notTheTable(r *records, first []string) error {
	at := data.Place{File: f.path, Line: f.line}
	if strings.IndexByte(strings.Join(first, ""), '\r') >= 0 {
		return at.Errorf("the lines end in a carriage return alone (old Macintosh); save the file with line feeds (LF or " +
			"CRLF)")
	}
	if other := otherDelimiter(first[0], f.delimiter); other != "" && f.width == 1 {
		wrong := at.Errorf("the line is a single field, %q%s", textfile.Shortened(first[0]), hintDelimiter(other))
		wrong.Meant = other
		return wrong.Of("delimiter")
	}
	for {
		line, fields, err := r.fields()
		switch {
		case err == io.EOF && f.width == 1 && f.delimiter != "" && len(strings.Fields(first[0])) > 1:
			return at.Errorf("the line is a single field, %q; %s", textfile.Shortened(first[0]),
				otherFormat(first[0])).Of("format")
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
	if f.end > f.line {
		hint += fmt.Sprintf("; a quote that opens in line %d ends in line %d", f.line, f.end)
	}
	return data.Place{File: f.path, Line: line}.Errorf("got %d fields, expected %d as in line %d%s", fields, f.width,
		f.line, hint)
}

// name names the columns, after the header or the names given, else by their
// positions.
func (f *csvFile) name(in *reader.Input, at data.Place, first, given []string) error {
	if given != nil && len(given) != f.width {
		return at.Errorf("columns names %d columns, but this line has %d fields", len(given), f.width).Of("columns")
	}
	if given != nil && !f.header && slices.Equal(first, given) {
		return at.Errorf("the first line holds the names given in columns; " +
			"write header = true, or remove columns").Of("columns")
	}
	in.Attrs = make([]collect.Attribute, f.width)
	for i := range in.Attrs {
		a := &in.Attrs[i]
		switch {
		case given != nil:
			a.Name = given[i]
		case !f.header:
			a.Name = strconv.Itoa(i)
		case first[i] != "":
			a.Name = first[i]
		case i == f.width-1:
			a.Declared = collect.Unnamed
		default:
			a.Name = strconv.Itoa(i)
			in.Warnings = append(in.Warnings, at.Errorf("column %d has no name in the header; it is called %q", i+1,
				a.Name).Error())
		}
	}
	return reader.UniqueNames(in, at, given != nil)
}

// feed reads all rows after the header.
func (f *csvFile) feed(to *reader.Feeder) error {
	r, err := f.open()
	if err != nil {
		return err
	}
	defer r.stream.Close()
	if f.header {
		before := to.Filling.Mark()
		_, _, err := r.next(to.Filling)
		to.Filling.Cut(before)
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return err
		}
	}
	if f.block > 0 && canPart(f.delimiter) {
		blocks := blocks{stream: r.stream, delimiter: f.delimiter[0], width: f.width, size: f.block, line: r.stream.At.Line}
		if err := blocks.feed(to); err != nil {
			return err
		}
	}
	for {
		b := to.Filling
		before := b.Mark()
		line, width, err := r.next(b)
		switch {
		case err == io.EOF:
			return nil
		case err == nil && width != f.width:
			err = f.ragged(line, width, "")
		case err == nil:
			if err := to.Row(line); err != nil {
				return err
			}
			continue
		}
		b.Cut(before)
		return err
	}
}

// sample reads all rows after the header, one by one.
func (f *csvFile) sample(row func(fields [][]byte) error) error {
	r, err := f.open()
	if err != nil {
		return err
	}
	defer r.stream.Close()
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
