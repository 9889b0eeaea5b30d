package croissant

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
	"github.com/manyclass/bench/framework/remote/answer"
)

// table is a record set whose fields are columns of one source.
type table struct {
	from    string // file object or file set
	fields  []string
	columns named.Columns
}

// table reads the fields of a record set.
func (d *description) table(set *answer.Node, written source.Source) (*table, error) {
	t := &table{columns: named.Columns{Types: map[string]string{}, Levels: map[string][]string{}}}
	keys := lists.Map(set.List("key"), reference)
	for _, f := range set.List("field") {
		called := short(name(f))
		if f.Has("value") && !f.Has("source") || slices.Contains(written.Drop, called) {
			continue // a constant, or what is left out anyway
		}
		column, from, err := d.column(f)
		if err != nil {
			return nil, fmt.Errorf("field %q %w", name(f), err)
		}
		if t.from != "" && t.from != from {
			return nil, fmt.Errorf("field %q is from %q and others from %q: bench does not join tables", name(f), from, t.from)
		}
		t.from = from
		t.fields = append(t.fields, column)
		if len(keys) == 1 && keys[0] == name(f) {
			t.columns.Drop = append(t.columns.Drop, column)
			continue
		}
		if err := d.role(t, f, column, written); err != nil {
			return nil, fmt.Errorf("field %q %w", name(f), err)
		}
	}
	if t.from == "" {
		return nil, errors.New("it has no fields with a file")
	}
	return t, t.labels(written)
}

// labels leaves out the labels that are not the target: they would tell the class.
func (t *table) labels(written source.Source) error {
	labels := t.columns.Target
	if len(labels) > 1 && written.Target == "" && written.Targets == nil {
		return fmt.Errorf("it has several labels, %s; name one, target = %q, or several as a list, for labels",
			wording.List(labels), labels[0])
	}
	for _, label := range labels {
		if written.Target != "" && label != string(written.Target) {
			t.columns.Drop = append(t.columns.Drop, label)
		}
	}
	return nil
}

// short is the last part of the name of a field, which is that of its record set and its own.
func short(name string) string { return name[strings.LastIndexByte(name, '/')+1:] }

// column is the column of a field, and the file object or file set that it is in.
func (d *description) column(f *answer.Node) (column, from string, err error) {
	s := f.Get("source")
	where := s.Get("fileObject")
	if s.Has("fileSet") {
		where = s.Get("fileSet")
	}
	hint := fmt.Sprintf("; leave it out with drop = [%q]", short(name(f)))
	switch from = reference(where); {
	case f.Has("subField") || f.Has("parentField"):
		return "", "", errors.New("has fields within it (subField), which bench does not read" + hint)
	case f.String("isArray") == "true" || f.String("repeated") == "true":
		return "", "", errors.New("holds lists, which bench does not read" + hint)
	case s.Has("recordSet") || s.Has("field") || s.Has("@id") && d.named("distribution", s.String("@id")) == nil:
		return "", "", errors.New("comes from another record set: bench does not join tables" + hint)
	case from == "" && s.Has("@id"):
		from = s.String("@id")
	}
	for _, transform := range s.List("transform") {
		names := slices.Sorted(slices.Values(transform.Names()))
		return "", "", fmt.Errorf("is made by a transform (%s), which bench does not do%s", strings.Join(names, ", "), hint)
	}
	extract := s.Get("extract")
	for _, other := range []string{"fileProperty", "jsonPath"} {
		if extract.Has(other) {
			return "", "", fmt.Errorf("is taken by %s, and bench takes columns of tables%s", other, hint)
		}
	}
	column = extract.Get("column").Text
	if column == "" || from == "" {
		return "", "", errors.New("does not say which column of which file it is" + hint)
	}
	return column, from, nil
}

// numbers and texts are types of values.
var (
	numbers = []string{"Integer", "Float", "Number", "Int8", "Int16", "Int32", "Int64", "UInt8", "UInt16", "UInt32",
		"UInt64", "Float16", "Float32", "Float64"}
	texts = []string{"Text", "Boolean", "URL"}
)

// role notes what a column is used for.
func (d *description) role(t *table, f *answer.Node, column string, written source.Source) error {
	types := func(all []string) bool {
		return slices.ContainsFunc(all, func(kind string) bool { return d.has(f, "dataType", kind) })
	}
	if types([]string{"Label"}) {
		t.columns.Target = append(t.columns.Target, column)
	}
	set, levels := d.referred(f)
	split := d.has(f, "dataType", "Split") || set != nil && d.has(set, "dataType", "Split")
	switch {
	case split && written.Split == "":
		if !parts(levels) {
			return fmt.Errorf("divides the rows into %s, and bench takes train and test; leave it out with drop = [%q]",
				wording.First(levels, 5), short(name(f)))
		}
		t.columns.Split = column
	case split:
	case set != nil && d.has(set, "dataType", "Enumeration"):
		t.columns.Types[column] = "categorical"
		if len(levels) > 0 {
			t.columns.Levels[column] = levels
		}
	case types(numbers):
		t.columns.Types[column] = "numeric"
	case types(texts):
		t.columns.Types[column] = "categorical"
	}
	return nil
}

// parts reports whether a column of these values says which rows are for training and which for testing.
func parts(levels []string) bool {
	return !slices.ContainsFunc(levels, func(level string) bool { return level != "train" && level != "test" })
}

// referred is the record set whose values a field takes, with these values, if they are in the description.
func (d *description) referred(f *answer.Node) (set *answer.Node, levels []string) {
	to := f.Get("references")
	id := reference(to)
	if to.Has("field") {
		id = reference(to.Get("field"))
	}
	for _, set := range d.List("recordSet") {
		if id == "" || !strings.HasPrefix(id, name(set)+"/") && id != name(set) {
			continue
		}
		if id == name(set) {
			id = reference(set.Get("key"))
		}
		for _, record := range set.List("data") {
			value := record.Get(id)
			if !record.Has(id) {
				value = record.Get(short(id))
			}
			levels = append(levels, value.Text)
		}
		return set, levels
	}
	return nil, nil
}

// complete leaves out the columns of the file that the record set does not have.
func (t *table) complete(e *named.Entry, path string, f named.File) error {
	s := formats.WithDefaults(source.Source{File: path, Layout: source.Layout{Format: f.Format}})
	file, err := formats.Of(s).Open(path, s)
	if err != nil {
		return err
	}
	for _, column := range t.fields {
		if !slices.Contains(file.Names(), column) {
			return fmt.Errorf("the file has no column %q, which the description names.%s", column,
				wording.Meant(column, file.Names()))
		}
	}
	for _, column := range file.Names() {
		if !slices.Contains(t.fields, column) && !slices.Contains(e.Columns.Drop, column) {
			e.Columns.Drop = append(e.Columns.Drop, column)
		}
	}
	return nil
}
