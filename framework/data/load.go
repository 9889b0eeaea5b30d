package data

import (
	"errors"
)

// Load reads or generates the table of a source. Its warnings are complete
// sentences for the user. The defects of file and source are *Error, possibly
// several joined: see [Errors].
func Load(s Source) (*Table, []string, error) {
	var errs []error
	for _, d := range check(s) {
		errs = append(errs, (&Error{Msg: d.Summary + ". " + d.Detail}).of(d.Path...))
	}
	if errs != nil {
		return nil, nil, errors.Join(append(errs, checkTypes(s))...)
	}
	if s.Generate != "" {
		t := generate(s.recipe())
		said, err := fewer(t, s.Rare)
		t.SHA256 = t.contentDigest()
		return t, said, err
	}
	l := newLoader(s)
	for _, f := range l.files {
		f.digest = startDigest(f.path)
		defer func() { <-f.digest.done }()
	}
	load := l.load
	if l.format.list != nil {
		load = l.loadListed
	}
	t, err := load()
	if err == nil {
		var said []string
		said, err = fewer(t, s.Rare)
		l.warnings = append(l.warnings, said...)
	}
	if err == nil {
		err = l.setDigests(t)
	}
	if err := errors.Join(checkTypes(s), err); err != nil {
		return nil, nil, err
	}
	return t, l.warnings, nil
}

// checkDigest refuses a file that is another one than the source wants; i counts
// the files from 0.
func (l *loader) checkDigest(i int) error {
	if i > 0 || l.source.SHA256 == "" {
		return nil
	}
	return l.files[0].digest.check(l.source.SHA256)
}

// loader reads the files of one source.
type loader struct {
	source    Source
	format    Format
	missing   markers
	files     []*dataFile // file, and test_file if there is one
	columns   []*collector
	labelsBy  string // what names the labels of multi-label data; "" for others
	labelGaps int    // cells of labels without a value
	warnings  []string
	doubts
}

// dataFile is one of the files.
type dataFile struct {
	*input
	path   string
	digest *fileDigest
	rows   int // that were taken
}

func newLoader(s Source) *loader {
	l := &loader{source: withDefaults(s), format: FormatOf(s), files: []*dataFile{{path: s.File}}}
	if s.TestFile != "" {
		l.files = append(l.files, &dataFile{path: s.TestFile})
	}
	l.missing = newMarkers(l.source.Missing)
	return l
}

// paths lists the paths of the files.
func (l *loader) paths() []string {
	var paths []string
	for _, f := range l.files {
		paths = append(paths, f.path)
	}
	return paths
}

func (l *loader) load() (*Table, error) {
	if err := l.open(); err != nil {
		return nil, err
	}
	return l.readAll()
}

// readAll makes the table of the opened files.
func (l *loader) readAll() (*Table, error) {
	if err := l.findLabels(); err != nil {
		return nil, err
	}
	if err := l.assign(); err != nil {
		return nil, err
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

// open reads the files and checks their digest and that their columns agree.
func (l *loader) open() error {
	var errs []error
	for i, f := range l.files {
		err := l.checkDigest(i)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		if f.input, err = l.format.open(f.path, l.source); err != nil {
			errs = append(errs, inFile(i, err))
			continue
		}
		l.warnings = append(l.warnings, f.warnings...)
	}
	if errs == nil && len(l.files) == 2 {
		return sameColumns(l.files[0].input, l.files[1].input)
	}
	return errors.Join(errs...)
}

// sameColumns checks that a test file has the columns of its file.
func sameColumns(file, test *input) error {
	at := place{file: test.path, line: test.header.line}
	if len(file.attrs) != len(test.attrs) {
		return at.errorf("test_file has %d columns, file has %d", len(test.attrs), len(file.attrs)).of("test_file")
	}
	for i, a := range file.attrs {
		b := test.attrs[i]
		if a.name != b.name {
			return at.errorf("column %d of test_file is called %q, that of file %q", i+1, b.name, a.name).of("test_file")
		}
		if a.declared != b.declared {
			return at.errorf("column %q of test_file is declared of another type than in file", b.name).of("test_file")
		}
	}
	return nil
}

// setDigests identifies the content, and the file.
func (l *loader) setDigests(t *Table) error {
	for i, f := range l.files {
		digest, err := f.digest.wait()
		if err != nil {
			return err
		}
		if i == 0 {
			t.FileSHA256 = digest
		}
	}
	t.SHA256 = t.contentDigest()
	return nil
}
