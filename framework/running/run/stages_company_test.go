package run

import (
	"context"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/test/must"
)

// done lists the cells of all reductions but one.
func doneBut(s *setting, reduction string) map[string]bool {
	done := map[string]bool{}
	for _, c := range s.ready.Plan.Cells {
		if c.Reduction != reduction {
			done[c.Key] = true
		}
	}
	return done
}

// Whatever the company, the number of workers and what a run found done.
func TestStagedOutputsDoNotDependOnCompany(t *testing.T) {
	for name, fresh := range map[string]func() (string, *staged, *echo){
		"stacked": func() (string, *staged, *echo) {
			return stagedText("abstain = 0.2", withEcho), stacking(contract.OutOfFold, contract.Original, contract.Scores), &echo{}
		},
		"grown[draw=1]": func() (string, *staged, *echo) {
			text := stagedText("calibrate = \"sigmoid\"", "reduction \"staged\" \"grown\" { draw = grid(0, 1) }")
			return text, growing(), &echo{}
		},
	} {
		text, r, e := fresh()
		together := openStaged(t, text, r, e)
		together.mustRun(t, 3, nil)
		text, r, e = fresh()
		alone := openStaged(t, text, r, e)
		alone.mustRun(t, 1, doneBut(alone, name))
		for f := range 4 {
			key := keyOf(alone, name, f)
			a, b := together.memory.outputs[key], alone.memory.outputs[key]
			if a.Test == nil || !reflect.DeepEqual(a, b) || together.memory.results[key].BinaryProblems != alone.memory.results[key].BinaryProblems {
				t.Errorf("%s: fold %d has another result with others", name, f)
			}
		}
	}
}

// What fails in a later stage, or in the inner folds of one, is the cell's own
// failure.
func TestFailuresOfStagesStayWithTheirCells(t *testing.T) {
	wide := func(p contract.Problem) error {
		if p.X.Rows == 60 {
			return errors.New("inner folds are beneath me")
		}
		return nil
	}
	for name, test := range map[string]struct {
		r    func() *staged
		spy  func(contract.Problem) error
		echo func(contract.Problem) error
		want string
	}{
		"second learner": {r: func() *staged { return stacking(contract.OutOfFold, contract.Scores) }, echo: func(contract.Problem) error { return errors.New("no echo") }, want: "no echo"},
		"inner folds":    {r: func() *staged { return stacking(contract.OutOfFold, contract.Scores) }, spy: wide, want: "out-of-fold outputs: inner folds are beneath me"},
		"next": {r: func() *staged {
			r := growing()
			r.next = func(string, contract.Training) (contract.Stage, bool, error) { panic("at the disco") }
			return r
		}, want: "at the disco"},
		"too much": {r: func() *staged { r := growing(); r.first.Later = 7; return r }, want: "announced 7 at most"},
		"nothing": {r: func() *staged {
			r := stacking(contract.OutOfFold)
			r.next = func(string, contract.Training) (contract.Stage, bool, error) { return contract.Stage{}, false, nil }
			return r
		}, want: "trains nothing"},
		"multiclass": {r: func() *staged {
			r := stacking(contract.OutOfFold)
			r.next = func(string, contract.Training) (contract.Stage, bool, error) {
				return contract.Stage{Problems: contract.Whole{}, Learner: "learner", Inputs: []contract.Input{contract.Scores}}, false, nil
			}
			return r
		}, want: `learner "second" cannot do its multiclass problems`},
		"nothing to decode": {r: func() *staged {
			return &staged{first: contract.Stage{Outputs: contract.ClassesOnly}, next: func(string, contract.Training) (contract.Stage, bool, error) { return ended("") }}
		}, want: "nothing that it could decode"},
	} {
		e := &echo{fail: test.echo}
		s := openStaged(t, stagedText("", withEcho), test.r(), e)
		s.spy.fail = test.spy
		if err := s.run(t, 2, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			result := s.memory.results[c.Key]
			if staged := c.Reduction == "stacked"; (result.Status == store.Failed) != staged || staged && !strings.Contains(result.Error, test.want) {
				t.Errorf("%s: %s: %s %q", name, c.Reduction, result.Status, result.Error)
			}
		}
	}
}

