package smooth

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// points returns a point for each of n problems, and room for gradients.
func points(d *Design, n int) (x, gradients [][]float64) {
	rng := rand.New(rand.NewPCG(4, 4))
	for range n {
		at := make([]float64, d.Dim)
		for j := range at {
			at[j] = rng.NormFloat64() / 4
		}
		x, gradients = append(x, at), append(gradients, make([]float64, d.Dim))
	}
	return x, gradients
}

// Values and gradients from products in float32 are right to that many digits, whatever
// the number of problems and rows, and the same with two threads.
func TestEvaluateRoughly(t *testing.T) {
	for _, n := range []int{37, 4000} {
		f, ranges := data(n, 21)
		d := NewDesign(f, ranges, nil, nil, FreeIntercept)
		signs := make([]float64, 3*n)
		for i := range signs {
			signs[i] = float64(2*(i%2) - 1)
		}
		all := append(slices.Clone(columns),
			Column{Target: []int8{1, 1, 1}, Weight: []float64{1, 1, 1}, Signs: d.Pad(signs)})
		for len(all) < 21 {
			all = append(all, all[len(all)%4])
		}
		for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
			c := NewColumns(d, l, 1, all, 1)
			for _, numbers := range [][]int{{1}, {0, 3, 2}, {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18}} {
				x, want := points(d, len(numbers))
				_, got := points(d, len(numbers))
				_, two := points(d, len(numbers))
				value, rough, again := make([]float64, len(numbers)), make([]float64, len(numbers)), make([]float64, len(numbers))
				c.Evaluate(numbers, x, value, want)
				c.EvaluateRoughly(numbers, x, rough, got)
				NewColumns(d, l, 1, all, 2).EvaluateRoughly(numbers, x, again, two)
				for k := range numbers {
					if math.Abs(rough[k]-value[k]) > 1e-6*value[k] {
						t.Errorf("loss %d, problem %d: value %v, exactly %v", l, numbers[k], rough[k], value[k])
					}
					for j, v := range want[k] {
						if math.Abs(got[k][j]-v) > 1e-6*float64(d.Rows) {
							t.Errorf("loss %d, problem %d, variable %d: slope %v, exactly %v", l, numbers[k], j, got[k][j], v)
						}
					}
					if rough[k] != again[k] || !slices.Equal(got[k], two[k]) {
						t.Errorf("loss %d, problem %d: other bits with two threads", l, numbers[k])
					}
				}
			}
		}
	}
}

// exactly hides that there are rough values.
type exactly struct{ lbfgs.Functions }

// Problems that are large enough for products in float32 end at the same minimum.
func TestRoughMinimum(t *testing.T) {
	f, ranges := data(3000, 21)
	d := NewDesign(f, ranges, nil, nil, FreeIntercept)
	for _, l := range []linear.Loss{linear.Logistic, linear.SquaredHinge} {
		c := NewColumns(d, l, 1, columns, 1)
		if !c.Rough() {
			t.Fatal("the problem is too small for this test")
		}
		want := minimise(t, exactly{c})
		for k, r := range minimise(t, c) {
			if math.Abs(r.Value-want[k].Value) > 3e-8*want[k].Value {
				t.Errorf("loss %d, problem %d: %v, exactly %v", l, k, r.Value, want[k].Value)
			}
			if got := value(d, l, columns[k], r.X); math.Abs(r.Value-got) > 1e-12*got {
				t.Errorf("loss %d, problem %d: value %v, in truth %v", l, k, r.Value, got)
			}
		}
	}
}

// Features beyond the range of float32 are trained with all digits from the start.
func TestBeyondFloat32(t *testing.T) {
	f, ranges := data(3000, 21)
	for i := range f.Dense {
		f.Dense[i] *= 1e40
	}
	d := NewDesign(f, ranges, nil, nil, FreeIntercept)
	for k, r := range minimise(t, NewColumns(d, linear.Logistic, 1, columns, 1)) {
		if got := value(d, linear.Logistic, columns[k], r.X); math.Abs(r.Value-got) > 1e-12*got {
			t.Errorf("problem %d: value %v, in truth %v", k, r.Value, got)
		}
	}
}

// Threads share the work on a preconditioner and on the copy in float32, and the bits are
// the same.
func TestThreadsOfPreparation(t *testing.T) {
	f, ranges := data(200, 37)
	one, two := NewDesign(f, ranges, nil, nil, FreeIntercept), NewDesign(f, ranges, nil, nil, FreeIntercept)
	p, q := one.sampledPrecond(0.25, 1), two.sampledPrecond(0.25, 3)
	if p.inverse == nil || !slices.Equal(p.inverse, q.inverse) {
		t.Error("another preconditioner with three threads")
	}
	x, px := make([]float64, one.Dim), make([]float64, one.Dim)
	for j := range x {
		x[j] = float64(j + 1)
	}
	for i := range one.Rows {
		z := 0.0
		for j, v := range one.row(i) {
			z += v * x[j]
		}
		for j, v := range one.row(i) {
			px[j] += 0.25 * z * v
		}
	}
	for j, v := range x {
		px[j] += one.Penalty[j] * v
	}
	got := make([]float64, one.Dim)
	p.multiply(got, px)
	for j, v := range x {
		if math.Abs(got[j]-v) > 1e-9*v {
			t.Errorf("variable %d: P⁻¹·P·x is %v, want %v", j, got[j], v)
		}
	}
	if !slices.Equal(one.narrow(1), two.narrow(3)) {
		t.Error("another copy with three threads")
	}
}
