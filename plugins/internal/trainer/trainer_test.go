package trainer

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/test/reference"
)

var logistic = Trainer{Loss: linear.Logistic, C: 1, Intercept: smooth.FreeIntercept,
	Stopping: linear.Stopping{Tol: 1e-10, MaxIter: 1000}}

// grown repeats the rows of iris so that its problems are large ones: in stripes,
// with preconditioners that they share.
func grown(t *testing.T, times int) contract.Batch {
	b := reference.IrisBatch(t)
	out := b
	out.Features = contract.Features{Rows: times * b.Features.Rows, Cols: 4}
	out.RowSets = nil
	for k := range 3 {
		for r := range times {
			for i, v := range b.Features.Dense[k*200 : (k+1)*200] {
				out.Features.Dense = append(out.Features.Dense, v+0.01*math.Sin(float64(i*(r+1))))
			}
		}
	}
	for _, s := range b.RowSets {
		for i := range s.Ranges {
			s.Ranges[i].Start *= times
			s.Ranges[i].End *= times
		}
		out.RowSets = append(out.RowSets, s)
	}
	out.Problems = slices.DeleteFunc(slices.Clone(b.Problems),
		func(p contract.BatchProblem) bool { return p.Target != nil })
	return out
}

// describe returns the models of a batch as text, all their bits.
func describe(t *testing.T, l contract.BatchLearner, b contract.Batch) []string {
	t.Helper()
	text := make([]string, len(b.Problems))
	err := l.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil || text[i] != "" {
			t.Errorf("problem %d: %v", i, err)
			return
		}
		model := m.(*linear.Model)
		text[i] = fmt.Sprint(model.W, model.B, model.Quality.Objective)
		if model.Quality.Unconverged || !(model.Quality.Seconds > 0) {
			t.Errorf("problem %d: %+v", i, model.Quality)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return text
}

// Large problems, too, get the same bits alone, reversed and with two threads.
func TestCompanyOfLargeProblems(t *testing.T) {
	for name, l := range map[string]contract.BatchLearner{
		"logistic": logistic,
		"squared hinge": ByTask{
			Binary: Trainer{Loss: linear.SquaredHinge, C: 1, Balanced: true, Intercept: smooth.PenalisedIntercept,
				Stopping: logistic.Stopping},
			Multiclass: logistic,
		},
	} {
		b := grown(t, 70)
		b.RowSets = b.RowSets[:2]
		b.Problems = slices.DeleteFunc(b.Problems, func(p contract.BatchProblem) bool { return p.RowSet > 1 })
		want := describe(t, l, b)
		b.Threads = 2
		if !slices.Equal(describe(t, l, b), want) {
			t.Errorf("%s: other bits with two threads", name)
		}
		slices.Reverse(b.Problems)
		back := describe(t, l, b)
		slices.Reverse(back)
		if !slices.Equal(back, want) {
			t.Errorf("%s: other bits in reverse", name)
		}
		slices.Reverse(b.Problems)
		for i := range b.Problems {
			one := b
			one.Problems = b.Problems[i : i+1]
			if describe(t, l, one)[0] != want[i] {
				t.Errorf("%s: problem %d depends on its company", name, i)
			}
		}
	}
}

// Weights of 1 and targets instead of a column lead to the same minimum.
func TestWaysAgree(t *testing.T) {
	b := grown(t, 10)
	plain := objectives(t, b)
	for i, s := range b.RowSets {
		b.RowSets[i].Weights = slices.Repeat([]float64{1}, contract.CountRows(s.Ranges))
	}
	weighted := objectives(t, b)
	for i, want := range plain {
		if math.Abs(weighted[i]-want) > 1e-6*want {
			t.Errorf("problem %d: objective %v, with weights of 1 %v", i, want, weighted[i])
		}
	}
}

func objectives(t *testing.T, b contract.Batch) []float64 {
	t.Helper()
	list := make([]float64, len(b.Problems))
	err := logistic.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil {
			t.Fatal(err)
		}
		list[i] = m.(contract.Fitted).Fit().Objective
	})
	if err != nil {
		t.Fatal(err)
	}
	return list
}

