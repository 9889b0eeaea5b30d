package data

import (
	"bytes"
	"errors"
	"io"
	"slices"
)

// maxFeatures bounds the indices: names and weights have to fit into memory,
// however few values there are.
const maxFeatures = 100_000_000

// labelName is what the target of an svmlight file is called.
const labelName = "label"

// svmlight reads files of lines "label index:value index:value … # remark", as
// SVMlight and LIBSVM define them: one row a line, what is not listed is zero.
// Of multi-label data a row has a list of labels, "1,3,5", or none.
// Indices count from 1; if a 0 occurs in one of the files, from 0.
type svmlight struct {
	source Source
	labels svmLabels
	csr    csrBuilder
	file   int // number of the file
	row    int // read of the file
	line   []byte
	at     place
	zero   *Error // where the first index 0 stands; nil if there is none
}

// loadSvmlight makes the table of svmlight files.
func (l *loader) loadSvmlight() (*Table, error) {
	label := attribute{name: labelName, declared: declaredNumber}
	r := &svmlight{source: l.source, csr: newCSRBuilder()}
	r.labels.last = map[float64]int{}
	r.labels.column = newCollector(0, label, asTarget, l.source.Types[labelName], notation{})
	for _, name := range sortedKeys(l.source.Types) {
		if name != labelName {
			return nil, place{file: l.source.File}.errorf("types names column %q, but the only column of an svmlight file with a type is %q", name, labelName).of("types", name)
		}
	}
	var errs []error
	for i, path := range l.paths {
		r.file = i
		err := l.checkDigest(i)
		if err == nil {
			err = r.read(path)
		}
		if err != nil {
			errs = append(errs, inFile(i, err))
		}
		l.rows = append(l.rows, r.row)
		l.inputs = append(l.inputs, &input{path: path})
	}
	if r.labels.none != nil && !r.labels.many && l.source.Targets == nil {
		errs = append([]error{r.labels.none}, errs...)
	}
	if errs != nil {
		return nil, errors.Join(errs...)
	}
	if r.zero != nil {
		l.warnings = append(l.warnings, r.zero.Error())
	}
	return l.svmlightTable(r)
}

// svmlightTable puts the table together.
func (l *loader) svmlightTable(r *svmlight) (*Table, error) {
	r.labels.column.finish()
	t := &Table{Rows: l.total()}
	if err := l.svmlightTarget(t, &r.labels); err != nil {
		return nil, err
	}
	if r.csr.highest < 0 {
		return nil, place{file: l.source.File}.errorf("there are no features: no row lists a value")
	}
	r.csr.features(t, &Sparse{First: r.first(), Cols: r.csr.highest + 1 - r.first()}, false)
	if len(l.rows) == 2 {
		t.Part = slices.Concat(make([]int8, l.rows[0]), slices.Repeat([]int8{TestPart}, l.rows[1]))
	}
	return t, nil
}

// first is the number of the first feature.
func (r *svmlight) first() int {
	if r.zero != nil {
		return 0
	}
	return 1
}

// read appends the rows of a file.
func (r *svmlight) read(path string) error {
	s, err := openStream(path, r.source.Encoding)
	if err != nil {
		return err
	}
	defer s.close()
	clear(r.labels.last)
	for r.row = 0; r.source.Rows == 0 || r.row < r.source.Rows; {
		line, err := s.line()
		if err == io.EOF {
			break
		}
		if err != nil {
			return err
		}
		r.line, r.at = line, s.at
		if err := r.readLine(); err != nil {
			return err
		}
	}
	if r.row == 0 {
		return place{file: path}.errorf("the file has no rows")
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
			r.csr.endRow()
			r.row++
			return r.source.checkRoom(r.csr.bytes()+r.labels.bytes(), r.at)
		}
		index, value, err := r.pair(begin, end)
		if err != nil {
			return err
		}
		if index <= last {
			return r.errorf(begin, "index %d follows %d: indices that do not ascend", index, last)
		}
		last = index
		r.csr.add(index, value)
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
func (r *svmlight) errorf(at int, text string, args ...any) *Error {
	if bytes.IndexByte(r.line, '\r') >= 0 {
		return r.at.errorf("the line holds a carriage return: save the file with line feeds (LF or CRLF)")
	}
	err := r.at.errorf(text, args...)
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
	value, kind := parseBytes(r.line[at+1 : end])
	if kind != finite {
		return 0, 0, r.errorf(at+1, "the value %q of feature %d is no finite number", r.line[at+1:end], index)
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
	return r.errorf(begin, "%q is no index: indices are whole numbers from 1 (or 0)", index)
}
