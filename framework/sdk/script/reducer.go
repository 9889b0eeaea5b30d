package script

import (
	"encoding/json"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/contract"
)

// reducer asks a script for stages and classes. State is JSON.
type reducer struct {
	script     *script
	component  string
	config     contract.Config
	multiLabel bool
}

func (r reducer) request(call string) request {
	return request{Call: call, Component: r.component, Config: r.config}
}

type planRequest struct {
	request
	Classes []string `json:"classes"`
	Counts  []int    `json:"counts"`
	Seed    int      `json:"seed"`
}

// stage answers plan and next.
type stage struct {
	Task          contract.Task    `json:"task"`
	Code          contract.Dense   `json:"code"`
	Labels        []int            `json:"labels"`
	TargetColumns int              `json:"target_columns"` // those written to the targets of a next
	TargetOf      []int            `json:"target_of"`      // the training row of each of their rows, if these are not all
	TargetWeights []float64        `json:"target_weights"`
	Groups        int              `json:"groups"`
	Learner       string           `json:"learner"`
	Inputs        []contract.Input `json:"inputs"`
	Of            []int            `json:"of"`
	Outputs       contract.Outputs `json:"outputs"`
	Folds         int              `json:"folds"`
	Features      bool             `json:"features"`
	Later         int              `json:"later"`
	State         json.RawMessage  `json:"state"`
}

func (s stage) contract() contract.Stage {
	return contract.Stage{
		Task: s.Task, Code: s.Code, Labels: s.Labels, Groups: s.Groups, Learner: s.Learner, Inputs: s.Inputs, Of: s.Of,
		Outputs: s.Outputs, Folds: s.Folds, Features: s.Features, Later: s.Later, State: s.State, Rows: s.TargetOf,
		Weights: s.TargetWeights,
	}
}