func TestBalancedWeights(t *testing.T) {
	b := contract.Batch{RowSets: []contract.RowSet{{Ranges: []contract.Range{{End: 6}, {Start: 6, End: 9, Class: 1},
		{Start: 9, End: 10, Class: 2}}}}}
	for _, c := range []struct {
		p       contract.BatchProblem
		weights []float64
		want    []float64
	}{
		{contract.BatchProblem{Task: contract.Binary, Column: []int8{-1, 1, 1}}, nil, []float64{10. / 12, 10. / 8}},
		{contract.BatchProblem{Task: contract.Binary, Column: []int8{1, 0, -1}}, nil, []float64{7. / 2, 7. / 12}},
		{contract.BatchProblem{Task: contract.Multiclass, Classes: 4}, nil, []float64{10. / 18, 10. / 9, 10. / 3, 0}},
		{contract.BatchProblem{Task: contract.Binary, Column: []int8{-1, 1, 1}}, []float64{2, 2, 2, 2, 2, 2, 1, 1, 1, 5},
			[]float64{20. / 24, 20. / 16}},
		{contract.BatchProblem{Task: contract.Binary, Target: []float64{1, -1, -1, -1, -1, -1, -1, -1, -1, -1}}, nil,
			[]float64{10. / 18, 10. / 2}},
	} {
		s := newRowSet(b, 0)
		s.RowSet.Weights = c.weights
		got := s.weights(c.p, 3, true)
		for k := range got {
			if math.Abs(got[k]-3*c.want[k]) > 1e-12 {
				t.Errorf("%+v: weights %v, want 3 times %v", c.p, got, c.want)
			}
		}
	}
}

