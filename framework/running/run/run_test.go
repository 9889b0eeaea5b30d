package run

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/data/encode"
	"github.com/manyclass/bench/framework/data/fold"
	"github.com/manyclass/bench/framework/data/loader"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/language/experiment"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
	"github.com/manyclass/bench/framework/running/prepare"
	"github.com/manyclass/bench/framework/sdk"
	"github.com/manyclass/bench/plugins/reducers/reducer"
	"github.com/manyclass/bench/test/must"
)

// spy is a learner that remembers what it was asked to train. Its score is the
// distance to the mean of the positive rows, so that it learns something.
type spy struct {
	mu     sync.Mutex
	trains []string // a line a problem: rows, positives, seed
	fail   func(p contract.Problem) error
}

type spyModel struct{ positive, negative float64 }

func (s *spy) Train(_ context.Context, p contract.Problem) (contract.Model, error) {
	positives := 0
	var m spyModel
	for i, y := range p.Y {
		if y > 0 {
			positives++
			m.positive += p.X.Row(i)[0]
		} else {
			m.negative += p.X.Row(i)[0]
		}
	}
	s.mu.Lock()
	s.trains = append(s.trains, fmt.Sprintf("%d rows, %d positive, seed %d", len(p.Y), positives, p.Seed))
	s.mu.Unlock()
	if s.fail != nil {
		if err := s.fail(p); err != nil {
			return nil, err
		}
	}
	m.positive /= float64(positives)
	m.negative /= float64(len(p.Y) - positives)
	return m, nil
}

func (m spyModel) Score(x contract.Matrix, scores []float64) {
	for i := range x.Rows {
		v := x.Row(i)[0]
		scores[i] = (v-m.negative)*(v-m.negative) - (v-m.positive)*(v-m.positive)
	}
}

// inProcess serves plugins without processes.
type inProcess map[string]service.Plugin

func (p inProcess) Plugin(_ context.Context, _ int, kind contract.Kind, component string) (service.Plugin, error) {
	if plugin := p[string(kind)+"/"+component]; plugin != nil {
		return plugin, nil
	}
	return nil, fmt.Errorf("no %s %q", kind, component)
}

func (inProcess) Origin(contract.Kind, string) service.Origin { return service.Origin{SHA256: "none"} }

// memory keeps results instead of a journal.
type memory struct {
	mu      sync.Mutex
	results map[string]store.Result
	outputs map[string]store.Output
	err     error
}

func (m *memory) Start(string) error { return nil }

func (m *memory) Result(r store.Result, o store.Output) error {
	m.mu.Lock()
	defer m.mu.Unlock()
	if _, again := m.results[r.Key]; again {
		return errors.New("a cell was recorded twice")
	}
	m.results[r.Key], m.outputs[r.Key] = r, o
	return m.err
}

func (m *memory) Scores(store.BinaryScores, store.RowScores) error { return m.err }

// setting is an experiment over in-process plugins.
type setting struct {
	spy     *spy
	plugins inProcess
	ready   *prepare.Prepared
	memory  *memory
}

// open prepares an experiment whose learner type "spy" is s.
func open(t *testing.T, text string, symmetric bool, s *spy) *setting {
	t.Helper()
	opened := openWith(t, text, symmetric, s)
	opened.spy = s
	return opened
}

// openWith prepares an experiment whose learner type "spy" is another learner.
func openWith(t *testing.T, text string, symmetric bool, l contract.Learner) *setting {
	t.Helper()
	return openComponent(t, text, contract.Component{
		Kind: contract.KindLearner, Name: "spy", NewLearner: func(contract.Config) (contract.Learner, error) { return l, nil },
		Capabilities: contract.Capabilities{Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin,
			Properties: contract.Symmetric.If(symmetric) | contract.Deterministic},
	})
}

