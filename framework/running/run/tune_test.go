package run

import (
	"context"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
)

// weighing is a spy whose distance to the positive rows counts weight times.
// Weights above 9 are beneath it.
type weighing struct {
	*spy
	weight float64
}

type weighed struct {
	spyModel
	weight float64
}

func (w weighing) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if w.weight > 9 {
		return nil, errors.New("too heavy")
	}
	m, err := w.spy.Train(ctx, p)
	if err != nil {
		return nil, err
	}
	return weighed{m.(spyModel), w.weight}, nil
}

func (m weighed) at(v float64) float64 {
	return (v-m.negative)*(v-m.negative) - m.weight*(v-m.positive)*(v-m.positive)
}

func (m weighed) Score(x contract.Matrix, scores []float64) {
	for i := range x.Rows {
		scores[i] = m.at(x.Row(i)[0])
	}
}

// openTuned prepares four with the learner weighing and more in its block.
func openTuned(t *testing.T, attributes string) *setting {
	t.Helper()
	s := &spy{}
	opened := openComponent(t, raw(attributes), contract.Component{
		Kind: contract.KindLearner, Name: "spy",
		Params: []contract.Param{
			{Name: "weight", Type: "number", Default: 1.0, Min: contract.Bound(0)},
			{Name: "other", Type: "string", Default: "a", OneOf: []string{"a", "b"}},
		},
		NewLearner: func(c contract.Config) (contract.Learner, error) {
			var o struct {
				Weight float64
				Other  string
			}
			err := c.Decode(&o)
			return weighing{s, o.Weight}, err
		},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Deterministic},
	})
	opened.spy = s
	return opened
}

// best computes by hand the class of the largest score of one-vs-rest.
func best(s *setting, weight float64, trains func(int) bool) func(id int) int {
	d := s.ready.Datasets[0]
	var models []weighed
	for class := range d.Table.Target.Names {
		models = append(models, weighed{learned(s, class, trains), weight})
	}
	return func(id int) int {
		largest, at := math.Inf(-1), 0
		for class, m := range models {
			if score := m.at(d.Table.Columns[0].Values[id]); score > largest {
				largest, at = score, class
			}
		}
		return at
	}
}

// The weight is the first of the best by mean accuracy over three inner folds,
// computed by hand, and its models trained on all training rows predict.
func TestTuning(t *testing.T) {
	testTuning(t, "", func(s *setting, number int) fold.Repeat { return innerOf(t, s, number, 3) })
}

// The same by accuracy on three tenths of the training rows.
func TestTuningOnAHoldout(t *testing.T) {
	testTuning(t, " holdout = 0.3\n", func(s *setting, number int) fold.Repeat {
		d := s.ready.Datasets[0]
		held, err := fold.Held(d.Table.Target, d.Table.Truth, d.Repeats[0], number, 0.3, innerSeed(s, number))
		if err != nil {
			t.Fatal(err)
		}
		return held
	})
}

func testTuning(t *testing.T, attributes string, divide func(s *setting, number int) fold.Repeat) {
	weights := []float64{0, 0.2, 0.6, 1, 1.4}
	s := openTuned(t, "tune {\n weight = [0, 0.2, 0.6, 1, 1.4]\n"+attributes+"}")
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	d := s.ready.Datasets[0]
	chosen := map[float64]bool{}
	for _, c := range s.ready.Plan.Cells {
		r := s.memory.results[c.Key]
		if r.Status != store.OK || r.Note != "" || len(r.Tuned) != 1 {
			t.Fatalf("%s: %+v", c.Name(), r)
		}
		if c.Reduction != "ova" {
			continue
		}
		inner := divide(s, c.Fold)
		want, top := 0.0, -1.0
		for _, weight := range weights {
			mean := 0.0
			for f := range inner.Folds {
				predict := best(s, weight, func(id int) bool { return inner.Test[id] >= fold.Never && inner.Test[id] != f })
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
				want, top = weight, mean
			}
		}
		if r.Tuned["weight"] != want {
			t.Errorf("%s: weight %v, want %v", c.Name(), r.Tuned["weight"], want)
		}
		chosen[want] = true
		predict := best(s, want, func(id int) bool { return d.Repeats[0].Test[id] != c.Fold })
		out := s.memory.outputs[c.Key].Test
		for i, id := range out.Rows {
			if out.Predicted.Class[i] != predict(id) {
				t.Errorf("%s: row %d is predicted as %d", c.Name(), id, out.Predicted.Class[i])
			}
		}
	}
	if len(chosen) < 2 {
		t.Errorf("all folds choose %v: the test shows nothing", chosen)
	}
}

