package sgd

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/lbfgs"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// rows are four of two classes that overlap.
func design(intercept smooth.Intercept) *smooth.Design {
	f := contract.Features{Rows: 4, Cols: 1, Dense: []float64{-2, 1, -1, 3}}
	return smooth.NewDesign(f, []contract.Range{{End: 2}, {Start: 2, End: 4, Class: 1}}, nil, nil, intercept)
}

var column = smooth.Column{Target: []int8{-1, 1}, Weight: []float64{1, 1}}

// One epoch from 0 takes the steps that the formula says, in some order.
func TestSteps(t *testing.T) {
	p := smooth.NewSubset(design(smooth.NoIntercept), linear.Logistic, 1, column, nil)
	r, err := Binary(t.Context(), p, nil, Settings{Tol: 1e-12, Epochs: 1, Seed: 3})
	if err != nil || r.End != contract.MaxIter || r.Iterations != 1 {
		t.Fatalf("%+v, %v", r, err)
	}
	x, y := []float64{-2, 1, -1, 3}, []float64{-1, -1, 1, 1}
	eta := 1 / (0.25 * (4 + 1 + 1 + 9) / 4)
	found := false
	for _, order := range permutations(4) {
		w := 0.0
		for step, i := range order {
			rate := eta / (1 + float64(step)/4)
			w = (w + rate*y[i]*x[i]/(1+math.Exp(y[i]*w*x[i]))) / (1 + rate/4)
		}
		found = found || math.Abs(w-r.X[0]) < 1e-14
	}
	if !found {
		t.Errorf("w is %v, which no order gives", r.X[0])
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

func TestFindsMinima(t *testing.T) {
	for _, intercept := range []smooth.Intercept{smooth.NoIntercept, smooth.FreeIntercept, smooth.PenalisedIntercept} {
		settings := Settings{Tol: 1e-8, Epochs: 100000, Seed: 1}
		binary := smooth.NewSubset(design(intercept), linear.Logistic, 1, column, nil)
		softmax := smooth.NewSoftmax(design(intercept), 1, []float64{1, 1}, nil, 1)
		b, err := Binary(t.Context(), binary, nil, settings)
		if err != nil {
			t.Fatal(err)
		}
		s, err := Softmax(t.Context(), softmax, nil, settings)
		if err != nil {
			t.Fatal(err)
		}
		check(t, binary, b)
		check(t, softmax, s)
		again, _ := Binary(t.Context(), binary, nil, settings)
		settings.Seed = 2
		other, _ := Binary(t.Context(), binary, nil, settings)
		if !slices.Equal(b.X, again.X) || slices.Equal(b.X, other.X) {
			t.Errorf("seed 1 gives %v and %v, seed 2 %v", b.X, again.X, other.X)
		}
	}
}

func check(t *testing.T, f lbfgs.Functions, r lbfgs.Result) {
	t.Helper()
	want, err := lbfgs.Minimize(t.Context(), f, nil, lbfgs.Settings{Tol: 1e-14, MaxIter: 100})
	if err != nil || r.End != contract.Tolerance || math.Abs(r.Value/want[0].Value-1) > 1e-6 {
		t.Errorf("%+v, want %v (%v)", r, want[0].Value, err)
	}
}

func TestCancelAndZeros(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	p := smooth.NewSubset(design(smooth.NoIntercept), linear.Logistic, 1, column, nil)
	if _, err := Binary(ctx, p, nil, Settings{Tol: 1e-9, Epochs: 10}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
	f := contract.Features{Rows: 2, Cols: 1, Dense: []float64{0, 0}}
	zeros := smooth.NewDesign(f, []contract.Range{{End: 1}, {Start: 1, End: 2, Class: 1}}, nil, nil, smooth.NoIntercept)
	r, err := Binary(t.Context(), smooth.NewSubset(zeros, linear.Logistic, 1, column, nil), nil,
		Settings{Tol: 1e-9, Epochs: 10})
	if err != nil || r.End != contract.Tolerance || r.X[0] != 0 {
		t.Errorf("nothing but zeros: %+v, %v", r, err)
	}
}
