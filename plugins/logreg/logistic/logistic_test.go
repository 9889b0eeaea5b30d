package logistic

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/reference"
)

func TestReferenceOptima(t *testing.T) {
	optima, p := reference.Load(t), reference.BreastCancer(t)
	for _, c := range []float64{0.1, 1, 10} {
		for name, penalized := range map[string]bool{"freebias": false, "regbias": true} {
			name = fmt.Sprintf("logistic_C%v_%s", c, name)
			t.Run(name, func(t *testing.T) {
				want := optima.Binary(t, name)
				m := reference.Train(t, Component(), map[string]any{"C": c, "penalize_intercept": penalized}, p).(*linear.Model)
				fit := m.Fit()
				if !fit.HasObjective || fit.Unconverged {
					t.Errorf("fit %+v", fit)
				}
				reference.Near(t, "objective", fit.Objective, want.Objective, 1e-12)
				reference.Near(t, "intercept", m.B[0], want.Intercept, 1e-8)
				for j, w := range want.Coef {
					reference.Near(t, fmt.Sprintf("coefficient %d", j), m.W[j], w, 1e-8)
				}
				errors, s := 0, reference.Scores(m, p.X, 1)
				for i, v := range s {
					if v*p.Y[i] <= 0 {
						errors++
					}
				}
				if errors != want.TrainErrors {
					t.Errorf("%d training errors, want %d", errors, want.TrainErrors)
				}
				for i, v := range want.Scores.First5 {
					reference.Near(t, fmt.Sprintf("score %d", i), s[i], v, 1e-7)
				}
			})
		}
	}
}

func TestGradientVanishesWithoutIntercept(t *testing.T) {
	p := reference.BreastCancer(t)
	m := reference.Train(t, Component(), map[string]any{"intercept": false}, p).(*linear.Model)
	if m.B[0] != 0 {
		t.Errorf("intercept %v", m.B[0])
	}
	g := append([]float64(nil), m.W...)
	for i, f := range reference.Scores(m, p.X, 1) {
		for j, v := range p.X.Row(i) {
			g[j] -= p.Y[i] * v / (1 + math.Exp(p.Y[i]*f))
		}
	}
	for j, v := range g {
		reference.Near(t, fmt.Sprintf("gradient %d", j), v, 0, 1e-8)
	}
}

func TestSymmetricBitForBit(t *testing.T) {
	reference.CheckSymmetric(t, Component(), nil)
	reference.CheckSymmetric(t, Component(), map[string]any{"penalize_intercept": true, "C": 10.0})
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`{"C":0}`: "C is 0", `{"C":-1}`: "C is -1", `{"penalty":"l1"}`: "penalty", `{"solver":"sgd"}`: "solver",
		`{"tol":0}`: "tol", `{"max_iter":0}`: "max_iter", `{"depth":3}`: "depth", `{`: "configuration",
	} {
		if _, err := Component().NewLearner(contract.Config(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", text, err, want)
		}
	}
	p := reference.BreastCancer(t)
	p.X.Data[3*30+7] = math.NaN()
	l, _ := Component().NewLearner(nil)
	if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "column 7") {
		t.Errorf("NaN: %v", err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"C":1,"penalty":"l2","solver":"auto","intercept":true,"penalize_intercept":false,"tol":1e-9,"max_iter":10}`))
	f.Add([]byte(`{"C":1e400}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := newLearner(b); err == nil && !(l.(learner).C > 0) {
			t.Errorf("accepted C = %v", l.(learner).C)
		}
	})
}

// BenchmarkColumn trains one column of 1617 × 64 standardised values of rank
// 20 with some noise and one positive row in ten.
func BenchmarkColumn(b *testing.B) {
	rng := rand.New(rand.NewPCG(1, 2))
	const n, d, r = 1617, 64, 20
	mix := make([]float64, r*d)
	for i := range mix {
		mix[i] = rng.NormFloat64()
	}
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: n, Cols: d, Data: make([]float64, n*d)}, Y: make([]float64, n)}
	for i := range n {
		row, centre := p.X.Row(i), 0.0
		for k := range r {
			u := rng.NormFloat64()
			if k < 3 {
				centre += u
			}
			for j := range row {
				row[j] += u * mix[k*d+j]
			}
		}
		for j := range row {
			row[j] += rng.NormFloat64()
		}
		p.Y[i] = math.Copysign(1, centre-2.2+0.5*rng.NormFloat64())
	}
	reference.Standardise(p.X)
	l, _ := Component().NewLearner(nil)
	for b.Loop() {
		if _, err := l.Train(b.Context(), p); err != nil {
			b.Fatal(err)
		}
	}
}
