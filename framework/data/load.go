package data

import (
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
)

// readerVersion changes when the same file and options are read differently.
const readerVersion = 1

// Load reads or generates the table of a source. Its warnings are complete
// sentences for the user. The defects of file and source are *Error, possibly
// several joined: see [Errors].
func Load(s Source) (*Table, []string, error) {
	var errs []error
	for _, d := range s.check() {
		errs = append(errs, (&Error{Msg: d.Summary + ". " + d.Detail}).of(d.Path...))
	}
	if errs != nil {
		return nil, nil, errors.Join(append(errs, s.checkTypes())...)
	}
	if s.Generate != "" {
		return generate(s), nil, nil
	}
	l := &loader{source: s.withDefaults()}
	load := l.load
	if l.source.Format == svmlightFormat {
		load = l.loadSvmlight
	}
	t, err := load()
	if err := errors.Join(s.checkTypes(), err); err != nil {
		return nil, nil, err
	}
	return t, l.warnings, nil
}

// loader reads the files of one source.
type loader struct {
	source   Source
	inputs   []*input // file, and test_file if there is one
	digests  []string
	rows     []int // rows taken from each input
	columns  []*collector
	warnings []string
	strays   []stray
	ids      []string // columns that look like ids
}

func (l *loader) load() (*Table, error) {
	if err := l.open(); err != nil {
		return nil, err
	}
	return l.readAll()
}

// readAll makes the table of the opened files.
func (l *loader) readAll() (*Table, error) {
	if err := l.assign(); err != nil {
		return nil, err
	}
	if err := l.read(l.columns); err != nil {
		return nil, err
	}
	if err := l.readTexts(); err != nil {
		return nil, err
	}
	return l.table()
}

// open reads the files and checks their digest and that their columns agree.
func (l *loader) open() error {
	paths := []string{l.source.File}
	if l.source.TestFile != "" {
		paths = append(paths, l.source.TestFile)
	}
	var errs []error
	for i, path := range paths {
		in, digest, err := openInput(path, l.source)
		if want := l.source.SHA256; i == 0 && digest != "" && want != "" && !strings.EqualFold(want, digest) {
			err = otherFile(path, digest, want)
		}
		if err != nil {
			errs = append(errs, inFile(i, err))
			continue
		}
		l.inputs = append(l.inputs, in)
		l.digests = append(l.digests, digest)
		l.warnings = append(l.warnings, in.warnings...)
	}
	if errs == nil && len(l.inputs) == 2 {
		return sameColumns(l.inputs[0], l.inputs[1])
	}
	return errors.Join(errs...)
}

// otherFile says that a file has another digest than the source wants.
func otherFile(path, digest, want string) *Error {
	return place{file: path}.errorf("the file has SHA-256 %s, but sha256 says %s; it is another file, or it was changed", digest, want).of("sha256")
}

