package data

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/wording"
)

// table puts the collected columns together, the features of sparse rows being
// in r, if not nil.
func (l *loader) table(r *sparseRows) (*Table, error) {
	t := &Table{Rows: l.total()}
	var errs []error
	for _, c := range l.columns {
		var err error
		switch {
		case c.declared == unnamed || c.role == dropped || c.role == label:
		case c.role == asTarget:
			err = l.setClasses(t, c)
		case c.role == split:
			err = setSplit(t, c)
		case c.role == fold:
			err = l.setFolds(t, c)
		case c.role == group:
			err = l.setGroups(t, c)
		case c.role == weights:
			t.Weights = c.numbers
		case r == nil:
			t.Columns = append(t.Columns, l.feature(c))
		}
		errs = append(errs, err)
	}
	if l.source.Targets != nil {
		errs = append(errs, l.setLabels(t))
	}
	if r != nil && len(r.names) > 0 {
		r.features(t)
	} else if len(t.Columns) == 0 {
		errs = append(errs, l.noFeatures())
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	l.setParts(t)
	l.warnings = append(l.warnings, warnOfRounding(l.columns)...)
	l.warnings = append(l.warnings, l.doubts.warnings(l.source.File)...)
	t.Missing = t.countMissing() + l.labelGaps
	return t, nil
}

// noFeatures says that there is nothing to learn from.
func (l *loader) noFeatures() *Error {
	err := place{file: l.source.File}.errorf("there are no feature columns: every column is the target, a label, a split, a fold, a group, weights or dropped. Columns: %s",
		wording.Names(l.files[0].names()))
	if len(l.source.Drop) > 0 {
		err = err.of("drop")
	}
	return err
}

// feature makes a feature column, and warns if it looks like a slip.
func (l *loader) feature(c *collector) Column {
	if c.text != nil && c.declared == undeclared && !c.verbatim {
		if text, advice := misread(c.text.levels, c.text.counts()); advice != "" && c.notation == (notation{}) {
			l.misread = append(l.misread, doubt{c.name, text, advice, c.text.first[slices.Index(c.text.levels, text)]})
			return c.column()
		}
		if text, at := c.text.stray(); at.known() {
			l.strays = append(l.strays, doubt{column: c.name, text: text, at: at})
			return c.column()
		}
	}
	if _, declared := l.source.Types[c.name]; c.text != nil && !declared && l.total() >= fewestIDs && c.text.distinct() {
		l.ids = append(l.ids, c.name)
	}
	column := c.column()
	for row := range l.total() {
		if !column.Missing(row) {
			return column
		}
	}
	l.warnings = append(l.warnings, fmt.Sprintf("%s: column %q has no values", l.source.File, c.name))
	return column
}

// setParts makes the rows of a test file the test part.
func (l *loader) setParts(t *Table) {
	if len(l.files) == 2 {
		t.Part = slices.Concat(make([]int8, l.files[0].rows), slices.Repeat([]int8{TestPart}, l.files[1].rows))
	}
}
