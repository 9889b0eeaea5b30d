package run

import (
	"context"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/test/must"
)

// The second learner is trained on out-of-fold scores, computed by hand here, and
// scores rows by the scores of the models that are kept.
func TestStackingByASecondLearner(t *testing.T) {
	r, e := stacking(contract.OutOfFold, contract.Scores), &echo{}
	s := openStaged(t, stagedText("", withEcho), r, e)
	s.mustRun(t, 1, nil)
	d := s.ready.Datasets[0]
	for f := range 4 {
		ids, inner := trainingRows(s, f), innerOf(t, s, f, 3)
		x, shown := e.inputs[f], r.shown[f]
		if x.Rows != 90 || x.Cols != 4 || shown.Kind != contract.Margin || !reflect.DeepEqual(shown.Outputs, x) {
			t.Fatalf("%d × %d inputs, shown %d × %d of kind %q", x.Rows, x.Cols, shown.Outputs.Rows, shown.Outputs.Cols, shown.Kind)
		}
		for i, id := range ids {
			if shown.Classes[i] != d.Table.Truth.Class[id] || e.y[f][i] != float64(half4[shown.Classes[i]][0]) {
				t.Fatalf("row %d is shown as class %d with target %v", id, shown.Classes[i], e.y[f][i])
			}
			for class := range 4 {
				m := learned(s, class, func(other int) bool { return inner.Test[other] >= fold.Never && inner.Test[other] != inner.Test[id] })
				want := m.at(d.Table.Columns[0].Values[id])
				if got := x.Row(i)[class]; math.Abs(got-want) > 1e-9*max(1, math.Abs(want)) {
					t.Fatalf("fold %d: row %d, class %d: %v, want %v", f, id, class, got, want)
				}
			}
		}
		scores := r.decoded[f+min(f, 1)] // fold 0 has a grid too
		for i := range scores.Rows {
			if scores.Cols != 5 || scores.Row(i)[4] != scores.Row(i)[0] {
				t.Fatalf("fold %d: scores %v", f, scores.Row(i))
			}
		}
	}
	if r.states[0] != "one two" || r.kinds[0] != contract.LogOdds {
		t.Errorf("decoded with the state %q, kind %s", r.states[0], r.kinds[0])
	}
	for _, c := range s.ready.Plan.Cells {
		result := s.memory.results[c.Key]
		if c.Reduction != "stacked" {
			continue
		}
		if result.BinaryProblems != 5 || result.TrainSeconds <= 0 {
			t.Errorf("%+v", result)
		}
		ova := s.memory.outputs[keyOf(s, "ova", c.Fold)]
		if !reflect.DeepEqual(s.memory.outputs[c.Key].Test.Scores, ova.Test.Scores) {
			t.Errorf("fold %d: the first stage is not one-vs-rest", c.Fold)
		}
		if regions := s.memory.outputs[c.Key].Regions; (regions != nil) != (c.Fold == 0) {
			t.Errorf("fold %d has regions: %v", c.Fold, regions != nil)
		}
	}
	if p := s.ready.Plan; !p.FitsAtMost || len(s.spy.trains)+len(e.y) != p.FitsDistinct || p.FitsDistinct != 4*(11+3*4+1) {
		t.Errorf("%d + %d fits, %d are planned", len(s.spy.trains), len(e.y), p.FitsDistinct)
	}
}

func keyOf(s *setting, reduction string, f int) string {
	for _, c := range s.ready.Plan.Cells {
		if c.Reduction == reduction && c.Fold == f {
			return c.Key
		}
	}
	return ""
}

// parrot is a learner that knows the label of a row by heart if it was trained on
// it, and else nothing.
type parrot struct{}

type recalled map[float64]float64

func (parrot) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	m := recalled{}
	for i, y := range p.Y {
		m[p.X.Row(i)[0]] = y
	}
	return m, nil
}

func (m recalled) Score(x contract.Matrix, scores []float64) {
	for i := range scores {
		scores[i] = m[x.Row(i)[0]]
	}
}