// openComponent prepares an experiment with a learner type, and more types.
func openComponent(t *testing.T, text string, learner contract.Component, more ...contract.Component) *setting {
	t.Helper()
	components := append(append(reducer.Components(), learner), more...)
	served := sdk.New(contract.Plugin{Name: "test", Version: "1", Components: components})
	plugins := inProcess{}
	for _, c := range components {
		plugins[string(c.Kind)+"/"+c.Name] = served
	}
	all := append(components, contract.Component{Kind: contract.KindDataset, Name: "dataset", Params: loader.Params()})
	all = append(all, encode.Components()...)
	all = append(all, fold.Components()...)
	all = append(all, metric.Components()...)
	path := filepath.Join(t.TempDir(), "experiment.hcl")
	if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
	file, diags := experiment.Parse(path, nil)
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	bound, diags := file.Bind(experiment.Catalog{Components: all})
	if diags.HasErrors() {
		t.Fatal(diags)
	}
	ready, diags, err := prepare.Load(t.Context(), bound, plugins)
	if err != nil || diags.HasErrors() {
		t.Fatal(diags, err)
	}
	return &setting{nil, plugins, ready, &memory{results: map[string]store.Result{}, outputs: map[string]store.Output{}}}
}

func (s *setting) run(t *testing.T, workers int, done map[string]bool) error {
	t.Helper()
	return s.holding(t, 0, workers, done)
}

// holding runs with a bound on the scores that are held.
func (s *setting) holding(t *testing.T, held, workers int, done map[string]bool) error {
	t.Helper()
	scratch := t.TempDir()
	recorders := make([]Recorder, workers)
	for i := range recorders {
		recorders[i] = s.memory
	}
	err := Execute(t.Context(), s.ready, s.plugins, Options{
		Workers: workers, Scratch: scratch, Recorders: recorders, Done: done, Held: held, Finished: func(plan.Cell, store.Result) {},
	})
	if left, _ := os.ReadDir(scratch); err == nil && len(left) > 0 {
		t.Errorf("%d files left in the scratch folder", len(left))
	}
	return err
}

const four = `
experiment "four" { seed = 3 }
dataset "blobs" {
  generate = "blobs"
  classes  = 4
  rows     = 80
  seed     = 1
}
learner "spy" "spy" {}
reduction "one_vs_rest" "ova" {}
reduction "one_vs_one" "ovo" { decoding = grid("vote", "hamming") }
reduction "ecoc" "mine" {
  matrix = [
    [ 1, -1,  1],
    [-1,  1,  1],
    [-1, -1, -1],
    [-1, -1,  0],
  ]
}
validation { folds = 4 }
metric "accuracy" {}
`

// Four OvA columns, six pairs and one new column of the matrix, whose other two
// columns are OvA's: 11 distinct problems a fold, whoever asks for them.
func TestEveryDistinctProblemIsTrainedOnce(t *testing.T) {
	s := open(t, four, true, &spy{})
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	distinct := slices.Clone(s.spy.trains)
	slices.Sort(distinct)
	if n := len(slices.Compact(distinct)); len(s.spy.trains) != 44 || n != 44 {
		t.Errorf("%d problems trained, %d of them distinct, want 44", len(s.spy.trains), n)
	}
	if p := s.ready.Plan; p.FitsDistinct != 44 || p.FitsRequested != 4*(4+6+6+3) {
		t.Errorf("the plan counts %d requested and %d distinct", p.FitsRequested, p.FitsDistinct)
	}
	for key, r := range s.memory.results {
		if r.Status != store.OK || r.Sizes != (store.Sizes{TrainRows: 60, TestRows: 20}) || r.Objective != nil {
			t.Errorf("cell %s: %+v", key, r)
		}
	}
	if len(s.memory.results) != 16 {
		t.Errorf("%d cells recorded, want 16", len(s.memory.results))
	}
}

// Without symmetry a column and its negative are two problems.
func TestMirroredColumnsAreSharedBySymmetricLearnersOnly(t *testing.T) {
	mirrored := must.Replace(four, "reduction \"one_vs_one\" \"ovo\" { decoding = grid(\"vote\", \"hamming\") }", "")
	mirrored = must.Replace(mirrored, "    [ 1, -1,  1],\n    [-1,  1,  1],\n    [-1, -1, -1],\n    [-1, -1,  0],", "    [-1, -1,  1],\n    [ 1,  1,  1],\n    [ 1, -1, -1],\n    [ 1, -1,  0],")
	for symmetric, want := range map[bool]int{true: 4 * (4 + 1), false: 4 * (4 + 2)} {
		s := open(t, mirrored, symmetric, &spy{})
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		if len(s.spy.trains) != want || s.ready.Plan.FitsDistinct != want {
			t.Errorf("symmetric %v: %d trained, %d planned, want %d", symmetric, len(s.spy.trains), s.ready.Plan.FitsDistinct, want)
		}
	}
}

