package run

import (
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// withSets is raw with a conformal block and a metric of its sets.
func withSets(learner string) string {
	return must.Replace(raw(learner), `experiment "four" { seed = 3 }`, `metric "set_size" {}
experiment "four" {
  on_incompatible = "skip"
  conformal { folds = 4 }
}`)
}

// The class probabilities that calibrate sets are, of every training row, those of the models of
// an inner fold that did not have it, decoded by the cell's own reduction.
func TestSetsAreCalibratedOutOfFold(t *testing.T) {
	s := open(t, withSets(`calibrate = "sigmoid"`), true, &spy{})
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	if n := len(s.spy.trains); n != s.ready.Plan.FitsDistinct {
		t.Errorf("%d problems are trained, and the plan has %d", n, s.ready.Plan.FitsDistinct)
	}
	for _, c := range s.ready.Plan.Cells {
		r, out := s.memory.results[c.Key], s.memory.outputs[c.Key]
		if r.Status != store.OK || r.NoSets != "" {
			t.Fatalf("%s: %s %s %s", c.Name(), r.Status, r.Error, r.NoSets)
		}
		if (s.ready.Plan.Identities[c.Identity].SetFolds == 4) == c.NoProbabilities {
			t.Errorf("%s: inner folds in its identity: %+v", c.Name(), s.ready.Plan.Identities[c.Identity])
		}
		if c.NoProbabilities {
			if out.Folded != nil {
				t.Errorf("%s has rows that calibrate, and no probabilities", c.Name())
			}
			continue
		}
		if out.Folded == nil || out.Folded.Probabilities != nil || len(out.Folded.Rows) != r.TrainRows {
			t.Fatalf("%s: rows that calibrate: %+v", c.Name(), out.Folded)
		}
		for i, row := range out.Folded.Rows {
			if _, tested := slices.BinarySearch(out.Test.Rows, row); tested {
				t.Errorf("%s: row %d calibrates and is tested", c.Name(), row)
			}
			p := out.Folded.Scores[i*out.Folded.K : (i+1)*out.Folded.K]
			sum := 0.0
			for _, v := range p {
				sum += v
			}
			if math.Abs(sum-1) > 1e-9 {
				t.Errorf("%s: probabilities %v of row %d", c.Name(), p, row)
			}
		}
	}
}

// A reduction of several stages has no sets that training rows calibrate, and says so; the cell is
// whole. Others of the run have theirs.
func TestNoSetsOfStages(t *testing.T) {
	text := must.Replace(withSets(""), `reduction "ecoc" "mine" {`, `reduction "one_vs_rest" "last" {
  decoding = "learned"
  learner  = learner.spy
}
reduction "ecoc" "mine" {`)
	s := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return nearest{}, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary, contract.Multiclass},
			Scores: contract.LogOdds, Properties: contract.Deterministic},
	})
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		r, out := s.memory.results[c.Key], s.memory.outputs[c.Key]
		if r.Status != store.OK {
			t.Fatalf("%s: %s %s", c.Name(), r.Status, r.Error)
		}
		said := strings.Contains(r.NoSets, "several stages")
		if said != (c.Reduction == "last") || (out.Folded == nil) != (said || c.NoProbabilities) {
			t.Errorf("%s: %q", c.Name(), r.NoSets)
		}
	}
}

// Keys depend on the inner folds of training rows that calibrate sets, and on nothing else of the
// conformal block: another level, score or threshold trains nothing, nor do halves of test rows.
func TestKeysOfSets(t *testing.T) {
	keys := func(conformal string) (list []string) {
		s := open(t, must.Replace(withSets(`calibrate = "sigmoid"`), "conformal { folds = 4 }", conformal), true, &spy{})
		for _, c := range s.ready.Plan.Cells {
			if !c.NoProbabilities {
				list = append(list, c.Key)
			}
		}
		return list
	}
	folds := keys("conformal { folds = 4 }")
	if len(folds) == 0 || !slices.Equal(folds, keys("conformal {\nfolds = 4\nlevel = 0.3\nscore = \"raps\"\nper = \"class\"\n}")) {
		t.Error("keys depend on what is made of the rows that calibrate")
	}
	if slices.Equal(folds, keys("conformal { folds = 3 }")) {
		t.Error("keys do not depend on the inner folds")
	}
	without := open(t, must.Replace(raw(`calibrate = "sigmoid"`), "{ seed = 3 }", "{}"), true, &spy{})
	all := map[string]bool{}
	for _, c := range without.ready.Plan.Cells {
		all[c.Key] = true
	}
	for _, key := range keys(`conformal { rows = "test" }`) {
		if !all[key] {
			t.Errorf("key %s is of halves of test rows, and of no cell without sets", key)
		}
	}
}