// Singly gives a learner the rows that are used, standardised, with their targets
// and weights.
func TestSingly(t *testing.T) {
	b := reference.IrisBatch(t)
	for i, s := range b.RowSets {
		for k := range contract.CountRows(s.Ranges) {
			b.RowSets[i].Weights = append(b.RowSets[i].Weights, float64(1+k%4))
		}
	}
	for i := range b.Problems {
		b.Problems[i].Seed = uint64(i)
	}
	var calls atomic.Int32
	l := Singly{TrainOne: func(_ context.Context, p contract.Problem, _ int) (*linear.Model, error) {
		calls.Add(1)
		want := reference.Plain(b, int(p.Seed))
		if !slices.Equal(p.X.Data, want.X.Data) || !slices.Equal(p.Y, want.Y) || p.Classes != want.Classes ||
			len(p.Weights) != len(p.Y) {
			t.Errorf("problem %d: %d rows, %d targets, %d weights, want %d rows", p.Seed, p.X.Rows, len(p.Y), len(p.Weights),
				want.X.Rows)
		}
		if q := b.Problems[p.Seed]; len(p.Y) == 120 && !slices.Equal(p.Weights, b.RowSets[q.RowSet].Weights) {
			t.Errorf("problem %d: weights %v", p.Seed, p.Weights)
		}
		if p.Seed == 3 {
			return nil, errors.New("three is refused")
		}
		return &linear.Model{W: make([]float64, 4), B: []float64{0}}, nil
	}}
	for _, threads := range []int{1, 2} {
		calls.Store(0)
		b.Threads = threads
		failures := 0
		err := l.TrainBatch(t.Context(), b, func(_ int, m contract.Model, err error) {
			if err != nil {
				failures++
				if m != nil {
					t.Error("a failure with a model")
				}
			}
		})
		if err != nil || failures != 1 || int(calls.Load()) != len(b.Problems) {
			t.Errorf("%d threads: %d calls, %d failures, %v", threads, calls.Load(), failures, err)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := l.TrainBatch(ctx, b, func(int, contract.Model, error) {}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestRefusals(t *testing.T) {
	good := func() contract.Problem {
		return contract.Problem{Task: contract.Binary, Classes: 2,
			X: contract.Matrix{Rows: 2, Cols: 1, Data: []float64{1, 2}}, Y: []float64{-1, 1}}
	}
	for want, change := range map[string]func(*contract.Problem){
		"regression":       func(p *contract.Problem) { p.Task = contract.Regression },
		"no feature":       func(p *contract.Problem) { p.X = contract.Matrix{Rows: 2} },
		"no training rows": func(p *contract.Problem) { p.X, p.Y = contract.Matrix{Cols: 1}, nil },
		"neither":          func(p *contract.Problem) { p.Y[0] = 0 },
		"both signs":       func(p *contract.Problem) { p.Y[0] = 1 },
		"column 0":         func(p *contract.Problem) { p.X.Data[1] = math.Inf(1) },
		"weight":           func(p *contract.Problem) { p.Weights = []float64{1, -1} },
		"class number":     func(p *contract.Problem) { p.Task, p.Y = contract.Multiclass, []float64{0, 2} },
		"reduce it":        func(p *contract.Problem) { p.Task, p.Y = contract.Multiclass, []float64{0, 1} },
	} {
		p := good()
		change(&p)
		l := logistic
		if want == "reduce it" {
			l.Penalty = L1
		}
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

// Problems with targets of their own, as labels have them, are trained side by side:
// each has the bits that it has alone, negated targets negate them, and targets that
// follow the classes lead to the minimum of the code column.
func TestTargetsTogether(t *testing.T) {
	const rows, cols = 500, 40 // above the size at which preconditioners are shared
	random := rand.New(rand.NewPCG(3, 3))
	b := contract.Batch{
		Features: contract.Features{Rows: rows, Cols: cols},
		RowSets:  []contract.RowSet{{Ranges: []contract.Range{{End: 203, Class: 0}, {Start: 203, End: rows, Class: 1}}}},
		Threads:  2,
	}
	for range rows * cols {
		b.Features.Dense = append(b.Features.Dense, random.NormFloat64())
	}
	targets := make([][]float64, 5)
	for k := range targets {
		for i := range rows {
			y := 1.0
			if b.Features.Dense[i*cols+k]+random.NormFloat64() < 0.3 {
				y = -1
			}
			switch {
			case k == 3:
				y = -targets[0][i]
			case k == 4 && i < 203:
				y = 1
			case k == 4:
				y = -1
			}
			targets[k] = append(targets[k], y)
		}
		b.Problems = append(b.Problems, contract.BatchProblem{Task: contract.Binary, Target: targets[k], Classes: 2})
	}
	b.Problems = append(b.Problems, contract.BatchProblem{Task: contract.Binary, Column: []int8{1, -1}, Classes: 2})
	for _, loss := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
		l := Trainer{Loss: loss, C: 1, Intercept: smooth.FreeIntercept, Stopping: linear.Stopping{Tol: 1e-12, MaxIter: 1000}}
		models := func(b contract.Batch) []*linear.Model {
			out := make([]*linear.Model, len(b.Problems))
			if err := l.TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
				if err != nil {
					t.Fatal(err)
				}
				out[i] = m.(*linear.Model)
			}); err != nil {
				t.Fatal(err)
			}
			return out
		}
		together := models(b)
		for k := range targets {
			one := b
			one.Problems, one.Threads = b.Problems[k:k+1], 1
			if alone := models(one)[0]; !slices.Equal(alone.W, together[k].W) || alone.B[0] != together[k].B[0] {
				t.Errorf("loss %v: target %d has other weights alone", loss, k)
			}
		}
		for j, w := range together[0].W {
			if together[3].W[j] != -w {
				t.Fatalf("loss %v: weight %d is %v, and %v for the negated target", loss, j, w, together[3].W[j])
			}
		}
		if a, c := together[4].Quality.Objective, together[5].Quality.Objective; math.Abs(a-c) > 1e-9*c {
			t.Errorf("loss %v: objective %v by targets, %v by the code column", loss, a, c)
		}
	}
}

// The threads of a batch are shared out among fewer problems.
func TestSinglySharesOutThreads(t *testing.T) {
	for _, c := range []struct{ problems, threads, each int }{{1, 4, 4}, {2, 5, 2}, {3, 2, 1}, {2, 0, 1}} {
		b := reference.IrisBatch(t)
		b.Problems, b.Threads = b.Problems[:c.problems], c.threads
		l := Singly{TrainOne: func(_ context.Context, _ contract.Problem, threads int) (*linear.Model, error) {
			if threads != c.each {
				t.Errorf("%d problems and %d threads: %d threads each, want %d", c.problems, c.threads, threads, c.each)
			}
			return &linear.Model{W: make([]float64, 4), B: []float64{0}}, nil
		}}
		if err := l.TrainBatch(t.Context(), b, func(int, contract.Model, error) {}); err != nil {
			t.Fatal(err)
		}
	}
}
