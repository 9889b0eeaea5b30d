// Package splits reads files that say which rows of a dataset train and which are tested
// in each fold of each repeat: text with the columns row, repeat, fold and part, or the
// split files of OpenML's tasks.
package splits

import (
	"cmp"
	"errors"
	"io"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/textfile"
)

// The columns, as OpenML calls them too.
var (
	columns  = []string{"row", "repeat", "fold", "part"}
	synonyms = map[string]string{"rowid": "row", "row_id": "row", "type": "part"}
)

// The parts: rows that are ignored neither train nor are tested, like those that a fold
// does not name.
const (
	train   = "train"
	test    = "test"
	ignored = "ignore"
)

// Read reads the split file of a dataset with a number of rows, which are numbered from 0.
func Read(path string, rows int) (*data.Splits, error) {
	s, err := textfile.Open(path, "")
	if err != nil {
		return nil, err
	}
	defer s.Close()
	f := &file{text: s, rows: rows, at: map[string]int{}, named: map[foldName]*fold{}}
	if err := f.header(); err != nil {
		return nil, err
	}
	for len(f.errs) < mostErrors {
		fields, err := f.fields()
		if err == io.EOF {
			break
		}
		if err != nil {
			return nil, err
		}
		f.add(fields)
	}
	if f.errs != nil {
		return nil, errors.Join(f.errs...)
	}
	return f.splits()
}

const (
	// mostErrors bounds the mistakes that are reported of a file.
	mostErrors = 5
	// mostEntries bounds the lines of a file.
	mostEntries = 1 << 28
)

// file is a split file as it is read.
type file struct {
	text    *textfile.Stream
	rows    int            // of the dataset
	at      map[string]int // place of each column in a line
	width   int            // columns
	first   []string       // the first line of an ARFF file's data
	named   map[foldName]*fold
	folds   []*fold // in the order of the file
	entries int
	errs    []error
}

// foldName is a fold as the file names it.
type foldName struct{ repeat, fold string }

// fold is a fold with what the file says of rows.
type fold struct {
	foldName
	line    int // of its first row
	entries []entry
}

type entry struct {
	row, line int32
	test      bool
}

func (f *file) place() data.Place { return f.text.At }

func (f *file) wrong(text string, args ...any) {
	f.errs = append(f.errs, f.place().Errorf(text, args...))
}

// header reads the names of the columns: the first line, or the attributes of ARFF.
func (f *file) header() error {
	names, err := f.names()
	if err != nil {
		return err
	}
	f.width = len(names)
	for i, name := range names {
		name = strings.ToLower(name)
		known := cmp.Or(synonyms[name], name)
		_, twice := f.at[known]
		switch {
		case !slices.Contains(columns, known):
			f.wrong("a split file has no column %q.%s Its columns are %s", name, wording.Meant(name, columns),
				wording.List(columns))
		case twice:
			f.wrong("column %q is there twice", known)
		}
		f.at[known] = i
	}
	for _, name := range []string{"row", "part"} {
		if _, there := f.at[name]; !there && f.errs == nil {
			f.wrong("the split file has no column %s; its columns are %s, of which repeat and fold may be left out", name,
				wording.List(columns))
		}
	}
	return errors.Join(f.errs...)
}

// names reads the names of the columns, and the first row of data without @data.
func (f *file) names() (names []string, err error) {
	for {
		fields, err := f.fields()
		if err == io.EOF {
			return nil, data.Place{File: f.text.At.File}.Errorf("the split file has no rows; its columns are %s",
				wording.List(columns))
		}
		if err != nil {
			return nil, err
		}
		if !strings.HasPrefix(fields[0], "@") {
			if names == nil {
				names = fields
			} else {
				f.first = fields // data without @data
			}
			return names, nil
		}
		words := strings.Fields(fields[0])
		if strings.EqualFold(words[0], "@data") {
			return names, nil
		}
		if strings.EqualFold(words[0], "@attribute") && len(words) > 1 {
			names = append(names, unquoted(words[1]))
		}
	}
}

// fields are those of the next line that is neither empty nor a remark of ARFF.
func (f *file) fields() ([]string, error) {
	if f.first != nil {
		fields := f.first
		f.first = nil
		return fields, nil
	}
	for {
		line, err := f.text.Line()
		if err != nil {
			return nil, err
		}
		text := strings.TrimSpace(strings.TrimPrefix(string(line), "\ufeff"))
		switch {
		case text == "" || text[0] == '%':
			continue
		case text[0] == '@':
			return []string{text}, nil
		}
		return lists.Map(strings.Split(text, ","), unquoted), nil
	}
}

func unquoted(field string) string {
	field = strings.TrimSpace(field)
	if n := len(field); n > 1 && field[0] == field[n-1] && (field[0] == '"' || field[0] == '\'') {
		return field[1 : n-1]
	}
	return field
}

// of is the field of a column, "0" where there is none.
func (f *file) of(fields []string, column string) string {
	if at, there := f.at[column]; there {
		return fields[at]
	}
	return "0"
}

