package run

import (
	"errors"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// columned is four with the learner "echo" and reductions with a column that it trains.
func columned(oldnew ...string) string {
	text := must.Replace(four, `learner "spy" "spy" {}`, "learner \"spy\" \"spy\" {}\nlearner \"echo\" \"echo\" {}")
	text = must.Replace(text, "  rows     = 80\n", "  rows     = 80\n  features = 3\n")
	text = must.Replace(text, `reduction "one_vs_one" "ovo" { decoding = grid("vote", "hamming") }`, `
reduction "one_vs_rest" "second" { learners = { "2" = learner.echo } }
reduction "one_vs_rest" "third" { learners = { "2" = learner.echo, "3" = learner.echo } }
reduction "ecoc" "same" {
  matrix   = [[1, -1], [-1, -1], [-1, 1], [1, 1]]
  learners = { "2, 3 | 0, 1" = learner.echo }
}`)
	for i := 0; i < len(oldnew); i += 2 {
		text = must.Replace(text, oldnew[i], oldnew[i+1])
	}
	return text
}

// openColumned prepares columned with scores of echo of the kind of spy's.
func openColumned(t *testing.T, text string, s *spy, e *echo) *setting {
	t.Helper()
	opened := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return s, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic},
	}, e.component(contract.Margin))
	opened.spy = s
	return opened
}

// keyBy is the key of a learner's cell.
func keyBy(s *setting, learner, reduction string, fold int) string {
	i := slices.IndexFunc(s.ready.Plan.Cells, func(c plan.Cell) bool {
		return c.Learner == learner && c.Reduction == reduction && c.Fold == fold
	})
	return s.ready.Plan.Cells[i].Key
}

// Each learner trains its columns, once for all cells of both learners, and the scores of
// a column are those that its learner has in another cell.
func TestColumnsHaveTheirLearners(t *testing.T) {
	e := &echo{}
	s := openColumned(t, columned(), &spy{}, e)
	s.mustRun(t, 2, nil)
	// Four classes, a new column of "mine", and those of "same": two of echo's, one of spy's.
	if p := s.ready.Plan; len(s.spy.trains) != 4*6 || len(e.inputs) != 4*7 || p.FitsDistinct != 4*13 {
		t.Errorf("spy trains %d problems, echo %d, the plan has %d", len(s.spy.trains), len(e.inputs), p.FitsDistinct)
	}
	for f := range 4 {
		scores := func(learner, reduction string) contract.Matrix {
			p := s.memory.outputs[keyBy(s, learner, reduction, f)].Test
			return contract.Matrix{Rows: len(p.Rows), Cols: 4, Data: p.Scores}
		}
		spies, echoes := scores("spy", "ova"), scores("echo", "ova")
		for reduction, by := range map[string][]contract.Matrix{
			"second": {spies, spies, echoes, spies}, "third": {spies, spies, echoes, echoes},
		} {
			got := scores("spy", reduction)
			for i := range got.Rows {
				for l, of := range by {
					if got.Row(i)[l] != of.Row(i)[l] {
						t.Fatalf("fold %d: the score of class %d in row %d of %s is %v, want %v", f, l, i, reduction, got.Row(i)[l], of.Row(i)[l])
					}
				}
			}
		}
		if !reflect.DeepEqual(s.memory.outputs[keyBy(s, "echo", "third", f)].Test, s.memory.outputs[keyBy(s, "echo", "ova", f)].Test) {
			t.Errorf("fold %d: echo's columns differ where they are named", f)
		}
		if r := s.memory.results[keyBy(s, "spy", "third", f)]; r.BinaryProblems != 4 {
			t.Errorf("%+v", r)
		}
	}
}

// Whatever the company and the number of workers.
func TestColumnsDoNotDependOnCompany(t *testing.T) {
	together := openColumned(t, columned(), &spy{}, &echo{})
	together.mustRun(t, 3, nil)
	alone := openColumned(t, columned(), &spy{}, &echo{})
	alone.mustRun(t, 1, doneBut(alone, "second"))
	for f := range 4 {
		key := keyBy(alone, "spy", "second", f)
		if a, b := together.memory.outputs[key], alone.memory.outputs[key]; a.Test == nil || !reflect.DeepEqual(a, b) {
			t.Errorf("fold %d has another result with others", f)
		}
	}
	// Alone, the one column is all that echo trains, in the cells of spy and of echo.
	if n := len(alone.spy.trains); n != 4*3 {
		t.Errorf("spy trains %d problems", n)
	}
}

// A learner that fails costs the cells that need it and no others.
func TestFailuresOfColumnsStayWithTheirCells(t *testing.T) {
	e := &echo{fail: func(contract.Problem) error { return errors.New("no echo") }}
	s := openColumned(t, columned(), &spy{}, e)
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		r := s.memory.results[c.Key]
		bad := c.Learner == "echo" || c.Reduction != "ova" && c.Reduction != "mine"
		if (r.Status == store.Failed) != bad || bad != strings.Contains(r.Error, "no echo") {
			t.Errorf("%s: status %s, error %q", c.Name(), r.Status, r.Error)
		}
	}
}

