package run

import (
	"fmt"
	"reflect"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// lent decodes one-vs-rest that another learner trains.
type lent struct{ leaning }

func (l lent) Plan(r contract.Reduction) (contract.Stage, []contract.Diagnostic) {
	stage, diags := l.leaning.Plan(r)
	stage.Learner = "learner"
	return stage, diags
}

// lentText has a reduction that is tuned among learners, and one for each of them.
const lentText = `
learner "spy" "light" { weight = 0.2 }
learner "spy" "even" { weight = 1 }
learner "spy" "heavy" { weight = 1.4 }
reduction "lent" "chosen" {
  tune { learner = [learner.light, learner.even, learner.heavy] }
}
reduction "lent" "lights" { learner = learner.light }
reduction "lent" "evens" { learner = learner.even }
reduction "lent" "heavies" { learner = learner.heavy }
grid "main" {
  learners   = [learner.spy]
  reductions = [reduction.chosen, reduction.lights, reduction.evens, reduction.heavies]
}
`

func openLent(t *testing.T, text string) *setting {
	t.Helper()
	s := &spy{}
	opened := openComponent(t, must.Replace(raw("weight = 3"), `reduction "one_vs_rest" "ova" {}`, text+"\nreduction \"one_vs_rest\" \"ova\" {}"),
		contract.Component{
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
			Kind: contract.KindReducer, Name: "lent",
			Params: []contract.Param{
				{Name: "learner", Type: contract.LearnerType, Decoding: true}, {Name: "lean", Type: "number", Default: 0.0, Decoding: true},
			},
			NewReducer: func(c contract.Config) (contract.Reducer, error) {
				var o struct {
					Learner string
					Lean    float64
				}
				err := c.Decode(&o)
				return lent{leaning{o.Lean}}, err
			},
			Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Properties: contract.Deterministic},
		})
	opened.spy = s
	return opened
}

// The learner of a reduction is the first of the best by mean accuracy over three inner
// folds, computed by hand; the cell is then what it is with that learner.
func TestALearnerIsTuned(t *testing.T) {
	s := openLent(t, lentText)
	s.mustRun(t, 2, nil)
	d, chosen := s.ready.Datasets[0], map[string]bool{}
	weights := map[string]float64{"light": 0.2, "even": 1, "heavy": 1.4}
	fixed := map[string]string{"light": "lights", "even": "evens", "heavy": "heavies"}
	for _, c := range s.ready.Plan.Cells {
		if c.Reduction != "chosen" {
			continue
		}
		inner := innerOf(t, s, c.Fold, 3)
		want, top := "", -1.0
		for _, name := range []string{"light", "even", "heavy"} {
			mean := 0.0
			for f := range inner.Folds {
				predict := best(s, weights[name], func(id int) bool { return inner.Test[id] >= fold.Never && inner.Test[id] != f })
				right, n := 0.0, 0.0
				for id, in := range inner.Test {
					if in == f {
						n++
						if predict(id) == d.Table.Truth.Class[id] {
							right++
						}
					}
				}
				mean += right / n / 3
			}
			if mean > top+1e-12 {
				want, top = name, mean
			}
		}
		r := s.memory.results[c.Key]
		if !reflect.DeepEqual(r.Tuned, map[string]any{"reduction.learner": want}) {
			t.Errorf("%s: %v, want %s", c.Name(), r.Tuned, want)
		}
		chosen[want] = true
		for _, other := range s.ready.Plan.Cells {
			if other.Fold == c.Fold && other.Reduction == fixed[want] &&
				!reflect.DeepEqual(s.memory.outputs[c.Key].Test, s.memory.outputs[other.Key].Test) {
				t.Errorf("%s is not %s", c.Name(), other.Name())
			}
		}
	}
	if len(chosen) < 2 {
		t.Errorf("all folds choose %v: the test shows nothing", chosen)
	}
}

// A tuned learner of a reduction does not depend on the company of the cell. What the
// learners are is part of it, and those that it is not tuned among are not.
func TestATunedLearnerIsIdentity(t *testing.T) {
	a, b := openLent(t, lentText), openLent(t, lentText)
	done := map[string]bool{}
	for _, c := range b.ready.Plan.Cells {
		done[c.Key] = c.Reduction != "chosen"
	}
	for key, is := range done {
		if !is {
			delete(done, key)
		}
	}
	a.mustRun(t, 3, nil)
	b.mustRun(t, 1, done)
	keys := map[string]string{}
	for _, c := range b.ready.Plan.Cells {
		if done[c.Key] {
			continue
		}
		keys[fmt.Sprint(c.Fold)] = c.Key
		if p, q := a.memory.outputs[c.Key], b.memory.outputs[c.Key]; !reflect.DeepEqual(p, q) || b.memory.results[c.Key].Status != store.OK {
			t.Errorf("%s differs", c.Name())
		}
	}
	for change, same := range map[[2]string]bool{
		{"weight = 0.2", "weight = 0.3"}:                                                                false,
		{"weight = 1 }", "weight = 1.1 }"}:                                                              false,
		{"weight = 1.4", "weight = 1.5"}:                                                                false,
		{"[learner.light, learner.even,", "[learner.even, learner.light,"}:                              false,
		{"{ learner = learner.light }", "{\n  learner = learner.light\n  lean = 1\n}"}:                  true,
		{`learner "spy" "light"`, "learner \"spy\" \"more\" { weight = 7 }\nlearner \"spy\" \"light\""}: true,
	} {
		other := openLent(t, must.Replace(lentText, change[0], change[1]))
		for _, c := range other.ready.Plan.Cells {
			if c.Reduction == "chosen" && (keys[fmt.Sprint(c.Fold)] == c.Key) != same {
				t.Errorf("with %s in place of %s the keys are the same: %v", change[1], change[0], !same)
				break
			}
		}
	}
}
