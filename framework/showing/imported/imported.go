// Package imported reads tables of results that other programs wrote, and makes of them the long
// table that bench compare reads. The numbers stay as they are.
package imported

import (
	"encoding/csv"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strconv"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/data/notation"
	"github.com/manyclass/bench/framework/showing/compare/measured"
)

// kind is a kind of table: how it is recognised by its columns, and how it is read.
type kind struct {
	name, doc string
	is        func(g *grid) bool
	read      func(r *reading)
}

// kinds are all kinds of tables; the last one fits any table.
var kinds = []kind{
	{"weka", "results of WEKA's Experimenter, ARFF or CSV", isWEKA, readWEKA},
	{"mlr3", "scores or aggregated scores of a benchmark of mlr3, CSV", isMLR3, readMLR3},
	{"openml", "a list of evaluations of OpenML, CSV or JSON", isOpenML, readOpenML},
	{"sklearn", "cv_results_ of a search of scikit-learn, CSV or JSON", isSearch, readSearch},
	{"autorank", "a row for each dataset and a column for each method, CSV or JSON", isWide, readWide},
}

// Kinds are the names of the kinds of tables, with what they are.
func Kinds() (names, docs []string) {
	for _, k := range kinds {
		names, docs = append(names, k.name), append(docs, k.doc)
	}
	return names, docs
}

// Read reads files of one kind into one table. The error says what is wrong in which lines.
func Read(paths []string, o Options) (*Table, error) {
	t := &Table{}
	for _, path := range paths {
		if err := t.add(path, o); err != nil {
			return nil, err
		}
	}
	if len(t.Values) == 0 {
		return nil, fmt.Errorf("%s: there are no results", strings.Join(paths, ", "))
	}
	if err := t.unique(); err != nil {
		return nil, fmt.Errorf("%s: %w", strings.Join(paths, ", "), err)
	}
	t.whole(o.Complete)
	if len(t.Values) == 0 {
		return nil, fmt.Errorf("%s: -complete %s leaves nothing", strings.Join(paths, ", "), o.Complete)
	}
	return t, nil
}

func (t *Table) add(path string, o Options) error {
	g, err := open(path)
	if err != nil {
		return err
	}
	if o.Dataset == "" {
		name, _, _ := strings.Cut(filepath.Base(path), ".")
		o.Dataset = name
	}
	r := &reading{grid: g, Options: o, Table: t}
	k := kindOf(g, o.From)
	switch {
	case t.From == "":
		t.From = k.name
	case t.From != k.name:
		return fmt.Errorf("%s: this table is of the kind %s, and the file before it of the kind %s; import them singly",
			path, k.name, t.From)
	}
	k.read(r)
	return r.err()
}

// kindOf finds out what a table is.
func kindOf(g *grid, from string) kind {
	at := slices.IndexFunc(kinds, func(k kind) bool { return k.name == from || from == "" && k.is(g) })
	return kinds[at]
}

// Write writes the table with the columns dataset, method and value, and with folds, repeats and
// their rows if they are known.
func (t *Table) Write(w io.Writer) error {
	has := func(of func(v measured.Value) bool) bool { return slices.ContainsFunc(t.Values, of) }
	folds := has(func(v measured.Value) bool { return v.Unit.Fold != "" })
	repeats := has(func(v measured.Value) bool { return v.Unit.Repeat != "" })
	rows := !has(func(v measured.Value) bool { return v.TrainRows == 0 || v.TestRows == 0 })
	row := func(dataset, method, value, fold, repeat, train, test string) []string {
		fields := []string{dataset, method, value}
		if folds || repeats {
			fields = append(fields, fold)
		}
		if repeats {
			fields = append(fields, repeat)
		}
		if rows {
			fields = append(fields, train, test)
		}
		return fields
	}
	lines := csv.NewWriter(w)
	all := append([][]string{row("dataset", "method", "value", "fold", "repeat", "train_rows", "test_rows")},
		lists.Map(t.Values, func(v measured.Value) []string {
			return row(v.Dataset, v.Method, notation.Shortest(v.Value), v.Unit.Fold, v.Unit.Repeat,
				strconv.Itoa(v.TrainRows), strconv.Itoa(v.TestRows))
		})...)
	return lines.WriteAll(all)
}
