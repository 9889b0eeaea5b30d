package run

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/base/target"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// treeText is an experiment with trees of 14 labels, two of which are decoded from the same models. Some rows have no
// label, one label has no row.
func treeText(t *testing.T) string {
	t.Helper()
	rng := rand.New(rand.NewPCG(9, 9))
	var names []string
	for l := range 14 {
		names = append(names, fmt.Sprintf("l%d", l))
	}
	text := "x," + strings.Join(names, ",") + "\n"
	for range 90 {
		x := rng.Float64()
		text += fmt.Sprint(x)
		for l := range 13 {
			has := 0
			if x > 0.1 && rng.Float64() < 0.4*x*float64(l+1)/13 {
				has = 1
			}
			text += fmt.Sprint(",", has)
		}
		text += ",0\n"
	}
	path := filepath.Join(t.TempDir(), "rows.csv")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf(`
experiment "trees" { seed = 3 }
dataset "rows" {
  file   = %q
  target = ["%s"]
}
encoder "one_hot" "plain" { numeric = "none" }
learner "spy" "spy" {
}
reduction "label_tree" "narrow" {
  build = "balanced"
  leaf  = 3
  beam  = 1
  top   = 3
}
reduction "label_tree" "wide" {
  build = "balanced"
  leaf  = 3
  beam  = 3
  top   = 5
}
reduction "label_tree" "forest" {
  build  = "kmeans"
  trees  = 2
  leaf   = 4
  search = "exact"
  top    = 2
}
validation {
  method = "kfold"
  folds  = 3
}
metric "hamming_loss" {}
`, path, strings.Join(names, `", "`))
}

// flaky is a plugin one of whose calls fails: the first that scores pairs, or that seeks, after some others.
type flaky struct {
	service.Plugin
	after int
	err   error
}

func (f *flaky) fails() error {
	if f.after--; f.after == -1 {
		return fmt.Errorf("no: %w", f.err)
	}
	return nil
}

func (f *flaky) Score(ctx context.Context, call service.ScoreCall) (service.Scored, error) {
	if call.Pairs.Of != "" {
		if err := f.fails(); err != nil {
			return service.Scored{}, err
		}
	}
	return f.Plugin.Score(ctx, call)
}

func (f *flaky) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	if call.Scores == "" {
		if err := f.fails(); err != nil {
			return service.Decoded{}, err
		}
	}
	return f.Plugin.Decode(ctx, call)
}

// trees opens the experiment with a learner whose scores are log-odds.
func trees(t *testing.T, text string, s *spy, more contract.Property) *setting {
	t.Helper()
	opened := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy",
		NewLearner: func(contract.Config) (contract.Learner, error) { return s, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.LogOdds,
			Properties: contract.Deterministic | more},
	})
	opened.spy = s
	return opened
}

// Rows that are scored by the models on their way alone have the results of those that all models score, whatever goes
// wrong.
func TestSoughtScores(t *testing.T) {
	text := treeText(t)
	for name, before := range map[string]func(*setting){
		"plain":         func(*setting) {},
		"training rows": nil,
		"abstentions":   nil,
		"a lost learner": func(s *setting) {
			s.plugins["learner/spy"] = &flaky{s.plugins["learner/spy"], 2, service.ErrLost}
		},
		"a lost reducer": func(s *setting) {
			s.plugins["reduction/label_tree"] = &flaky{s.plugins["reduction/label_tree"], 2, service.ErrLost}
		},
	} {
		of := text
		switch name {
		case "training rows":
			of += "metric \"hamming_loss\" { on = \"train\" }\n"
		case "abstentions":
			of = must.Replace(of, "learner \"spy\" \"spy\" {\n}", "learner \"spy\" \"spy\" { abstain = 0.05 }")
		}
		results := heldOrNot(t, name, func() *setting {
			s := trees(t, of, &spy{}, contract.ScoresPairs)
			if before != nil {
				before(s)
			}
			return s
		})
		failed := 0
		for _, r := range results {
			if r.Status != store.OK {
				failed++
			}
		}
		if failed > 0 {
			t.Errorf("%s: %d of %d cells failed", name, failed, len(results))
		}
	}
}

