package data

import (
	"errors"
	"io"
)

// read goes through the files and gives every row's fields to the collectors.
func (l *loader) read(columns []*collector) error {
	for i, f := range l.files {
		n, err := f.read(&sink{l.source, l.missing, columns, l.held})
		if err == nil && n == 0 {
			err = place{file: f.path}.errorf("the file has no rows")
		}
		if err != nil {
			return inFile(i, err)
		}
		f.rows = n
	}
	for _, c := range columns {
		c.finish()
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
	var open []*collector
	for _, c := range l.columns {
		if c.role == feature && c.declared == undeclared && c.text == nil && !c.strict {
			open = append(open, c)
		}
	}
	if len(open) == 0 {
		return
	}
	n := 0
	_ = l.files[0].sample(func(fields [][]byte) error {
		if n == sampleRows || n*len(fields) > sampleFields {
			return io.EOF
		}
		n++
		for _, c := range open {
			if _, kind := c.notation.number(fields[c.index]); kind == notNumber && c.text == nil && !l.missing.has(fields[c.index]) {
				c.text = newTexts(attribute{}, c.notation)
			}
		}
		return nil
	})
}

// readTexts reads the columns again that turned out not to be numbers.
func (l *loader) readTexts() error {
	var again []*collector
	var errs []error
	for _, c := range l.columns {
		if c.reread {
			c.reread = false
			c.text = newTexts(attribute{}, c.notation)
			again = append(again, c)
		} else if c.infinity != nil {
			errs = append(errs, c.infinity)
		}
	}
	if len(again) > 0 && errs == nil {
		return l.read(again)
	}
	return errors.Join(errs...)
}

func (l *loader) total() int {
	n := 0
	for _, f := range l.files {
		n += f.rows
	}
	return n
}

// held is what all columns take up so far.
func (l *loader) held() float64 {
	total := 0.0
	for _, c := range l.columns {
		total += c.bytes()
	}
	return total
}