// The mirrored scores are negated, so both learners predict the same.
func TestMirroringDoesNotChangePredictions(t *testing.T) {
	mirrored := must.ReplaceAll(four, "    [-1, -1, -1],\n    [-1, -1,  0],", "    [-1, -1, -1],\n    [-1, -1,  1],")
	a, b := open(t, mirrored, true, &spy{}), open(t, mirrored, false, &spy{})
	if err := errors.Join(a.run(t, 1, nil), b.run(t, 1, nil)); err != nil {
		t.Fatal(err)
	}
	for i, c := range a.ready.Plan.Cells {
		p, q := a.memory.outputs[c.Key].Test, b.memory.outputs[b.ready.Plan.Cells[i].Key].Test
		if !slices.Equal(p.Predicted.Class, q.Predicted.Class) || !slices.IsSorted(p.Rows) {
			t.Errorf("cell %d: %v and %v", i, p.Predicted.Class, q.Predicted.Class)
		}
	}
}

func TestOnlyCellsWithTheBadProblemFail(t *testing.T) {
	for name, fail := range map[string]func(contract.Problem) error{
		"error": func(p contract.Problem) error {
			if len(p.Y) == 30 {
				return errors.New("pairs are beneath me")
			}
			return nil
		},
		"panic": func(p contract.Problem) error {
			if len(p.Y) == 30 {
				panic("pairs are beneath me")
			}
			return nil
		},
	} {
		s := open(t, four, true, &spy{fail: fail})
		if err := s.run(t, 2, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			r := s.memory.results[c.Key]
			bad := strings.HasPrefix(c.Reduction, "ovo")
			if (r.Status == store.Failed) != bad || bad != strings.Contains(r.Error, "pairs are beneath me") {
				t.Errorf("%s: %s: status %s, error %q", name, c.Reduction, r.Status, r.Error)
			}
		}
	}
}

// mortal is a plugin that dies of the problem of classes 0 and 1, and counts
// how often.
type mortal struct {
	service.Plugin
	deaths int
}

func (m *mortal) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	for _, p := range call.Problems {
		if slices.Equal(p.Column, []int8{1, -1, 0, 0}) {
			m.deaths++
			return fmt.Errorf("killed: %w", service.ErrLost)
		}
	}
	return m.Plugin.Train(ctx, call, done)
}

func TestTheProblemThatKillsIsFoundAndTheOthersGoOn(t *testing.T) {
	s := open(t, four, true, &spy{})
	m := &mortal{Plugin: s.plugins["learner/spy"]}
	s.plugins["learner/spy"] = m
	if err := s.run(t, 1, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		r := s.memory.results[c.Key]
		if bad := strings.HasPrefix(c.Reduction, "ovo"); (r.Status == store.Failed) != bad {
			t.Errorf("%s fold %d: %s, %s", c.Reduction, c.Fold, r.Status, r.Error)
		}
	}
	// 11 problems a fold: the bad one is alone after at most ⌈log2 11⌉ tries,
	// and has two.
	if m.deaths > 4*6 {
		t.Errorf("%d processes lost in 4 folds", m.deaths)
	}
}

// frail is a plugin that dies of some problems, and counts how often.
type frail struct {
	service.Plugin
	of     func(column []int8) bool
	deaths int
}

func (f *frail) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	if slices.ContainsFunc(call.Problems, func(p service.Problem) bool { return f.of(p.Column) }) {
		f.deaths++
		return fmt.Errorf("killed: %w", service.ErrLost)
	}
	return f.Plugin.Train(ctx, call, done)
}

