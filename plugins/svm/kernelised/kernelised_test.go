package kernelised

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/plugins/internal/rowset"
	"github.com/manyclass/bench/plugins/internal/trainer"
	"github.com/manyclass/bench/test/reference"
)

// batch returns the binary problems of IrisBatch, with row weights in one fold.
func batch(t *testing.T) contract.Batch {
	b := reference.IrisBatch(t)
	b.Problems = slices.DeleteFunc(b.Problems, func(p contract.BatchProblem) bool { return p.Task != contract.Binary })
	weights := make([]float64, contract.CountRows(b.RowSets[2].Ranges))
	for i := range weights {
		weights[i] = 0.5 + float64(i%5)
	}
	b.RowSets[2].Weights = weights
	return b
}

// scores trains a batch and scores all rows with every model: together and alone.
func scores(t *testing.T, settings map[string]any, b contract.Batch) [][]float64 {
	t.Helper()
	l, err := Component().Learner(contract.NewConfig(settings))
	if err != nil {
		t.Fatal(err)
	}
	models := make([]contract.Model, len(b.Problems))
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil || models[i] != nil {
			t.Fatalf("problem %d: %v, twice %v", i, err, models[i] != nil)
		}
		models[i] = m
	})
	if err != nil {
		t.Fatal(err)
	}
	n := b.Features.Rows
	all := make([]float64, n*len(models))
	first := models[0].(*Model)
	x := b.Features.Borrow(contract.RowSet{Ranges: []contract.Range{{End: n}}})
	first.ScoreAll(models, x, 1, all)
	lists := make([][]float64, len(models))
	for k, m := range models {
		alone := make([]float64, n)
		m.(*Model).ScoreAll([]contract.Model{m}, x, 1, alone)
		for i, v := range alone {
			if v != all[i*len(models)+k] {
				t.Fatalf("model %d scores row %d %v alone, %v with others", k, i, v, all[i*len(models)+k])
			}
		}
		lists[k] = append(alone, m.(contract.Fitted).Fit().Objective)
	}
	return lists
}

var kernels = []map[string]any{
	{}, {"kernel": "poly", "coef0": 1.0}, {"kernel": "sigmoid", "gamma": 0.01}, {"kernel": "linear", "class_weight": "balanced"},
	{"tol": 1e-7, "C": 100.0},
}

// A problem has the same model alone, where it computes its own kernel, in a batch that
// shares one, in reverse and with two threads.
func TestCompany(t *testing.T) {
	if !shares(t, batch(t)) {
		t.Error("the problems do not share a kernel")
	}
	for _, settings := range kernels {
		b := batch(t)
		together := scores(t, settings, b)
		two := b
		two.Threads = 2
		if !equal(together, scores(t, settings, two)) {
			t.Errorf("%v: two threads give other bits", settings)
		}
		back := b
		back.Problems = slices.Clone(b.Problems)
		slices.Reverse(back.Problems)
		reversed := scores(t, settings, back)
		slices.Reverse(reversed)
		if !equal(together, reversed) {
			t.Errorf("%v: the reverse order gives other bits", settings)
		}
		for i := range b.Problems {
			one := b
			one.Problems = b.Problems[i : i+1]
			if !equal(together[i:i+1], scores(t, settings, one)) {
				t.Errorf("%v: problem %d depends on its company", settings, i)
			}
		}
		if slices.Equal(together[0], together[1]) {
			t.Error("nothing was compared")
		}
	}
}

// wide is a batch over rows of many columns, of three classes.
func wide(n int) contract.Batch {
	const d = manyColumns + 6
	rng := rand.New(rand.NewPCG(1, 2))
	b := contract.Batch{Features: contract.Features{Rows: n, Cols: d, Dense: make([]float64, n*d)}, Threads: 1}
	var set contract.RowSet
	for k := range 3 {
		set.Ranges = append(set.Ranges, contract.Range{Start: k * n / 3, End: (k + 1) * n / 3, Class: k})
	}
	for i := range b.Features.Dense {
		b.Features.Dense[i] = rng.NormFloat64() + float64(i/d/(n/3)*(i%2))/3
	}
	b.RowSets = []contract.RowSet{set}
	for _, c := range [][]int8{{1, -1, -1}, {1, -1, 1}, {1, 1, -1}, {1, -1, 0}} {
		b.Problems = append(b.Problems, contract.BatchProblem{Task: contract.Binary, Column: c})
	}
	return b
}

