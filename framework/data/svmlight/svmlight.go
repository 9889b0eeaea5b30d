// Package svmlight reads files of labels and numbered features, as SVMlight and
// LIBSVM write them.
package svmlight

import (
	"bytes"
	"errors"
	"io"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/textfile"
)

// maxFeatures bounds the indices: names and weights have to fit into memory,
// however few values there are.
const maxFeatures = 100_000_000

// Label is what the target of an svmlight file is called.
const Label = "label"

// svmlight reads files of lines "label index:value index:value … # remark", as
// SVMlight and LIBSVM define them: one row a line, what is not listed is zero.
// Of multi-label data a row has a list of labels, "1,3,5", or none.
// Indices count from 1; if a 0 occurs in one of the files, from 0.
type svmlight struct {
	*reader.Listed
	source source.Source
	file   int // number of the file
	row    int // read of the file
	line   []byte
	at     data.Place
	zero   *data.Error     // where the first index 0 stands; nil if there is none
	values []float64       // the labels of the row that is read
	last   map[float64]int // the row that had each label last, from 1
	none   error           // the first row without a label
}

// Read reads files; check looks at each before it is read.
func Read(paths []string, s source.Source, check func(file int) error) (*reader.Listed, error) {
	label := collect.Attribute{Name: Label, Declared: collect.DeclaredNumber}
	r := &svmlight{source: s, Listed: &reader.Listed{Features: data.NewSparseBuilder()}, last: map[float64]int{}}
	r.Labels = collect.New(0, label, collect.Target, s.Types[Label], notation.Notation{})
	for _, name := range source.SortedKeys(s.Types) {
		if name != Label {
			return nil, data.Place{File: s.File}.Errorf("types names column %q, but the only column of an svmlight file with "+
				"a type is %q", name, Label).Of("types", name)
		}
	}
	var errs []error
	for i, path := range paths {
		r.file = i
		err := check(i)
		if err == nil {
			err = r.read(path)
		}
		if err != nil {
			errs = append(errs, data.InFile(i, err))
		}
		r.Rows = append(r.Rows, r.row)
	}
	if r.none != nil && !r.Many && s.Targets == nil {
		errs = append([]error{r.none}, errs...)
	}
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	if err := r.Labels.Finish(); err != nil {
		return nil, err
	}
	r.First = 1
	if r.zero != nil {
		r.First = 0
		r.Warnings = []string{r.zero.Error()}
	}
	return r.Listed, nil
}

// read appends the rows of a file.
func (r *svmlight) read(path string) error {
	s, err := textfile.Open(path, r.source.Encoding)
	if err != nil {
		return err
	}
	defer s.Close()
	clear(r.last)
	for r.row = 0; r.source.Rows == 0 || r.row < r.source.Rows; {
		line, err := s.Line()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		r.line, r.at = line, s.At
		if err := r.readLine(); err != nil {
			return err
		}
	}
	if r.row == 0 {
		return data.Place{File: path}.Errorf("the file has no rows")
	}
	return nil
}

// readLine takes a row, if the line holds one.
func (r *svmlight) readLine() error {
	if at := bytes.IndexByte(r.line, '#'); at >= 0 {
		r.line = r.line[:at]
	}
	begin, end := r.token(0)
	if begin == end {
		return nil
	}
	labelled, err := r.addLabels(begin, end)
	if err != nil {
		return err
	}
	if !labelled {
		end = begin
	}
	last := -1
	for {
		if begin, end = r.token(end); begin == end {
			if err := r.Features.EndRow(); err != nil {
				return err
			}
			r.row++
			return r.source.CheckRoom(r.Bytes(), r.at)
		}
		index, value, err := r.pair(begin, end)
		if err != nil {
			return err
		}
		if index <= last {
			return r.errorf(begin, "index %d follows %d: indices that do not ascend", index, last)
		}
		last = index
		r.Features.Add(index, value)
	}
}

