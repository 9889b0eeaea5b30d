package contract

import (
	"bytes"
	"encoding/json"
	"fmt"
)

// Param describes one attribute of a component's block.
type Param struct {
	Name string
	// Type is an HCL type expression: "number", "string", "bool",
	// "list(number)", "list(list(number))", "map(number)" or "any"; or FileType,
	// for reducers LearnerType, for datasets PathType.
	Type string
	// Default is the value taken when the attribute is not written: a float64,
	// string, bool, or list of these. Nil means that the attribute is then
	// absent from the configuration.
	Default  any
	Required bool
	OneOf    []string // allowed values of a string
	Min, Max *float64 // inclusive bounds of a number
	// Above is an exclusive lower bound of a number.
	Above   *float64
	Integer bool // the number must be whole
	// Decoding marks a parameter of a reducer that only Decode reads: Plan
	// answers the same whatever it is, so that decoders of one design share
	// their random code.
	Decoding bool
	Doc      string // one sentence with units
}

// LearnerType is the Type of a parameter of a reducer that refers to a learner
// block (learner.NAME). The configuration holds the name of the learner; a stage
// that is to be trained by it names the parameter. Such a parameter has no
// default. The name is no part of a cell's identity, the learner behind it is.
const LearnerType = "learner"

// FileType is the Type of a parameter that names a file, relative to the experiment
// file. The configuration holds its content, which must be text of at most
// MostFileBytes bytes: so results depend on what the file says, not on where it is.
const FileType = "file"

// PathType is the Type of an attribute of a dataset that names a file, relative to
// the experiment file. The configuration holds its absolute path.
const PathType = "path"

// MostFileBytes bounds the files that parameters name.
const MostFileBytes = 4 << 20

// Bound returns a pointer to v, for the bounds of a Param.
func Bound(v float64) *float64 { return &v }

// Config is a component's complete configuration: canonical JSON (object keys
// sorted, defaults filled in). Its bytes are part of a cell's identity.
type Config []byte

// Decode stores the configuration in the struct that into points to, by its
// json tags. An attribute without a field is an error.
func (c Config) Decode(into any) error {
	if len(c) == 0 {
		return nil
	}
	dec := json.NewDecoder(bytes.NewReader(c))
	dec.DisallowUnknownFields()
	if err := dec.Decode(into); err != nil {
		return fmt.Errorf("decoding configuration: %w", err)
	}
	return nil
}

// MarshalJSON embeds the configuration in other JSON as it is.
func (c Config) MarshalJSON() ([]byte, error) {
	if len(c) == 0 {
		return []byte("{}"), nil
	}
	return c, nil
}

// UnmarshalJSON keeps the bytes of a configuration.
func (c *Config) UnmarshalJSON(b []byte) error {
	*c = append((*c)[:0], b...)
	return nil
}

// NewConfig renders values as a Config. It panics on values that JSON cannot
// hold (NaN, functions), which only a caller's bug can produce.
func NewConfig(values map[string]any) Config {
	if values == nil {
		values = map[string]any{}
	}
	b, err := json.Marshal(values)
	if err != nil {
		panic(fmt.Sprintf("contract: configuration %v: %v", values, err))
	}
	return b
}

// Severity of a Diagnostic.
type Severity string

// The severities. An error stops the experiment before anything trains; a note
// is worth knowing when planning and is not shown when running.
const (
	Error   Severity = "error"
	Warning Severity = "warning"
	Note    Severity = "note"
)

// Diagnostic is a remark on a configuration. The host shows it with the line of
// the experiment file that Path leads to.
type Diagnostic struct {
	Severity Severity
	Summary  string // what is wrong, one line
	Detail   string // what to do about it
	// Path leads into the configuration: attribute names (string) and list
	// indices (int), for example "matrix", 2, 0. Empty means the whole block.
	Path []any
}

// Errorf returns an error diagnostic at a path.
func Errorf(path []any, summary, detail string, args ...any) Diagnostic {
	return Diagnostic{Severity: Error, Summary: summary, Detail: fmt.Sprintf(detail, args...), Path: path}
}

// Notef returns a note at a path.
func Notef(path []any, summary, detail string, args ...any) Diagnostic {
	return Diagnostic{Severity: Note, Summary: summary, Detail: fmt.Sprintf(detail, args...), Path: path}
}

// Warningf returns a warning diagnostic at a path.
func Warningf(path []any, summary, detail string, args ...any) Diagnostic {
	return Diagnostic{Severity: Warning, Summary: summary, Detail: fmt.Sprintf(detail, args...), Path: path}
}
