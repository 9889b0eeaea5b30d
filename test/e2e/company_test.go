package e2e

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/contract/service"
	"github.com/manyclass/bench/framework/host"
)

// problemBytes are the bits of a problem's scores, and of its objective.
type problemBytes []uint64

// trainer trains problems in a plugin process over one matrix.
type trainer struct {
	t      *testing.T
	plugin service.Plugin
	call   service.TrainCall // without problems and threads
	test   []contract.Range
	output string
}

// TestProblemAlone trains each problem alone, in a batch, in a batch in reversed
// order, and with two threads: the models must score with the same bits.
func TestProblemAlone(t *testing.T) {
	for _, test := range []struct {
		plugin, component string
		config            map[string]any
	}{
		{"logreg", "logreg", nil},
		{"logreg", "logreg", map[string]any{"C": 100.0, "penalize_intercept": true}},
		{"svm", "svm", nil},
		{"svm", "svm", map[string]any{"loss": "hinge"}},
		{"svm", "kernel_svm", nil},
		{"svm", "kernel_svm", map[string]any{"kernel": "poly", "C": 100.0}},
		{"tree", "adaboost", nil},
		{"tree", "adaboost", map[string]any{"kind": "real", "max_depth": 3.0}},
		{"svm", "kernel_ridge", nil},
		{"knn", "knn", map[string]any{"weights": "distance"}},
		{"lda", "lda", nil},
		{"least_squares", "least_squares", nil},
		{"majority", "majority", nil},
	} {
		t.Run(fmt.Sprint(test.component, test.config), func(t *testing.T) {
			tr, component := newTrainer(t, test.plugin, test.component, test.config)
			problems := problemsFor(component)
			batch := tr.train(problems, 1)
			same := func(what string, got []problemBytes) {
				t.Helper()
				for i := range problems {
					if !slices.Equal(got[i], batch[i]) {
						t.Errorf("%s: problem %d (%v) has other scores than in the batch", what, i, problems[i].Column)
					}
				}
			}
			var alone []problemBytes
			for _, p := range problems {
				alone = append(alone, tr.train([]service.Problem{p}, 1)[0])
			}
			same("alone", alone)
			backwards := slices.Clone(problems)
			slices.Reverse(backwards)
			reversed := tr.train(backwards, 1)
			slices.Reverse(reversed)
			same("reversed", reversed)
			same("two threads", tr.train(problems, 2))
			if slices.Equal(batch[0], batch[1]) {
				t.Error("two problems have the same scores: nothing was compared")
			}
		})
	}
}

// The rows of four overlapping classes in order, with a constant column: per
// class, the first third is for testing.
const (
	perClass = 30
	columns  = 6
	classes  = 4
)

func newTrainer(t *testing.T, name, component string, config map[string]any) (*trainer, contract.Component) {
	t.Helper()
	d := newDir(t)
	t.Setenv("TMPDIR", d.file("tmp"))
	pkg, err := host.OpenPackage(name, filepath.Join(built, "plugins", name))
	if err != nil {
		t.Fatal(err)
	}
	pool := newPool(t, d, []host.Package{pkg})
	if _, errs := pool.Describe(context.Background()); len(errs) > 0 {
		t.Fatal(errs)
	}
	all := pool.Components()
	c := all[slices.IndexFunc(all, func(c contract.Component) bool { return c.Name == component })]
	plugin, err := pool.Plugin(context.Background(), 0, contract.KindLearner, component)
	if err != nil {
		t.Fatal(err)
	}
	tr := &trainer{t: t, plugin: plugin, output: d.file("scores.npy")}
	tr.call = service.TrainCall{Component: component, Config: complete(c, config), RowSets: []service.RowSet{{}}}
	tr.call.Features = service.Features{Rows: perClass * classes, Cols: columns, Dense: d.file("X.npy")}
	writeRows(t, tr.call.Features.Dense)
	for j := range columns {
		tr.call.RowSets[0].Shift = append(tr.call.RowSets[0].Shift, 0.1*float64(j))
		tr.call.RowSets[0].Scale = append(tr.call.RowSets[0].Scale, 1+0.3*float64(j))
	}
	for k := range classes {
		start, middle := k*perClass, k*perClass+perClass/3
		tr.test = append(tr.test, contract.Range{Start: start, End: middle, Class: k})
		tr.call.RowSets[0].Ranges = append(tr.call.RowSets[0].Ranges,
			contract.Range{Start: middle, End: start + perClass, Class: k})
	}
	return tr, c
}

// Where the host can make orphans ours, disown gives them away again, and checkOrphans says if that failed.
var (
	disown       = func() {}
	checkOrphans = func() error { return nil }
)