// Rows of many columns are computed in blocks; problems share the whole kernel matrix
// together, and alone they do not.
func TestWide(t *testing.T) {
	b := wide(120)
	if !shares(t, b) || shares(t, contract.Batch{Features: b.Features, RowSets: b.RowSets, Problems: b.Problems[3:]}) {
		t.Error("the ways of computing the kernel are not those to compare")
	}
	together := scores(t, nil, b)
	for i := range b.Problems {
		one := b
		one.Problems = b.Problems[i : i+1]
		if !equal(together[i:i+1], scores(t, nil, one)) {
			t.Errorf("problem %d depends on its company", i)
		}
	}
}

// shares reports whether the problems of a batch share the whole kernel matrix.
func shares(t *testing.T, b contract.Batch) (whole bool) {
	t.Helper()
	s := settings{Settings: gram.Settings{Kernel: "rbf", Gamma: gram.Gamma{Value: 1}}, Cache: "1GiB"}
	l := trainer.Sets{C: 1, TrainSet: func(_ context.Context, set *trainer.Set, problems []int,
		_ rowset.Report) error {
		w, err := s.prepare(set, problems)
		if err != nil {
			t.Fatal(err)
		}
		whole = w.whole != nil
		return nil
	}}
	if err := l.TrainBatch(t.Context(), b, func(int, contract.Model, error) {}); err != nil {
		t.Fatal(err)
	}
	return whole
}

func equal(a, b [][]float64) bool {
	return slices.EqualFunc(a, b, func(a, b []float64) bool { return slices.Equal(a, b) })
}

// Sparse rows give the same bits as dense ones under one γ.
func TestSparse(t *testing.T) {
	for _, settings := range kernels {
		settings = maps.Clone(settings)
		settings["gamma"] = 0.1
		b := batch(t)
		for i := range b.Features.Dense {
			if i%3 == i/b.Features.Cols%3 {
				b.Features.Dense[i] = 0
			}
		}
		for i := range b.RowSets {
			b.RowSets[i].Shift = nil
		}
		dense := scores(t, settings, b)
		csr := &contract.CSR{Indptr: []int64{0}}
		for i := range b.Features.Rows {
			for j, v := range b.Features.Dense[i*b.Features.Cols : (i+1)*b.Features.Cols] {
				if v != 0 {
					csr.Data, csr.Indices = append(csr.Data, v), append(csr.Indices, int32(j))
				}
			}
			csr.Indptr = append(csr.Indptr, int64(len(csr.Data)))
		}
		b.Features.Dense, b.Features.CSR = nil, csr
		if !equal(dense, scores(t, settings, b)) {
			t.Errorf("%v: sparse rows give other bits than dense ones", settings)
		}
	}
}

func TestSymmetricBitForBit(t *testing.T) {
	for _, settings := range kernels {
		reference.CheckSymmetric(t, Component(), settings)
	}
	reference.CheckBatchSymmetric(t, Component())
}

// Where the kernel does not fit, rows are computed when they are needed, and working
// sets are small: the optimum is the same.
func TestSmallCache(t *testing.T) {
	for _, o := range readOptima(t) {
		if o.Kernel == "linear" && o.C == 10 || o.Kernel == "sigmoid" {
			continue // steps are many more with small working sets; sigmoid has other stationary points
		}
		p, settings := o.problem(t)
		settings["tol"], settings["cache"] = 1e-6, "1MiB"
		if n := len(p.Y); 4*n*n < 1<<20 {
			t.Fatal("the kernel fits")
		}
		fit := train(t, p, settings).Fit()
		unsure := o.Optimum.Objective - o.Optimum.Dual
		if fit.End != contract.Tolerance || math.Abs(fit.Objective-o.Optimum.Objective) > 1e-5*o.Optimum.Objective+unsure {
			t.Errorf("%v: %+v, want %v", o, fit, o.Optimum.Objective)
		}
	}
}

