package script

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"

	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
)

// reducer asks a script for stages and classes. State is JSON.
type reducer struct {
	configured
	multiLabel bool
}

type planRequest struct {
	request
	Classes []string `json:"classes"`
	Counts  []int    `json:"counts"`
	Seed    int      `json:"seed"`
	// Tree is there for reductions with the capability tree.
	Tree *target.Tree `json:"tree,omitempty"`
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

// contract returns the stage for some values of targets.
func (s stage) contract(values contract.Matrix) (contract.Stage, error) {
	problems, err := contract.NewProblems(s.Task, s.Code, s.Labels,
		contract.Targeted{Values: values, Groups: s.Groups, Rows: s.TargetOf, Weights: s.TargetWeights})
	return contract.Stage{
		Problems: problems, Learner: s.Learner, Inputs: s.Inputs, Of: s.Of, Outputs: s.Outputs, Folds: s.Folds,
		Features: s.Features, Later: s.Later, State: s.State,
	}, err
}

func (r reducer) Plan(p contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	var answer struct {
		stage
		Diagnostics []diagnostic `json:"diagnostics"`
	}
	call := r.call("plan")
	fields := planRequest{call.request, p.Classes, p.Counts, seed(p.Seed), p.Tree}
	if err := call.ask(context.Background(), fields, &answer); err != nil {
		return contract.Stage{}, []contract.Diagnostic{contract.Errorf(nil, r.component+" cannot plan", "%v", err)}
	}
	stage, err := answer.contract(contract.Matrix{})
	if ds := diagnostics(answer.Diagnostics); err == nil || contract.FirstError(ds) != nil {
		return stage, ds
	}
	summary := r.component + " planned a stage that cannot be trained"
	return contract.Stage{}, []contract.Diagnostic{contract.Errorf(nil, summary, "%s.", wording.Capital(err.Error()))}
}

type nextRequest struct {
	request
	State   json.RawMessage    `json:"state,omitzero"`
	Rows    int                `json:"rows"`
	Columns int                `json:"columns"` // of the outputs
	Counts  []int              `json:"counts"`
	Seed    int                `json:"seed"`
	Kind    contract.ScoreKind `json:"score_kind"` // what the outputs are, "" without any
}

// Next implements contract.Stager.
func (r reducer) Next(state []byte, t contract.Training) (next contract.Stage, done bool, err error) {
	call, rows := r.call("next"), t.Outputs.Rows
	call.omits = true
	defer call.end()
	list := (&service.NextCall{Counts: t.Counts}).Arrays(&t)
	for i := range list {
		list[i].Cols = max(list[i].Cols, 1) // classes are a matrix of one column
	}
	call.arrays(list, rows)
	if x := t.Features; x.Rows*x.Cols > 0 {
		call.table("X", x.Rows, x.Cols, x.Data)
	}
	targets := call.output("targets", "targets")
	var answer struct {
		stage
		Done bool `json:"done"`
	}
	fields := nextRequest{call.request, state, rows, t.Outputs.Cols, t.Counts, seed(t.Seed), t.Kind}
	if err := call.ask(context.Background(), fields, &answer); err != nil {
		return next, false, err
	}
	if answer.Done {
		return contract.Stage{State: answer.State}, true, nil
	}
	var values contract.Matrix
	if answer.TargetColumns > 0 {
		if answer.TargetOf != nil {
			rows = len(answer.TargetOf)
		}
		if values, err = call.read(targets, rows, answer.TargetColumns); err != nil {
			return next, false, err
		}
	}
	next, err = answer.contract(values)
	return next, false, err
}

type decodeRequest struct {
	request
	State   json.RawMessage    `json:"state,omitzero"`
	Rows    int                `json:"rows"`
	Columns int                `json:"columns"`
	Kind    contract.ScoreKind `json:"score_kind"`
}

type decodeAnswer struct {
	Classes       int  `json:"classes"` // K
	Probabilities bool `json:"probabilities"`
	Predictions   bool `json:"predictions"` // else the largest class score decides
}

// Decode implements contract.Reducer.
func (r reducer) Decode(state []byte, scores contract.Matrix, kind contract.ScoreKind) (d contract.Decoded, err error) {
	call := r.call("decode")
	defer call.end()
	call.table("scores", scores.Rows, scores.Cols, scores.Data)
	files := map[string]string{}
	for _, name := range []string{"class_scores", "probabilities", "predictions"} {
		files[name] = call.output(name, name)
	}
	var a decodeAnswer
	fields := decodeRequest{call.request, state, scores.Rows, scores.Cols, kind}
	if err := call.ask(context.Background(), fields, &a); err != nil {
		return d, err
	}
	if d.Scores, err = call.read(files["class_scores"], scores.Rows, a.Classes); err != nil {
		return d, err
	}
	if a.Probabilities {
		p, err := call.read(files["probabilities"], scores.Rows, a.Classes)
		if err != nil {
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
	predictions, err := call.read(files["predictions"], scores.Rows, width)
	for _, v := range predictions.Data {
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