// The out-of-fold output of a class of one training row is that of a model that has
// not seen the class.
func TestAClassOfOneRowHasOutputs(t *testing.T) {
	s := openStaged(t, stagedText("", withEcho), stacking(contract.OutOfFold, contract.Scores), &echo{})
	one(s, 3, 1)
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	if r := s.memory.results[keyOf(s, "stacked", 0)]; r.Status != store.OK {
		t.Errorf("%s %q", r.Status, r.Error)
	}
}

// slow is a plugin whose training of one column does not end, or that takes too
// much memory for it.
type slow struct {
	service.Plugin
	memory bool
	column []int8
}

func (p *slow) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	if !slices.ContainsFunc(call.Problems, func(q service.Problem) bool { return slices.Equal(q.Column, p.column) }) {
		return p.Plugin.Train(ctx, call, done)
	}
	if p.memory && call.Memory > 0 {
		return fmt.Errorf("%w: %w", service.ErrMemory, service.ErrLost)
	}
	<-ctx.Done()
	return fmt.Errorf("%w: %w", ctx.Err(), service.ErrLost)
}

// The limits of the cell's own learner hold for all its stages, whoever trains
// them.
func TestLimitsHoldForStages(t *testing.T) { synctest.Test(t, limitsHoldForStages) }

func limitsHoldForStages(t *testing.T) {
	own := stacking(contract.OutOfFold)
	own.next = func(string, contract.Training) (contract.Stage, bool, error) {
		return contract.Stage{Problems: contract.Coded{Code: half4}}, false, nil
	}
	column := half4.Column(0)
	for limit, want := range map[string]store.Status{`timeout = "200ms"`: store.Timeout, `memory = "1GiB"`: store.OutOfMemory} {
		for learner, r := range map[string]*staged{"echo": stacking(contract.OutOfFold, contract.Scores), "spy": own} {
			s := openStaged(t, stagedText(limit, withEcho), r, &echo{})
			s.plugins["learner/"+learner] = &slow{s.plugins["learner/"+learner], want == store.OutOfMemory, column}
			if err := s.run(t, 2, nil); err != nil {
				t.Fatal(err)
			}
			for _, c := range s.ready.Plan.Cells {
				expected := store.OK
				if c.Reduction == "stacked" {
					expected = want
				}
				if r := s.memory.results[c.Key]; r.Status != expected {
					t.Errorf("%s, %s: %s %q, want %s", learner, c.Reduction, r.Status, r.Error, expected)
				}
			}
		}
	}
}

// forgetful is a reducer whose process is lost the first time it is asked for a
// stage.
type forgetful struct {
	service.Plugin
	lost bool
}

func (f *forgetful) Next(ctx context.Context, call service.NextCall) (contract.Stage, bool, error) {
	if !f.lost {
		f.lost = true
		return contract.Stage{}, false, fmt.Errorf("killed: %w", service.ErrLost)
	}
	return f.Plugin.Next(ctx, call)
}

func TestNextIsAskedAgainAfterALoss(t *testing.T) {
	s := openStaged(t, stagedText("", withEcho), stacking(contract.OutOfFold, contract.Scores), &echo{})
	s.plugins["reduction/staged"] = &forgetful{Plugin: s.plugins["reduction/staged"]}
	s.mustRun(t, 1, nil)
}

// hanging is a reducer that answers one of its calls never: the host's limit ends the process.
type hanging struct {
	service.Plugin
	decodes bool
	mu      sync.Mutex
	calls   int
}

func (h *hanging) late() error {
	h.mu.Lock()
	defer h.mu.Unlock()
	h.calls++
	return fmt.Errorf("%w: %w", service.ErrLost, context.DeadlineExceeded)
}

func (h *hanging) Next(ctx context.Context, call service.NextCall) (contract.Stage, bool, error) {
	if !h.decodes {
		return contract.Stage{}, false, h.late()
	}
	return h.Plugin.Next(ctx, call)
}

func (h *hanging) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	return service.Decoded{}, h.late()
}

// A reducer that hangs gets the host's limit once for each cell.
func TestLateReducersAreNotAskedAgain(t *testing.T) {
	for _, decodes := range []bool{false, true} {
		s := openStaged(t, stagedText("", withEcho), stacking(contract.OutOfFold, contract.Scores), &echo{})
		h := &hanging{Plugin: s.plugins["reduction/staged"], decodes: decodes}
		s.plugins["reduction/staged"] = h
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		cells := 0
		for _, c := range s.ready.Plan.Cells {
			if c.Reduction == "stacked" {
				cells++
				if r := s.memory.results[c.Key]; r.Status != store.Timeout {
					t.Errorf("decodes %v: %s %q", decodes, r.Status, r.Error)
				}
			}
		}
		if h.calls != cells {
			t.Errorf("decodes %v: %d calls for %d cells", decodes, h.calls, cells)
		}
	}
}

