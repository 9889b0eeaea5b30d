package script

import (
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
)

// encoder asks a script for features.
type encoder struct {
	script    *script
	component string
	config    contract.Config
}

type fitRequest struct {
	request
	Rows       int      `json:"rows"`
	Columns    int      `json:"columns"`
	Classes    []string `json:"classes"` // names, of multi-label data the labels; none unless the script learns from them
	MultiLabel bool     `json:"multi_label"`
	Seed       int      `json:"seed"`
	X          string   `json:"X"`
	Names      string   `json:"names"`  // JSON list of contract.Column
	Target     string   `json:"target"` // class numbers; of multi-label data rows × labels
	Weights    string   `json:"weights"`
	Groups     string   `json:"groups"`
}

// learnt answers fit, and is the state of the encoder.
type learnt struct {
	State    json.RawMessage `json:"state"`
	Features []feature       `json:"features"`
}

type feature struct {
	Name string `json:"name"`
	Kind string `json:"kind"`
}

// Fit implements contract.Encoder.
func (e encoder) Fit(t contract.TrainingRecords) (out contract.Encoding, err error) {
	call := fitRequest{request: request{Call: "fit", Component: e.component, Config: e.config}, Rows: t.X.Rows,
		Columns: t.X.Cols, Classes: t.Classes, MultiLabel: t.MultiLabel, Seed: seed(t.Seed)}
	if call.Classes == nil {
		call.Classes = []string{}
	}
	files := sent{files: e.script.files}
	defer files.drop()
	files.matrix(&call.X, "X", t.X)
	if files.err == nil {
		call.Names, files.err = e.script.files.names(t.Columns)
	}
	if t.Target != nil {
		y := contract.Matrix{Rows: t.X.Rows, Cols: 1, Data: floats(t.Target)}
		if t.MultiLabel {
			y.Cols = len(t.Classes)
			files.matrix(&call.Target, "target", y)
		} else {
			files.vector(&call.Target, "target", y.Data)
		}
	}
	files.vector(&call.Weights, "weights", t.Weights)
	files.vector(&call.Groups, "groups", floats(t.Groups))
	if files.err != nil {
		return out, files.err
	}
	var answer learnt
	if err := e.script.ask(call, &answer); err != nil {
		return out, err
	}
	for _, f := range answer.Features {
		out.Columns = append(out.Columns, contract.Column{Name: f.Name, Kind: f.Kind})
	}
	out.State, err = json.Marshal(answer)
	return out, err
}

type transformRequest struct {
	request
	State   json.RawMessage `json:"state"`
	Rows    int             `json:"rows"`
	Columns int             `json:"columns"`
	Width   int             `json:"width"` // features to write
	X       string          `json:"X"`
	Names   string          `json:"names"`
	Output  string          `json:"output"`
}

// Transform implements contract.Encoder.
func (e encoder) Transform(state []byte, r contract.Records) (x contract.Matrix, err error) {
	var by learnt
	if err := json.Unmarshal(state, &by); err != nil {
		return x, fmt.Errorf("the state is none of this encoder: %w", err)
	}
	call := transformRequest{request: request{Call: "transform", Component: e.component, Config: e.config},
		State: by.State, Rows: r.X.Rows, Columns: r.X.Cols, Width: len(by.Features), Output: e.script.files.name("features")}
	files := sent{files: e.script.files, paths: []string{call.Output}}
	defer files.drop()
	files.matrix(&call.X, "X", r.X)
	if files.err == nil {
		call.Names, files.err = e.script.files.names(r.Columns)
	}
	if files.err != nil {
		return x, files.err
	}
	if err := e.script.ask(call, &struct{}{}); err != nil {
		return x, err
	}
	x = contract.Matrix{Rows: r.X.Rows, Cols: call.Width}
	x.Data, err = e.script.files.read(call.Output, x.Rows, x.Cols)
	return x, err
}

// sent are the files of one call. After an error nothing more is written.
type sent struct {
	*files
	paths []string
	err   error
}

// matrix writes a matrix and sets its path.
func (s *sent) matrix(path *string, what string, x contract.Matrix) {
	if s.err == nil {
		*path, s.err = s.files.matrix(what, x)
		s.paths = append(s.paths, *path)
	}
}

// vector writes numbers, if there are any, and sets their path.
func (s *sent) vector(path *string, what string, values []float64) {
	if s.err == nil && values != nil {
		*path, s.err = s.files.vector(what, values)
		s.paths = append(s.paths, *path)
	}
}

// drop removes the files.
func (s *sent) drop() {
	for _, path := range s.paths {
		s.files.drop(path)
	}
}