// A learner that dies of every problem costs some processes on the first fold and a few on
// each that follows. One that dies of all problems of a class, the first ones among them,
// costs no cell that does without it.
func TestLossesAreBounded(t *testing.T) {
	few := four[:strings.Index(four, `reduction "ecoc"`)] + four[strings.Index(four, "validation"):]
	many := must.ReplaceAll(few, "classes  = 4", "classes  = 10", "rows     = 80", "rows     = 200")
	for name, test := range map[string]struct {
		text   string
		of     func([]int8) bool
		spared string // the reduction whose cells are ok
		most   int
	}{
		"of every problem":     {four, func([]int8) bool { return true }, "", 11 + 3*3},
		"of every one of many": {many, func([]int8) bool { return true }, "", 16 + 3*3},
		"of a class":           {four, func(column []int8) bool { return column[0] == 1 && slices.Contains(column, 0) }, "ova", 4 * 16},
		"of one of many classes": {many,
			func(column []int8) bool { return column[0] == 1 && slices.Contains(column, 0) }, "ova", 4 * 25},
	} {
		s := open(t, test.text, true, &spy{})
		f := &frail{Plugin: s.plugins["learner/spy"], of: test.of}
		s.plugins["learner/spy"] = f
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			if r := s.memory.results[c.Key]; (r.Status == store.OK) != (c.Reduction == test.spared) {
				t.Errorf("%s: %s fold %d: %s, %s", name, c.Reduction, c.Fold, r.Status, r.Error)
			}
		}
		if f.deaths > test.most {
			t.Errorf("%s: %d processes lost in 4 folds, at most %d are expected", name, f.deaths, test.most)
		}
		t.Logf("%s: %d processes lost", name, f.deaths)
	}
}

// unlucky is a plugin whose first call of one kind is lost to something from
// outside.
type unlucky struct {
	service.Plugin
	call string // "train", "score" or "decode"; "" once it happened
}

func (u *unlucky) once(call string) error {
	if u.call != call {
		return nil
	}
	u.call = ""
	return fmt.Errorf("killed: %w", service.ErrLost)
}

func (u *unlucky) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	return errors.Join(u.once("train"), u.Plugin.Train(ctx, call, done))
}

func (u *unlucky) Score(ctx context.Context, call service.ScoreCall) (service.Scored, error) {
	if err := u.once("score"); err != nil {
		return service.Scored{}, err
	}
	return u.Plugin.Score(ctx, call)
}

func (u *unlucky) Decode(ctx context.Context, call service.DecodeCall) (service.Decoded, error) {
	if err := u.once("decode"); err != nil {
		return service.Decoded{}, err
	}
	return u.Plugin.Decode(ctx, call)
}

func TestALossFromOutsideCostsNothing(t *testing.T) {
	two := must.Replace(four, "classes  = 4", "classes  = 2")
	two = two[:strings.Index(two, `reduction "one_vs_one"`)] + two[strings.Index(two, "validation"):]
	for name, text := range map[string]string{"many problems": four, "one problem": two} {
		for _, call := range []string{"train", "score", "decode"} {
			s := open(t, text, true, &spy{})
			for key, plugin := range s.plugins {
				s.plugins[key] = &unlucky{plugin, call}
			}
			if err := s.run(t, 1, nil); err != nil {
				t.Fatal(err)
			}
			for key, r := range s.memory.results {
				if r.Status != store.OK {
					t.Errorf("%s, %s: cell %s: %s, %s", name, call, key, r.Status, r.Error)
				}
			}
		}
	}
}

// Variants of an encoder and copies of a dataset have matrices of their own, or
// share one on purpose, whatever finishes first.
func TestBlocksDoNotTakeEachOthersMatrices(t *testing.T) {
	text := must.Replace(four, `learner "spy"`, `encoder "one_hot" "e" { numeric = grid("standard", "minmax", "none") }
dataset "copy" {
  generate = "blobs"
  classes  = 4
  rows     = 80
  seed     = 1
}
learner "spy" "twin" {}
learner "spy"`)
	s := open(t, text, true, &spy{})
	if err := s.run(t, 4, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		if r := s.memory.results[c.Key]; r.Status != store.OK {
			t.Errorf("%s/%s/%s/%s: %s, %s", c.Dataset, c.Encoder, c.Learner, c.Reduction, r.Status, r.Error)
		}
	}
	// The copy of the dataset and the twin of the learner cost nothing.
	if want := 3 * 44; len(s.spy.trains) != want || s.ready.Plan.FitsDistinct != want {
		t.Errorf("%d problems trained and %d planned, want %d", len(s.spy.trains), s.ready.Plan.FitsDistinct, want)
	}
}

