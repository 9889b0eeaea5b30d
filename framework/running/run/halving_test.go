package run

import (
	"fmt"
	"math"
	"reflect"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// halved is a search by hand: the means of each candidate by round, and the chosen one.
func halved(t *testing.T, s *setting, number int, weights []float64) (means [][]*float64, chosen float64) {
	t.Helper()
	d, inner := s.ready.Datasets[0], innerOf(t, s, number, 3)
	tune := s.ready.Experiment.Learners[0].Host.Tune
	rounds := tune.Rounds(len(weights), 90, 4)
	means = make([][]*float64, len(weights))
	alive := slices.Clone(weights)
	for r, round := range rounds {
		mean := map[float64]float64{}
		for f := range inner.Folds {
			seed := plan.Seed(3, "training parts", d.Table.SHA256, fmt.Sprint(f), fmt.Sprint(0, number))
			part := fold.Part(d.Table.Target, d.Table.Truth, inner, f, float64(round.Rows)/90, seed)
			for _, weight := range alive {
				predict := best(s, weight, func(id int) bool { return part.Test[id] == fold.Never })
				right, n := 0.0, 0.0
				for id, in := range part.Test {
					if in == f {
						n++
						if predict(id) == d.Table.Truth.Class[id] {
							right++
						}
					}
				}
				mean[weight] += right / n
			}
		}
		for i, weight := range weights {
			if slices.Contains(alive, weight) {
				value := mean[weight] / 3
				means[i] = append(means[i], &value)
			}
		}
		ranked := slices.Clone(alive)
		slices.SortStableFunc(ranked, func(a, b float64) int {
			if math.Abs(mean[a]-mean[b]) < 1e-12 {
				return 0
			}
			return int(math.Copysign(1, mean[b]-mean[a]))
		})
		if r+1 == len(rounds) {
			return means, ranked[0]
		}
		ranked = ranked[:rounds[r+1].Candidates]
		alive = slices.DeleteFunc(alive, func(w float64) bool { return !slices.Contains(ranked, w) })
	}
	return nil, 0
}

// Candidates are dropped on nested parts of the inner training rows, each cell's by its
// own predictions, and what is kept tells when.
func TestHalving(t *testing.T) {
	weights := []float64{0, 0.2, 0.6, 1, 1.4, 2, 3}
	s := openTuned(t, "tune {\n weight = [0, 0.2, 0.6, 1, 1.4, 2, 3]\n halving {\n factor = 2\n min_resources = 22\n }\n}")
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		r := s.memory.results[c.Key]
		if r.Status != store.OK || r.Note != "" || r.Search == nil {
			t.Fatalf("%s: %+v", c.Name(), r)
		}
		if !slices.Equal(r.Search.Rows, []int{22, 44, 88}) || !slices.Equal(r.Search.Parameters, []string{"weight"}) || r.Search.Metric != "accuracy" {
			t.Errorf("%s: %+v", c.Name(), r.Search)
		}
		if c.Reduction != "ova" {
			continue
		}
		means, chosen := halved(t, s, c.Fold, weights)
		if r.Tuned["weight"] != chosen {
			t.Errorf("%s: weight %v, want %v", c.Name(), r.Tuned["weight"], chosen)
		}
		for i, trial := range r.Search.Trials {
			if len(trial.Means) != len(means[i]) || !reflect.DeepEqual(trial.Values, []any{weights[i]}) {
				t.Errorf("%s: weight %v took part in %d rounds, want %d", c.Name(), weights[i], len(trial.Means), len(means[i]))
				continue
			}
			for round, got := range trial.Means {
				if got == nil || math.Abs(*got-*means[i][round]) > 1e-12 {
					t.Errorf("%s: weight %v has mean %v in round %d, want %v", c.Name(), weights[i], got, round, *means[i][round])
				}
			}
		}
	}
	const union = 4 + 6 + 1 // the matrix repeats two columns of one-vs-rest
	if p := s.ready.Plan; p.FitsDistinct != 4*union*(3*(7+4+2)+1) || p.FitsRequested != 4*(4+6+6+3)*(3*(7+4+2)+1) {
		t.Errorf("%d distinct and %d requested are planned", p.FitsDistinct, p.FitsRequested)
	}
}

// A halved cell does not depend on its company, and halving is part of what it is.
func TestHalvedCellsDoNotDependOnCompany(t *testing.T) {
	const attributes = "tune {\n weight = [0, 0.2, 0.6, 1, 1.4, 2, 3]\n halving { factor = 2 }\n}"
	a, b := openTuned(t, attributes), openTuned(t, attributes)
	done := map[string]bool{}
	for _, c := range b.ready.Plan.Cells {
		if c.Reduction != "mine" {
			done[c.Key] = true
		}
	}
	if err := a.run(t, 3, nil); err != nil {
		t.Fatal(err)
	}
	if err := b.run(t, 1, done); err != nil {
		t.Fatal(err)
	}
	for _, c := range b.ready.Plan.Cells {
		p, q := a.memory.results[c.Key], b.memory.results[c.Key]
		if !done[c.Key] && (!reflect.DeepEqual(p.Search, q.Search) || !reflect.DeepEqual(a.memory.outputs[c.Key], b.memory.outputs[c.Key])) {
			t.Errorf("%s differs", c.Name())
		}
	}
	if plain := openTuned(t, "tune { weight = [0, 0.2, 0.6, 1, 1.4, 2, 3] }"); plain.ready.Plan.Cells[0].Key == b.ready.Plan.Cells[0].Key {
		t.Error("with and without halving is one cell")
	}
}

// A candidate that fails in the first round is dropped before worse ones.
func TestHalvingDropsWhatFails(t *testing.T) {
	s := openTuned(t, "tune {\n weight = [10, 1, 0.6, 11]\n halving {\n factor = 2\n min_resources = 40\n }\n}")
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		r := s.memory.results[c.Key]
		if r.Status != store.OK || r.Tuned["weight"] == 10.0 || r.Search.Trials[0].Means[0] != nil || len(r.Search.Trials[1].Means) != 2 {
			t.Errorf("%s: %+v, %+v", c.Name(), r, r.Search)
		}
	}
}