// No row's label reaches its own out-of-fold output, however deep the folds lie,
// whatever the stage; in-sample outputs are what they are called.
func TestLabelsDoNotReachTheirOwnOutput(t *testing.T) {
	for outputs, leaks := range map[contract.Outputs]bool{contract.OutOfFold: false, contract.InSample: true} {
		for _, learner := range []string{"", "abstain = 0.1", "tune { weight = [1, 2] }"} {
			r := &staged{
				first: contract.Stage{Problems: contract.Coded{Code: ova4}, Outputs: outputs, Later: 7},
				next: func(state string, tr contract.Training) (contract.Stage, bool, error) {
					if state == "more" {
						return ended("")
					}
					return contract.Stage{Problems: contract.Coded{Code: half4}, Outputs: outputs, State: []byte("more")}, false, nil
				},
			}
			s := openComponent(t, stagedText(learner, `reduction "staged" "s" {}`), contract.Component{
				Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return parrot{}, nil },
				Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0}},
				Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
					Properties: contract.Symmetric | contract.Deterministic},
			}, r.component())
			s.mustRun(t, 1, nil)
			if least := 8; len(r.shown) < least {
				t.Fatalf("%d trainings were shown", len(r.shown))
			}
			for _, shown := range r.shown {
				codes := contract.Dense{}
				for k := range ova4 {
					codes = append(codes, append(slices.Clone(ova4[k]), half4[k]...)[:shown.Outputs.Cols])
				}
				for i, class := range shown.Classes {
					for l, score := range shown.Outputs.Row(i) {
						want := 0.0
						if leaks {
							want = float64(codes[class][l])
						}
						if score != want {
							t.Fatalf("%s, %q: row %d of class %d has the output %v in column %d, want %v", outputs, learner, i, class, score, l, want)
						}
					}
				}
			}
		}
	}
}

// Calibrated out-of-fold scores are fitted within the inner folds: parrot's say
// nothing of any row, so every output is the log-odds of the class.
func TestOutputsAreCalibratedInside(t *testing.T) {
	r := &staged{first: contract.Stage{Problems: contract.Coded{Code: ova4}, Outputs: contract.OutOfFold}, next: func(string, contract.Training) (contract.Stage, bool, error) { return ended("") }}
	s := openComponent(t, stagedText(`calibrate = "sigmoid"`, `reduction "staged" "s" {}`), contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return parrot{}, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic},
	}, r.component())
	s.mustRun(t, 1, nil)
	for _, shown := range r.shown {
		if shown.Kind != contract.LogOdds {
			t.Fatalf("outputs are %s", shown.Kind)
		}
		for _, score := range shown.Outputs.Data {
			if math.Abs(score-math.Log(1.0/3)) > 0.15 {
				t.Fatalf("the output %v is not about %v", score, math.Log(1.0/3))
			}
		}
	}
}

// growing adds the column of the two classes that are confused most, and then
// another; both are problems of one-vs-one.
func growing() *staged {
	return &staged{
		first: contract.Stage{Problems: contract.Coded{Code: ova4}, Outputs: contract.OutOfFold, Folds: 3, Later: 8},
		next: func(state string, t contract.Training) (contract.Stage, bool, error) {
			if len(state) == 2 {
				return ended(state)
			}
			a, b := confused(t, state)
			code := make(contract.Dense, 4)
			for k := range code {
				code[k] = []int8{0}
			}
			code[a][0], code[b][0] = 1, -1
			return contract.Stage{Problems: contract.Coded{Code: code}, Outputs: contract.OutOfFold, Folds: 3, State: []byte(state + string(rune('a'+a)))}, false, nil
		},
	}
}

// confused returns the pair that is confused most; in the second round the pair
// after it.
func confused(t contract.Training, state string) (a, b int) {
	var table [4][4]int
	for i, class := range t.Classes {
		row := t.Outputs.Row(i)[:4]
		table[class][slices.Index(row, slices.Max(row))]++
	}
	pairs := [][2]int{{0, 1}, {0, 2}, {0, 3}, {1, 2}, {1, 3}, {2, 3}}
	most := 0
	for n, p := range pairs {
		if q := pairs[most]; table[p[0]][p[1]]+table[p[1]][p[0]] > table[q[0]][q[1]]+table[q[1]][q[0]] {
			most = n
		}
	}
	chosen := pairs[(most+len(state))%len(pairs)]
	return chosen[0], chosen[1]
}

// Later problems that another reduction of the item trains are not trained again,
// and those out of fold are trained once for all that want them.
func TestACodeThatGrowsWithTheData(t *testing.T) {
	r := growing()
	s := openStaged(t, stagedText("", "reduction \"staged\" \"grown\" { draw = grid(0, 1) }"), r, &echo{})
	s.mustRun(t, 2, nil)
	if p := s.ready.Plan; !p.FitsAtMost || p.FitsDistinct != 4*(11+3*4+2*8) || p.FitsRequested != 4*(19+2*(4+12+8)) {
		t.Errorf("%d distinct and %d requested are planned", p.FitsDistinct, p.FitsRequested)
	}
	if want := 4 * (11 + 3*4 + 2*3); len(s.spy.trains) != want {
		t.Errorf("%d problems trained, want %d", len(s.spy.trains), want)
	}
	for _, c := range s.ready.Plan.Cells {
		if result := s.memory.results[c.Key]; strings.HasPrefix(c.Reduction, "grown") && result.BinaryProblems != 6 {
			t.Errorf("%+v", result)
		}
	}
	times := map[int]int{} // by columns shown
	for _, shown := range r.shown {
		times[shown.Outputs.Cols]++
	}
	if !reflect.DeepEqual(times, map[int]int{4: 8, 5: 8, 6: 8}) {
		t.Errorf("columns were shown so often: %v", times)
	}
	for _, scores := range r.decoded {
		if scores.Cols != 6 {
			t.Errorf("decoded %d columns", scores.Cols)
		}
	}
}

