package newton

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// subset draws a problem: n rows of d normal values, the first of which decide
// the sign with some noise.
func subset(n, d int, intercept smooth.Intercept) *smooth.Subset {
	rng := rand.New(rand.NewPCG(uint64(n), uint64(d)))
	var parts [2][]float64
	for range n {
		row := make([]float64, d)
		for j := range row {
			row[j] = rng.NormFloat64()
		}
		k := 0
		if row[0]-row[1]+rng.NormFloat64() > 0.3 {
			k = 1
		}
		parts[k] = append(parts[k], row...)
	}
	first := len(parts[0]) / d
	f := contract.Features{Rows: n, Cols: d, Dense: slices.Concat(parts[0], parts[1])}
	ranges := []contract.Range{{End: first}, {Start: first, End: n, Class: 1}}
	design := smooth.NewDesign(f, ranges, nil, nil, intercept)
	return smooth.NewSubset(design, linear.Logistic, 1,
		smooth.Column{Target: []int8{-1, 1}, Weight: []float64{0.5, 2}}, nil)
}

func TestGradientVanishes(t *testing.T) {
	for _, intercept := range []smooth.Intercept{smooth.NoIntercept, smooth.FreeIntercept, smooth.PenalisedIntercept} {
		for _, n := range []int{8, 300} { // fewer rows than columns, and more
			p := subset(n, 12, intercept)
			r, err := Minimize(t.Context(), p, nil, Settings{Tol: 1e-14, MaxIter: 50})
			if err != nil || r.End != contract.Tolerance {
				t.Fatalf("%+v, %v", r, err)
			}
			value, g := []float64{0}, make([]float64, len(r.X))
			p.Evaluate(nil, [][]float64{r.X}, value, [][]float64{g})
			if math.Abs(value[0]-r.Value) > 1e-12*value[0] {
				t.Errorf("objective %v, said to be %v", value[0], r.Value)
			}
			for j, v := range g {
				if math.Abs(v) > 1e-8 {
					t.Errorf("intercept %d, %d rows: slope %d is %v", intercept, n, j, v)
				}
			}
		}
	}
}

// With more idle columns than may enter at a time the minimum is still found.
func TestManyColumns(t *testing.T) {
	p := subset(40, 1500, smooth.FreeIntercept)
	r, err := Minimize(t.Context(), p, nil, Settings{L1: true, Tol: 1e-12, MaxIter: 200})
	if err != nil || r.End != contract.Tolerance {
		t.Fatalf("end %q after %d, %v", r.End, r.Iterations, err)
	}
	s := newState(p, r.X, Settings{L1: true})
	s.gradient()
	used := 0
	for j, v := range r.X {
		switch {
		case v != 0 && s.penalty[j] == 1:
			used++
			if math.Abs(s.g[j]+math.Copysign(1, v)) > 1e-5 {
				t.Errorf("variable %d is %v with slope %v", j, v, s.g[j])
			}
		case math.Abs(s.g[j]) > s.penalty[j]+1e-5:
			t.Errorf("variable %d is %v with slope %v", j, v, s.g[j])
		}
	}
	if used == 0 || used > 40 {
		t.Errorf("%d variables are used", used)
	}
}

func TestLimits(t *testing.T) {
	p := subset(50, 4, smooth.FreeIntercept)
	if r, err := Minimize(t.Context(), p, nil, Settings{Tol: 1e-9, MaxIter: 1}); err != nil || r.End != contract.MaxIter ||
		r.Iterations != 1 {
		t.Errorf("one step: %+v, %v", r, err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Minimize(ctx, p, nil, Settings{Tol: 1e-9, MaxIter: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	if _, err := Minimize(t.Context(), subset(2, MostVariables+1, smooth.NoIntercept), nil,
		Settings{Tol: 1e-9, MaxIter: 10}); err == nil || !strings.Contains(err.Error(), "lbfgs") {
		t.Errorf("many variables: %v", err)
	}
}

func TestSolve(t *testing.T) {
	for name, h := range map[string][]float64{
		"definite": {4, 1, 1, 3}, "singular": {1, 1, 1, 1}, "an empty column": {2, 0, 0, 0},
		"two scales": {1e24, 0, 0, 1e-24},
	} {
		full, g := make([]float64, 64), make([]float64, 8)
		full[0], full[1], full[8], full[9] = h[0], h[1], h[2], h[3]
		g[0], g[1] = h[0]+h[1], h[2]+h[3] // H·(1, 1)
		d := solve(2, full, g)
		for i := range 2 {
			if got := h[2*i]*d[0] + h[2*i+1]*d[1]; math.Abs(got+g[i]) > 1e-9*math.Abs(g[i]) {
				t.Errorf("%s: H·d is %v, want %v", name, got, -g[i])
			}
		}
	}
}