func TestSkippedCellsDoNotHoldMatrices(t *testing.T) {
	text := must.Replace(four, "{ seed = 3 }", "{\n  seed = 3\n  on_incompatible = \"skip\"\n}")
	text = must.Replace(text, `reduction "one_vs_rest"`, `reduction "direct" "native" {}
reduction "one_vs_rest"`)
	s := open(t, text, true, &spy{})
	if err := s.run(t, 4, nil); err != nil {
		t.Fatal(err)
	}
	for _, c := range s.ready.Plan.Cells {
		want := store.OK
		if c.Reduction == "native" {
			want = store.Skipped
		}
		if r := s.memory.results[c.Key]; r.Status != want {
			t.Errorf("%s: %s, %s", c.Reduction, r.Status, r.Error)
		}
	}
}

// Trouble with our own scratch folder is not the result of a cell.
func TestAFullScratchFolderEndsTheRunWithoutResults(t *testing.T) {
	s := open(t, four, true, &spy{})
	err := Execute(t.Context(), s.ready, s.plugins, Options{
		Workers: 2, Scratch: filepath.Join(t.TempDir(), "gone"), Recorders: []Recorder{s.memory, s.memory}, Finished: func(plan.Cell, store.Result) {},
	})
	if err == nil || !strings.Contains(err.Error(), "scratch folder") || len(s.memory.results) != 0 {
		t.Errorf("%d results and %v", len(s.memory.results), err)
	}
}

// greedy is a plugin that hangs on the problem of classes 0 and 1, or takes too
// much memory for it.
type greedy struct {
	service.Plugin
	memory bool
	calls  int
}

func (g *greedy) Train(ctx context.Context, call service.TrainCall, done func(service.Trained)) error {
	g.calls++
	for _, p := range call.Problems {
		if !slices.Equal(p.Column, []int8{1, -1, 0, 0}) {
			continue
		}
		if g.memory && call.Memory == 2<<20 {
			return fmt.Errorf("%w: %w", service.ErrMemory, service.ErrLost)
		}
		<-ctx.Done()
		return fmt.Errorf("%w: %w", ctx.Err(), service.ErrLost)
	}
	return g.Plugin.Train(ctx, call, done)
}

// Cells without the bad problem go on; those with it end at their limit. One
// fold costs one call for the union and one for each design that is left. The
// clock moves only while all wait, so that sound calls are never late.
func TestLimitsHoldForCells(t *testing.T) { synctest.Test(t, limitsHoldForCells) }

func limitsHoldForCells(t *testing.T) {
	for want, limit := range map[store.Status]string{store.Timeout: `timeout = "50ms"`, store.OutOfMemory: `memory = "2MiB"`} {
		s := open(t, must.Replace(four, `learner "spy" "spy" {}`, `learner "spy" "spy" { `+limit+" }"), true, &spy{})
		g := &greedy{Plugin: s.plugins["learner/spy"], memory: want == store.OutOfMemory}
		s.plugins["learner/spy"] = g
		if err := s.run(t, 1, nil); err != nil {
			t.Fatal(err)
		}
		for _, c := range s.ready.Plan.Cells {
			expected := store.OK
			if strings.HasPrefix(c.Reduction, "ovo") {
				expected = want
			}
			if r := s.memory.results[c.Key]; r.Status != expected {
				t.Errorf("%s fold %d: %s (%s), want %s", c.Reduction, c.Fold, r.Status, r.Error, expected)
			}
		}
		if most := 4 * (1 + 4); g.calls > most {
			t.Errorf("%d calls, at most %d are needed", g.calls, most)
		}
	}
}

