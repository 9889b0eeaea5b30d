package loader

import (
	"errors"
	"io"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
)

// read goes through the files and gives every row's fields to the collectors.
func (l *loader) read(columns []*collect.Collector) error {
	for i, f := range l.files {
		n, err := f.Read(&reader.Sink{Source: l.source, Missing: l.missing, Columns: columns, Held: l.held})
		if err == nil && n == 0 {
			err = data.Place{File: f.path}.Errorf("the file has no rows")
		}
		if err != nil {
			return data.InFile(i, err)
		}
		f.rows = n
	}
	for _, c := range columns {
		c.Finish()
	}
	return nil
}

// sampleFields bounds the fields of the rows by which sniff judges, and
// sampleRows these rows.
const (
	sampleFields = 50_000
	sampleRows   = 1000
)

// sniff looks for texts in the first rows, so that columns with them need not be
// read as numbers first. Errors are left to read.
func (l *loader) sniff() {
	var open []*collect.Collector
	for _, c := range l.columns {
		if c.Role == collect.Feature && c.Declared == collect.Undeclared && c.Text == nil && !c.Strict {
			open = append(open, c)
		}
	}
	if len(open) == 0 || l.files[0].Sample == nil {
		return
	}
	n := 0
	_ = l.files[0].Sample(func(fields [][]byte) error {
		if n == sampleRows || n*len(fields) > sampleFields {
			return io.EOF
		}
		n++
		for _, c := range open {
			if _, kind := c.Notation.Number(fields[c.Index]); kind == notation.NotNumber && c.Text == nil &&
				!l.missing.Has(fields[c.Index]) {
				c.Text = collect.NewTexts(collect.Attribute{}, c.Notation)
			}
		}
		return nil
	})
}

// readTexts reads the columns again that turned out not to be numbers.
func (l *loader) readTexts() error {
	var again []*collect.Collector
	var errs []error
	for _, c := range l.columns {
		if c.Reread {
			c.Reread = false
			c.Text = collect.NewTexts(collect.Attribute{}, c.Notation)
			again = append(again, c)
		} else if c.Infinity != nil {
			errs = append(errs, c.Infinity)
		}
	}
	if len(again) > 0 && errs == nil {
		return l.read(again)
	}
	return errors.Join(errs...)
}