// newPool returns a pool of plugins that this process starts.
func newPool(t *testing.T, d *dir, packages []host.Package) *host.Pool {
	pool := host.NewPool(packages, host.Folders{Sockets: d.path, Temporary: d.file("tmp")})
	t.Cleanup(func() {
		pool.Close()
		disown()
	})
	return pool
}

func writeRows(t *testing.T, path string) {
	t.Helper()
	random := rand.New(rand.NewPCG(1, 2))
	x := make([]float64, 0, perClass*classes*columns)
	for i := range perClass * classes {
		for j := range columns - 1 {
			center := 0.0
			if j == i/perClass {
				center = 1.2
			}
			x = append(x, center+random.NormFloat64())
		}
		x = append(x, 7)
	}
	if err := matrix.WriteFloat64(path, perClass*classes, columns, x); err != nil {
		t.Fatal(err)
	}
}

// complete fills in a component's defaults.
func complete(c contract.Component, config map[string]any) contract.Config {
	values := map[string]any{}
	for _, p := range c.Params {
		if p.Default != nil {
			values[p.Name] = p.Default
		}
		if v, ok := config[p.Name]; ok {
			values[p.Name] = v
		}
	}
	return contract.NewConfig(values)
}

// problemsFor lists the columns of one-vs-rest, one-vs-one and two of a dense
// code, with +1 first, and the multiclass problem if the component can do it.
func problemsFor(c contract.Component) []service.Problem {
	var list []service.Problem
	for i, column := range [][]int8{
		{1, -1, -1, -1}, {1, -1, 1, 1}, {1, 1, -1, 1}, {1, 1, 1, -1},
		{1, -1, 0, 0}, {1, 0, -1, 0}, {1, 0, 0, -1}, {0, 1, -1, 0}, {0, 1, 0, -1}, {0, 0, 1, -1},
		{1, 1, -1, -1}, {1, -1, -1, 1},
	} {
		list = append(list, service.Problem{Task: contract.Binary, Column: column, Classes: classes, Seed: uint64(i)})
	}
	if c.Capabilities.Can(contract.Multiclass) {
		list = append(list, service.Problem{Task: contract.Multiclass, Classes: classes, Seed: 99})
	}
	return list
}

// train trains problems together, scores the test rows and forgets the models.
func (tr *trainer) train(problems []service.Problem, threads int) []problemBytes {
	tr.t.Helper()
	ctx := context.Background()
	call := tr.call
	call.Problems, call.Threads = problems, threads
	out := make([]problemBytes, len(problems))
	models := make([]string, len(problems))
	err := tr.plugin.Train(ctx, call, func(done service.Trained) {
		if done.Err != nil {
			tr.t.Errorf("problem %d: %v", done.Problem, done.Err)
		}
		models[done.Problem] = done.Model
		out[done.Problem] = problemBytes{math.Float64bits(done.Fit.Objective)}
	})
	if err != nil {
		tr.t.Fatal(err)
	}
	scored, err := tr.plugin.Score(ctx, service.ScoreCall{Models: models, Features: call.Features, Ranges: tr.test,
		Output: tr.output})
	if err != nil {
		tr.t.Fatal(err)
	}
	all, rows, cols, err := matrix.ReadFloat64(tr.output)
	if err != nil || rows != classes*perClass/3 {
		tr.t.Fatalf("%d rows of scores, %v", rows, err)
	}
	at := 0
	for i, width := range scored.Widths {
		for r := range rows {
			for _, v := range all[r*cols+at : r*cols+at+width] {
				out[i] = append(out[i], math.Float64bits(v))
			}
		}
		at += width
	}
	if err := tr.plugin.Forget(ctx, models); err != nil {
		tr.t.Fatal(err)
	}
	return out
}

// TestPoolKeeps ends what is not used; it is there again when it is asked for.
func TestPoolKeeps(t *testing.T) {
	d := newDir(t)
	packages, unusable := host.FindPackages(filepath.Join(built, "plugins"))
	if unusable != nil {
		t.Fatal(unusable)
	}
	pool := newPool(t, d, packages)
	if _, failures := pool.Describe(t.Context()); failures != nil {
		t.Fatal(failures)
	}
	plugin := func(name string) service.Plugin {
		p, err := pool.Plugin(t.Context(), 0, contract.KindLearner, name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	kept, ended := plugin("lda"), plugin("logreg")
	_ = pool.Keep(t.Context(), 1, func(kind contract.Kind, component string) bool {
		return kind == contract.KindLearner && component == "lda"
	})
	if plugin("lda") != kept {
		t.Error("a plugin that is used was ended")
	}
	if _, err := ended.Describe(t.Context()); err == nil {
		t.Error("a plugin that is not used still answers")
	}
	if again := plugin("logreg"); again == ended {
		t.Error("a plugin that was ended is not started again")
	} else if _, err := again.Describe(t.Context()); err != nil {
		t.Error(err)
	}
}
