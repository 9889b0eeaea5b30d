package script

import (
	"context"
	"encoding/json"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// encoder asks a script for features.
type encoder struct{ configured }

type fitRequest struct {
	request
	Rows       int      `json:"rows"`
	Columns    int      `json:"columns"`
	Classes    []string `json:"classes"` // names, of multi-label data the labels; none unless the script learns from them
	MultiLabel bool     `json:"multi_label"`
	Seed       int      `json:"seed"`
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

// records writes the rows that an encoder is shown.
func (c *call) records(r contract.Records) {
	c.table("X", r.X.Rows, r.X.Cols, r.X.Data)
	c.names(r.Columns)
}

// Fit implements contract.Encoder.
func (e encoder) Fit(t contract.TrainingRecords) (out contract.Encoding, err error) {
	call := e.call("fit")
	defer call.end()
	call.records(t.Records)
	shown := service.FitCall{Classes: t.Classes, MultiLabel: t.MultiLabel}
	call.arrays(shown.Arrays(&t), t.X.Rows)
	var answer learnt
	classes := append([]string{}, t.Classes...) // no null
	fields := fitRequest{call.request, t.X.Rows, t.X.Cols, classes, t.MultiLabel, seed(t.Seed)}
	if err := call.ask(context.Background(), fields, &answer); err != nil {
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
}

// Transform implements contract.Encoder.
func (e encoder) Transform(state []byte, r contract.Records) (x contract.Matrix, err error) {
	var by learnt
	if err := json.Unmarshal(state, &by); err != nil {
		return x, fmt.Errorf("the state is not one of this encoder: %w", err)
	}
	call := e.call("transform")
	defer call.end()
	call.records(r)
	output, width := call.output("output", "features"), len(by.Features)
	fields := transformRequest{call.request, by.State, r.X.Rows, r.X.Cols, width}
	if err := call.ask(context.Background(), fields, &struct{}{}); err != nil {
		return x, err
	}
	return call.read(output, r.X.Rows, width)
}