// Candidates share the problems of all reductions; those of the chosen ones are
// trained once more.
func TestTuningSharesProblems(t *testing.T) {
	s := openTuned(t, "tune {\n weight = [1, 1.4]\n other = [\"a\", \"b\"]\n folds = 2\n}")
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	const union = 4 + 6 + 1 // the matrix repeats two columns of one-vs-rest
	distinct := union * (4*2 + 1) * 4
	if p := s.ready.Plan; p.FitsDistinct != distinct || p.FitsRequested != (4+6+6+3)*(4*2+1)*4 {
		t.Errorf("%d distinct and %d requested are planned, want %d", p.FitsDistinct, p.FitsRequested, distinct)
	}
	if inner := union * 4 * 2 * 4; len(s.spy.trains) < inner+union*4 || len(s.spy.trains) > inner+19*4 {
		t.Errorf("%d problems trained, %d of them in inner folds", len(s.spy.trains), inner)
	}
}

func TestACandidateThatFailsIsOut(t *testing.T) {
	s := openTuned(t, "tune {\n weight = [10, 1]\n}")
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		if r := s.memory.results[c.Key]; r.Status != store.OK || r.Tuned["weight"] != 1.0 || !strings.Contains(r.Note, "1 of 2 candidates") || !strings.Contains(r.Note, "weight=10: ") {
			t.Errorf("%s: %+v", c.Name(), r)
		}
	}
	s = openTuned(t, "tune {\n weight = [10, 11]\n}")
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		if r := s.memory.results[c.Key]; r.Status != store.Failed || r.Tuned != nil || !strings.Contains(r.Error, "all candidates failed") || !strings.Contains(r.Error, "too heavy") {
			t.Errorf("%s: %+v", c.Name(), r)
		}
	}
}

// Tuning and calibration at once, whatever the company and number of workers.
func TestTunedOutputsDoNotDependOnWorkersOrCompany(t *testing.T) {
	const attributes = "calibrate = \"isotonic\"\nabstain = 0.1\ntune {\n weight = grid(0.6, 1, 1.4)\n folds = 2\n metric = metric.accuracy\n}"
	a, b := openTuned(t, attributes), openTuned(t, attributes)
	done := map[string]bool{}
	for _, c := range b.ready.Plan.Cells {
		done[c.Key] = c.Reduction == "ova"
	}
	for key, skip := range done {
		if !skip {
			delete(done, key)
		}
	}
	if err := errors.Join(a.run(t, 1, nil), b.run(t, 4, done)); err != nil {
		t.Fatal(err)
	}
	for _, c := range b.ready.Plan.Cells {
		if c.Reduction == "ova" {
			continue
		}
		p, q := a.memory.results[c.Key], b.memory.results[c.Key]
		if p.Status != store.OK || !reflect.DeepEqual(p.Tuned, q.Tuned) || !reflect.DeepEqual(a.memory.outputs[c.Key], b.memory.outputs[c.Key]) {
			t.Errorf("%s: %+v and %+v", c.Name(), p, q)
		}
	}
}

func TestTuningIsIdentity(t *testing.T) {
	keys := map[string]string{}
	for _, tune := range []string{
		"tune {\n weight = [1, 2]\n}", "tune {\n weight = [2, 1]\n}", "tune {\n weight = [1, 2]\n folds = 4\n}", "tune {\n other = [\"a\"]\n}", "",
	} {
		key := openTuned(t, tune).ready.Plan.Cells[0].Key
		if before, again := keys[key]; again {
			t.Errorf("%q and %q are one cell", before, tune)
		}
		keys[key] = tune
	}
}
