package script

import (
	"context"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
)

// learner hands a problem over as files.
type learner struct{ configured }

type trainRequest struct {
	request
	Model   string        `json:"model"` // the name that the script is to keep it by
	Task    contract.Task `json:"task"`
	Rows    int           `json:"rows"`
	Columns int           `json:"columns"`
	Classes int           `json:"classes"`
	Seed    int           `json:"seed"`
}

type trainAnswer struct {
	Objective *float64     `json:"objective"`
	Converged *bool        `json:"converged"`
	End       contract.End `json:"end"`
	Seconds   float64      `json:"seconds"`
	Sizes     bool         `json:"sizes"` // the script answers the call size
}

func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	s := l.script
	s.models++
	m := model{script: s, name: strconv.Itoa(s.models), width: 1}
	if p.Task == contract.Multiclass {
		m.width = p.Classes
	}
	call := l.call("train")
	defer call.end()
	call.shared(p.X)
	call.table("y", len(p.Y), 0, p.Y)
	if p.Weights != nil {
		call.table("weights", len(p.Weights), 0, p.Weights)
	} else {
		call.file("weights", "", nil)
	}
	call.names(p.Columns)
	var answer trainAnswer
	fields := trainRequest{call.request, m.name, p.Task, p.X.Rows, p.X.Cols, p.Classes, seed(p.Seed)}
	if err := call.ask(ctx, fields, &answer); err != nil {
		return nil, err
	}
	m.fit, m.sized = answer.fit(), answer.Sizes
	return m, nil
}

func (a trainAnswer) fit() contract.Fit {
	f := contract.Fit{End: a.End, Seconds: a.Seconds}
	if a.Objective != nil {
		f.Objective, f.HasObjective = *a.Objective, true
	}
	f.Unconverged = a.Converged != nil && !*a.Converged
	return f
}

// model is one that the script keeps.
type model struct {
	script *script
	name   string
	width  int  // scores a row
	sized  bool // the script can tell its size
	fit    contract.Fit
}

func (m model) Fit() contract.Fit { return m.fit }

// Score panics: ScoreRemote is called in its place.
func (m model) Score(contract.Matrix, []float64) { panic("script: a script can fail to score") }

type scoreRequest struct {
	request
	Model   string `json:"model"`
	Rows    int    `json:"rows"`
	Columns int    `json:"columns"`
	Width   int    `json:"width"`
}

// ScoreRemote implements contract.RemoteModel.
func (m model) ScoreRemote(ctx context.Context, x contract.Matrix, scores []float64) error {
	call := (configured{script: m.script}).call("score")
	defer call.end()
	call.shared(x)
	output := call.output("output", "scores")
	fields := scoreRequest{call.request, m.name, x.Rows, x.Cols, m.width}
	if err := call.ask(ctx, fields, &struct{}{}); err != nil {
		return err
	}
	written, err := call.read(output, x.Rows, m.width)
	copy(scores, written.Data)
	return err
}

// Bytes asks scripts that know the call.
func (m model) Bytes() int64 {
	if !m.sized {
		return 0
	}
	var answer struct {
		Bytes float64 `json:"bytes"`
	}
	err := m.script.ask(modelRequest{request{Call: "size"}, m.name}, &answer)
	if err != nil || !(answer.Bytes >= 0 && answer.Bytes < 1<<50) {
		return 0
	}
	return int64(answer.Bytes)
}

// Forget implements contract.RemoteModel.
func (m model) Forget() error {
	return m.script.ask(modelRequest{request{Call: "forget"}, m.name}, &struct{}{})
}

type modelRequest struct {
	request
	Model string `json:"model"`
}
