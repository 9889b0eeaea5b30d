// Package loader makes the table of a source: it opens the files, gives columns
// their roles, numbers classes and labels, and warns of what is odd.
package loader

import (
	"errors"
	"io"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/collect"
	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/reader"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/data/splits"
	"github.com/manyclass/bench/framework/data/textfile"
)

// Table reads or generates the table of a source. Its warnings are complete
// sentences for the user. The defects of file and source are *Error, possibly
// several joined: see [data.Errors]. Where a defect is plain, the file is read as it was
// probably meant: the table is there in spite of the error, to look for other mistakes.
func Table(s source.Source) (*data.Table, []string, error) {
	t, warnings, err := read(s)
	if t != nil {
		if wrong := errors.Join(setCosts(t, s), setTree(t, s)); wrong != nil {
			t, err = nil, errors.Join(err, wrong)
		}
	}
	return t, warnings, err
}

// read reads or generates a table without costs and a tree of its classes.
func read(s source.Source) (*data.Table, []string, error) {
	errs := lists.Map(check(s), func(d contract.Diagnostic) error {
		return (&data.Error{Msg: d.Summary + ". " + d.Detail}).Of(d.Path...)
	})
	if len(errs) > 0 {
		return nil, nil, errors.Join(append(errs, checkTypes(s))...)
	}
	if s.Generate != "" {
		t := generate.Table(s.ToGenerate())
		said, err := fewer(t, s.Classing)
		t.SHA256 = t.ContentDigest()
		return t, said, errors.Join(err, split(t, s.SplitFile))
	}
	l := newLoader(s)
	for _, f := range l.files {
		f.digest = textfile.StartDigest(f.path)
		defer func() { <-f.digest.Done }()
	}
	load := l.load
	if l.format.List != nil {
		load = l.loadListed
	}
	t, err := load()
	if err == nil {
		var said []string
		said, err = fewer(t, s.Classing)
		l.warnings = append(l.warnings, said...)
	}
	if err == nil {
		err = l.setDigests(t)
	}
	if err == nil {
		err = split(t, s.SplitFile)
	}
	if err := errors.Join(checkTypes(s), err); err != nil {
		return nil, l.warnings, errors.Join(l.guessed, err)
	}
	return t, l.warnings, l.guessed
}

// split reads the split file of a table, if it has one.
func split(t *data.Table, path string) (err error) {
	if path == "" {
		return nil
	}
	t.Splits, err = splits.Read(path, t.Rows)
	for _, defect := range data.Errors(err) {
		_ = defect.Of("split_file")
	}
	return err
}

func (l *loader) load() (*data.Table, error) {
	if err := l.open(); err != nil {
		return nil, err
	}
	return l.readAll()
}

// readAll makes the table of the opened files.
func (l *loader) readAll() (*data.Table, error) {
	if err := l.findLabels(); err != nil {
		return nil, err
	}
	if err := l.assign(); err != nil {
		return nil, errors.Join(err, l.goOn())
	}
	if r := l.sparse(); r != nil {
		err := r.read()
		if err == nil {
			return l.table(r)
		}
		if err != errNotSparse {
			return nil, err
		}
		l.columns = nil
		if err := l.assign(); err != nil {
			return nil, err
		}
	}
	l.sniff()
	if err := l.read(l.columns); err != nil {
		return nil, err
	}
	if err := l.readTexts(); err != nil {
		return nil, err
	}
	return l.table(nil)
}

// goOn looks at the rows and the features of files of which a column could not be found, for other mistakes.
func (l *loader) goOn() error {
	if l.sparse() != nil {
		return l.read(nil)
	}
	l.sniff()
	if err := l.read(l.columns); err != nil {
		return err
	}
	if err := l.readTexts(); err != nil {
		return err
	}
	for _, c := range l.columns {
		if c.Role == collect.Feature && c.Declared != collect.Unnamed {
			l.feature(c)
		}
	}
	l.warnings = append(l.warnings, l.doubts.warnings(l.source.File)...)
	return nil
}

// open reads the files and checks their digest and that their columns agree.
func (l *loader) open() error {
	var errs []error
	for i, f := range l.files {
		err := l.checkDigest(i)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if err := l.openFile(f); err != nil {
			errs = append(errs, data.InFile(i, err))
			continue
		}
		l.warnings = append(l.warnings, f.Warnings...)
	}
	if errs == nil && len(l.files) == 2 {
		return sameColumns(l.files[0].Input, l.files[1].Input)
	}
	return errors.Join(errs...)
}

// openFile opens a file; where its delimiter is another one than is written, by the one that it has.
func (l *loader) openFile(f *dataFile) (err error) {
	defer func() { l.declare(f) }()
	f.Input, err = l.format.Open(f.path, l.source)
	var wrong *data.Error
	if !errors.As(err, &wrong) || wrong.Meant == "" {
		return err
	}
	as := l.source
	as.Delimiter = wrong.Meant
	if f.Input, err = l.format.Open(f.path, as); err != nil {
		return wrong
	}
	if l.guessed == nil {
		l.guessed, l.source = wrong, as
	}
	return nil
}

// declare adds the values of categorical columns that the source knows and the file does not declare.
func (l *loader) declare(f *dataFile) {
	if f.Input == nil {
		return
	}
	for i := range f.Attrs {
		a := &f.Attrs[i]
		if levels, known := l.source.Declared[a.Name]; known && a.Declared != collect.DeclaredNominal {
			a.Declared, a.Levels = collect.DeclaredNominal, levels
		}
	}
}

// sameColumns checks that a test file has the columns of its file.
func sameColumns(file, test *reader.Input) error {
	at := data.Place{File: test.Path, Line: test.Header.Line}
	if len(file.Attrs) != len(test.Attrs) {
		return at.Errorf("test_file has %d columns, file has %d", len(test.Attrs), len(file.Attrs)).Of("test_file")
	}
	for i, a := range file.Attrs {
		b := test.Attrs[i]
		if a.Name != b.Name {
			return at.Errorf("column %d of test_file is called %q, that of file %q", i+1, b.Name, a.Name).Of("test_file")
		}
		if a.Declared != b.Declared {
			return at.Errorf("column %q of test_file is declared of another type than in file", b.Name).Of("test_file")
		}
	}
	return nil
}

// setDigests identifies the content, and the file.
func (l *loader) setDigests(t *data.Table) error {
	for i, f := range l.files {
		digest, err := f.digest.Wait()
		if err != nil {
			return err
		}
		if i == 0 {
			t.FileSHA256 = digest
		}
	}
	t.SHA256 = t.ContentDigest()
	return nil
}

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
		if err := c.Finish(); err != nil {
			return err
		}
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
	open := lists.Filter(l.columns, func(c *collect.Collector) bool {
		return c.Role == collect.Feature && c.Declared == collect.Undeclared && c.Text == nil && !c.Strict
	})
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
