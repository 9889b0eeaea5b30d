package margin

import (
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/test/reference"
)

// clouds are rows around a point for each class, some of them with the label of
// another, with weights.
func clouds(n, d, classes int) contract.Problem {
	rng := rand.New(rand.NewPCG(3, 7))
	p := contract.Problem{Task: contract.Multiclass, Classes: classes, Seed: 1, X: contract.Matrix{Rows: n, Cols: d}}
	centres := make([]float64, classes*d)
	for j := range centres {
		centres[j] = rng.NormFloat64()
	}
	for i := range n {
		k := i % classes
		for j := range d {
			p.X.Data = append(p.X.Data, centres[k*d+j]+rng.NormFloat64())
		}
		if i%7 == 0 {
			k = rng.IntN(classes)
		}
		p.Y, p.Weights = append(p.Y, float64(k)), append(p.Weights, 1+float64(i%3))
	}
	return p
}

// The proximal method finds the minima of other software and of the sequential
// method.
func TestProximal(t *testing.T) {
	const tol = 1e-6
	vectors := load(t)
	for name, c := range map[string]float64{"crammer_singer_C0.1": 0.1, "crammer_singer_C1": 1, "crammer_singer_C10": 10} {
		got, want := proximally(t, equallyWeighted(reference.Iris(t)), c, tol), vectors.Iris[name].Objective
		if !(math.Abs(got.fit.Objective/want-1) <= 1e-6) {
			t.Errorf("iris, C = %v: objective %v, want %v", c, got.fit.Objective, want)
		}
	}
	for _, p := range []contract.Problem{clouds(300, 4, 3), clouds(240, 7, 16), clouds(40, 30, 10)} {
		m, _ := newMulticlass(p, 0.1)
		sequential, err := m.solve(t.Context(), m, rand.NewPCG(1, 1), tol, 10000)
		if err != nil || sequential.fit.Unconverged {
			t.Fatal(sequential.fit, err)
		}
		got, want := proximally(t, p, 0.1, tol), sequential.fit.Objective
		if !(math.Abs(got.fit.Objective/want-1) <= tol) {
			t.Errorf("%d × %d, %d classes: objective %v, want %v", p.X.Rows, p.X.Cols, p.Classes, got.fit.Objective, want)
		}
	}
}

// proximally solves a problem by the proximal method alone, with one thread and with
// three, which give the same bits.
func proximally(t *testing.T, p contract.Problem, c, tol float64) *best {
	t.Helper()
	var all []*best
	for _, threads := range []int{1, 3} {
		m, _ := newMulticlass(p, c)
		b, err := m.start(m.w)
		if err != nil {
			t.Fatal(err)
		}
		if ok, err := newProximal(m, threads).approach(t.Context(), b, tol, 200); !ok || err != nil || !b.reached(tol) {
			t.Fatalf("%d × %d, %d classes: %+v, gap %v, %v", p.X.Rows, p.X.Cols, p.Classes, b.fit, b.gap, err)
		}
		all = append(all, b)
	}
	if !slices.Equal(all[0].point, all[1].point) || all[0].dual != all[1].dual {
		t.Errorf("%d × %d, %d classes: three threads give other bits", p.X.Rows, p.X.Cols, p.Classes)
	}
	return all[0]
}

// The curvature is the derivative of the slope, whether it is computed from whole rows
// or from the classes in their supports.
func TestCurvature(t *testing.T) {
	m, _ := newMulticlass(clouds(90, 5, 6), 2)
	s := newProximal(m, 1)
	rng := rand.New(rand.NewPCG(5, 5))
	w, d := make([]float64, len(s.weights)), make([]float64, len(s.weights))
	for j := range m.x.Cols + 1 {
		for k := range m.classes {
			w[j*m.width+k], d[j*m.width+k] = rng.NormFloat64(), rng.NormFloat64()
		}
	}
	const h = 1e-7
	before, after := slices.Clone(w), slices.Clone(w)
	kernel.Axpy(before, -h, d)
	kernel.Axpy(after, h, d)
	low := s.evaluate(before)
	difference := slices.Clone(s.slope)
	high := s.evaluate(after)
	kernel.Axpy(difference, -1, s.slope)
	s.evaluate(w)
	reference.Near(t, "slope along the direction", (high.phi-low.phi)/(2*h), kernel.Dot(s.slope, d), 1e-6)
	wide, narrow := make([]float64, len(w)), make([]float64, len(w))
	s.curveWide(wide, d)
	s.curveNarrow(narrow, d)
	for j, v := range wide {
		reference.Near(t, "curvature", v, -difference[j]/(2*h), 1e-5)
		reference.Near(t, "curvature by supports", narrow[j], v, 1e-12)
	}
}

// Where most rows move in the first sweep, training is by the proximal method, and it
// falls back on the sequential one.
func TestBusyRows(t *testing.T) {
	p := clouds(200, 3, 8)
	for i := range p.Y {
		p.Y[i] = float64(i * i % 61 % 8)
	}
	m := train(t, p, nil)
	q, _ := newMulticlass(p, 1)
	b, err := q.solve(t.Context(), q, rand.NewPCG(1, 1), 1e-8, 100000)
	if err != nil || m.Quality.Unconverged || !(math.Abs(m.Quality.Objective/b.fit.Objective-1) <= 2e-6) {
		t.Errorf("%+v, want %+v, %v", m.Quality, b.fit, err)
	}
	for i := range p.X.Data {
		p.X.Data[i] *= 1e160
	}
	l, err := Component().Learner(nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "overflow") {
		t.Errorf("overflowing rows give %v", err)
	}
}

func TestThreshold(t *testing.T) {
	rng := rand.New(rand.NewPCG(2, 2))
	for range 2000 {
		v := make([]float64, 1+rng.IntN(12))
		size := math.Pow(10, float64(rng.IntN(12)-6))
		for k := range v {
			v[k] = size * float64(rng.IntN(5))
			if rng.IntN(2) == 0 {
				v[k] += size * rng.NormFloat64()
			}
		}
		c := math.Pow(10, float64(rng.IntN(6)-3))
		level, sum := threshold(v, slices.Max(v), c), 0.0
		for _, x := range v {
			sum += max(x-level, 0)
		}
		if !(math.Abs(sum-c) <= 1e-13*(c+10*size)) {
			t.Fatalf("threshold %v of %v: the rest adds up to %v, not %v", level, v, sum, c)
		}
	}
}
