package loader

import (
	"errors"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
)

// mostDense bounds the values of features that a sparse ARFF file lists and that
// become columns: 1 GiB of float64. Those of larger files stay sparse.
const mostDense = 1 << 30 / 8

// sparseRows collects the rows of ARFF files whose features are all numeric,
// without a value for each feature of each row.
type sparseRows struct {
	loader  *loader
	feature []int                // number of each attribute among the features, −1 for others
	others  []*collect.Collector // attributes that are not features
	fields  [][]byte             // of a row
	names   []string
	csr     data.SparseBuilder
}

// errNotSparse says that rows hold what a sparse table cannot.
var errNotSparse = errors.New("missing values")

// sparse returns what reads the files as sparse rows, nil if they are not.
func (l *loader) sparse() *sparseRows {
	r := &sparseRows{loader: l, csr: data.NewSparseBuilder()}
	for _, in := range l.files {
		if in.Sparse == nil {
			return nil
		}
	}
	for _, c := range l.columns {
		number := -1
		switch {
		case c.Role != collect.Feature:
			r.others = append(r.others, c)
		case c.Text != nil || !c.Strict:
			return nil
		default:
			number = len(r.names)
			r.names = append(r.names, c.Name)
		}
		r.feature = append(r.feature, number)
	}
	return r
}

// read collects the rows of all files.
func (r *sparseRows) read() error {
	l := r.loader
	for i, in := range l.files {
		rows := 0
		r.fields = slices.Clone(in.Sparse.Zeros())
		err := in.Sparse.Lines(func(at data.Place, line []byte) error {
			if rows == l.source.Rows && rows > 0 {
				return reader.ErrLimit
			}
			rows++
			return r.row(in.Sparse, at, line)
		})
		if err != nil && err != reader.ErrLimit {
			return data.InFile(i, err)
		}
		in.rows = rows
	}
	for _, c := range r.others {
		if err := c.Finish(); err != nil {
			return err
		}
	}
	return nil
}

// row takes one row.
func (r *sparseRows) row(f reader.SparseReader, at data.Place, line []byte) error {
	var defect error
	var listed []int
	err := f.Values(line, func(index int, field []byte) error {
		if r.feature[index] >= 0 {
			defect = r.value(index, field, at)
			return defect
		}
		r.fields[index] = field
		listed = append(listed, index)
		return nil
	})
	if defect != nil {
		return defect
	}
	if err != nil {
		return at.Errorf("%v", err)
	}
	for _, c := range r.others {
		field := r.fields[c.Index]
		if err := c.Add(field, r.loader.missing.Has(field), at); err != nil {
			return err
		}
	}
	for _, index := range listed {
		r.fields[index] = f.Zeros()[index]
	}
	if err := r.csr.EndRow(); err != nil {
		return err
	}
	return r.loader.source.CheckRoom(r.bytes(), at)
}

// bytes is what the table takes up so far.
func (r *sparseRows) bytes() float64 {
	total := r.csr.Bytes()
	for _, c := range r.others {
		total += c.Bytes()
	}
	return total
}

// value takes a feature of a row.
func (r *sparseRows) value(index int, field []byte, at data.Place) error {
	c := r.loader.columns[index]
	v, kind := notation.ParseBytes(field)
	switch {
	case r.loader.missing.Has(field) || kind == notation.NotANumber:
		return errNotSparse
	case kind == notation.NotNumber:
		return c.NoNumber(string(field), at)
	case kind == notation.Infinite:
		return at.Errorf("%q in column %q is not a finite number", field, c.Name)
	}
	r.csr.Add(r.feature[index], v)
	return nil
}

// features gives the rows to a table.
func (r *sparseRows) features(t *data.Table) error {
	r.csr.Highest = len(r.names) - 1
	s := &data.Sparse{Cols: len(r.names), Names: r.names}
	return r.csr.Features(t, s, float64(t.Rows)*float64(s.Cols) <= mostDense)
}

// loadListed makes the table of files whose rows list labels and numbered
// features.
func (l *loader) loadListed() (*data.Table, error) {
	r, err := l.format.List(l.paths(), l.source, l.checkDigest)
	if err != nil {
		return nil, err
	}
	l.warnings = append(l.warnings, r.Warnings...)
	for i, rows := range r.Rows {
		l.files[i].rows = rows
	}
	t := &data.Table{Rows: l.total()}
	if err := l.setListed(t, r); err != nil {
		return nil, err
	}
	width := r.Features.Highest + 1 - r.First
	if r.Features.Highest < 0 {
		return nil, data.Place{File: l.source.File}.Errorf("there are no features: no row lists a value")
	}
	if err := r.Features.Features(t, &data.Sparse{First: r.First, Cols: width}, false); err != nil {
		return nil, err
	}
	return t, l.setParts(t)
}

// setListed gives the labels to a table: as classes if every row has one, or to a
// multi-label table.
func (l *loader) setListed(t *data.Table, r *reader.Listed) error {
	if l.source.Targets == nil && !r.Many {
		return l.setClasses(t, r.Labels)
	}
	l.labelsBy = "target"
	labels, position := notation.Order(r.Labels.Text.Levels, r.Labels.Spelling(), notation.Notation{})
	names, number := labels, lists.Range(len(labels))
	at := data.Place{File: l.source.File}
	if err := source.CheckClassCount(len(names), "labels", at); err != nil {
		return err
	}
	if err := l.source.CheckRoom(float64(8*t.Rows+4*len(r.Labels.Text.Codes)), at); err != nil {
		return err
	}
	if l.source.Targets != nil {
		names = l.source.Targets
		listed := map[float64]int{}
		for k, name := range names {
			v, _ := notation.Parse(name)
			listed[v] = k
		}
		for k, text := range labels {
			v, _ := notation.Parse(text)
			found := false
			if number[k], found = listed[v]; !found {
				first := r.Labels.Text.First[slices.Index(position, int32(k))]
				return first.Errorf("the label %q is not in target, which lists %s", text, wording.Names(names)).Of("target")
			}
		}
	}
	t.StartLabels(names)
	counts, err := r.Counts.Join()
	if err != nil {
		return err
	}
	addListed(t, r.Labels.Text.Codes, counts, func(code int32) int32 { return int32(number[position[code]]) })
	return l.finishLabels(t)
}

// addListed adds the labels of rows, each of which has a code: of each row as many as counts say.
func addListed(t *data.Table, codes, counts []int32, number func(code int32) int32) {
	value := 0
	for _, n := range counts {
		has := lists.Map(codes[value:value+int(n)], number)
		slices.Sort(has)
		t.Truth.Y.Add(slices.Compact(has)...)
		value += int(n)
	}
}
