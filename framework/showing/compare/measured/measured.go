// Package measured reads tables of scores from anywhere: what was measured of some
// methods on some datasets, once or on folds.
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

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/data/textfile"
	"github.com/manyclass/bench/framework/evaluation/stats"
)

// Limits on a table of scores. Tests compare all pairs of methods, so that time and memory
// grow with their square.
const (
	MostBytes    = 1 << 28 // of the file
	MostMethods  = 500
	MostDatasets = 10_000
	MostName     = 200 // characters of the name of a dataset, method, fold or repeat
)

// Table holds the values of at least two methods on at least one dataset. None is
// missing: what was measured of one method was measured of all.
type Table struct {
	Datasets, Methods []string // in the order of the file
	Parts             []Parts  // of each dataset
	// Singles are what was measured of single predictions of each dataset, 1 or 0, where
	// values are not of those; nil if there is nothing but the values.
	Singles []Parts
	Metric  string // what the values are, where that is known
	// OtherMetrics are those of the file that the values are not of.
	OtherMetrics []string
	// Without are datasets that were left out, since a method has no value there, and
	// Never methods without any value.
	Without, Never []string
	// Incomplete are the datasets of Without, with what there is.
	Incomplete []Incomplete
	// Others have the same methods by other metrics, or without a setting that is averaged.
	Others []Other
}

// Other is a table that a conclusion from the first may be checked with.
type Other struct {
	What, Name      string // "metric" or "setting", and its name
	Table           *Table
	SmallerIsBetter bool
}

// Incomplete is a dataset on which a method has no value.
type Incomplete struct {
	Dataset string
	// Means are those of each method over the units, NaN for a method that lacks a value.
	Means []float64
}

// Omitted says what was left out of the table, in sentences.
func (t *Table) Omitted() []string {
	var sentences []string
	if len(t.Without) > 0 {
		sentences = append(sentences, fmt.Sprintf("Left out, because not every method has a value there: %s.",
			strings.Join(t.Without, ", ")))
	}
	if len(t.Never) > 0 {
		sentences = append(sentences, fmt.Sprintf("Not compared, because they have no value: %s.",
			strings.Join(t.Never, ", ")))
	}
	return sentences
}

// Single returns what was measured of single predictions: Singles or, without them, the
// values themselves.
func (t *Table) Single() []Parts {
	if t.Singles != nil {
		return t.Singles
	}
	return t.Parts
}

// Parts are what was measured on one dataset.
type Parts struct {
	Units  []Unit      // where: one unit without names if there are no folds
	Values [][]float64 // of each method on each unit
	// TestRows and TrainRows are summed over the units; 0 where that is not known. A row
	// that trains several times in a unit counts once.
	TestRows, TrainRows int
}

// Shares are in the proportion of test and training rows: where these are not known, of
// one fold and all others.
func (p Parts) Shares() (test, train float64) {
	if p.TrainRows > 0 {
		return float64(p.TestRows), float64(p.TrainRows)
	}
	_, folds, _ := p.Division()
	return 1, float64(folds - 1)
}

// CrossValidated reports whether every repeat tests all rows once, as far as is known.
func (p Parts) CrossValidated() bool {
	_, folds, whole := p.Division()
	return whole && folds > 1 && (p.TrainRows == 0 || p.TrainRows == p.TestRows*(folds-1))
}

// Unit is a fold of a repeat, as the file names them.
type Unit struct{ Repeat, Fold string }

// String names the unit, "" without folds.
func (u Unit) String() string {
	switch {
	case u.Repeat != "":
		return fmt.Sprintf("fold %s of repeat %s", u.Fold, u.Repeat)
	case u.Fold != "":
		return "fold " + u.Fold
	}
	return ""
}

// Means returns the mean of a method over the units of each dataset.
func (t *Table) Means(method int) []float64 {
	means := make([]float64, len(t.Datasets))
	for i, parts := range t.Parts {
		means[i] = stats.Mean(parts.Values[method])
	}
	return means
}

// Folded reports whether there are folds.
func (t *Table) Folded() bool {
	return slices.ContainsFunc(t.Parts, func(p Parts) bool { return p.Units[0] != Unit{} })
}

// Division returns how many repeats and how many folds each a dataset has, and whether
// every repeat has each fold.
func (p Parts) Division() (repeats, folds int, whole bool) {
	ofRepeats, ofFolds := map[string]bool{}, map[string]bool{}
	for _, u := range p.Units {
		ofRepeats[u.Repeat], ofFolds[u.Fold] = true, true
	}
	repeats, folds = len(ofRepeats), len(ofFolds)
	return repeats, folds, repeats*folds == len(p.Units)
}

