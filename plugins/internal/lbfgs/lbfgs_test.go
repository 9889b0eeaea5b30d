package lbfgs

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// sums are functions Σ_j curvature_j·(cosh(x_j − number) − 1) + offset of 8
// variables: number c has its minimum, offset, where every variable is c.
type sums struct {
	count     int
	curvature []float64
	offset    float64
	sizes     []int // of the calls of Evaluate
}

func (s *sums) Size() (functions, variables int) { return s.count, 8 }

func (s *sums) Evaluate(numbers []int, x [][]float64, values []float64, gradients [][]float64) {
	s.sizes = append(s.sizes, len(numbers))
	for k, number := range numbers {
		values[k] = s.offset
		for j, c := range s.curvature {
			d := x[k][j] - float64(number%7)
			values[k] += c * (math.Cosh(d) - 1)
			gradients[k][j] = c * math.Sinh(d)
		}
	}
}

func (s *sums) Precondition(_ int, dst, g []float64) {
	for j, c := range s.curvature {
		dst[j] = g[j] / math.Sqrt(c)
	}
}

var curvature = []float64{1, 2, 100, 0.01, 5, 30, 3, 0.5}

func minimize(t *testing.T, f Functions, start [][]float64, s Settings) []Result {
	t.Helper()
	results, err := Minimize(t.Context(), f, start, s)
	if err != nil {
		t.Fatal(err)
	}
	return results
}

func TestFindsMinima(t *testing.T) {
	for _, gradient := range []bool{false, true} {
		f := &sums{count: 600, curvature: curvature, offset: 3}
		limit := 200
		if gradient {
			f.curvature, limit = []float64{1, 2, 1, 1, 5, 3, 3, 2}, 5000
		}
		for i, r := range minimize(t, f, nil, Settings{Tol: 1e-14, MaxIter: limit, Gradient: gradient}) {
			if r.End != contract.Tolerance || r.Err != nil || math.Abs(r.Value-3) > 1e-12 {
				t.Fatalf("function %d: %+v", i, r)
			}
			for _, x := range r.X {
				if math.Abs(x-float64(i%7)) > 1e-4 {
					t.Fatalf("function %d: minimum at %v", i, r.X)
				}
			}
		}
		if most := slices.Max(f.sizes); most != atOnce {
			t.Errorf("%d functions at a time, want %d", most, atOnce)
		}
	}
}

// A start at the minimum needs no step; a limit of steps ends unconverged.
func TestStartAndLimit(t *testing.T) {
	start := slices.Repeat([][]float64{slices.Repeat([]float64{1}, 8)}, 2)
	results := minimize(t, &sums{count: 2, curvature: curvature, offset: 1}, start, Settings{Tol: 1e-9, MaxIter: 3})
	if r := results[1]; r.End != contract.Tolerance || r.Iterations != 0 {
		t.Errorf("at the minimum: %+v", r)
	}
	if r := results[0]; r.End != contract.MaxIter || r.Iterations != 3 {
		t.Errorf("three steps: %+v", r)
	}
}

// An impossible tolerance ends where rounding hides all descent.
func TestRounding(t *testing.T) {
	r := minimize(t, &sums{count: 1, curvature: curvature, offset: 1}, [][]float64{slices.Repeat([]float64{3.3}, 8)},
		Settings{Tol: 1e-300, MaxIter: 10000})[0]
	if math.Abs(r.Value-1) > 1e-12 || r.End != contract.Tolerance && r.End != contract.Stalled {
		t.Errorf("%+v", r)
	}
}

// falling is exp(−x), which has no minimum.
type falling struct{}

func (falling) Size() (functions, variables int) { return 1, 8 }

func (falling) Evaluate(_ []int, x [][]float64, values []float64, gradients [][]float64) {
	values[0] = math.Exp(-x[0][0])
	gradients[0][0] = -values[0]
}

func (falling) Precondition(_ int, dst, g []float64) { copy(dst, g) }

func TestSeparated(t *testing.T) {
	for _, gradient := range []bool{false, true} {
		r := minimize(t, falling{}, nil, Settings{Tol: 1e-3, MaxIter: 1000, Gradient: gradient, Separated: []float64{0.5}})[0]
		if r.End != contract.NoMinimum || r.Value > 0.5e-6 || r.Iterations == 1000 {
			t.Errorf("gradient %v: %+v", gradient, r)
		}
	}
}

func TestOverflowAndCancel(t *testing.T) {
	f := &sums{count: 1, curvature: curvature}
	if r := minimize(t, f, [][]float64{slices.Repeat([]float64{1e4}, 8)},
		Settings{Tol: 1e-9, MaxIter: 10})[0]; !errors.Is(r.Err, ErrOverflow) {
		t.Errorf("overflow: %+v", r)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Minimize(ctx, f, nil, Settings{Tol: 1e-9, MaxIter: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

// The time of an evaluation is shared by work.
func TestTimeOfAnEvaluation(t *testing.T) {
	f := &sums{count: 2, curvature: curvature}
	active := []*path{newPath(f, 1, 8, Settings{Work: []float64{3, 1}}), newPath(f, 0, 8, Settings{Work: []float64{3, 1}})}
	charge(active, 8)
	charge(active[:1], 5)
	if active[0].Seconds != 7 || active[1].Seconds != 6 {
		t.Errorf("seconds %v and %v, want 7 and 6", active[0].Seconds, active[1].Seconds)
	}
}