func (r reducer) Plan(p contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	var answer struct {
		stage
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	call := planRequest{r.request("plan"), p.Classes, p.Counts, seed(p.Seed)}
	if err := r.script.ask(call, &answer); err != nil {
		return contract.Stage{}, []contract.Diagnostic{contract.Errorf(nil, r.component+" cannot plan", "%v", err)}
	}
	return answer.contract(), diagnostics(answer.Diagnostics)
}

type nextRequest struct {
	request
	State   json.RawMessage    `json:"state,omitzero"`
	Rows    int                `json:"rows"`
	Columns int                `json:"columns"` // of the outputs
	Counts  []int              `json:"counts"`
	Seed    int                `json:"seed"`
	Kind    contract.ScoreKind `json:"score_kind"`       // what the outputs are, "" without any
	Outputs string             `json:"outputs,omitzero"` // rows × columns
	Classes string             `json:"classes,omitzero"` // of each row
	Labels  string             `json:"labels,omitzero"`  // rows × labels, of multi-label data
	X       string             `json:"X,omitzero"`       // rows × features, if they were asked for
	Targets string             `json:"targets"`          // may be written
}

// Next implements contract.Stager.
func (r reducer) Next(state []byte, t contract.Training) (next contract.Stage, done bool, err error) {
	call := nextRequest{request: r.request("next"), State: state, Rows: t.Outputs.Rows, Columns: t.Outputs.Cols,
		Counts: t.Counts, Seed: seed(t.Seed), Kind: t.Kind, Targets: r.script.files.name("targets")}
	drop, err := r.show(&call, t)
	defer drop()
	if err != nil {
		return next, false, err
	}
	var answer struct {
		stage
		Done bool `json:"done"`
	}
	if err := r.script.ask(call, &answer); err != nil {
		return next, false, err
	}
	next = answer.contract()
	if answer.TargetColumns > 0 {
		rows := call.Rows
		if next.Rows != nil {
			rows = len(next.Rows)
		}
		next.Targets = contract.Matrix{Rows: rows, Cols: answer.TargetColumns}
		next.Targets.Data, err = r.script.files.read(call.Targets, rows, answer.TargetColumns)
	}
	return next, answer.Done, err
}

// show writes what the stage asked for. The returned function removes it.
func (r reducer) show(call *nextRequest, t contract.Training) (drop func(), err error) {
	f := r.script.files
	written := []string{call.Targets}
	put := func(path *string, what string, x contract.Matrix) {
		if err == nil && x.Rows*x.Cols > 0 {
			*path, err = f.matrix(what, x)
			written = append(written, *path)
		}
	}
	put(&call.Outputs, "outputs", t.Outputs)
	put(&call.X, "X", t.Features)
	put(&call.Classes, "classes", contract.Matrix{Rows: len(t.Classes), Cols: 1, Data: floats(t.Classes)})
	if k := len(t.Counts); k > 0 {
		put(&call.Labels, "labels", contract.Matrix{Rows: len(t.Labels) / k, Cols: k, Data: floats(t.Labels)})
	}
	return func() {
		for _, path := range written {
			f.drop(path)
		}
	}, err
}

func floats[T int | int8](values []T) []float64 {
	var out []float64
	for _, v := range values {
		out = append(out, float64(v))
	}
	return out
}

type decodeRequest struct {
	request
	State         json.RawMessage    `json:"state,omitzero"`
	Rows          int                `json:"rows"`
	Columns       int                `json:"columns"`
	Kind          contract.ScoreKind `json:"score_kind"`
	Scores        string             `json:"scores"`
	ClassScores   string             `json:"class_scores"`
	Probabilities string             `json:"probabilities"`
	Predictions   string             `json:"predictions"`
}

type decodeAnswer struct {
	Classes       int  `json:"classes"` // K
	Probabilities bool `json:"probabilities"`
	Predictions   bool `json:"predictions"` // else the largest class score decides
}

// Decode implements contract.Reducer.
func (r reducer) Decode(state []byte, scores contract.Matrix, kind contract.ScoreKind) (d contract.Decoded, err error) {
	f := r.script.files
	call := decodeRequest{request: r.request("decode"), State: state, Rows: scores.Rows, Columns: scores.Cols, Kind: kind,
		ClassScores: f.name("class_scores"), Probabilities: f.name("probabilities"), Predictions: f.name("predictions")}
	if call.Scores, err = f.matrix("scores", scores); err != nil {
		return d, err
	}
	defer func() {
		for _, path := range []string{call.Scores, call.ClassScores, call.Probabilities, call.Predictions} {
			f.drop(path)
		}
	}()
	var answer decodeAnswer
	if err := r.script.ask(call, &answer); err != nil {
		return d, err
	}
	return r.decoded(call, answer)
}

// decoded reads the files of an answer.
func (r reducer) decoded(call decodeRequest, a decodeAnswer) (d contract.Decoded, err error) {
	f := r.script.files
	d.Scores = contract.Matrix{Rows: call.Rows, Cols: a.Classes}
	if d.Scores.Data, err = f.read(call.ClassScores, call.Rows, a.Classes); err != nil {
		return d, err
	}
	if a.Probabilities {
		p := contract.Matrix{Rows: call.Rows, Cols: a.Classes}
		if p.Data, err = f.read(call.Probabilities, call.Rows, a.Classes); err != nil {
			return d, err
		}
		d.Probabilities = &p
	}
	if !a.Predictions {
		d.Predictions = r.largest(d.Scores)
		return d, nil
	}
	width := 1
	if r.multiLabel {
		width = a.Classes
	}
	values, err := f.read(call.Predictions, call.Rows, width)
	for _, v := range values {
		if !(v >= 0 && v < 1<<31 && v == float64(int64(v))) {
			return d, fmt.Errorf("what the script wrote: the prediction %v is not a whole number from 0", v)
		}
		d.Predictions = append(d.Predictions, int(v))
	}
	return d, err
}

// largest predicts the first class of the largest score; of multi-label data the
// labels of scores above 0.
func (r reducer) largest(scores contract.Matrix) (predictions []int) {
	for i := range scores.Rows {
		row := scores.Row(i)
		if !r.multiLabel {
			predictions = append(predictions, slices.Index(row, slices.Max(row)))
			continue
		}
		for _, v := range row {
			label := 0
			if v > 0 {
				label = 1
			}
			predictions = append(predictions, label)
		}
	}
	return predictions
}
