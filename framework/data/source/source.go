// Package source holds the attributes of a dataset block: where its rows come
// from, how they are written and what columns are used for.
package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"maps"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/notation"
)

// Source says where a table comes from: the attributes of a dataset block. File
// or Generate is set.
type Source struct {
	File     string `json:"file,omitempty"` // absolute
	TestFile string `json:"test_file,omitempty"`
	Rows     int    `json:"rows,omitempty"`   // of each file, or to generate
	Memory   any    `json:"memory,omitempty"` // bytes, or text with a unit
	SHA256   string `json:"sha256,omitempty"`
	Rare     *Rare  `json:"rare,omitempty"`
	Layout
	Roles
	generate.Recipe
}

// Layout says how a file is written.
type Layout struct {
	Format    string   `json:"format,omitempty"`
	Header    *bool    `json:"header,omitempty"`
	Delimiter string   `json:"delimiter,omitempty"`
	Columns   []string `json:"columns,omitempty"`
	Missing   []string `json:"missing,omitempty"` // nil is ["?", ""]
	SkipLines int      `json:"skip_lines,omitempty"`
	Decimal   string   `json:"decimal,omitempty"`
	Thousands string   `json:"thousands,omitempty"`
	Encoding  string   `json:"encoding,omitempty"`
}

// Roles says what columns are used for. Those without a role are features.
type Roles struct {
	Target    Target            `json:"target,omitempty"`
	Targets   []string          `json:"targets,omitempty"` // the label columns, if target is a list
	LabelsXML string            `json:"labels_xml,omitempty"`
	Drop      []string          `json:"drop,omitempty"`
	Types     map[string]string `json:"types,omitempty"`
	Split     string            `json:"split,omitempty"`
	Fold      string            `json:"fold,omitempty"`
	Group     string            `json:"group,omitempty"`
	Weights   string            `json:"weights,omitempty"`
}

// Target is the name of the column that holds the class.
type Target string

// UnmarshalJSON reads a source from the attributes of a dataset block. target
// is a name or a list of names, of which any may be a number, for columns named
// by their position.
func (s *Source) UnmarshalJSON(b []byte) error {
	type attributes Source // without this method
	written := struct {
		*attributes
		Target any `json:"target"`
	}{attributes: (*attributes)(s)}
	decoder := json.NewDecoder(bytes.NewReader(b))
	decoder.DisallowUnknownFields()
	if err := decoder.Decode(&written); err != nil {
		return err
	}
	switch target := written.Target.(type) {
	case nil:
	case []any:
		s.Targets = make([]string, len(target))
		for i, name := range target {
			text, ok := columnName(name)
			if !ok {
				return errors.New("target must be a list of names of columns")
			}
			s.Targets[i] = text
		}
	default:
		name, ok := columnName(target)
		if !ok {
			return errors.New("target must be the name of a column, or a list of names")
		}
		s.Target = Target(name)
	}
	return nil
}

// columnName reads a name, or the number of a column that has none.
func columnName(value any) (name string, ok bool) {
	switch value := value.(type) {
	case string:
		return value, true
	case float64:
		return notation.Shortest(value), true
	}
	return "", false
}

// Written lists the attributes that a source has, by their names in a block.
func (s Source) Written() map[string]bool {
	list := map[string]bool{"target": s.Targets != nil}
	v := reflect.ValueOf(s)
	for _, field := range reflect.VisibleFields(v.Type()) {
		name, _, _ := strings.Cut(field.Tag.Get("json"), ",")
		if name != "" && name != "-" && !v.FieldByIndex(field.Index).IsZero() {
			list[name] = true
		}
	}
	return list
}

// ToGenerate is the recipe with the rows of the block.
func (s Source) ToGenerate() generate.Recipe {
	r := s.Recipe
	r.Rows = s.Rows
	return r
}

// Notation is how the numbers of the file are written.
func (l Layout) Notation() notation.Notation {
	n := notation.Notation{Decimal: l.Decimal, Thousands: l.Thousands}
	if n.Decimal == "." {
		n.Decimal = ""
	}
	return n
}

// SortedKeys lists the columns of types by name.
func SortedKeys(m map[string]string) []string { return slices.Sorted(maps.Keys(m)) }
