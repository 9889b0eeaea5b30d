package script

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// description answers describe.
type description struct {
	Name       string            `json:"name"`
	Version    string            `json:"version"`
	Runtimes   map[string]string `json:"runtimes"`
	Code       map[string]string `json:"code"`  // paths outside the package
	Files      string            `json:"files"` // "npy", which is the default, or "text"
	Components []component       `json:"components"`
}

func (d description) text() (bool, error) {
	switch d.Files {
	case "", "npy":
		return false, nil
	case "text":
		return true, nil
	}
	return false, fmt.Errorf("it wants files of the kind %q; there are npy and text", d.Files)
}

type component struct {
	Kind contract.Kind `json:"kind"`
	Name string        `json:"name"`
	Doc  string        `json:"doc"`
	// Validates says that the script is to be asked about configurations.
	Validates bool    `json:"validates"`
	Params    []param `json:"params"`
	capabilities
}

func (c *component) UnmarshalJSON(b []byte) error {
	type fields component
	return withProperties(b, (*fields)(c), &c.Properties)
}

// capabilities are those of contract.Capabilities that a script can have.
type capabilities struct {
	Tasks         []contract.Task      `json:"tasks"`
	Scores        contract.ScoreKind   `json:"scores"`
	Probabilities []contract.ScoreKind `json:"probabilities"`
	Needs         []contract.ScoreKind `json:"needs"`
	Facts         []contract.RowFact   `json:"facts"`
	Properties    contract.Property    `json:"-"`
}

func (c capabilities) contract() contract.Capabilities {
	return contract.Capabilities{
		Tasks: c.Tasks, Scores: c.Scores, Properties: c.Properties, Probabilities: c.Probabilities, Needs: c.Needs,
		Facts: c.Facts,
	}
}

// narrowed are capabilities by themselves.
type narrowed struct{ capabilities }

func (n *narrowed) UnmarshalJSON(b []byte) error {
	type fields narrowed
	return withProperties(b, (*fields)(n), &n.Properties)
}

// withProperties reads a JSON object: the properties that a script can have into a set, and
// all else into a struct.
func withProperties(object []byte, into any, set *contract.Property) error {
	var fields map[string]json.RawMessage
	if err := json.Unmarshal(object, &fields); err != nil {
		return err
	}
	for _, p := range contract.Properties {
		given, ok := fields[p.Name]
		if !ok || !p.Script {
			continue
		}
		delete(fields, p.Name)
		var has bool
		if err := json.Unmarshal(given, &has); err != nil {
			return fmt.Errorf("%s: %w", p.Name, err)
		}
		*set |= p.Property.If(has)
	}
	rest, err := json.Marshal(fields)
	if err != nil {
		return err
	}
	return strictly(rest, into)
}

// param has the fields of contract.Param.
type param struct {
	Name     string   `json:"name"`
	Type     string   `json:"type"`
	Default  any      `json:"default"`
	Required bool     `json:"required"`
	OneOf    []string `json:"one_of"`
	Min      *float64 `json:"min"`
	Max      *float64 `json:"max"`
	Above    *float64 `json:"above"`
	Integer  bool     `json:"integer"`
	Decoding bool     `json:"decoding"`
	Doc      string   `json:"doc"`
}

func (p param) contract() contract.Param { return contract.Param(p) }

// verdict answers validate.
type verdict struct {
	Diagnostics  []diagnostic      `json:"diagnostics"`
	Capabilities *narrowed         `json:"capabilities"`
	Runtimes     map[string]string `json:"runtimes"`
}

type diagnostic struct {
	Severity contract.Severity `json:"severity"` // "" is an error
	Summary  string            `json:"summary"`
	Detail   string            `json:"detail"`
	Path     []any             `json:"path"`
}

func (v verdict) contract() (ds []contract.Diagnostic) { return diagnostics(v.Diagnostics) }

func diagnostics(given []diagnostic) (ds []contract.Diagnostic) {
	for _, d := range given {
		out := contract.Diagnostic{Severity: d.Severity, Summary: d.Summary, Detail: d.Detail}
		if out.Severity != contract.Warning && out.Severity != contract.Note {
			out.Severity = contract.Error
		}
		for _, step := range d.Path {
			switch step := step.(type) {
			case string:
				out.Path = append(out.Path, step)
			case float64:
				out.Path = append(out.Path, int(step))
			}
		}
		ds = append(ds, out)
	}
	return ds
}

// strictly reads JSON into a struct that has all of its fields.
func strictly(line []byte, into any) error {
	strict := json.NewDecoder(bytes.NewReader(line))
	strict.DisallowUnknownFields()
	return strict.Decode(into)
}
