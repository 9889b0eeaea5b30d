package pla

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

func inOrder([]int) {}

// TestFileOrderReference compares the weights after 1, 5 and 20 passes in file
// order with scikit-learn's.
func TestFileOrderReference(t *testing.T) {
	b, err := os.ReadFile("testdata/perceptron.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	p := reference.BreastCancer(t)
	for _, epochs := range []int{1, 5, 20} {
		var v struct {
			Coef      []float64
			Intercept float64
		}
		if err := json.Unmarshal(want[fmt.Sprint(epochs)], &v); err != nil {
			t.Fatal(err)
		}
		r := newRun(&rows{p, contract.Rows{Matrix: p.X}}, weights{w: make([]float64, 30)}, false)
		if converged, err := r.train(t.Context(), epochs, inOrder); converged || err != nil {
			t.Errorf("%d epochs: converged %v, %v", epochs, converged, err)
		}
		reference.Near(t, fmt.Sprintf("%d epochs: intercept", epochs), r.now.b, v.Intercept, 1e-12)
		for j, c := range v.Coef {
			reference.Near(t, fmt.Sprintf("%d epochs: coefficient %d", epochs, j), r.now.w[j], c, 1e-9)
		}
	}
}

// setosa is iris' first class against the others, which a plane separates.
func setosa(t *testing.T) contract.Problem {
	p := reference.Iris(t)
	p.Task, p.Classes = contract.Binary, 2
	for i, y := range p.Y {
		p.Y[i] = 1
		if y > 0 {
			p.Y[i] = -1
		}
	}
	return p
}

// TestSeparableRows checks convergence and Novikoff's bound: at most (R/γ)²
// updates, R being the length of the longest row and γ the margin of any unit
// vector that separates, here of the weights found.
func TestSeparableRows(t *testing.T) {
	p := setosa(t)
	r := newRun(&rows{p, contract.Rows{Matrix: p.X}}, weights{w: make([]float64, 4)}, false)
	if converged, err := r.train(t.Context(), 1000, inOrder); !converged || err != nil {
		t.Fatalf("converged %v, %v", converged, err)
	}
	norm, margin, radius := r.now.b*r.now.b, math.Inf(1), 0.0
	for _, w := range r.now.w {
		norm += w * w
	}
	for i, y := range p.Y {
		s, square := r.now.b, 1.0
		for j, v := range p.X.Row(i) {
			s += r.now.w[j] * v
			square += v * v
		}
		margin, radius = min(margin, y*s/math.Sqrt(norm)), max(radius, square)
	}
	if bound := radius / margin / margin; margin <= 0 || float64(r.updates) > bound {
		t.Errorf("%d updates with margin %v: the bound is %v", r.updates, margin, bound)
	}
	for _, c := range []contract.Component{Perceptron(), Pocket()} {
		for _, start := range []string{zeros, leastSquares} {
			m := reference.Train(t, c, map[string]any{"start": start, "epochs": 1000}, p).(*linear.Model)
			if n := mistakes(m, p); n > 0 || m.Quality.Unconverged {
				t.Errorf("%s from %s: %d mistakes, unconverged %v", c.Name, start, n, m.Quality.Unconverged)
			}
		}
	}
}

func mistakes(m *linear.Model, p contract.Problem) int {
	return int(weights{w: m.W, b: m.B[0]}.mistakes(&rows{p, contract.Rows{Matrix: p.X}}, math.Inf(1)))
}

// TestPocketIsNoWorse compares the pocket with its start and with the perceptron
// that goes the same way, on rows that no plane separates.
func TestPocketIsNoWorse(t *testing.T) {
	p := reference.BreastCancer(t)
	full := p.X
	p.X = contract.Matrix{Rows: full.Rows, Cols: 3}
	for i := range full.Rows {
		p.X.Data = append(p.X.Data, full.Row(i)[:3]...)
	}
	for seed := range uint64(5) {
		p.Seed = seed
		for _, start := range []string{zeros, leastSquares} {
			config := map[string]any{"start": start, "epochs": 20}
			last := reference.Train(t, Perceptron(), config, p).(*linear.Model)
			best := reference.Train(t, Pocket(), config, p).(*linear.Model)
			first, err := learner{settings: settings{Start: start}}.first(t.Context(), &rows{p, contract.Rows{Matrix: p.X}})
			if err != nil {
				t.Fatal(err)
			}
			n := mistakes(best, p)
			if n > mistakes(last, p) || float64(n) > first.mistakes(&rows{p, contract.Rows{Matrix: p.X}}, math.Inf(1)) || n > 60 {
				t.Errorf("seed %d from %s: %d mistakes, the last weights make %d", seed, start, n, mistakes(last, p))
			}
			if !last.Quality.Unconverged || best.Quality.Unconverged {
				t.Error("the perceptron should be unconverged, the pocket not")
			}
		}
	}
}

// TestPocketAgainstPlainCode repeats Gallant's algorithm as it is written down.
func TestPocketAgainstPlainCode(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 60, Cols: 2}}
	for range 60 {
		a, b := rng.NormFloat64(), rng.NormFloat64()
		p.X.Data = append(p.X.Data, a, b)
		p.Y = append(p.Y, math.Copysign(1, a+b/2+rng.NormFloat64()))
	}
	r := newRun(&rows{p, contract.Rows{Matrix: p.X}}, weights{w: make([]float64, 2)}, true)
	if _, err := r.train(t.Context(), 30, inOrder); err != nil {
		t.Fatal(err)
	}
	var now, pocket [3]float64
	right := func(w [3]float64, i int) bool {
		return p.Y[i]*(w[0]+w[1]*p.X.Row(i)[0]+w[2]*p.X.Row(i)[1]) > 0
	}
	wrong := func(w [3]float64) (n int) {
		for i := range p.Y {
			if !right(w, i) {
				n++
			}
		}
		return n
	}
	streak, record := 0, 0
	for step := range 30 * 60 {
		i := step % 60
		if right(now, i) {
			streak++
			if streak > record && (now == pocket || wrong(now) < wrong(pocket)) {
				pocket, record = now, streak
			}
			continue
		}
		now[0] += p.Y[i]
		now[1] += p.Y[i] * p.X.Row(i)[0]
		now[2] += p.Y[i] * p.X.Row(i)[1]
		streak = 0
	}
	if wrong(now) < wrong(pocket) {
		pocket = now
	}
	if r.wrong != float64(wrong(pocket)) {
		t.Errorf("the pocket makes %v mistakes, want %d", r.wrong, wrong(pocket))
	}
}