// token finds the next run of bytes that are not blank, from at on.
func (r *svmlight) token(at int) (begin, end int) {
	line := r.line
	for at < len(line) && (line[at] == ' ' || line[at] == '\t') {
		at++
	}
	begin = at
	for at < len(line) && line[at] != ' ' && line[at] != '\t' {
		at++
	}
	return begin, at
}

// errorf is a defect of the line, at a byte that is counted from 0.
func (r *svmlight) errorf(at int, text string, args ...any) *data.Error {
	if bytes.IndexByte(r.line, '\r') >= 0 {
		return r.at.Errorf("the line holds a carriage return: save the file with line feeds (LF or CRLF)")
	}
	err := r.at.Errorf(text, args...)
	err.Column = at + 1
	return err
}

// pair reads "index:value".
func (r *svmlight) pair(begin, end int) (index int, value float64, err error) {
	at := begin
	for at < end && '0' <= r.line[at] && r.line[at] <= '9' && index <= maxFeatures {
		index = 10*index + int(r.line[at]-'0')
		at++
	}
	if at == begin || at == end || r.line[at] != ':' || index > maxFeatures {
		return 0, 0, r.badIndex(begin, end)
	}
	if index == 0 && r.zero == nil {
		r.zero = r.errorf(begin, "the index 0 occurs, so that the indices count from 0")
	}
	value, kind := notation.ParseBytes(r.line[at+1 : end])
	if kind != notation.Finite {
		return 0, 0, r.errorf(at+1, "the value %q of feature %d is not a finite number", r.line[at+1:end], index)
	}
	return index, value, nil
}

// badIndex says what is wrong with a pair that does not begin with an index.
func (r *svmlight) badIndex(begin, end int) error {
	token := r.line[begin:end]
	index, _, found := bytes.Cut(token, []byte(":"))
	switch {
	case bytes.HasPrefix(token, []byte("qid:")):
		return r.errorf(begin, "%q groups rows for ranking, which is not available; remove it", token)
	case !found:
		return r.errorf(begin, "%q is not of the form index:value", token)
	case len(index) > 0 && len(bytes.Trim(index, "0123456789")) == 0:
		return r.errorf(begin, "the index %s is too large; features are numbered up to %d", index, maxFeatures)
	}
	return r.errorf(begin, "%q is not an index: indices are whole numbers from 1 (or 0)", index)
}

// addLabels takes the labels of a row, its first word. It reports false if one
// of them is not among the source's labels.
func (r *svmlight) addLabels(begin, end int) (bool, error) {
	word := r.line[begin:end]
	if bytes.IndexByte(word, ':') >= 0 && !bytes.HasPrefix(word, []byte("qid:")) {
		if r.none == nil {
			r.none = data.InFile(r.file, r.errorf(begin, "the row has no label; it must begin with one. If the data are "+
				"multi-label, list all labels in target"))
		}
		r.Counts.Add(0)
		return false, nil
	}
	r.values = r.values[:0]
	for {
		text, rest, more := bytes.Cut(r.line[begin:end], []byte(","))
		if err := r.addLabel(begin, text); err != nil {
			return false, err
		}
		if err := source.CheckClassCount(len(r.values), "labels in a row", r.at); err != nil {
			return false, err
		}
		if !more {
			break
		}
		r.Many = true
		begin = end - len(rest)
	}
	r.Counts.Add(int32(len(r.values)))
	return true, nil
}

// addLabel takes one label, which begins at a byte of the line.
func (r *svmlight) addLabel(begin int, text []byte) error {
	value, kind := notation.ParseBytes(text)
	switch {
	case bytes.IndexByte(text, ':') >= 0:
		return r.errorf(begin, "the row has no label; it must begin with one")
	case kind != notation.Finite:
		return r.errorf(begin, "the label %q is not a finite number; number the classes", text)
	case r.last[value] == r.row+1:
		return r.errorf(begin, "the row has the label %q twice", text)
	}
	r.values = append(r.values, value)
	r.last[value] = r.row + 1
	return r.Labels.Text.Add(r.Labels.Name, text, false, r.at)
}
