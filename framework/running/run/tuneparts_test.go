package run

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// leaning decodes one-vs-rest with a handicap for each class: lean times its number.
type leaning struct{ lean float64 }

func (leaning) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	code := make(contract.Dense, len(r.Classes))
	for k := range code {
		code[k] = slices.Repeat([]int8{-1}, len(code))
		code[k][k] = 1
	}
	return contract.Stage{Problems: contract.Coded{Code: code}}, nil
}

func (l leaning) Decode(_ []byte, scores contract.Matrix, _ contract.ScoreKind) (contract.Decoded, error) {
	d := contract.Decoded{Scores: contract.Matrix{Rows: scores.Rows, Cols: scores.Cols, Data: make([]float64, scores.Rows*scores.Cols)}}
	for i := range scores.Rows {
		row := d.Scores.Row(i)
		for k, v := range scores.Row(i) {
			row[k] = v - l.lean*float64(k)
		}
		d.Predictions = append(d.Predictions, slices.Index(row, slices.Max(row)))
	}
	return d, nil
}

// leaningText has one reduction that is tuned, and one that is not.
const leaningText = `
experiment "four" { seed = 3 }
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 120
  seed     = 1
}
encoder "one_hot" "e" {
  numeric = "none"
  %s
}
learner "spy" "spy" {
  %s
}
reduction "leaning" "tuned" {
  tune { lean = [-2, 0, 3, 8] }
}
reduction "leaning" "straight" {}
validation { folds = 4 }
metric "accuracy" {}
`

func openLeaning(t *testing.T, encoder, learner string) *setting {
	t.Helper()
	return openLeaningText(t, fmt.Sprintf(leaningText, encoder, learner))
}

func openLeaningText(t *testing.T, text string) *setting {
	t.Helper()
	s := &spy{}
	opened := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy",
		Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0, Min: contract.Bound(0)}},
		NewLearner: func(c contract.Config) (contract.Learner, error) {
			var o struct{ Weight float64 }
			err := c.Decode(&o)
			return weighing{s, o.Weight}, err
		},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Deterministic},
	}, contract.Component{
		Kind: contract.KindReducer, Name: "leaning",
		Params: []contract.Param{{Name: "lean", Type: "number", Default: 0.0, Decoding: true}},
		NewReducer: func(c contract.Config) (contract.Reducer, error) {
			var o struct{ Lean float64 }
			err := c.Decode(&o)
			return leaning{o.Lean}, err
		},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Properties: contract.Deterministic},
	})
	opened.spy = s
	return opened
}

// leans computes by hand what weighing models of a column and leaning predict.
func leans(s *setting, column int, weight, lean float64, trains func(int) bool) func(id int) int {
	d := s.ready.Datasets[0]
	values := d.Table.Columns[column].Values
	var models []weighed
	for class := range d.Table.Target.Names {
		var m spyModel
		var up, down float64
		for id, label := range d.Table.Truth.Class {
			switch v := values[id]; {
			case !trains(id):
			case label == class:
				m.positive, up = m.positive+v, up+1
			default:
				m.negative, down = m.negative+v, down+1
			}
		}
		models = append(models, weighed{spyModel{m.positive / up, m.negative / down}, weight})
	}
	return func(id int) int {
		largest, at := math.Inf(-1), 0
		for class, m := range models {
			if score := m.at(values[id]) - lean*float64(class); score > largest {
				largest, at = score, class
			}
		}
		return at
	}
}

// point is a candidate of encoder, learner and reduction.
type point struct {
	column       int
	weight, lean float64
}

// searched chooses by hand for a fold: the first of the best by mean accuracy over
// inner folds of the training rows alone.
func searched(t *testing.T, s *setting, number int, points []point) (chosen point) {
	d, inner, top := s.ready.Datasets[0], innerOf(t, s, number, 3), -1.0
	for _, p := range points {
		mean := 0.0
		for f := range inner.Folds {
			predict := leans(s, p.column, p.weight, p.lean, func(id int) bool { return inner.Test[id] >= fold.Never && inner.Test[id] != f })
			right, n := 0.0, 0.0
			for id, in := range inner.Test {
				if in == f {
					n++
					if predict(id) == d.Table.Truth.Class[id] {
						right++
					}
				}
			}
			mean += right / n / float64(inner.Folds)
		}
		if mean > top+1e-12 {
			chosen, top = p, mean
		}
	}
	return chosen
}

