package adagrad

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// four rows of two classes that overlap, with a value of zero.
func four() *Rows {
	return &Rows{Features: contract.Features{Rows: 4, Cols: 2, Dense: []float64{-2, 1, 1, 0, -1, 2, 3, 1}},
		Ranges: []contract.Range{{End: 2}, {Start: 2, End: 4, Class: 1}}, Of: signs}
}

func signs(class, _ int) (target, weight float64) { return float64(2*class - 1), 1 }

// A pass from 0 takes the steps that the formula says, in some order.
func TestSteps(t *testing.T) {
	rows := four()
	r, err := Minimize(t.Context(), rows, Settings{Intercept: smooth.FreeIntercept, Tol: 1e-12, Passes: 1, Seed: 3})
	if err != nil || r.End != contract.MaxIter || r.Iterations != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	y, shares := []float64{-1, -1, 1, 1}, []float64{1. / 4, 1. / 3, 0}
	found := false
	for _, order := range permutations(4) {
		var w, sums [3]float64
		for _, i := range order {
			x := [3]float64{rows.Features.Dense[2*i], rows.Features.Dense[2*i+1], 1}
			slope := -y[i] / (1 + math.Exp(y[i]*(w[0]*x[0]+w[1]*x[1]+w[2])))
			for j := range w {
				if x[j] != 0 {
					g := slope*x[j] + w[j]*shares[j]
					sums[j] += g * g
					w[j] -= rate * g / math.Sqrt(sums[j])
				}
			}
		}
		found = found || math.Abs(w[0]-r.X[0])+math.Abs(w[1]-r.X[1])+math.Abs(w[2]-r.X[2]) < 1e-14
	}
	if !found {
		t.Errorf("w is %v, which no order gives", r.X)
	}
}

func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var all [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			all = append(all, slices.Insert(slices.Clone(p), at, n-1))
		}
	}
	return all
}

// many returns rows of three columns, of which two are mostly 0, in more than one block.
func many(n int) *Rows {
	random := rand.New(rand.NewPCG(1, 2))
	f := contract.Features{Rows: n, Cols: 3}
	for i := range n {
		class := float64(i / (n / 2))
		f.Dense = append(f.Dense, random.NormFloat64()+class, float64(random.IntN(5)/4), float64(random.IntN(9)/8)*(1-class))
	}
	return &Rows{Features: f, Ranges: []contract.Range{{End: n / 2}, {Start: n / 2, End: n, Class: 1}}, Of: signs}
}

// compressed returns the rows in compressed form.
func compressed(r *Rows) *Rows {
	x := contract.CSR{Indptr: []int64{0}}
	for i := range r.Features.Rows {
		for j, v := range r.Features.Values(i) {
			if v != 0 {
				x.Data, x.Indices = append(x.Data, v), append(x.Indices, int32(j))
			}
		}
		x.Indptr = append(x.Indptr, int64(len(x.Data)))
	}
	return &Rows{Features: contract.Features{Rows: r.Features.Rows, Cols: r.Features.Cols, CSR: &x}, Ranges: r.Ranges,
		Scale: r.Scale, Of: r.Of}
}

// TestFindsMinima compares with L-BFGS, which package smooth serves.
func TestFindsMinima(t *testing.T) {
	for _, intercept := range []smooth.Intercept{smooth.NoIntercept, smooth.FreeIntercept, smooth.PenalisedIntercept} {
		rows := many(2000)
		d := smooth.NewDesign(rows.Features, rows.Ranges, nil, nil, intercept)
		best, err := lbfgs.Minimize(t.Context(), smooth.NewSubset(d, linear.Logistic, 1,
			smooth.Column{Target: []int8{-1, 1}, Weight: []float64{1, 1}}, nil), nil, lbfgs.Settings{Tol: 1e-12, MaxIter: 100})
		if err != nil {
			t.Fatal(err)
		}
		r, err := Minimize(t.Context(), rows, Settings{Intercept: intercept, Tol: 1e-4, Passes: 100, Seed: 1})
		if above := r.Value/best[0].Value - 1; err != nil || r.End != contract.Tolerance || above < -1e-12 || above > 1e-4 {
			t.Errorf("intercept %d: %v at %v after %d passes (%s, %v), and the minimum is %v at %v", intercept, r.Value, r.X,
				r.Iterations, r.End, err, best[0].Value, best[0].X)
		}
	}
}