// In-sample scores are for the stages that want them: what goes wrong with them
// costs no other cell.
func TestInSampleScoresCostNoOtherCell(t *testing.T) {
	for name, err := range map[string]error{"error": errors.New("too many"), "time": context.DeadlineExceeded} {
		s := openStaged(t, stagedText("", withEcho), stacking(contract.InSample, contract.Scores), &echo{})
		s.plugins["learner/spy"] = &partial{Plugin: s.plugins["learner/spy"], rows: 90, err: err, times: -1}
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			r, o := s.memory.results[c.Key], s.memory.outputs[c.Key]
			staged := c.Reduction == "stacked"
			if (r.Status == store.OK) == staged || !staged && (o.Regions != nil) != (c.Fold == 0) {
				t.Errorf("%s: %s: %s %q", name, c.Name(), r.Status, r.Error)
			}
		}
	}
}

// Candidates are compared by what all stages decode.
func TestTuningTakesAllStages(t *testing.T) {
	r, e := stacking(contract.OutOfFold, contract.Scores), &echo{}
	s := &spy{}
	opened := openComponent(t, stagedText("tune {\n weight = [1, 1.4]\n folds = 2\n}", withEcho), contract.Component{
		Kind: contract.KindLearner, Name: "spy", Params: []contract.Param{{Name: "weight", Type: "number", Default: 1.0}},
		NewLearner: func(c contract.Config) (contract.Learner, error) {
			var o struct{ Weight float64 }
			err := c.Decode(&o)
			return weighing{s, o.Weight}, err
		},
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric | contract.Deterministic},
	}, r.component(), e.component(contract.Margin))
	opened.mustRun(t, 2, nil)
	if want := 4 * (2*2 + 1); len(r.shown) != want || len(e.y) != want {
		t.Errorf("%d trainings shown and %d second stages, want %d", len(r.shown), len(e.y), want)
	}
	for f := range 4 {
		if result := opened.memory.results[keyOf(opened, "stacked", f)]; result.Tuned == nil {
			t.Errorf("fold %d was not tuned", f)
		}
	}
}

// The key of a cell holds the second learner, not its name.
func TestTheSecondLearnerIsPartOfIdentity(t *testing.T) {
	key := func(text string) string {
		s := openStaged(t, text, stacking(contract.OutOfFold, contract.Scores), &echo{})
		return keyOf(s, "stacked", 0)
	}
	text := stagedText("", withEcho)
	first := key(text)
	if renamed := key(must.ReplaceAll(text, "second", "other")); renamed != first {
		t.Error("another name of the second learner makes another cell")
	}
	for _, other := range []string{
		must.Replace(text, `"second" {}`, `"second" { loud = true }`), must.Replace(text, `"second" {}`, `"second" { abstain = 1 }`),
		must.Replace(text, "learner = learner.second", "learner = learner.spy"), must.Replace(text, "learner = learner.second", "draw = 0"),
	} {
		if changed := key(other); changed == first || changed == "" {
			t.Errorf("the key does not change with %s", other)
		}
	}
}

// A calibrated learner over scores: they are divided as they are.
func TestAStageOverScoresIsCalibrated(t *testing.T) {
	r := stacking(contract.OutOfFold, contract.Scores)
	r.next = func(string, contract.Training) (contract.Stage, bool, error) {
		return contract.Stage{Problems: contract.Coded{Code: half4}, Inputs: []contract.Input{contract.Scores}}, false, nil
	}
	s := openStaged(t, stagedText(`calibrate = "sigmoid"`, `reduction "staged" "s" {}`), r, &echo{})
	s.mustRun(t, 2, nil)
	if p := s.ready.Plan; len(s.spy.trains) != p.FitsDistinct || p.FitsDistinct != 4*4*(11+3*4+1) {
		t.Errorf("%d fits, %d are planned", len(s.spy.trains), p.FitsDistinct)
	}
	for _, kind := range r.kinds {
		if kind != contract.LogOdds {
			t.Errorf("decoded as %s", kind)
		}
	}
}
