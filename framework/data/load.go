package data

import (
	"errors"
	"fmt"
	"slices"
)

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
		t := generate(s.recipe())
		said, err := t.fewer(s.Rare)
		t.SHA256 = t.contentDigest()
		return t, said, err
	}
	l := newLoader(s)
	for _, path := range l.paths {
		d := startDigest(path)
		defer func() { <-d.done }()
		l.digests = append(l.digests, d)
	}
	load := l.format.load
	if load == nil {
		load = (*loader).load
	}
	t, err := load(l)
	if err == nil {
		var said []string
		said, err = t.fewer(s.Rare)
		l.warnings = append(l.warnings, said...)
	}
	if err == nil {
		err = l.setDigests(t)
	}
	if err := errors.Join(s.checkTypes(), err); err != nil {
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
	return l.digests[0].check(l.source.SHA256)
}

// loader reads the files of one source.
type loader struct {
	source   Source
	format   Format
	missing  markers
	inputs   []*input // file, and test_file if there is one
	paths    []string
	digests  []*fileDigest
	rows     []int // rows taken from each input
	columns  []*collector
	warnings []string
	strays   []stray
	misread  []misreading
	ids      []string // columns that look like ids

	labelsBy  string // what names the labels of multi-label data; "" for others
	labelGaps int    // cells of labels without a value

}

func newLoader(s Source) *loader {
	l := &loader{source: s.withDefaults(), format: FormatOf(s), paths: []string{s.File}}
	if s.TestFile != "" {
		l.paths = append(l.paths, s.TestFile)
	}
	l.missing = newMarkers(l.source.Missing)
	return l
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
	for i, path := range l.paths {
		err := l.checkDigest(i)
		if err != nil {
			errs = append(errs, err)
			continue
		}
		in, err := l.format.open(path, l.source)
		if err != nil {
			errs = append(errs, inFile(i, err))
			continue
		}
		l.inputs = append(l.inputs, in)
		l.warnings = append(l.warnings, in.warnings...)
	}
	if errs == nil && len(l.inputs) == 2 {
		return sameColumns(l.inputs[0], l.inputs[1])
	}
	return errors.Join(errs...)
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
	position := in.positions()
	if s.Target == "" && s.Targets == nil {
		if !l.format.LastIsTarget {
			return place{file: in.path}.errorf("the class column is not named: write target = \"…\"; columns: %s", list(in.names())).of("target")
		}
		s.Target = Target(in.attrs[len(in.attrs)-1].name)
	}
	roles := make([]role, len(in.attrs))
	used := make([]string, len(in.attrs))
	var errs []error
	give := func(option, name string, r role, path ...any) {
		i, found := position[name]
		switch {
		case !found:
			errs = append(errs, in.unknownColumn(option, name).of(path...))
		case used[i] != "" && used[i] != option:
			errs = append(errs, place{file: in.path}.errorf("column %q is named by %s and by %s", name, used[i], option).of(path...))
		default:
			roles[i], used[i] = r, option
		}
	}
	if s.Targets == nil {
		give("target", string(s.Target), asTarget, "target")
	}
	for j, name := range s.Targets {
		give(l.labelsBy, name, label, l.labelPath(j)...)
	}
	if s.Split != "" {
		give("split", s.Split, split, "split")
	}
	if s.Fold != "" {
		give("fold", s.Fold, fold, "fold")
	}
	if s.Group != "" {
		give("group", s.Group, group, "group")
	}
	if s.Weights != "" {
		give("weights", s.Weights, weights, "weights")
	}
	for i, name := range s.Drop {
		give("drop", name, dropped, "drop", i)
	}
	for _, name := range sortedKeys(s.Types) {
		if _, found := position[name]; !found {
			errs = append(errs, in.unknownColumn("types", name).of("types", name))
		}
	}
	return errors.Join(append(errs, l.collect(roles))...)
}

// collect makes the collectors of all columns.
func (l *loader) collect(roles []role) error {
	var errs []error
	for i, a := range l.inputs[0].attrs {
		kind := l.source.Types[a.name]
		if err := a.refusal(l.inputs[0].path, roles[i], kind); err != nil {
			errs = append(errs, err)
		}
		c := newCollector(i, a, roles[i], kind, l.source.notation())
		if len(l.inputs) == 2 && c.text != nil && c.text.isFixed {
			c.text.declare(l.inputs[1].attrs[i].levels)
		}
		l.columns = append(l.columns, c)
	}
	return errors.Join(errs...)
}

// refusal says that a column cannot be read for its role, if so.
func (a attribute) refusal(file string, r role, kind string) error {
	at := place{file: file, line: a.line}
	switch {
	case r == dropped:
	case a.declared == declaredOther:
		return at.errorf("column %q is %s, which cannot be read; expected numbers or categories. To leave it out write drop = [%[1]q]", a.name, a.kind)
	case a.declared == declaredString && r == feature && kind == "":
		return at.errorf("attribute %q is %s, which is no feature; expected numbers or categories. To leave it out write drop = [%[1]q], to take its texts as categories types = { %[1]q = \"categorical\" }", a.name, a.kind)
	}
	return nil
}

// unknownColumn says that a name is none of the columns.
func (in *input) unknownColumn(option, name string) *Error {
	names := in.names()
	return place{file: in.path, line: in.header.line}.errorf("%s names column %q, which the file does not have.%s Columns: %s%s",
		option, name, meant(name, names), list(names), headerHint(in))
}

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
	if len(l.rows) == 2 {
		t.Part = make([]int8, t.Rows)
		for i := l.rows[0]; i < t.Rows; i++ {
			t.Part[i] = TestPart
		}
	}
	l.warnings = append(l.warnings, l.warnOfRounding()...)
	l.warnings = append(l.warnings, warnOfMisread(l.misread)...)
	l.warnings = append(l.warnings, warnOfStrays(l.strays)...)
	l.warnings = append(l.warnings, warnOfIDs(l.source.File, l.ids)...)
	t.Missing = t.countMissing() + l.labelGaps
	return t, nil
}

// noFeatures says that there is nothing to learn from.
func (l *loader) noFeatures() *Error {
	err := place{file: l.source.File}.errorf("there are no feature columns: every column is the target, a label, a split, a fold, a group, weights or dropped. Columns: %s",
		list(l.inputs[0].names()))
	if len(l.source.Drop) > 0 {
		err = err.of("drop")
	}
	return err
}

// feature makes a feature column, and warns if it looks like a slip.
func (l *loader) feature(c *collector) Column {
	if c.text != nil && c.declared == undeclared && !c.verbatim {
		if text, advice := misread(c.text.levels, c.text.counts()); advice != "" && c.notation == (notation{}) {
			l.misread = append(l.misread, misreading{c.name, text, advice, c.text.first[slices.Index(c.text.levels, text)]})
			return c.column()
		}
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
