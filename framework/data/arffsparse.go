package data

import (
	"errors"
	"slices"
)

// mostDense bounds the values of features that a sparse ARFF file lists and that
// become columns: 1 GiB of float64. Those of larger files stay sparse.
const mostDense = 1 << 30 / 8

// sparseRows collects the rows of ARFF files whose features are all numeric,
// without a value for each feature of each row.
type sparseRows struct {
	loader  *loader
	feature []int        // number of each attribute among the features, −1 for others
	others  []*collector // attributes that are no features
	fields  [][]byte     // of a row
	names   []string
	csr     csrBuilder
}

// errNotSparse says that rows hold what a sparse table cannot.
var errNotSparse = errors.New("missing values")

// sparse returns what reads the files as sparse rows, nil if they are not.
func (l *loader) sparse() *sparseRows {
	r := &sparseRows{loader: l, csr: newCSRBuilder()}
	for _, in := range l.files {
		if in.sparse == nil {
			return nil
		}
	}
	for _, c := range l.columns {
		number := -1
		switch {
		case c.role != feature:
			r.others = append(r.others, c)
		case c.text != nil || !c.strict:
			return nil
		default:
			number = len(r.names)
			r.names = append(r.names, c.name)
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
		r.fields = slices.Clone(in.sparse.zeros())
		err := in.sparse.lines(func(at place, line []byte) error {
			if rows == l.source.Rows && rows > 0 {
				return errLimit
			}
			rows++
			return r.row(in.sparse, at, line)
		})
		if err != nil && err != errLimit {
			return inFile(i, err)
		}
		in.rows = rows
	}
	for _, c := range r.others {
		c.finish()
	}
	return nil
}

// row takes one row.
func (r *sparseRows) row(f sparseReader, at place, line []byte) error {
	var defect error
	var listed []int
	err := f.values(line, func(index int, field []byte) error {
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
		return at.errorf("%v", err)
	}
	for _, c := range r.others {
		field := r.fields[c.index]
		if err := c.add(field, r.loader.missing.has(field), at); err != nil {
			return err
		}
	}
	for _, index := range listed {
		r.fields[index] = f.zeros()[index]
	}
	r.csr.endRow()
	return r.loader.source.checkRoom(r.bytes(), at)
}

// bytes is what the table takes up so far.
func (r *sparseRows) bytes() float64 {
	total := r.csr.bytes()
	for _, c := range r.others {
		total += c.bytes()
	}
	return total
}

// value takes a feature of a row.
func (r *sparseRows) value(index int, field []byte, at place) error {
	c := r.loader.columns[index]
	v, kind := parseBytes(field)
	switch {
	case r.loader.missing.has(field) || kind == notANumber:
		return errNotSparse
	case kind == notNumber:
		return c.noNumber(string(field), at)
	case kind == infinite:
		return at.errorf("%q in column %q is no finite number", field, c.name)
	}
	r.csr.add(r.feature[index], v)
	return nil
}

// features gives the rows to a table.
func (r *sparseRows) features(t *Table) {
	r.csr.highest = len(r.names) - 1
	s := &Sparse{Cols: len(r.names), Names: r.names}
	r.csr.features(t, s, float64(t.Rows)*float64(s.Cols) <= mostDense)
}
