package measured

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/textfile"
)

// mostProblems is how many mistakes of a file are told.
const mostProblems = 10

// entry is a value with its place.
type entry struct {
	dataset, method string
	unit            Unit
	value           float64
	line            int
	// trainRows and testRows are those of the unit, 0 where they are not known.
	trainRows, testRows int
	costs               Costs
}

// builder gathers entries and what is wrong with them.
type builder struct {
	file     string
	holes    bool // values may be missing
	entries  []entry
	problems []problem
}

// problem is a mistake and the line that it is in, 0 for the file as a whole.
type problem struct {
	line int
	text string
}

// wrong tells of a mistake in a line, or in the file as a whole if that is 0.
func (b *builder) wrong(line int, format string, args ...any) {
	text := fmt.Sprintf(format, args...)
	if line > 0 {
		text = fmt.Sprintf("%s:%d: %s", b.file, line, text)
	} else {
		text = b.file + ": " + text
	}
	b.problems = append(b.problems, problem{line, text})
}

// err tells of the mistakes in the order of the file, of many the first; nil if there are none.
func (b *builder) err() error {
	if len(b.problems) == 0 {
		return nil
	}
	slices.SortStableFunc(b.problems, func(a, b problem) int { return a.line - b.line })
	told := b.problems[:min(len(b.problems), mostProblems)]
	texts := lists.Map(told, func(p problem) string { return p.text })
	if more := len(b.problems) - len(told); more > 0 {
		texts = append(texts, fmt.Sprintf("and %s more", wording.Count(more, "mistake")))
	}
	return errors.New(strings.Join(texts, "\n"))
}

// add takes a value as it is written.
func (b *builder) add(e entry, text string) {
	value, kind := notation.Parse(text)
	switch {
	case b.holes && (text == "" || kind == notation.NotANumber):
		value = math.NaN()
	case text == "":
		b.wrong(e.line, "the value of %q on %q is missing", e.method, e.dataset)
	case kind != notation.Finite:
		b.wrong(e.line, "the value of %q on %q is %q, which is not a finite number", e.method, e.dataset,
			textfile.Shortened(text))
	}
	e.value = value
	b.entries = append(b.entries, e)
}

// name refuses a name that is missing or too long to be shown.
func (b *builder) name(line int, what, name string) bool {
	n := utf8.RuneCountInString(name)
	switch {
	case n == 0:
		b.wrong(line, "the %s is missing", what)
	case n > MostName:
		b.wrong(line, "the %s has a name of %d characters; at most %d are allowed", what, n, MostName)
	}
	return 0 < n && n <= MostName
}

// place names where a value is: "iris", fold 3.
func (e entry) place() string {
	text := strconv.Quote(e.dataset)
	if unit := e.unit.String(); unit != "" {
		text += ", " + unit
	}
	return text
}

func (e entry) key() key { return key{e.dataset, e.method, e.unit} }

// table makes a table of the entries. It is wrong if a method has no value in a place,
// or several.
func (b *builder) table() *Table {
	t := &Table{}
	seen := map[key]entry{}
	units := map[string][]entry{} // the first entry of each unit of a dataset
	known := map[key]bool{}
	for _, e := range b.entries {
		if first, twice := seen[e.key()]; twice {
			b.wrong(e.line, "%q has a value on %s already, in line %d", e.method, e.place(), first.line)
			continue
		}
		seen[e.key()] = e
		if len(units[e.dataset]) == 0 {
			t.Datasets = append(t.Datasets, e.dataset)
		}
		if method := (key{method: e.method}); !known[method] {
			known[method] = true
			t.Methods = append(t.Methods, e.method)
		}
		if place := (key{dataset: e.dataset, unit: e.unit}); !known[place] {
			known[place] = true
			units[e.dataset] = append(units[e.dataset], e)
		}
	}
	if len(t.Methods) > MostMethods || len(t.Datasets) > MostDatasets {
		return t // which is refused; each place that lacks a value need not be looked for
	}
	b.fill(t, units, seen)
	t.addCosts(lists.Map(b.entries, func(e entry) Value {
		return Value{Dataset: e.dataset, Method: e.method, Costs: e.costs}
	}))
	return t
}

// fill adds what there is on each dataset; those on which a value is missing are left out.
func (b *builder) fill(t *Table, units map[string][]entry, seen map[key]entry) {
	datasets := t.Datasets
	t.Datasets = nil
	for _, dataset := range datasets {
		parts := b.parts(units[dataset], t.Methods, seen)
		if slices.ContainsFunc(parts.Values, func(v []float64) bool { return slices.ContainsFunc(v, math.IsNaN) }) {
			t.Without = append(t.Without, dataset)
			t.Incomplete = append(t.Incomplete, incomplete(dataset, parts))
			continue
		}
		t.Datasets, t.Parts = append(t.Datasets, dataset), append(t.Parts, parts)
	}
}

// parts are the values of all methods on a dataset, at is an entry of each of its units.
func (b *builder) parts(at []entry, methods []string, seen map[key]entry) Parts {
	parts := Parts{Values: make([][]float64, len(methods))}
	for _, first := range at {
		parts.Units = append(parts.Units, first.unit)
		parts.TrainRows, parts.TestRows = parts.TrainRows+first.trainRows, parts.TestRows+first.testRows
		for j, method := range methods {
			e, there := seen[key{first.dataset, method, first.unit}]
			switch {
			case !there && b.holes:
				e.value = math.NaN()
			case !there:
				b.wrong(first.line, "%q has no value on %s, where %q has one; give it, or leave out the dataset or the method",
					method, first.place(), first.method)
			}
			parts.Values[j] = append(parts.Values[j], e.value)
		}
	}
	return parts
}

// text returns the content of a file as UTF-8 with lines that end in a line feed. A byte
// order mark says that it is in UTF-16; other encodings are refused.
func (b *builder) text(content []byte) []byte {
	text, err := textfile.ByMark(content)
	if err != nil {
		b.wrong(0, "%s", wording.Reason(err))
		return nil
	}
	if !bytes.ContainsRune(text, '\n') {
		text = bytes.ReplaceAll(text, []byte("\r"), []byte("\n")) // as old Macintosh programs end lines
	}
	for i, line := range bytes.Split(text, []byte("\n")) {
		if !utf8.Valid(line) {
			b.wrong(i+1, "this is not text in UTF-8: save the file in UTF-8, or in UTF-16 with a byte order mark")
			return nil
		}
		if bytes.IndexByte(line, 0) >= 0 {
			b.wrong(i+1, "the line holds a NUL byte: save the file as text in UTF-8")
			return nil
		}
	}
	return text
}
