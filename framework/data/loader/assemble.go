package loader

import (
	"errors"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
)

// table puts the collected columns together, the features of sparse rows being
// in r, if not nil.
func (l *loader) table(r *sparseRows) (*data.Table, error) {
	t := &data.Table{Rows: l.total()}
	var errs []error
	for _, c := range l.columns {
		var err error
		switch {
		case c.Declared == collect.Unnamed || c.Role == collect.Dropped || c.Role == collect.Label:
		case c.Role == collect.Target:
			err = l.setClasses(t, c)
		case c.Role == collect.Split:
			err = setSplit(t, c)
		case c.Role == collect.Fold:
			t.FoldNames, t.FoldOf, err = l.parts(c, "fold")
		case c.Role == collect.Group:
			t.GroupNames, t.GroupOf, err = l.parts(c, "group")
		case c.Role == collect.Weights:
			t.Weights = c.Numbers
		case r == nil:
			t.Columns = append(t.Columns, l.feature(c))
		}
		errs = append(errs, err)
	}
	if l.source.Targets != nil {
		errs = append(errs, l.setLabels(t))
	}
	if r != nil && len(r.names) > 0 {
		if err := r.features(t); err != nil {
			return nil, err
		}
	} else if len(t.Columns) == 0 {
		errs = append(errs, l.noFeatures())
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if err := l.setParts(t); err != nil {
		return nil, err
	}
	l.warnings = append(l.warnings, warnOfRounding(l.columns)...)
	l.warnings = append(l.warnings, l.doubts.warnings(l.source.File)...)
	t.Missing = t.CountMissing() + l.labelGaps
	return t, nil
}

// noFeatures says that there is nothing to learn from.
func (l *loader) noFeatures() *data.Error {
	err := data.Place{File: l.source.File}.Errorf("there are no feature columns: every column is the target, a label, "+
		"a split, a fold, a group, weights or dropped. Columns: %s",
		wording.Names(l.files[0].Names()))
	if len(l.source.Drop) > 0 {
		err = err.Of("drop")
	}
	return err
}

// feature makes a feature column, and warns if it looks like a slip.
func (l *loader) feature(c *collect.Collector) data.Column {
	if c.Text != nil && c.Declared == collect.Undeclared && !c.Verbatim {
		if text := notation.Dates(c.Text.Levels, c.Text.Counts()); text != "" {
			l.dates = append(l.dates, doubt{column: c.Name, text: text, at: c.Text.First[slices.Index(c.Text.Levels, text)]})
			return c.Column()
		}
		if text, advice := notation.Misread(c.Text.Levels, c.Text.Counts()); advice != "" &&
			c.Notation == (notation.Notation{}) {
			l.misread = append(l.misread, doubt{c.Name, text, advice, c.Text.First[slices.Index(c.Text.Levels, text)]})
			return c.Column()
		}
		if text, at := c.Text.Stray(); at.Known() {
			l.strays = append(l.strays, doubt{column: c.Name, text: text, at: at})
			return c.Column()
		}
	}
	if _, declared := l.source.Types[c.Name]; c.Text != nil && !declared && l.total() >= fewestIDs && c.Text.Distinct() {
		l.ids = append(l.ids, c.Name)
	}
	column := c.Column()
	for row := range l.total() {
		if !column.Missing(row) {
			return column
		}
	}
	l.warnings = append(l.warnings, fmt.Sprintf("%s: column %q has no values", l.source.File, c.Name))
	return column
}