// add takes a line.
func (f *file) add(fields []string) {
	if len(fields) != f.width {
		f.wrong("got %s, expected %d", wording.Count(len(fields), "field"), f.width)
		return
	}
	if f.entries++; f.entries > mostEntries {
		f.wrong("the split file has more than %d rows", mostEntries)
		return
	}
	row, err := strconv.Atoi(f.of(fields, "row"))
	switch {
	case err != nil:
		f.wrong("the row is %q, which is not a whole number; rows are numbered from 0", f.of(fields, "row"))
		return
	case row < 0 || row >= f.rows:
		f.wrong("there is no row %d: rows are numbered from 0, those of the dataset to %d", row, f.rows-1)
		return
	}
	name := foldName{f.of(fields, "repeat"), f.of(fields, "fold")}
	if name.repeat == "" || name.fold == "" {
		f.wrong("repeat or fold is empty; write its name or its number")
		return
	}
	part := strings.ToLower(f.of(fields, "part"))
	if !f.isPart(part) {
		return
	}
	of := f.named[name]
	if of == nil {
		of = &fold{foldName: name, line: f.text.At.Line}
		f.named[name] = of
		f.folds = append(f.folds, of)
	}
	if part != ignored {
		of.entries = append(of.entries, entry{int32(row), int32(f.text.At.Line), part == test})
	}
}

func (f *file) isPart(part string) bool {
	switch part {
	case train, test, ignored:
		return true
	case "valid", "validation":
		f.wrong("the part is %q: tuning and calibration divide the training rows of a fold themselves; write train to "+
			"train on these rows, or ignore", part)
	default:
		f.wrong("the part is %q; it is train, test or ignore", part)
	}
	return false
}

// splits checks the folds and puts them in order.
func (f *file) splits() (*data.Splits, error) {
	if len(f.folds) == 0 {
		return nil, data.Place{File: f.text.At.File}.Errorf("the split file has no rows")
	}
	seen := make([]int32, f.rows)
	for _, one := range f.folds {
		clear(seen)
		f.check(one, seen)
		if len(f.errs) >= mostErrors {
			break
		}
	}
	if f.errs != nil {
		return nil, errors.Join(f.errs...)
	}
	repeats := order(lists.Map(f.folds, func(one *fold) string { return one.repeat }))
	names := order(lists.Map(f.folds, func(one *fold) string { return one.fold }))
	slices.SortStableFunc(f.folds, func(a, b *fold) int {
		return cmp.Or(repeats[a.repeat]-repeats[b.repeat], names[a.fold]-names[b.fold])
	})
	s := &data.Splits{By: "split_file"}
	for i, one := range f.folds {
		if i == 0 || one.repeat != f.folds[i-1].repeat {
			s.Repeats = append(s.Repeats, nil)
		}
		last := len(s.Repeats) - 1
		s.Repeats[last] = append(s.Repeats[last], one.split())
	}
	s.Identify()
	return s, nil
}

// check looks for what makes a fold none. In seen, which is 0, it notes lines.
func (f *file) check(one *fold, seen []int32) {
	where := "fold " + one.fold
	if _, there := f.at["repeat"]; there {
		where += " of repeat " + one.repeat
	}
	tested := 0
	wrong := func(line int, text string, args ...any) {
		f.errs = append(f.errs, data.Place{File: f.text.At.File, Line: line}.Errorf(text, args...))
	}
	for _, e := range one.entries {
		before := seen[e.row] // the line that has it test; negative if it trains
		switch {
		case before > 0 && e.test:
			wrong(int(e.line), "%s tests row %d twice, first in line %d", where, e.row, before)
			return
		case before > 0 || before < 0 && e.test:
			wrong(int(e.line), "%s tests row %d and trains on it: see line %d", where, e.row, max(before, -before))
			return
		}
		seen[e.row] = -e.line
		if e.test {
			seen[e.row] = e.line
			tested++
		}
	}
	switch tested {
	case 0:
		wrong(one.line, "%s, which begins here, tests no row", where)
	case len(one.entries):
		wrong(one.line, "%s, which begins here, has no training row; list the rows that train too", where)
	}
}

// split is what a fold says, rows ascending.
func (one *fold) split() data.Split {
	var s data.Split
	for _, e := range one.entries {
		if e.test {
			s.Test = append(s.Test, int(e.row))
		} else {
			s.Train = append(s.Train, int(e.row))
		}
	}
	slices.Sort(s.Test)
	slices.Sort(s.Train)
	return s
}

// order numbers names: by value if all are whole numbers, else in their order.
func order(names []string) map[string]int {
	place, numbers := map[string]int{}, map[string]int{}
	for _, name := range names {
		if _, known := place[name]; !known {
			place[name] = len(place)
		}
		n, err := strconv.Atoi(name)
		if err == nil {
			numbers[name] = n
		}
	}
	if len(numbers) < len(place) {
		return place
	}
	return numbers
}
