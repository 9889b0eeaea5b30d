package datapackage

import (
	"encoding/json"
	"fmt"
	"maps"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/data/formats"
	"github.com/manyclass/bench/framework/data/named"
	"github.com/manyclass/bench/framework/data/source"
)

// schema says what the columns of a table are.
type schema struct {
	Fields        []field
	FieldsMatch   texts
	MissingValues *[]value
	PrimaryKey    texts
}

// field is a column.
type field struct {
	Name, Type             string
	Categories             []value
	MissingValues          *[]value
	DecimalChar, GroupChar string
	BareNumber             *bool
}

// texts is a list, or a single text.
type texts []string

func (t *texts) UnmarshalJSON(b []byte) error {
	var one string
	if json.Unmarshal(b, &one) == nil {
		*t = texts{one}
		return nil
	}
	return json.Unmarshal(b, (*[]string)(t))
}

// value is a text or a number, or an object with one and its label.
type value string

func (v *value) UnmarshalJSON(b []byte) error {
	var labelled struct{ Value json.RawMessage }
	if json.Unmarshal(b, &labelled) == nil && labelled.Value != nil {
		b = labelled.Value
	}
	var text string
	if json.Unmarshal(b, &text) == nil {
		*v = value(text)
		return nil
	}
	var number json.Number
	err := json.Unmarshal(b, &number)
	*v = value(number)
	return err
}

// plain are values as texts.
func plain(values []value) []string {
	return lists.Map(values, func(v value) string { return string(v) })
}

func readSchema(b json.RawMessage) (*schema, error) {
	var s schema
	if len(b) > 0 {
		if err := json.Unmarshal(b, &s); err != nil {
			return nil, fmt.Errorf("its schema cannot be read: %w", err)
		}
	}
	return &s, nil
}

// exact reports whether columns belong to fields by their order, as they do unless the schema says it.
func (s *schema) exact() bool { return len(s.FieldsMatch) == 0 || s.FieldsMatch[0] == "exact" }

func (s *schema) names() []string { return lists.Map(s.Fields, func(f field) string { return f.Name }) }

// columns are what a schema says. A primary key of one column is the name of a row,
// and says nothing else of it.
func (s *schema) columns(written source.Source) (named.Columns, error) {
	c := named.Columns{Types: map[string]string{}, Levels: map[string][]string{}, Missing: []string{""}}
	if s.MissingValues != nil {
		c.Missing = plain(*s.MissingValues)
	}
	if len(s.PrimaryKey) == 1 {
		c.Drop = s.PrimaryKey
	}
	for _, f := range s.Fields {
		if slices.Contains(written.Drop, f.Name) || slices.Contains(c.Drop, f.Name) {
			continue
		}
		if err := f.check(written); err != nil {
			return c, fmt.Errorf("field %q: %w", f.Name, err)
		}
		if f.MissingValues != nil && !slices.Equal(plain(*f.MissingValues), c.Missing) {
			return c, fmt.Errorf("field %q has missingValues of its own, and bench has one list for all columns", f.Name)
		}
		switch f.Type {
		case "integer", "number", "year":
			c.Types[f.Name] = "numeric"
		case "string", "boolean", "":
			c.Types[f.Name] = "categorical"
		}
		if len(f.Categories) > 0 {
			c.Types[f.Name], c.Levels[f.Name] = "categorical", plain(f.Categories)
		}
	}
	return c, nil
}

// check refuses what cannot be read as a column.
func (f field) check(written source.Source) error {
	switch {
	case slices.Contains([]string{"object", "array", "list", "geopoint", "geojson"}, f.Type):
		return fmt.Errorf("its values are of the type %s, which bench does not read; leave it out with drop = [%q]",
			f.Type, f.Name)
	case f.DecimalChar != "" && f.DecimalChar != "." && written.Decimal != f.DecimalChar:
		return fmt.Errorf("its decimalChar is %q; write decimal = %[1]q in the dataset block", f.DecimalChar)
	case f.GroupChar != "" && written.Thousands != f.GroupChar:
		return fmt.Errorf("its groupChar is %q; write thousands = %[1]q in the dataset block", f.GroupChar)
	case f.BareNumber != nil && !*f.BareNumber:
		return fmt.Errorf("its numbers have other characters around them (bareNumber = false), which bench does not read")
	}
	return nil
}

// complete compares the columns of the file with the fields, where they belong together by name.
func (s *schema) complete(e *named.Entry, path string, f named.File) error {
	c := e.Columns
	if len(s.Fields) == 0 || c.Names != nil {
		return nil
	}
	found, err := columnsOf(path, f, *c)
	if err != nil {
		return err
	}
	fields := s.names()
	missing := lists.Filter(fields, func(n string) bool { return !slices.Contains(found, n) })
	more := lists.Filter(found, func(n string) bool { return !slices.Contains(fields, n) })
	match := "exact"
	if len(s.FieldsMatch) > 0 {
		match = s.FieldsMatch[0]
	}
	switch {
	case len(missing) > 0 && match != "superset" && match != "partial":
		return fmt.Errorf("the file lacks columns of the schema: %s", wording.First(missing, 5))
	case len(more) > 0 && match != "subset" && match != "partial":
		return fmt.Errorf("the file has columns that the schema lacks: %s", wording.First(more, 5))
	}
	absent := func(name string) bool { return slices.Contains(missing, name) }
	maps.DeleteFunc(c.Types, func(name, _ string) bool { return absent(name) })
	maps.DeleteFunc(c.Levels, func(name string, _ []string) bool { return absent(name) })
	c.Drop = slices.DeleteFunc(c.Drop, absent)
	return nil
}

// columnsOf are the names of the columns of a file.
func columnsOf(path string, f named.File, c named.Columns) ([]string, error) {
	s := source.Source{File: path, Layout: source.Layout{Format: f.Format, Delimiter: c.Delimiter, Encoding: c.Encoding}}
	s = formats.WithDefaults(s)
	file, err := formats.Of(s).Open(path, s)
	if err != nil {
		return nil, err
	}
	return file.Names(), nil
}