// A limit is not part of what a cell is: raising it does not undo results.
func TestLimitsAreNoPartOfIdentity(t *testing.T) {
	a := open(t, four, true, &spy{})
	b := open(t, must.Replace(four, `learner "spy" "spy" {}`, `learner "spy" "spy" { timeout = 60 }`), true, &spy{})
	if a.ready.Plan.Cells[0].Key != b.ready.Plan.Cells[0].Key {
		t.Error("a timeout changes the key of a cell")
	}
}

func TestDoneCellsAreLeftAlone(t *testing.T) {
	s := open(t, four, true, &spy{})
	done := map[string]bool{}
	for _, c := range s.ready.Plan.Cells {
		if c.Reduction != "mine" || c.Fold > 0 {
			done[c.Key] = true
		}
	}
	if err := s.run(t, 2, done); err != nil {
		t.Fatal(err)
	}
	if len(s.memory.results) != 1 || len(s.spy.trains) != 3 {
		t.Errorf("%d cells recorded and %d problems trained, want 1 and 3", len(s.memory.results), len(s.spy.trains))
	}
}

func TestAFullJournalEndsTheRun(t *testing.T) {
	s := open(t, four, true, &spy{})
	s.memory.err = errors.New("no space left")
	if err := s.run(t, 2, nil); err == nil || !strings.Contains(err.Error(), "no space left") {
		t.Errorf("error %v", err)
	}
}

func TestFailFastStops(t *testing.T) {
	s := open(t, four, true, &spy{fail: func(contract.Problem) error { return errors.New("no") }})
	err := Execute(t.Context(), s.ready, s.plugins, Options{
		Workers: 1, Scratch: t.TempDir(), Recorders: []Recorder{s.memory}, FailFast: true, Finished: func(plan.Cell, store.Result) {},
	})
	if !errors.Is(err, ErrFailFast) || len(s.memory.results) == len(s.ready.Plan.Cells) {
		t.Errorf("error %v after %d of %d cells", err, len(s.memory.results), len(s.ready.Plan.Cells))
	}
}

func TestLeaveOneOut(t *testing.T) {
	s := open(t, must.Replace(four, "validation { folds = 4 }", `validation { method = "leave_one_out" }`), true, &spy{})
	if err := s.run(t, 2, nil); err != nil {
		t.Fatal(err)
	}
	seen := map[int]int{}
	for _, c := range s.ready.Plan.Cells {
		p := s.memory.outputs[c.Key].Test
		if p == nil || len(p.Rows) != 1 {
			t.Fatalf("fold %d tests %+v", c.Fold, p)
		}
		seen[p.Rows[0]]++
	}
	if len(seen) != 80 {
		t.Errorf("%d of 80 rows were tested", len(seen))
	}
}

// A random code depends on the experiment's seed, the design and K, not on the
// decoder or the dataset.
func TestDecodersOfOneDesignShareItsCode(t *testing.T) {
	text := `
experiment "codes" { seed = SEED }
dataset "a" {
  generate = "blobs"
  classes  = 8
  rows     = 80
  seed     = 1
}
dataset "b" {
  generate = "blobs"
  classes  = 8
  rows     = 160
  seed     = 2
}
learner "spy" "spy" {}
reduction "ecoc" "d" {
  code     = "dense_random"
  decoding = grid("hamming", "loss_based")
}
reduction "ecoc" "other" {
  code = "dense_random"
  draw = 1
}
validation { folds = 2 }
`
	codes := map[string]contract.Code{}
	for _, seed := range []string{"1", "2"} {
		s := open(t, must.Replace(text, "SEED", seed), true, &spy{})
		for _, d := range s.ready.Datasets {
			for reduction, stage := range d.Stages {
				codes[seed+d.Instance.Name+reduction.Name] = stage.Code()
			}
		}
	}
	first := fmt.Sprint(codes["1ad[decoding=hamming]"])
	for name, same := range map[string]bool{
		"1ad[decoding=loss_based]": true, "1bd[decoding=hamming]": true, "1aother": false, "2ad[decoding=hamming]": false,
	} {
		if codes[name] == nil || (fmt.Sprint(codes[name]) == first) != same {
			t.Errorf("the code of %s is the first one: %v, want %v", name, !same, same)
		}
	}
}