// TestSameBits compares forms of the rows, numbers of threads, and targets that are the other way round.
func TestSameBits(t *testing.T) {
	s := Settings{Intercept: smooth.FreeIntercept, Tol: 1e-12, Passes: 2, Seed: 1, Threads: 1}
	rows := many(2*blockRows + 100)
	rows.Shift, rows.Scale = make([]float64, 3), []float64{3, 1, 0.1}
	want, err := Minimize(t.Context(), rows, s)
	if err != nil {
		t.Fatal(err)
	}
	two := s
	two.Threads = 2
	turned := *rows
	turned.Of = func(class, _ int) (float64, float64) { return float64(1 - 2*class), 1 }
	for name, got := range map[string]lbfgs.Result{
		"sparse rows": minimum(t, compressed(rows), s), "two threads": minimum(t, rows, two), "turned": minimum(t, &turned, s),
	} {
		if name == "turned" {
			for j := range got.X {
				got.X[j] = -got.X[j]
			}
		}
		if !slices.Equal(got.X, want.X) || got.Value != want.Value {
			t.Errorf("%s: %v at %v, and not %v at %v", name, got.Value, got.X, want.Value, want.X)
		}
	}
}

func minimum(t *testing.T, rows *Rows, s Settings) lbfgs.Result {
	t.Helper()
	r, err := Minimize(t.Context(), rows, s)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// Rows that are left out change nothing.
func TestLeavesOut(t *testing.T) {
	rows := many(1000)
	some := *rows
	rows.Of = func(class, number int) (float64, float64) { return float64((2*class - 1) * (number % 2)), 1 }
	some.Features.Dense, some.Ranges = nil, []contract.Range{{End: 250}, {Start: 250, End: 500, Class: 1}}
	for i := 1; i < 1000; i += 2 {
		some.Features.Dense = append(some.Features.Dense, rows.Features.Values(i)...)
	}
	s := Settings{Intercept: smooth.PenalisedIntercept, Tol: 1e-3, Passes: 200, Seed: 1}
	a, b := minimum(t, rows, s), minimum(t, &some, s)
	if a.End != contract.Tolerance || math.Abs(a.Value/b.Value-1) > 1e-3 {
		t.Errorf("%v with rows that are left out, %v without", a.Value, b.Value)
	}
}

// Each row is visited once a pass, in the same order for the same seed, and a block has the same share of both classes.
func TestShuffled(t *testing.T) {
	n := 3*blockRows + 17
	rows := &Rows{Ranges: []contract.Range{{Start: 5, End: 5 + n/3}, {Start: 5 + n/3, End: 5 + n, Class: 1}}}
	released := make([]int, n+5)
	rows.Features.Release = func(start, end int) {
		for i := start; i < end; i++ {
			released[i]++
		}
	}
	seen := make([]int, n+5)
	var classes []int
	var before sample
	rows.shuffled(rand.New(rand.NewPCG(1, 1)), func(now, next sample) {
		if len(classes)%(n/rows.blocks()+1) > 0 && len(classes) < n/rows.blocks() && before != now {
			t.Fatalf("row %v follows, and %v was said", now, before)
		}
		seen[now.row]++
		if now.row-5 != now.number {
			t.Fatalf("row %d has number %d", now.row, now.number)
		}
		classes, before = append(classes, now.class), next
	})
	for i := 5; i < n+5; i++ {
		if seen[i] != 1 || released[i] != 1 {
			t.Fatalf("row %d is visited %d times and released %d times", i, seen[i], released[i])
		}
	}
	first := 0
	for _, class := range classes[:3000] {
		first += 1 - class
	}
	if first < 900 || first > 1100 {
		t.Errorf("%d of the first 3000 rows are of the first class, which has a third", first)
	}
}

func TestCancelAndZeros(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Minimize(ctx, four(), Settings{Tol: 1e-9, Passes: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	zeros := four()
	clear(zeros.Features.Dense)
	r := minimum(t, zeros, Settings{Tol: 1e-9, Passes: 10})
	if r.End != contract.Tolerance || r.X[0] != 0 {
		t.Errorf("nothing but zeros: %+v", r)
	}
	large := four()
	large.Features.Dense[0] = math.MaxFloat64
	if r := minimum(t, large, Settings{Tol: 1e-9, Passes: 10}); !errors.Is(r.Err, lbfgs.ErrOverflow) {
		t.Errorf("an overflow is not noticed: %+v", r)
	}
}