func TestCacheForLessThanTwoRows(t *testing.T) {
	n := 150_000
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: n, Cols: 1, Data: make([]float64, n)},
		Y: slices.Repeat([]float64{1}, n)}
	p.Y[0] = -1
	l, err := Component().Learner(contract.NewConfig(map[string]any{"cache": "1MiB"}))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "cache") {
		t.Errorf("error %v", err)
	}
}

// Hard problems end and have finite answers.
func TestHardProblems(t *testing.T) {
	for name, p := range reference.Hard() {
		for _, kernel := range []string{"rbf", "poly", "sigmoid", "linear"} {
			for _, c := range []float64{1e-6, 1, 1e6} {
				for _, gamma := range []any{"scale", 1e-6, 1e6} {
					if kernel == "linear" && gamma != "scale" {
						continue
					}
					settings := map[string]any{"kernel": kernel, "C": c, "gamma": gamma, "max_iter": 5_000.0}
					hard(t, fmt.Sprint(name, settings), p, settings)
				}
			}
		}
	}
}

// hard trains a problem that may be refused for its kernel.
func hard(t *testing.T, name string, p contract.Problem, settings map[string]any) {
	t.Helper()
	l, err := Component().Learner(contract.NewConfig(settings))
	if err != nil {
		t.Fatal(err)
	}
	model, err := l.Train(t.Context(), p)
	if err != nil {
		if !strings.Contains(err.Error(), "overflows") {
			t.Errorf("%s: %v", name, err)
		}
		return
	}
	fit := model.(*Model).Fit()
	if !(fit.Objective < math.Inf(1)) || fit.End == "" || fit.Unconverged != (fit.End != contract.Tolerance) {
		t.Errorf("%s: %+v", name, fit)
	}
	for i, v := range reference.Scores(model, p.X, 1) {
		if v-v != 0 {
			t.Fatalf("%s: score %d is %v", name, i, v)
		}
	}
}

// Rows with both labels, and one row of a class.
func TestDegenerateRows(t *testing.T) {
	x := contract.Matrix{Rows: 6, Cols: 2, Data: []float64{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 5, 5}}
	for _, y := range [][]float64{{1, -1, 1, 1, -1, -1}, {1, -1, -1, -1, -1, -1}, {-1, -1, -1, -1, -1, 1}} {
		for _, settings := range kernels {
			for _, c := range []float64{1e-6, 1, 1e6} {
				for _, gamma := range []float64{1e-6, 1, 1e6} {
					s := maps.Clone(settings)
					s["C"], s["gamma"], s["max_iter"] = c, gamma, 5_000.0
					hard(t, fmt.Sprint(y, s), contract.Problem{Task: contract.Binary, X: x, Y: y}, s)
				}
			}
		}
	}
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 2, Cols: 1, Data: []float64{3, 3}}, Y: []float64{1, -1}}
	m := train(t, p, nil)
	if s := reference.Scores(m, p.X, 1); s[0] != 0 || s[1] != 0 || m.Fit().Objective != 2 {
		t.Errorf("two rows alike of both signs: scores %v, %+v", s, m.Fit())
	}
}

func TestEnds(t *testing.T) {
	p := reference.BreastCancer(t)
	fit := train(t, p, map[string]any{"max_iter": 3.0}).Fit()
	if fit.End != contract.MaxIter || !fit.Unconverged {
		t.Errorf("after three steps %+v", fit)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	l, _ := Component().Learner(nil)
	if _, err := l.Train(ctx, p); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestBadSettings(t *testing.T) {
	for _, c := range []struct {
		name  string
		value any
	}{{"gamma", 0.0}, {"gamma", -1.0}, {"gamma", "skale"}, {"degree", 0.0}, {"degree", 1.5}, {"kernel", "cosine"}, {"C", 0.0},
		{"cache", 1000.0}, {"cache", "much"}, {"cache", "1000B"}} {
		refused := false
		for _, p := range Component().Params {
			refused = refused || p.Name == c.name && p.Check(c.value) != nil
		}
		for _, d := range Component().Judge(contract.NewConfig(map[string]any{c.name: c.value})).Diagnostics {
			refused = refused || len(d.Path) == 1 && d.Path[0] == c.name
		}
		if !refused {
			t.Errorf("%s = %v is taken", c.name, c.value)
		}
	}
}