// The same cells fail, for the same reason, where models fail and all scores are held.
func TestSoughtModelsFail(t *testing.T) {
	text := treeText(t)
	var failed [2]map[string]string
	for i, held := range []int{0, 1} {
		s := trees(t, text, &spy{}, contract.ScoresPairs)
		s.spy.fail = func(p contract.Problem) error {
			if len(p.Y) == 11 { // of one fold
				return errors.New("no")
			}
			return nil
		}
		if err := s.holding(t, held, 1, nil); err != nil {
			t.Fatal(err)
		}
		failed[i] = map[string]string{}
		for key, r := range s.memory.results {
			if r.Status != store.OK {
				failed[i][key] = string(r.Status) + " " + r.Error
			}
		}
		if n := len(failed[i]); n == 0 || n == len(s.memory.results) {
			t.Errorf("held %d: %d of %d cells failed", held, n, len(s.memory.results))
		}
	}
	if !maps.Equal(failed[0], failed[1]) {
		t.Errorf("%v, and where scores are sought %v", failed[0], failed[1])
	}
}

// Cells that decode the same models in two ways train them once.
func TestSoughtModelsAreShared(t *testing.T) {
	text := treeText(t)
	from, to := strings.Index(text, `reduction "label_tree" "forest"`), strings.Index(text, "validation")
	text = text[:from] + text[to:]
	var trained [2][]string
	for i, held := range []int{0, 1} {
		s := trees(t, text, &spy{}, contract.ScoresPairs)
		if err := s.holding(t, held, 1, nil); err != nil {
			t.Fatal(err)
		}
		trained[i] = s.spy.trains
		slices.Sort(trained[i])
	}
	if !slices.Equal(trained[0], trained[1]) || len(trained[0]) == 0 {
		t.Errorf("%d problems are trained, and %d where scores are sought", len(trained[0]), len(trained[1]))
	}
}

// What an answer of the learner or the reducer lacks, or a limit ends, is an error of the cells alone.
func TestSeekingFails(t *testing.T) {
	text := treeText(t)
	for name, test := range map[string]struct {
		plugin string
		err    error
		says   string
	}{
		"a reducer": {"reduction/label_tree", errors.New("broken"), "broken"},
		"a learner": {"learner/spy", errors.New("broken"), "broken"},
		"time":      {"learner/spy", context.DeadlineExceeded, "deadline"},
	} {
		s := trees(t, text, &spy{}, contract.ScoresPairs)
		s.plugins[test.plugin] = &flaky{s.plugins[test.plugin], 0, test.err}
		if err := s.holding(t, 1, 1, nil); err != nil {
			t.Fatal(name, err)
		}
		failed := 0
		for key, r := range s.memory.results {
			if r.Status != store.OK {
				failed++
				if !strings.Contains(r.Error, test.says) {
					t.Errorf("%s: %s: %s", name, key, r.Error)
				}
			}
		}
		if failed == 0 || failed == len(s.memory.results) {
			t.Errorf("%s: %d of %d cells failed", name, failed, len(s.memory.results))
		}
	}
}

// asking is a reducer that lacks the first score of every row, also when it knows it.
type asking struct{ service.Plugin }

func (a asking) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	if call.Scores != "" {
		return a.Plugin.Decode(ctx, call)
	}
	ends, err := matrix.ReadInt32(call.Columns.Ends)
	if err != nil {
		return service.Decoded{}, err
	}
	var lacks target.Labels
	for range ends {
		lacks.Add(0)
	}
	return service.Decoded{Lacks: true}, call.Lacking(&lacks).Fill(len(ends))
}

// The search for scores ends.
func TestSeekingEnds(t *testing.T) {
	s := trees(t, treeText(t), &spy{}, contract.ScoresPairs)
	s.plugins["reduction/label_tree"] = asking{s.plugins["reduction/label_tree"]}
	if err := s.holding(t, 1, 1, nil); err != nil {
		t.Fatal(err)
	}
	for key, r := range s.memory.results {
		if !strings.Contains(r.Error, "lacks scores that it knows") {
			t.Errorf("%s: %s %s", key, r.Status, r.Error)
		}
	}
}