func testSearch(t *testing.T, s *setting, points []point, values func(point) map[string]any) {
	t.Helper()
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	chosen := map[point]bool{}
	for _, c := range s.ready.Plan.Cells {
		r := s.memory.results[c.Key]
		if r.Status != store.OK || r.Note != "" {
			t.Fatalf("%s: %+v", c.Name(), r)
		}
		if c.Reduction != "tuned" {
			continue
		}
		p := searched(t, s, c.Fold, points)
		chosen[p] = true
		if want := values(p); !reflect.DeepEqual(r.Tuned, want) {
			t.Errorf("%s: %v, want %v", c.Name(), r.Tuned, want)
		}
		predict := leans(s, p.column, p.weight, p.lean, func(id int) bool { return s.ready.Datasets[0].Repeats[0].Test[id] != c.Fold })
		out := s.memory.outputs[c.Key].Test
		for i, id := range out.Rows {
			if out.Predicted.Class[i] != predict(id) {
				t.Errorf("%s: row %d is predicted as %d", c.Name(), id, out.Predicted.Class[i])
			}
		}
	}
	if len(chosen) == 1 && chosen[points[0]] {
		t.Errorf("all folds choose the first candidate: the test shows nothing")
	}
}

var leansTried = []float64{-2, 0, 3, 8}

// The decoder of one code is tuned, and no problem of an inner fold is trained twice.
func TestTuningOfAReduction(t *testing.T) {
	s := openLeaning(t, "", "")
	var points []point
	for _, lean := range leansTried {
		points = append(points, point{0, 1, lean})
	}
	testSearch(t, s, points, func(p point) map[string]any { return map[string]any{"reduction.lean": p.lean} })
	if p := s.ready.Plan; len(s.spy.trains) != 4*4*(3+1) || p.FitsDistinct != 4*4*(3+1) || p.FitsRequested != 4*4*(3*4+2) || p.FitsAtMost {
		t.Errorf("%d problems trained, %d distinct and %d requested are planned", len(s.spy.trains), p.FitsDistinct, p.FitsRequested)
	}
}

// Encoder, learner and reduction are tuned together, all combinations.
func TestTuningOfAllParts(t *testing.T) {
	s := openLeaning(t, "tune { columns = [[\"x0\"], [\"x1\"]] }", "tune { weight = [0.6, 1] }")
	var points []point
	for column := range 2 {
		for _, weight := range []float64{0.6, 1} {
			for _, lean := range leansTried {
				points = append(points, point{column, weight, lean})
			}
		}
	}
	testSearch(t, s, points, func(p point) map[string]any {
		return map[string]any{"encoder.columns": []any{fmt.Sprintf("x%d", p.column)}, "weight": p.weight, "reduction.lean": p.lean}
	})
	if p := s.ready.Plan; p.FitsDistinct != 4*4*(3*4+1) || len(s.spy.trains) < 4*4*(3*4+1) || len(s.spy.trains) > 4*4*(3*4+2) {
		t.Errorf("%d problems trained, %d distinct are planned", len(s.spy.trains), p.FitsDistinct)
	}
}

// Whatever the company and the number of workers, a tuned cell is the same, and one that
// is not tuned is that of an experiment without the other.
func TestTunedPartsDoNotDependOnCompany(t *testing.T) {
	a, b := openLeaning(t, "", ""), openLeaning(t, "", "")
	done := map[string]bool{}
	for _, c := range b.ready.Plan.Cells {
		if c.Reduction == "straight" {
			done[c.Key] = true
		}
	}
	if err := a.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	if err := b.run(t, 1, done); err != nil {
		t.Fatal(err)
	}
	for _, c := range b.ready.Plan.Cells {
		if !done[c.Key] && !reflect.DeepEqual(a.memory.outputs[c.Key], b.memory.outputs[c.Key]) {
			t.Errorf("%s differs", c.Name())
		}
	}
}

// Each round trains the problems that the candidates of its reductions share once, and
// no more than they ask for is planned.
func TestHalvingOfAReduction(t *testing.T) {
	text := must.Replace(fmt.Sprintf(leaningText, "", ""), "lean = [-2, 0, 3, 8]", "\n lean = [-2, 0, 3, 8]\n halving { factor = 2 }\n")
	s := openLeaningText(t, text)
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	const rounds = 2 // of 4 candidates on 24 rows, and of 2 on 48
	if p := s.ready.Plan; len(s.spy.trains) != 4*4*(3*rounds+1) || p.FitsDistinct != 4*4*(3*rounds+1) || p.FitsRequested != 4*4*(3*(4+2)+2) {
		t.Errorf("%d problems trained, %d distinct and %d requested are planned", len(s.spy.trains), p.FitsDistinct, p.FitsRequested)
	}
	for _, c := range s.ready.Plan.Cells {
		if r := s.memory.results[c.Key]; c.Reduction == "tuned" && (!slices.Equal(r.Search.Rows, []int{24, 48}) || len(r.Search.Trials) != 4) {
			t.Errorf("%s: %+v", c.Name(), r.Search)
		}
	}
	both := openLeaningText(t, must.Replace(text, "learner \"spy\" \"spy\" {", "learner \"spy\" \"spy\" {\n tune {\n weight = [0.5, 1, 2]\n halving { factor = 2 }\n }"))
	if err := both.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	if p := both.ready.Plan; len(both.spy.trains) > p.FitsRequested || p.FitsDistinct > p.FitsRequested {
		t.Errorf("%d problems trained, %d distinct and %d requested are planned", len(both.spy.trains), p.FitsDistinct, p.FitsRequested)
	}
}