// Value is what was measured of a method at one place.
type Value struct {
	Dataset, Method string
	Unit            Unit
	Value           float64
	// TestRows and TrainRows are those of the unit, 0 where they are not known.
	TestRows, TrainRows int
}

// Averaged makes one value of those that a method has at one place, such as those of
// several draws of a code: their mean, NaN where one of them is.
func Averaged(values []Value) (means []Value) {
	places, of := map[key]int{}, [][]float64{}
	for _, v := range values {
		at, known := places[key{v.Dataset, v.Method, v.Unit}]
		if !known {
			at = len(means)
			places[key{v.Dataset, v.Method, v.Unit}] = at
			means, of = append(means, v), append(of, nil)
		}
		of[at] = append(of[at], v.Value)
	}
	for at := range means {
		means[at].Value = stats.Mean(of[at])
	}
	return means
}

// WithoutEach leaves out the first of the values that each method has at each place, the
// second, and so on; nil unless all have as many, at least two.
func WithoutEach(values []Value) [][]Value {
	count := map[key]int{}
	numbers := make([]int, len(values))
	for i, v := range values {
		numbers[i] = count[key{v.Dataset, v.Method, v.Unit}]
		count[key{v.Dataset, v.Method, v.Unit}]++
	}
	most := 0
	for _, n := range count {
		most = max(most, n)
	}
	for _, n := range count {
		if n < most || n < 2 {
			return nil
		}
	}
	return lists.Map(lists.Range(most), func(out int) []Value {
		kept := lists.Filter(lists.Range(len(values)), func(i int) bool { return numbers[i] != out })
		return lists.Pick(values, kept)
	})
}

// AddOther adds a table that conclusions are checked with, if it has values of all methods.
func (t *Table) AddOther(o Other) {
	lacks := func(name string) bool { return !slices.Contains(o.Table.Methods, name) }
	if len(o.Table.Datasets) > 0 && !slices.ContainsFunc(t.Methods, lacks) {
		t.Others = append(t.Others, o)
	}
}

// New makes a table of values, NaN where there is none. Datasets on which some method
// lacks a value that another has are left out and returned. There may be no dataset left,
// or fewer than two methods.
func New(values []Value) (t *Table, without []string) {
	t = &Table{}
	seen := map[key]float64{}
	var datasets grouped.By[string, Parts]
	for _, v := range values {
		parts := datasets.At(v.Dataset)
		place := key{dataset: v.Dataset, unit: v.Unit}
		if _, known := seen[place]; !known {
			seen[place] = 0
			parts.Units = append(parts.Units, v.Unit)
			parts.TestRows, parts.TrainRows = parts.TestRows+v.TestRows, parts.TrainRows+v.TrainRows
		}
		seen[key{v.Dataset, v.Method, v.Unit}] = v.Value
		if !slices.Contains(t.Methods, v.Method) {
			t.Methods = append(t.Methods, v.Method)
		}
	}
	for dataset, parts := range datasets.All() {
		parts.Values = make([][]float64, len(t.Methods))
		whole := true
		for j, method := range t.Methods {
			for _, unit := range parts.Units {
				v, there := seen[key{dataset, method, unit}]
				if !there || math.IsInf(v, 0) {
					v = math.NaN()
				}
				whole = whole && !math.IsNaN(v)
				parts.Values[j] = append(parts.Values[j], v)
			}
		}
		if !whole {
			without = append(without, dataset)
			t.Incomplete = append(t.Incomplete, incomplete(dataset, *parts))
			continue
		}
		t.Datasets, t.Parts = append(t.Datasets, dataset), append(t.Parts, *parts)
	}
	return t, without
}

// incomplete are the means of a dataset with values that are NaN.
func incomplete(dataset string, parts Parts) Incomplete {
	return Incomplete{dataset, lists.Map(parts.Values, stats.Mean)}
}

// Valued leaves out the methods that have no value anywhere, and names them.
func Valued(values []Value) (kept []Value, never []string) {
	valued := map[string]bool{}
	for _, v := range values {
		valued[v.Method] = valued[v.Method] || !math.IsNaN(v.Value)
	}
	for _, v := range values {
		switch {
		case valued[v.Method]:
			kept = append(kept, v)
		case !slices.Contains(never, v.Method):
			never = append(never, v.Method)
		}
	}
	return kept, never
}

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

// key is what an entry must have for itself.
type key struct {
	dataset, method string
	unit            Unit
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
	return t
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
