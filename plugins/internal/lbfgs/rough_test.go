package lbfgs

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// rough is sums with values and gradients that distort changes.
type rough struct {
	*sums
	distort func(v float64) float64
	calls   int
}

func (r *rough) Rough() bool { return true }

func (r *rough) EvaluateRoughly(numbers []int, x [][]float64, values []float64, gradients [][]float64) {
	r.calls++
	r.sums.Evaluate(numbers, x, values, gradients)
	r.sums.sizes = r.sums.sizes[:len(r.sums.sizes)-1]
	for k := range numbers {
		values[k] = r.distort(values[k])
		for j := range gradients[k] {
			gradients[k][j] = r.distort(gradients[k][j])
		}
	}
}

// The minimum is that of the exact values, however wrong the rough ones are, and values
// are exact. Where rough ones are as good as float32 a few exact passes are left, in which
// all functions are evaluated together.
func TestRoughValues(t *testing.T) {
	for name, distort := range map[string]func(v float64) float64{
		"float32":  func(v float64) float64 { return float64(float32(v)) },
		"overflow": func(float64) float64 { return math.Inf(1) },
		"flat":     func(float64) float64 { return 0 },
		"coarse":   func(v float64) float64 { return math.Round(10*v) / 10 },
	} {
		exact := &sums{count: 40, curvature: curvature, offset: 3}
		want := minimize(t, exact, nil, Settings{Tol: 1e-10, MaxIter: 200})
		f := &rough{&sums{count: 40, curvature: curvature, offset: 3}, distort, 0}
		for i, r := range minimize(t, f, nil, Settings{Tol: 1e-10, MaxIter: 200}) {
			values, g := []float64{0}, [][]float64{make([]float64, 8)}
			exact.Evaluate([]int{i}, [][]float64{r.X}, values, g)
			if r.Value != values[0] {
				t.Errorf("%s: function %d is %v where its value is said to be %v", name, i, values[0], r.Value)
			}
			if r.End != contract.Tolerance || math.Abs(r.Value-want[i].Value) > 1e-9 {
				t.Errorf("%s: function %d ended at %v by %s, without rough values at %v", name, i, r.Value, r.End,
					want[i].Value)
			}
		}
		if f.calls == 0 {
			t.Errorf("%s: no rough values were asked for", name)
		}
		if name == "float32" && (len(f.sizes) > 5 || f.sizes[0] != 40) {
			t.Errorf("after %d rough passes exact ones of %v functions", f.calls, f.sizes)
		}
	}
}

// The way of a function does not depend on its company with rough values either.
func TestRoughCompany(t *testing.T) {
	distort := func(v float64) float64 { return float64(float32(v)) }
	settings := Settings{Tol: 1e-10, MaxIter: 200}
	few := minimize(t, &rough{&sums{count: 3, curvature: curvature, offset: 3}, distort, 0}, nil, settings)
	many := minimize(t, &rough{&sums{count: 600, curvature: curvature, offset: 3}, distort, 0}, nil, settings)
	for i, r := range few {
		if !slices.Equal(r.X, many[i].X) || r.Iterations != many[i].Iterations {
			t.Errorf("function %d ends elsewhere among many", i)
		}
	}
}

// Gradient descent, functions that may have no minimum and those that overflow know no
// rough values; the limit of steps counts both kinds.
func TestRoughLimits(t *testing.T) {
	f := &rough{&sums{count: 2, curvature: curvature, offset: 3}, func(v float64) float64 { return v }, 0}
	minimize(t, f, nil, Settings{Tol: 1e-3, MaxIter: 5, Gradient: true})
	minimize(t, f, nil, Settings{Tol: 1e-3, MaxIter: 5, Separated: []float64{1, 1}})
	if f.calls > 0 {
		t.Errorf("%d rough passes", f.calls)
	}
	for i, r := range minimize(t, f, nil, Settings{Tol: 1e-15, MaxIter: 3}) {
		if i > 0 && (r.End != contract.MaxIter || r.Iterations != 3) {
			t.Errorf("ended by %s after %d steps", r.End, r.Iterations)
		}
	}
	f.curvature = slices.Repeat([]float64{math.Inf(1)}, 8)
	for _, r := range minimize(t, f, nil, Settings{Tol: 1e-8, MaxIter: 10}) {
		if !errors.Is(r.Err, ErrOverflow) {
			t.Errorf("overflow is %v", r.Err)
		}
	}
}
