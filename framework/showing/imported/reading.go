package imported

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// Options are what the user says about the files.
type Options struct {
	From    string // the kind of table, "" to find out
	Metric  string // the column or function of the values, "" for the usual one
	Dataset string // the name of the dataset where the file has none, "" for that of the file
	Folds   int    // folds of each repeat where the file only numbers iterations, 0 if it is not known
	// Complete leaves out "datasets" or "methods" that lack a value; "" leaves out nothing.
	Complete string
}

// Table is what was read of the files.
type Table struct {
	From   string // the kind of the first file
	Metric string // what the values are
	Values []measured.Value
	// Notes are sentences about what a user should know before comparing.
	Notes           []string
	SmallerIsBetter bool
}

// reading is one file while it is read.
type reading struct {
	*grid
	Options
	*Table
	problems []string
}

// mostProblems is how many mistakes of a file are told.
const mostProblems = 10

// wrong tells of a mistake in a line, or in the file as a whole if that is 0.
func (r *reading) wrong(line int, format string, args ...any) {
	place := r.file + ": "
	if line > 0 {
		place = fmt.Sprintf("%s:%d: ", r.file, line)
	}
	r.problems = append(r.problems, place+fmt.Sprintf(format, args...))
}

// err tells of the first mistakes; nil if there are none.
func (r *reading) err() error {
	if len(r.problems) == 0 {
		return nil
	}
	told := r.problems[:min(len(r.problems), mostProblems)]
	if more := len(r.problems) - len(told); more > 0 {
		told = append(slices.Clone(told), fmt.Sprintf("and %s more", wording.Count(more, "mistake")))
	}
	return errors.New(strings.Join(told, "\n"))
}

// note adds a sentence, once.
func (t *Table) note(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); !slices.Contains(t.Notes, text) {
		t.Notes = append(t.Notes, text)
	}
}

// number reads a value as it is written. What is missing or not a number becomes NaN, with a note.
func (r *reading) number(line int, method, dataset, text string) (float64, bool) {
	value, kind := notation.Parse(strings.TrimSpace(text))
	if kind == notation.Finite {
		return value, true
	}
	if isMissing(text) {
		r.note("%q has no value on %q in line %d of %s.", wording.Cut(method, 60), dataset, line, r.file)
		return 0, false
	}
	r.wrong(line, "the value of %q on %q is %q, which is not a finite number; write numbers with a decimal "+
		"point", method,
		dataset, wording.Cut(text, 40))
	return 0, false
}

// need says which columns are missing.
func (r *reading) need(names ...string) bool {
	missing := lists.Filter(names, func(name string) bool { return r.at(name) < 0 })
	if len(missing) > 0 {
		r.wrong(0, "there is no column %s; the columns are %s", wording.And(wording.Quoted(missing)),
			wording.First(r.head, 12))
	}
	return len(missing) == 0
}

// noMetric says that a column is missing, and which there are.
func (r *reading) noMetric(name string, fits func(column int) bool) {
	var names []string
	for column := range r.head {
		if fits(column) {
			names = append(names, r.head[column])
		}
	}
	r.wrong(0, "there is no column %s with numbers; -metric NAME takes one of %s", name, wording.First(names, 12))
}

// named is the name of a method: the full one, or one with a number if it is taken or too long. The note says what a
// number means.
func (r *reading) named(full, brief, meaning string, taken map[string]bool) string {
	name := full
	if taken[name] || len([]rune(name)) > measured.MostName {
		for n := 1; taken[name] || name == full; n++ {
			name = fmt.Sprintf("%s #%d", wording.Cut(brief, measured.MostName-20), n)
		}
		r.note("%s is %s.", name, wording.Cut(meaning, 300))
	}
	taken[name] = true
	return name
}
