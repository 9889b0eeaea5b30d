package run

import (
	"context"
	"slices"
	"sync"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// staged is a reducer whose stages are a script. It remembers what it was shown.
type staged struct {
	first contract.Stage
	next  func(state string, t contract.Training) (contract.Stage, bool, error)

	classes int
	mu      sync.Mutex
	shown   []contract.Training
	states  []string // that Decode was given
	decoded []contract.Matrix
	kinds   []contract.ScoreKind
}

func (s *staged) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	s.classes = len(r.Classes)
	return s.first, nil
}

func (s *staged) Next(state []byte, t contract.Training) (contract.Stage, bool, error) {
	t.Outputs.Data = slices.Clone(t.Outputs.Data) // it is unmapped later
	s.mu.Lock()
	s.shown = append(s.shown, t)
	s.mu.Unlock()
	return s.next(string(state), t)
}

// Decode takes the largest of the first columns, one for each class.
func (s *staged) Decode(state []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.states, s.kinds = append(s.states, string(state)), append(s.kinds, kind)
	s.decoded = append(s.decoded, contract.Matrix{Rows: scores.Rows, Cols: scores.Cols, Data: slices.Clone(scores.Data)})
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: s.classes}}
	for i := range scores.Rows {
		row := slices.Clone(scores.Row(i))
		for len(row) < s.classes {
			row = append(row, -1e9)
		}
		row = row[:s.classes]
		d.Scores.Data = append(d.Scores.Data, row...)
		d.Predictions = append(d.Predictions, slices.Index(row, slices.Max(row)))
	}
	return d, nil
}

// component is the reduction type "staged".
func (s *staged) component() contract.Component {
	return contract.Component{
		Kind: contract.KindReducer, Name: "staged", Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary},
			Properties: contract.Deterministic},
		Params: []contract.Param{
			{Name: "learner", Type: contract.LearnerType, Decoding: true}, {Name: "draw", Type: "number", Default: 0.0},
		},
		NewReducer: func(contract.Config) (contract.Reducer, error) { return s, nil },
	}
}

// echo is the learner type "echo": its score is the first input. It remembers the
// inputs it was trained on.
type echo struct {
	mu     sync.Mutex
	inputs []contract.Matrix
	y      [][]float64
	fail   func(contract.Problem) error
}

func (e *echo) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	e.mu.Lock()
	defer e.mu.Unlock()
	e.inputs, e.y = append(e.inputs, contract.Matrix{Rows: p.X.Rows, Cols: p.X.Cols, Data: slices.Clone(p.X.Data)}), append(e.y, p.Y)
	if e.fail != nil {
		if err := e.fail(p); err != nil {
			return nil, err
		}
	}
	return echoed{}, nil
}

type echoed struct{}

func (echoed) Score(x contract.Matrix, scores []float64) {
	for i := range scores {
		scores[i] = x.Row(i)[0]
	}
}

func (e *echo) component(scores contract.ScoreKind) contract.Component {
	return contract.Component{
		Kind: contract.KindLearner, Name: "echo", Params: []contract.Param{{Name: "loud", Type: "bool", Default: false}},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: scores,
			Properties: contract.Deterministic},
		NewLearner: func(contract.Config) (contract.Learner, error) { return e, nil },
	}
}

var (
	ova4  = contract.Dense{{1, -1, -1, -1}, {-1, 1, -1, -1}, {-1, -1, 1, -1}, {-1, -1, -1, 1}}
	half4 = contract.Dense{{1}, {1}, {-1}, {-1}}
)

// ended is what Next answers when there is nothing left to train.
func ended(state string) (contract.Stage, bool, error) {
	return contract.Stage{State: []byte(state)}, true, nil
}

// stagedText is raw with a reduction of the type "staged", and more.
func stagedText(learner, more string) string {
	return must.Replace(raw(learner), `reduction "one_vs_rest" "ova" {}`, more+"\nreduction \"one_vs_rest\" \"ova\" {}")
}

// withEcho declares a second learner, which no grid uses by itself.
const withEcho = `
learner "echo" "second" {}
reduction "staged" "stacked" { learner = learner.second }
grid "main" { learners = [learner.spy] }
`

// openStaged prepares an experiment with a scripted reduction and a spy.
func openStaged(t *testing.T, text string, r *staged, e *echo) *setting {
	t.Helper()
	s := &spy{}
	opened := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return s, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic},
	}, r.component(), e.component(contract.LogOdds))
	opened.spy = s
	return opened
}

// mustRun runs and checks that every cell is ok.
func (s *setting) mustRun(t *testing.T, workers int, done map[string]bool) {
	t.Helper()
	if err := s.run(t, workers, done); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		if r := s.memory.results[c.Key]; !done[c.Key] && r.Status != store.OK {
			t.Fatalf("%s: %s %s", c.Name(), r.Status, r.Error)
		}
	}
}

// stacking wants OvA scores and trains one column on them.
func stacking(outputs contract.Outputs, inputs ...contract.Input) *staged {
	return &staged{
		first: contract.Stage{Problems: contract.Coded{Code: ova4}, Outputs: outputs, Folds: 3, Later: 1, State: []byte("one")},
		next: func(state string, _ contract.Training) (contract.Stage, bool, error) {
			return contract.Stage{Problems: contract.Coded{Code: half4}, Learner: "learner", Inputs: inputs, State: []byte(state + " two")}, false, nil
		},
	}
}

// trainingRows lists the ids of a fold's training rows in the order that stagers
// see: by class, then by the fold that tests them, then by id.
func trainingRows(s *setting, f int) []int {
	d := s.ready.Datasets[0]
	var ids []int
	for id := range d.Table.Truth.Class {
		if d.Repeats[0].Test[id] != f {
			ids = append(ids, id)
		}
	}
	slices.SortStableFunc(ids, func(a, b int) int {
		if d.Table.Truth.Class[a] != d.Table.Truth.Class[b] {
			return d.Table.Truth.Class[a] - d.Table.Truth.Class[b]
		}
		return d.Repeats[0].Test[a] - d.Repeats[0].Test[b]
	})
	return ids
}
