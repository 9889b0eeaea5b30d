// Package source holds the attributes of a dataset block: where its rows come
// from, how they are written and what columns are used for.
package source

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strings"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/cost"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/generate"
	"github.com/manyclass/bench/framework/data/notation"
)

// Source says where a table comes from: the attributes of a dataset block. File,
// Generate or one of the names of Named is set.
type Source struct {
	File      string `json:"file,omitempty"` // absolute
	TestFile  string `json:"test_file,omitempty"`
	Rows      int    `json:"rows,omitempty"`       // of each file, or to generate
	TestRows  int    `json:"test_rows,omitempty"`  // at the end of the file
	SplitFile string `json:"split_file,omitempty"` // absolute
	Memory    any    `json:"memory,omitempty"`     // bytes, or text with a unit
	SHA256    string `json:"sha256,omitempty"`
	Named
	Classing
	Layout
	Roles
	generate.Recipe
}

// Classing says what classes there are, how they are related, and what mistaking them costs.
type Classing struct {
	Rare *Rare `json:"rare,omitempty"`
	// LabelNoise is that of training rows; the table has the classes without it.
	LabelNoise *LabelNoise `json:"label_noise,omitempty"`
	// Costs are those of the classes of the table, whatever joins or leaves them out.
	Costs cost.Written `json:"costs,omitzero"`
	// Tree is that of the classes of the table, as it is written in the block classes.
	Tree       any         `json:"tree,omitempty"`
	Discretize *Discretize `json:"discretize,omitempty"`
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
	// Declared are the values of categorical columns in their order, where the file does not declare them. No
	// attribute sets it.
	Declared map[string][]string `json:"-"`
	// Codes are the names of the values 0, 1, … of columns of a Parquet file. No attribute sets it.
	Codes map[string][]string `json:"-"`
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
	return s.takeTarget()
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

// Names lists the names that a block gives its rows: by rights one, or none beside file and generate.
func (s Source) Names() []Name { return s.names(s.Split, s.Format) }

// NameAlone is the name of the rows, if nothing else says where they are.
func (s Source) NameAlone() (Name, bool) {
	names := s.Names()
	if len(names) != 1 || s.File != "" || s.Generate != "" {
		return Name{}, false
	}
	return names[0], true
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

// Limits on what the files of a user may make bench hold. Most of all that is the
// table, for which the attribute memory says how large it may become; the others
// are far above what files hold, and are next to what they bound.
const (
	// defaultMemory is 268 million numbers.
	defaultMemory = 2 << 30
	// MaxColumns bounds the fields of a line and the attributes of a file.
	MaxColumns = 1_000_000
	// MaxClasses bounds classes and labels. Codes, which hold a square, are of fewer.
	MaxClasses = 1_000_000
)

// Limit is the number of bytes that the table may take up.
func (s Source) Limit() int64 {
	if s.Memory == nil {
		return defaultMemory
	}
	size, err := contract.ParseSize(s.Memory)
	if err != nil {
		panic(fmt.Sprintf("data: memory %v was not checked", s.Memory))
	}
	return size
}

// CheckRoom refuses a table that takes up more than it may, so far or as is known
// before it is read.
func (s Source) CheckRoom(bytes float64, at data.Place) error {
	limit := s.Limit()
	if bytes <= float64(limit) {
		return nil
	}
	return at.Errorf("the table takes up more than %s of memory; if it is meant to, write a larger memory = \"%s\", or "+
		"read only the first rows with rows",
		sizeText(limit), sizeText(2*limit)).Of("memory")
}

// sizeText writes a number of bytes as memory does.
func sizeText(bytes int64) string {
	for _, unit := range []struct {
		name  string
		bytes int64
	}{{"GiB", 1 << 30}, {"MiB", 1 << 20}} {
		if bytes%unit.bytes == 0 {
			return fmt.Sprintf("%d%s", bytes/unit.bytes, unit.name)
		}
	}
	return fmt.Sprintf("%dB", bytes)
}

// CheckClassCount refuses more classes or labels than can be distinguished.
func CheckClassCount(n int, what string, at data.Place) error {
	if n <= MaxClasses {
		return nil
	}
	return at.Errorf("there are %d %s, and bench takes at most %d", n, what, MaxClasses).Of("target")
}

// Rare says how classes with few rows are treated.
type Rare struct {
	Below int    `json:"below"` // classes of fewer rows are rare
	As    string `json:"as"`    // dropRare or joinRare
}

const (
	DropRare = "drop"
	JoinRare = "other" // and the name of the class that rare ones become
)

// RareHelp says how rare is written.
const RareHelp = "Write rare = { below = 3, as = \"drop\" } to leave classes of fewer than 3 rows out, or as = " +
	"\"other\" to join them."

// UnmarshalJSON reads the object of a dataset block. below is 2 or more, as is
// needed.
func (r *Rare) UnmarshalJSON(b []byte) error {
	var written map[string]any
	if err := json.Unmarshal(b, &written); err != nil {
		return errors.New("rare must be an object")
	}
	for name := range written {
		if name != "below" && name != "as" {
			return fmt.Errorf("rare has below and as, and no %q", name)
		}
	}
	below, ok := written["below"].(float64)
	if !ok || below < 2 || below != math.Trunc(below) || below > 1<<53 {
		return errors.New("rare needs below, a whole number of at least 2")
	}
	if r.As, ok = written["as"].(string); !ok || r.As != DropRare && r.As != JoinRare {
		return fmt.Errorf("rare needs as, which is %q or %q", DropRare, JoinRare)
	}
	r.Below = int(below)
	return nil
}

// takeTarget makes the column that is discretized the target of the block.
func (s *Source) takeTarget() error {
	switch d := s.Discretize; {
	case d == nil || d.Target == "":
	case s.Targets != nil || s.Target != "" && string(s.Target) != d.Target:
		return fmt.Errorf("discretize names the target %q, and target names another; remove one", d.Target)
	default:
		s.Target = Target(d.Target)
	}
	return nil
}
