package psd

import (
	"math"
	"testing"

	"gonum.org/v1/gonum/mat"
)

func near(t *testing.T, what string, got, want []float64, tol float64) {
	t.Helper()
	for j := range want {
		if !(math.Abs(got[j]-want[j]) <= tol) {
			t.Errorf("%s is %v, want %v", what, got, want)
			return
		}
	}
}

func TestSolve(t *testing.T) {
	for name, c := range map[string]struct {
		a    []float64
		b    []float64
		want []float64
		rank int
	}{
		"full rank":       {[]float64{4, 1, 1, 3}, []float64{1, 2}, []float64{1. / 11, 7. / 11}, 2},
		"zero column":     {[]float64{2, 0, 0, 0}, []float64{4, 7}, []float64{2, 0}, 1},
		"zero matrix":     {[]float64{0, 0, 0, 0}, []float64{4, 7}, []float64{0, 0}, 0},
		"equal columns":   {[]float64{1, 1, 1, 1}, []float64{2, 2}, []float64{1, 1}, 1},
		"nearly equal":    {[]float64{1 + 1e-13, 1, 1, 1 + 1e-13}, []float64{2, 2}, []float64{1, 1}, 1},
		"unequal units":   {[]float64{1e12, 0, 0, 1e-12}, []float64{1e12, 1e-12}, []float64{1, 1}, 2},
		"not in the span": {[]float64{1, 1, 1, 1}, []float64{1, -1}, []float64{0, 0}, 1},
	} {
		f, err := New(mat.NewSymDense(2, c.a), 1e-8)
		if err != nil {
			t.Fatal(err)
		}
		if f.Rank() != c.rank {
			t.Errorf("%s: rank %d, want %d", name, f.Rank(), c.rank)
		}
		near(t, name, f.Solve(c.b), c.want, 1e-12)
	}
}

// TestShortest solves x₁ + 2x₂ = 5, whose shortest solution is (1, 2), and x₃
// apart.
func TestShortest(t *testing.T) {
	f, err := New(mat.NewSymDense(3, []float64{1, 2, 0, 2, 4, 0, 0, 0, 9}), 1e-11)
	if err != nil {
		t.Fatal(err)
	}
	x := f.Solve([]float64{5, 10, 9})
	f.Shortest()(x)
	near(t, "shortest", x, []float64{1, 2, 1}, 1e-12)
}

func TestOverflow(t *testing.T) {
	for _, v := range []float64{math.Inf(1), math.NaN()} {
		if _, err := New(mat.NewSymDense(2, []float64{1, v, v, 1}), 1e-8); err == nil {
			t.Errorf("%v passes", v)
		}
	}
}