// Rows of weight 2 take steps twice as long, so that the way is the same.
func TestWeightsAreSteps(t *testing.T) {
	p := reference.BreastCancer(t)
	one := reference.Train(t, Perceptron(), nil, p).(*linear.Model)
	p.Weights = slices.Repeat([]float64{2}, p.X.Rows)
	two := reference.Train(t, Perceptron(), nil, p).(*linear.Model)
	for j, w := range one.W {
		if two.W[j] != 2*w {
			t.Fatalf("coefficient %d is %v, not twice %v", j, two.W[j], w)
		}
	}
}

// Of two rows that contradict each other the pocket is right on the heavier one.
func TestWeightsAreMistakes(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 3, Cols: 1, Data: []float64{1, 1, -3}},
		Y: []float64{1, -1, 1}}
	for _, weights := range [][]float64{{5, 1, 1}, {1, 5, 1}, {5, 1, 0.1}, {1, 5, 0.1}} {
		p.Weights = weights
		for p.Seed = range uint64(5) {
			m := reference.Train(t, Pocket(), nil, p)
			s := reference.Scores(m, p.X, 1)
			if s[0] > 0 != (weights[0] > 1) || s[2] <= 0 {
				t.Errorf("weights %v, seed %d: scores %v", weights, p.Seed, s)
			}
		}
	}
}

func TestSymmetric(t *testing.T) {
	for _, c := range []contract.Component{Perceptron(), Pocket()} {
		reference.CheckSymmetric(t, c, nil)
		reference.CheckSymmetric(t, c, map[string]any{"start": leastSquares, "epochs": 7})
	}
}

func TestSeedIsTheOrder(t *testing.T) {
	p := reference.BreastCancer(t)
	train := func(seed uint64) []float64 {
		p.Seed = seed
		return reference.Train(t, Perceptron(), map[string]any{"epochs": 3}, p).(*linear.Model).W
	}
	if !slices.Equal(train(1), train(1)) {
		t.Error("the same seed gives other weights")
	}
	if slices.Equal(train(1), train(2)) {
		t.Error("another seed gives the same weights")
	}
}

// TestTroublesomeRows has columns of very different size, a constant, a copy, a
// row of zeros and more columns than rows.
func TestTroublesomeRows(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, Y: []float64{1, -1, 1, -1},
		X: contract.Matrix{Rows: 4, Cols: 6, Data: []float64{
			1e12, 1e-12, 7, 1e12, 0, 1,
			2e12, 3e-12, 7, 2e12, 0, 1,
			-1e12, 2e-12, 7, -1e12, 0, 1,
			0, 0, 0, 0, 0, 0,
		}}}
	for _, c := range []contract.Component{Perceptron(), Pocket()} {
		for _, start := range []string{zeros, leastSquares} {
			m := reference.Train(t, c, map[string]any{"start": start}, p)
			for i, s := range reference.Scores(m, p.X, 1) {
				if math.IsNaN(s) || math.IsInf(s, 0) {
					t.Errorf("%s from %s: score %d is %v", c.Name, start, i, s)
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, text := range []string{`{"epochs":0}`, `{"epochs":1.5}`, `{"start":"random"}`, `{"C":1}`} {
		if _, err := Perceptron().Learner(contract.Config(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	l, _ := Perceptron().Learner(nil)
	for want, change := range map[string]func(*contract.Problem){
		"column 2":   func(p *contract.Problem) { p.X.Data[7*4+2] = math.NaN() },
		"no feature": func(p *contract.Problem) { p.X.Cols = 0 },
		"overflow": func(p *contract.Problem) {
			for i := range p.X.Data {
				p.X.Data[i] = math.MaxFloat64 * math.Copysign(1, math.Sin(float64(i)))
			}
		},
		"weight ":    func(p *contract.Problem) { p.Weights = p.Y },
		"both signs": func(p *contract.Problem) { p.X.Rows, p.Y = 2, []float64{1, 1} },
		"neither":    func(p *contract.Problem) { p.Y[2] = 0 },
		"multiclass": func(p *contract.Problem) { p.Task = contract.Multiclass },
	} {
		p := setosa(t)
		change(&p)
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
	wide := contract.Problem{Task: contract.Binary, Y: []float64{1, -1},
		X: contract.Matrix{Rows: 2, Cols: 5001, Data: make([]float64, 10002)}}
	l, _ = Perceptron().Learner(contract.Config(`{"start":"least_squares"}`))
	if _, err := l.Train(t.Context(), wide); err == nil || !strings.Contains(err.Error(), "at most 5000") {
		t.Errorf("5,001 columns: %v", err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"epochs":10,"start":"least_squares"}`))
	f.Add([]byte(`{"epochs":-1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Perceptron().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}
