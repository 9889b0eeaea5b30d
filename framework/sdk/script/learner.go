package script

import (
	"context"
	"strconv"

	"github.com/manyclass/bench/framework/contract"
)

// learner hands a problem over as files.
type learner struct {
	script    *script
	component string
	config    contract.Config
}

type trainRequest struct {
	request
	Model   string        `json:"model"` // the name that the script is to keep it by
	Task    contract.Task `json:"task"`
	Rows    int           `json:"rows"`
	Columns int           `json:"columns"`
	Classes int           `json:"classes"`
	Seed    int           `json:"seed"`
	X       string        `json:"X"`
	Y       string        `json:"y"`
	Weights string        `json:"weights"` // "" if all are 1
	Names   string        `json:"names"`   // JSON list of contract.Column, "" if there is none
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
	call := trainRequest{
		request: request{Call: "train", Component: l.component, Config: l.config},
		Model:   m.name, Task: p.Task, Rows: p.X.Rows, Columns: p.X.Cols, Classes: p.Classes, Seed: seed(p.Seed),
	}
	var err error
	if call.X, err = s.files.shared(p.X); err != nil {
		return nil, err
	}
	if call.Names, err = s.files.names(p.Columns); err != nil {
		return nil, err
	}
	if call.Y, err = s.files.vector("y", p.Y); err != nil {
		return nil, err
	}
	defer s.files.drop(call.Y)
	if p.Weights != nil {
		if call.Weights, err = s.files.vector("weights", p.Weights); err != nil {
			return nil, err
		}
		defer s.files.drop(call.Weights)
	}
	var answer trainAnswer
	if err := s.askWithin(ctx, call, &answer); err != nil {
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
	X       string `json:"X"`
	Output  string `json:"output"`
}

// ScoreRemote implements contract.RemoteModel.
func (m model) ScoreRemote(ctx context.Context, x contract.Matrix, scores []float64) (err error) {
	f := m.script.files
	call := scoreRequest{request: request{Call: "score"}, Model: m.name, Rows: x.Rows, Columns: x.Cols, Width: m.width,
		Output: f.name("scores")}
	if call.X, err = f.shared(x); err != nil {
		return err
	}
	defer f.drop(call.Output)
	if err := m.script.askWithin(ctx, call, &struct{}{}); err != nil {
		return err
	}
	values, err := f.read(call.Output, x.Rows, m.width)
	copy(scores, values)
	return err
}

// Bytes implements contract.SizedModel, for scripts that know the call.
func (m model) Bytes() int64 {
	if !m.sized {
		return 0
	}
	var answer struct {
		Bytes float64 `json:"bytes"`
	}
	call := struct {
		request
		Model string `json:"model"`
	}{request{Call: "size"}, m.name}
	if m.script.ask(call, &answer) != nil || !(answer.Bytes >= 0 && answer.Bytes < 1<<50) {
		return 0
	}
	return int64(answer.Bytes)
}

// Forget implements contract.RemoteModel.
func (m model) Forget() error {
	return m.script.ask(struct {
		request
		Model string `json:"model"`
	}{request{Call: "forget"}, m.name}, &struct{}{})
}