// inFile makes a defect of the test file itself point at test_file. i counts the
// files from 0.
func inFile(i int, err error) error {
	var defect *Error
	if i == 1 && errors.As(err, &defect) && defect.Path == nil {
		return defect.of("test_file")
	}
	return err
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

// assign finds the columns that the source names and gives each its role.
func (l *loader) assign() error {
	in, s := l.inputs[0], l.source
	if s.Target == "" {
		if s.Format != "arff" {
			return place{file: in.path}.errorf("the class column is not named: write target = \"…\"; columns: %s", list(in.names())).of("target")
		}
		s.Target = Target(in.attrs[len(in.attrs)-1].name)
	}
	roles := make([]role, len(in.attrs))
	used := make([]string, len(in.attrs))
	var errs []error
	give := func(option, name string, r role, path ...any) {
		i := slices.Index(in.names(), name)
		switch {
		case i < 0:
			errs = append(errs, in.unknownColumn(option, name).of(path...))
		case used[i] != "" && used[i] != option:
			errs = append(errs, place{file: in.path}.errorf("column %q is named by %s and by %s", name, used[i], option).of(path...))
		default:
			roles[i], used[i] = r, option
		}
	}
	give("target", string(s.Target), target, "target")
	if s.Split != "" {
		give("split", s.Split, split, "split")
	}
	if s.Fold != "" {
		give("fold", s.Fold, fold, "fold")
	}
	for i, name := range s.Drop {
		give("drop", name, dropped, "drop", i)
	}
	for _, name := range sortedKeys(s.Types) {
		if !slices.Contains(in.names(), name) {
			errs = append(errs, in.unknownColumn("types", name).of("types", name))
		}
	}
	l.collect(roles)
	return errors.Join(errs...)
}

// collect makes the collectors of all columns.
func (l *loader) collect(roles []role) {
	maxRows := 0
	for _, in := range l.inputs {
		n := in.maxRows
		if l.source.Rows > 0 {
			n = min(n, l.source.Rows)
		}
		maxRows += n
	}
	for i, a := range l.inputs[0].attrs {
		c := newCollector(i, a, roles[i], l.source.Types[a.name], maxRows)
		if len(l.inputs) == 2 && c.text != nil && c.text.isFixed {
			c.text.declare(l.inputs[1].attrs[i].levels)
		}
		l.columns = append(l.columns, c)
	}
}

// unknownColumn says that a name is none of the columns.
func (in *input) unknownColumn(option, name string) *Error {
	names := in.names()
	return place{in.path, in.header.line}.errorf("%s names column %q, which the file does not have.%s Columns: %s%s",
		option, name, suggest(name, names), list(names), headerHint(in))
}

var errLimit = errors.New("row limit reached")

// read goes through the files and gives every row's fields to the collectors.
func (l *loader) read(columns []*collector) error {
	l.rows = nil
	for i, in := range l.inputs {
		at := place{file: in.path}
		n := 0
		err := in.each(func(line int, fields []string) error {
			if n == l.source.Rows && n > 0 {
				return errLimit
			}
			n++
			at.line = line
			for _, c := range columns {
				field := fields[c.index]
				if err := c.add(field, l.missing(field), at); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil && err != errLimit {
			return inFile(i, err)
		}
		if n == 0 {
			return inFile(i, place{file: in.path}.errorf("the file has no rows"))
		}
		l.rows = append(l.rows, n)
	}
	return nil
}

func (l *loader) missing(field string) bool {
	for _, marker := range l.source.Missing {
		if field == marker {
			return true
		}
	}
	return false
}

// readTexts reads the columns again that turned out not to be numbers.
func (l *loader) readTexts() error {
	var again []*collector
	var errs []error
	for _, c := range l.columns {
		if c.reread {
			c.reread = false
			c.text = newTexts(attribute{}, l.total())
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
	for _, rows := range l.rows {
		n += rows
	}
	return n
}

// table puts the collected columns together.
func (l *loader) table() (*Table, error) {
	t := &Table{Rows: l.total(), SHA256: l.digest(), FileSHA256: l.digests[0]}
	var errs []error
	for _, c := range l.columns {
		var err error
		switch {
		case c.declared == unnamed || c.role == dropped:
		case c.role == target:
			err = l.setClasses(t, c)
		case c.role == split:
			err = setSplit(t, c)
		case c.role == fold:
			err = setFolds(t, c)
		default:
			t.Columns = append(t.Columns, l.feature(c))
		}
		errs = append(errs, err)
	}
	if len(t.Columns) == 0 {
		errs = append(errs, l.noFeatures())
	}
	if err := errors.Join(errs...); err != nil {
		return nil, err
	}
	if len(l.rows) == 2 {
		t.Part = make([]int8, t.Rows)
		for i := l.rows[0]; i < t.Rows; i++ {
			t.Part[i] = TestPart
		}
	}
	l.warnings = append(l.warnings, warnOfStrays(l.strays)...)
	l.warnings = append(l.warnings, warnOfIDs(l.source.File, l.ids)...)
	t.Missing = t.countMissing()
	return t, nil
}

// noFeatures says that there is nothing to learn from.
func (l *loader) noFeatures() *Error {
	err := place{file: l.source.File}.errorf("there are no feature columns: every column is the target, a split, a fold or dropped. Columns: %s",
		list(l.inputs[0].names()))
	if len(l.source.Drop) > 0 {
		err = err.of("drop")
	}
	return err
}

// feature makes a feature column, and warns if it looks like a slip.
func (l *loader) feature(c *collector) Column {
	if c.text != nil && c.declared == undeclared && !c.verbatim {
		if s, found := c.text.stray(c.name); found {
			l.strays = append(l.strays, s)
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

// digest identifies the files' content and how it is read.
func (l *loader) digest() string {
	s := l.source
	s.File, s.TestFile, s.SHA256 = "", "", ""
	return digestOf(struct {
		Reader int
		Files  []string
		Source Source
	}{readerVersion, l.digests, s})
}

// digestOf returns the hex SHA-256 of a value's JSON.
func digestOf(value any) string {
	b, err := json.Marshal(value)
	if err != nil {
		panic(fmt.Sprintf("data: digest of %v: %v", value, err))
	}
	sum := sha256.Sum256(b)
	return hex.EncodeToString(sum[:])
}