// A first stage that trains nothing sees classes and features as a learner would.
func TestAnEmptyFirstStage(t *testing.T) {
	r := &staged{
		first: contract.Stage{Outputs: contract.ClassesOnly, Features: true, Later: 4, State: []byte("empty")},
		next: func(state string, _ contract.Training) (contract.Stage, bool, error) {
			return contract.Stage{Problems: contract.Coded{Code: ova4}, State: []byte(state + " and full")}, false, nil
		},
	}
	text := must.Replace(stagedText("", `reduction "staged" "s" {}`), `{ numeric = "none" }`, `{ numeric = "standard" }`)
	s := openStaged(t, text, r, &echo{})
	s.mustRun(t, 1, nil)
	for f, shown := range r.shown {
		if shown.Features.Rows != 90 || shown.Features.Cols != 2 || shown.Outputs.Rows != 90 || shown.Outputs.Cols != 0 || shown.Kind != "" || !slices.Equal(shown.Counts, counts(shown.Classes)) {
			t.Fatalf("%+v", shown)
		}
		values := s.ready.Datasets[0].Table.Columns[0].Values
		ids := trainingRows(s, f)
		mean, square := 0.0, 0.0
		for _, id := range ids {
			mean += values[id] / 90
		}
		for _, id := range ids {
			square += (values[id] - mean) * (values[id] - mean) / 90
		}
		for i, id := range ids {
			if want := (values[id] - mean) / math.Sqrt(square); math.Abs(shown.Features.Row(i)[0]-want) > 1e-9 {
				t.Fatalf("row %d is shown as %v, want %v", id, shown.Features.Row(i)[0], want)
			}
		}
	}
	if r.shown[0].Seed == r.shown[1].Seed || r.states[0] != "empty and full" {
		t.Errorf("seeds %d and %d, state %q", r.shown[0].Seed, r.shown[1].Seed, r.states[0])
	}
	for f := range 4 {
		if !reflect.DeepEqual(s.memory.outputs[keyOf(s, "s", f)].Test.Scores, s.memory.outputs[keyOf(s, "ova", f)].Test.Scores) {
			t.Errorf("fold %d is not one-vs-rest", f)
		}
	}
	if want := 4 * 11; len(s.spy.trains) != want {
		t.Errorf("%d problems trained, want %d", len(s.spy.trains), want)
	}
}

func counts(classes []int) []int {
	n := make([]int, 4)
	for _, c := range classes {
		n[c]++
	}
	return n
}

// Features and scores side by side: features are shifted and scaled, scores as
// they are; metrics on training rows and pictures use the kept models' scores.
func TestInputsSideBySide(t *testing.T) {
	r, e := stacking(contract.InSample, contract.Scores, contract.Original), &echo{}
	text := must.Replace(stagedText("", withEcho), `{ numeric = "none" }`, `{ numeric = "minmax" }`)
	text = must.Replace(text, `metric "accuracy" {}`, "metric \"accuracy\" {}\nmetric \"accuracy\" { on = \"train\" }")
	s := openStaged(t, text, r, e)
	s.mustRun(t, 1, nil)
	for f := range 4 {
		x, shown := e.inputs[f], r.shown[f]
		if x.Cols != 6 || shown.Outputs.Cols != 4 {
			t.Fatalf("%d inputs, %d outputs", x.Cols, shown.Outputs.Cols)
		}
		least, most := math.Inf(1), math.Inf(-1)
		for i := range x.Rows {
			if !slices.Equal(x.Row(i)[:4], shown.Outputs.Row(i)) {
				t.Fatalf("row %d sees %v, not %v", i, x.Row(i), shown.Outputs.Row(i))
			}
			least, most = min(least, x.Row(i)[4]), max(most, x.Row(i)[4])
		}
		if math.Abs(least) > 1e-12 || math.Abs(most-1) > 1e-12 {
			t.Errorf("the feature is seen from %v to %v", least, most)
		}
		out := s.memory.outputs[keyOf(s, "stacked", f)]
		ova := s.memory.outputs[keyOf(s, "ova", f)]
		if out.Train == nil || !reflect.DeepEqual(out.Train.Scores, ova.Train.Scores) || (out.Regions != nil) != (f == 0) {
			t.Errorf("fold %d: %v", f, out.Train)
		}
	}
	for _, scores := range r.decoded {
		for i := range scores.Rows {
			if scores.Row(i)[4] != scores.Row(i)[0] {
				t.Fatalf("scores %v", scores.Row(i))
			}
		}
	}
}
