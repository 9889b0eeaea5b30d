package run

import (
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/store"
)

// openGrowing prepares four with a learner that weighs weight × rounds / 4.
func openGrowing(t *testing.T, tune string) *setting {
	t.Helper()
	s := &spy{}
	opened := openComponent(t, raw("tune {\n"+tune+"\n}"), contract.Component{
		Kind: contract.KindLearner, Name: "spy",
		Params: []contract.Param{
			{Name: "weight", Type: "number", Default: 1.0, Min: contract.Bound(0)},
			{Name: "rounds", Type: "number", Default: 4.0, Min: contract.Bound(1), Integer: true},
		},
		NewLearner: func(c contract.Config) (contract.Learner, error) {
			var o struct{ Weight, Rounds float64 }
			err := c.Decode(&o)
			return weighing{s, o.Weight * o.Rounds / 4}, err
		},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Deterministic},
	})
	opened.spy = s
	return opened
}

// grown is a search by hand, with all rows and more rounds each time.
func grown(t *testing.T, s *setting, number int, weights []float64) (means [][]float64, chosen float64) {
	t.Helper()
	d, inner := s.ready.Datasets[0], innerOf(t, s, number, 3)
	means = make([][]float64, len(weights))
	alive := slices.Clone(weights)
	for _, round := range []struct{ left, rounds float64 }{{7, 1}, {4, 2}, {2, 4}} {
		mean := map[float64]float64{}
		for i, weight := range weights {
			if !slices.Contains(alive, weight) {
				continue
			}
			for f := range inner.Folds {
				predict := best(s, weight*round.rounds/4, func(id int) bool { return inner.Test[id] >= fold.Never && inner.Test[id] != f })
				right, n := 0.0, 0.0
				for id, in := range inner.Test {
					if in == f {
						n++
						if predict(id) == d.Table.Truth.Class[id] {
							right++
						}
					}
				}
				mean[weight] += right / n / 3
			}
			means[i] = append(means[i], mean[weight])
		}
		slices.SortStableFunc(alive, func(a, b float64) int {
			if math.Abs(mean[a]-mean[b]) < 1e-12 {
				return slices.Index(weights, a) - slices.Index(weights, b)
			}
			return int(math.Copysign(1, mean[b]-mean[a]))
		})
		chosen = alive[0]
		alive = alive[:(len(alive)+1)/2]
	}
	return means, chosen
}

// A parameter grows from round to round on all training rows, and what is chosen is
// trained with the most of it.
func TestHalvingByAParameter(t *testing.T) {
	weights := []float64{0, 0.2, 0.6, 1, 1.4, 2, 3}
	s := openGrowing(t, "weight = [0, 0.2, 0.6, 1, 1.4, 2, 3]\n halving {\n resource = \"rounds\"\n factor = 2\n max_resources = 4\n }")
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	d := s.ready.Datasets[0]
	for _, c := range s.ready.Plan.Cells {
		r := s.memory.results[c.Key]
		if r.Status != store.OK || r.Note != "" || r.Search == nil {
			t.Fatalf("%s: %+v", c.Name(), r)
		}
		if !slices.Equal(r.Search.Rows, []int{90, 90, 90}) || r.Search.Resource != "rounds" ||
			!slices.Equal(r.Search.Amounts, []float64{1, 2, 4}) || !slices.Equal(r.Search.Parameters, []string{"weight"}) {
			t.Errorf("%s: %+v", c.Name(), r.Search)
		}
		if c.Reduction != "ova" {
			continue
		}
		means, chosen := grown(t, s, c.Fold, weights)
		if want := map[string]any{"weight": chosen, "rounds": 4.0}; !reflect.DeepEqual(r.Tuned, want) {
			t.Errorf("%s: %v, want %v", c.Name(), r.Tuned, want)
		}
		for i, trial := range r.Search.Trials {
			if len(trial.Means) != len(means[i]) || !reflect.DeepEqual(trial.Values, []any{weights[i]}) {
				t.Errorf("%s: weight %v took part in %d rounds, want %d", c.Name(), weights[i], len(trial.Means), len(means[i]))
				continue
			}
			for round, got := range trial.Means {
				if got == nil || math.Abs(*got-means[i][round]) > 1e-12 {
					t.Errorf("%s: weight %v has mean %v in round %d, want %v", c.Name(), weights[i], got, round, means[i][round])
				}
			}
		}
		predict := best(s, chosen, func(id int) bool { return d.Repeats[0].Test[id] != c.Fold })
		out := s.memory.outputs[c.Key].Test
		for i, id := range out.Rows {
			if out.Predicted.Class[i] != predict(id) {
				t.Errorf("%s: row %d is predicted as %d", c.Name(), id, out.Predicted.Class[i])
			}
		}
	}
	const union = 4 + 6 + 1 // the matrix repeats two columns of one-vs-rest
	if p := s.ready.Plan; p.FitsDistinct != 4*union*(3*(7+4+2)+1) || p.FitsRequested != 4*(4+6+6+3)*(3*(7+4+2)+1) {
		t.Errorf("%d distinct and %d requested are planned", p.FitsDistinct, p.FitsRequested)
	}
}

// A cell that is halved by a parameter does not depend on its company; the resource and
// how far it grows are part of what it is.
func TestHalvingByAParameterIsIdentity(t *testing.T) {
	const tune = "weight = [0, 0.6, 1]\n halving {\n resource = \"rounds\"\n max_resources = 4\n }"
	a, b := openGrowing(t, tune), openGrowing(t, tune)
	done := map[string]bool{}
	for _, c := range b.ready.Plan.Cells {
		if c.Reduction != "ova" {
			done[c.Key] = true
		}
	}
	if err := a.run(t, 3, nil); err != nil {
		t.Fatal(err)
	}
	if err := b.run(t, 1, done); err != nil {
		t.Fatal(err)
	}
	alone := 0
	for _, c := range b.ready.Plan.Cells {
		p, q := a.memory.results[c.Key], b.memory.results[c.Key]
		if done[c.Key] {
			continue
		}
		if alone++; !reflect.DeepEqual(p.Search, q.Search) || !reflect.DeepEqual(a.memory.outputs[c.Key], b.memory.outputs[c.Key]) {
			t.Errorf("%s differs", c.Name())
		}
	}
	if alone == 0 {
		t.Error("no cell ran alone")
	}
	keys := map[string]string{}
	for _, tune := range []string{tune, "weight = [0, 0.6, 1]", "weight = [0, 0.6, 1]\n halving {}",
		"weight = [0, 0.6, 1]\n halving {\n resource = \"rounds\"\n max_resources = 5\n }"} {
		key := openGrowing(t, tune).ready.Plan.Cells[0].Key
		if before, again := keys[key]; again {
			t.Errorf("%q and %q are one cell", before, tune)
		}
		keys[key] = tune
	}
}
