package run

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// scripted is a reduction of labels, or of classes, whose stages and decoder are a
// script. It remembers what it was shown.
type scripted struct {
	multiLabel bool
	tasks      []contract.Task
	first      func(r contract.Reduction) contract.Stage
	next       func(state string, t contract.Training) (contract.Stage, bool, error)
	// decode makes the label scores of a row, or class scores, of those of its
	// models; nil takes the first of them, one for each label.
	decode func(state string, row []float64) []float64

	mu      sync.Mutex
	k       int
	shown   []contract.Training
	decoded []contract.Matrix
	kinds   []contract.ScoreKind
}

func (s *scripted) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.k = len(r.Classes)
	return s.first(r), nil
}

func (s *scripted) Next(state []byte, t contract.Training) (contract.Stage, bool, error) {
	t.Outputs.Data = slices.Clone(t.Outputs.Data) // it is unmapped later
	s.mu.Lock()
	s.shown = append(s.shown, t)
	s.mu.Unlock()
	return s.next(string(state), t)
}

// Decode predicts the labels whose score is above 0, or the class with the largest.
func (s *scripted) Decode(state []byte, scores contract.Matrix, kind contract.ScoreKind) (contract.Decoded, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.kinds = append(s.kinds, kind)
	s.decoded = append(s.decoded, contract.Matrix{Rows: scores.Rows, Cols: scores.Cols, Data: slices.Clone(scores.Data)})
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: s.k}}
	for i := range scores.Rows {
		row := slices.Clone(scores.Row(i))
		if s.decode != nil {
			row = s.decode(string(state), row)
		}
		row = row[:s.k]
		d.Scores.Data = append(d.Scores.Data, row...)
		if !s.multiLabel {
			d.Predictions = append(d.Predictions, slices.Index(row, slices.Max(row)))
			continue
		}
		for _, v := range row {
			label := 0
			if v > 0 {
				label = 1
			}
			d.Predictions = append(d.Predictions, label)
		}
	}
	return d, nil
}

func (s *scripted) component(name string) contract.Component {
	tasks := s.tasks
	if tasks == nil {
		tasks = []contract.Task{contract.Binary}
	}
	return contract.Component{
		Kind: contract.KindReducer, Name: name, Capabilities: contract.Capabilities{Tasks: tasks,
			Properties: contract.Deterministic | contract.MultiLabel.If(s.multiLabel)},
		Params:     []contract.Param{{Name: "draw", Type: "number", Default: 0.0}},
		NewReducer: func(contract.Config) (contract.Reducer, error) { return s, nil },
	}
}

// relevance is a problem for each label.
func relevance(outputs contract.Outputs) *scripted {
	return &scripted{
		multiLabel: true,
		first: func(r contract.Reduction) contract.Stage {
			return contract.Stage{Problems: contract.Labelled(upTo(len(r.Classes))), Outputs: outputs, Folds: folds(outputs)}
		},
		next: func(string, contract.Training) (contract.Stage, bool, error) { return ended("") },
	}
}

func folds(o contract.Outputs) int {
	if o == contract.OutOfFold {
		return 3
	}
	return 0
}

func upTo(n int) []int {
	list := make([]int, n)
	for i := range list {
		list[i] = i
	}
	return list
}

// chain trains labels in some order, each on the features and the labels before it.
func chain(order ...int) *scripted {
	stage := func(at int) contract.Stage {
		s := contract.Stage{Problems: contract.Labelled(order[at : at+1]), State: []byte{byte(at)}}
		if at+1 < len(order) {
			s.Outputs = contract.ClassesOnly
		}
		if at > 0 {
			s.Inputs, s.Of = []contract.Input{contract.Original, contract.Targets}, upTo(at)
		}
		return s
	}
	return &scripted{
		multiLabel: true,
		first: func(contract.Reduction) contract.Stage {
			s := stage(0)
			s.Later = len(order) - 1
			return s
		},
		next: func(state string, _ contract.Training) (contract.Stage, bool, error) {
			return stage(int(state[0]) + 1), false, nil
		},
		decode: func(_ string, row []float64) []float64 {
			out := make([]float64, len(row))
			for at, label := range order {
				out[label] = row[at]
			}
			return out
		},
	}
}

// witness is a learner of any task whose models are the means of the rows of each
// class: the score of a class is minus the squared distance to its mean, that of a
// binary problem the difference of two, and a number is that of the nearest
// training row. It remembers what it was trained on and what its models score.
type witness struct {
	mu     sync.Mutex
	tasks  []contract.Problem
	scored []contract.Matrix
	models []int // which model each of scored is of
}