// Scores of columns are kept under the names of their learners' own models.
func TestKeptScoresOfColumns(t *testing.T) {
	text := must.Replace(columned(), "seed = 3 }", "\nseed = 3\nkeep_scores = true\n}")
	dir, e := t.TempDir(), &echo{}
	first := openColumned(t, text, &spy{}, e)
	first.keep(t, dir)
	later := openColumned(t, must.Replace(text, "{ \"2\" = learner.echo }", "{ \"1\" = learner.echo }"), &spy{}, &echo{fail: e.fail})
	later.keep(t, dir)
	if len(later.spy.trains) > 0 || len(e.inputs) == 0 {
		t.Errorf("%d problems are trained again", len(later.spy.trains))
	}
	fresh := openColumned(t, must.Replace(text, "{ \"2\" = learner.echo }", "{ \"1\" = learner.echo }"), &spy{}, &echo{})
	fresh.keep(t, t.TempDir())
	if !reflect.DeepEqual(later.memory.outputs, fresh.memory.outputs) {
		t.Error("other outputs with kept scores")
	}
}

// Whose cell it is makes no difference, also where decoding sees what the models of all
// learners make of training rows.
func TestColumnsOfEitherCell(t *testing.T) {
	for _, decoding := range []string{"loss_weighted", "coverage", "hamming"} {
		matrix := "  matrix   = [[1, -1], [-1, -1], [-1, 1], [1, 1]]\n  decoding = \"" + decoding + "\"\n"
		text := columned(`reduction "one_vs_rest" "second" { learners = { "2" = learner.echo } }`,
			"reduction \"ecoc\" \"left\" {\n"+matrix+"  learners = { \"2,3|0,1\" = learner.echo }\n}\n"+
				"reduction \"ecoc\" \"right\" {\n"+matrix+"  learners = { \"0,3|1,2\" = learner.spy }\n}")
		s := openColumned(t, text, &spy{}, &echo{})
		s.mustRun(t, 2, nil)
		for f := range 4 {
			left, right := s.memory.outputs[keyBy(s, "spy", "left", f)], s.memory.outputs[keyBy(s, "echo", "right", f)]
			if left.Test == nil || !reflect.DeepEqual(left, right) {
				t.Errorf("%s, fold %d: %+v and %+v", decoding, f, left.Test, right.Test)
			}
			plain := s.memory.outputs[keyBy(s, "spy", "right", f)]
			if decoding == "loss_weighted" && reflect.DeepEqual(left.Test.Scores, plain.Test.Scores) {
				t.Errorf("%s, fold %d: the learners make no difference", decoding, f)
			}
		}
	}
}

// openTunedColumns prepares an experiment with a spy whose weight can be tuned, and echo.
func openTunedColumns(t *testing.T, text string, e *echo) *setting {
	t.Helper()
	s := &spy{}
	opened := openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy",
		Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0, Min: contract.Bound(0)}},
		NewLearner: func(c contract.Config) (contract.Learner, error) {
			w := struct{ Weight float64 }{}
			err := c.Decode(&w)
			return weighing{s, w.Weight}, err
		},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.LogOdds,
			Properties: contract.Symmetric | contract.Deterministic},
	}, e.component(contract.LogOdds))
	opened.spy = s
	return opened
}

// What is planned of cells that are tuned and have columns of another learner is what is
// trained: those columns beside each candidate of the cell's own, each time with the
// calibration of who trains them. What is kept of inner folds spares all of it.
func TestFitsOfTunedColumns(t *testing.T) {
	const own, other = `learner "spy" "spy" {}`, `learner "echo" "echo" {}`
	weights := "learner \"spy\" \"spy\" {\n tune {\n  weight = [1, 1.0000001, 1.0000002]\n }\n}" // the first for all
	calibrated := `learner "echo" "echo" { calibrate = "sigmoid" }`
	for name, change := range map[string][]string{
		"decoders":               {},
		"a learner":              {own, weights},
		"calibrated":             {other, calibrated},
		"a learner, calibrated":  {own, weights, other, calibrated},
		"a learner, folds alone": {own, weights, "keep_inner_scores = true\n", ""},
		"no columns":             {"  learners = { \"2, 3 | 0, 1\" = learner.echo }\n", ""},
	} {
		text := func(decodings string) string {
			return columned(append([]string{"seed = 3 }", "\nseed = 3\nkeep_scores = true\nkeep_inner_scores = true\n}",
				"folds = 4", "folds = 2", "reduction \"one_vs_rest\" \"second\" { learners = { \"2\" = learner.echo } }\n", "",
				"[1, 1]]\n", "[1, 1]]\n  tune {\n    decoding = [" + decodings + "]\n  }\n"}, change...)...)
		}
		dir, e := t.TempDir(), &echo{}
		first := openTunedColumns(t, text(`"hamming", "loss_based"`), e)
		first.keep(t, dir)
		if p, got := first.ready.Plan, len(first.spy.trains)+len(e.inputs); p.FitsAtMost || got != p.FitsDistinct {
			t.Errorf("%s: %d fits by spy and %d by echo, %d are planned", name, len(first.spy.trains), len(e.inputs), p.FitsDistinct)
		}
		stored, err := store.ReadKeptScores(dir)
		if err != nil {
			t.Fatal(err)
		}
		e = &echo{}
		later := openTunedColumns(t, text(`"hamming", "loss_based", "euclidean"`), e)
		planned := later.ready.Kept(stored.Has, func(plan.Cell) bool { return false })
		later.keep(t, dir)
		if got := len(later.spy.trains) + len(e.inputs); got != planned.Train {
			t.Errorf("%s: then %d fits by spy and %d by echo, %d are planned", name, len(later.spy.trains), len(e.inputs), planned.Train)
		}
	}
}