func (w *witness) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	w.mu.Lock()
	defer w.mu.Unlock()
	p.X.Data, p.Y = slices.Clone(p.X.Data), slices.Clone(p.Y)
	w.tasks = append(w.tasks, p)
	return witnessed{w, len(w.tasks) - 1, p}, nil
}

type witnessed struct {
	w      *witness
	number int
	p      contract.Problem
}

func (m witnessed) Score(x contract.Matrix, scores []float64) {
	m.w.mu.Lock()
	m.w.scored = append(m.w.scored, contract.Matrix{Rows: x.Rows, Cols: x.Cols, Data: slices.Clone(x.Data)})
	m.w.models = append(m.w.models, m.number)
	m.w.mu.Unlock()
	for i := range x.Rows {
		switch row := x.Row(i); m.p.Task {
		case contract.Regression:
			nearest := 0
			for at := range m.p.X.Rows {
				if distance(row, m.p.X.Row(at)) < distance(row, m.p.X.Row(nearest)) {
					nearest = at
				}
			}
			scores[i] = m.p.Y[nearest]
		case contract.Multiclass:
			for k := range m.p.Classes {
				scores[i*m.p.Classes+k] = -distance(row, meanOf(m.p, float64(k)))
			}
		default:
			scores[i] = distance(row, meanOf(m.p, -1)) - distance(row, meanOf(m.p, 1))
		}
	}
}

func distance(a, b []float64) float64 {
	sum := 0.0
	for j := range a {
		sum += (a[j] - b[j]) * (a[j] - b[j])
	}
	return sum
}

// meanOf is the mean of the rows with a target.
func meanOf(p contract.Problem, target float64) []float64 {
	mean, n := make([]float64, p.X.Cols), 0.0
	for i, y := range p.Y {
		if y == target {
			n++
			for j, v := range p.X.Row(i) {
				mean[j] += v
			}
		}
	}
	for j := range mean {
		mean[j] /= n
	}
	return mean
}

// learnerOf is the learner type "spy".
func learnerOf(l contract.Learner, scores contract.ScoreKind) contract.Component {
	return contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return l, nil },
		Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0}},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass, contract.Regression}, Scores: scores,
			Properties: contract.TakesWeights | contract.Symmetric | contract.Deterministic,
		},
	}
}

// labelRows invents 60 rows of two features and three labels, of which the third
// goes with the first two, and a fourth that one row alone has.
func labelRows(t *testing.T) string {
	t.Helper()
	random := rand.New(rand.NewPCG(5, 8))
	var text strings.Builder
	text.WriteString("u,v,a,b,c,rare\n")
	bit := func(yes bool) int {
		if yes {
			return 1
		}
		return 0
	}
	for i := range 60 {
		u, v := random.NormFloat64(), random.NormFloat64()
		a, b := u+random.NormFloat64()/2 > 0, v+random.NormFloat64()/2 > 0
		fmt.Fprintf(&text, "%v,%v,%d,%d,%d,%d\n", u, v, bit(a), bit(b), bit(a != b || i%9 == 0), bit(i == 7))
	}
	return writeText(t, "labels.csv", text.String())
}

func writeText(t *testing.T, name, text string) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	return path
}

// labelText is an experiment on invented labels.
func labelText(t *testing.T, targets, learner, reductions string) string {
	drop := ""
	if !strings.Contains(targets, "rare") {
		drop = `drop = ["rare"]`
	}
	return fmt.Sprintf(`
experiment "labels" { seed = 3 }
dataset "rows" {
  file   = %q
  target = %s
  %s
}
encoder "one_hot" "plain" { numeric = "none" }
learner "spy" "spy" {
  %s
}
%s
validation {
  method = "kfold"
  folds  = 4
}
metric "hamming_loss" {}
`, labelRows(t), targets, drop, learner, reductions)
}

const abc = `["a", "b", "c"]`

// truthOf are the labels of rows, row after row.
func truthOf(s *setting, ids []int) []int8 {
	table := s.ready.Datasets[0].Table
	return table.Truth.Y.Pick(ids).Table(table.Target.K())
}

// testRows lists the ids of the rows that a fold tests.
func testRows(s *setting, f int) []int {
	var ids []int
	for id, test := range s.ready.Datasets[0].Repeats[0].Test {
		if test == f {
			ids = append(ids, id)
		}
	}
	return ids
}

// features are those of rows as they are.
func features(s *setting, ids []int) contract.Matrix {
	columns := s.ready.Datasets[0].Table.Columns
	x := contract.Matrix{Rows: len(ids), Cols: len(columns)}
	for _, id := range ids {
		for j := range columns {
			x.Data = append(x.Data, columns[j].Values[id])
		}
	}
	return x
}

func readText(t *testing.T, path string) string {
	t.Helper()
	b, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
