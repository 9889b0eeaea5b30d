package margin

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

// train trains on breast cancer.
func train(t *testing.T, p contract.Problem, settings map[string]any) *linear.Model {
	t.Helper()
	return reference.Train(t, Component(), settings, p).(*linear.Model)
}

func TestReferenceOptima(t *testing.T) {
	optima, p := reference.Load(t), reference.BreastCancer(t)
	for _, kind := range []struct {
		name      string
		loss      string
		penalized bool
		// The hinge references carry a duality gap (1.5e-5 of 176 at C = 10), so
		// they are known to fewer digits.
		tol, objective, coefficient float64
	}{
		{"squared_hinge_C%v_freebias", "squared_hinge", false, 1e-18, 1e-12, 1e-7},
		{"squared_hinge_C%v_regbias", "squared_hinge", true, 1e-18, 1e-12, 1e-7},
		{"hinge_C%v_regbias", "hinge", true, 1e-10, 1e-7, 1e-4},
	} {
		for _, c := range []float64{0.1, 1, 10} {
			name := fmt.Sprintf(kind.name, c)
			t.Run(name, func(t *testing.T) {
				want := optima.Binary(t, name)
				settings := map[string]any{"C": c, "loss": kind.loss, "penalize_intercept": kind.penalized}
				rough := train(t, p, settings).Fit()
				if rough.Unconverged || math.Abs(rough.Objective/want.Objective-1) > 1e-6 {
					t.Errorf("with the default tolerance %+v, want objective %v", rough, want.Objective)
				}
				settings["tol"] = kind.tol
				m := train(t, p, settings)
				if fit := m.Fit(); !fit.HasObjective || fit.Unconverged {
					t.Errorf("fit %+v", fit)
				}
				reference.Near(t, "objective", m.Fit().Objective, want.Objective, kind.objective)
				if got := m.Fit().Objective; got > want.Objective*(1+1e-9) {
					t.Errorf("objective %v is above the reference %v", got, want.Objective)
				}
				reference.Near(t, "intercept", m.B[0], want.Intercept, kind.coefficient)
				for j, w := range want.Coef {
					reference.Near(t, fmt.Sprintf("coefficient %d", j), m.W[j], w, kind.coefficient)
				}
				errors := 0
				for i, v := range reference.Scores(m, p.X, 1) {
					if v*p.Y[i] <= 0 {
						errors++
					}
				}
				if errors != want.TrainErrors {
					t.Errorf("%d training errors, want %d", errors, want.TrainErrors)
				}
			})
		}
	}
}

// equallyWeighted gives every row the weight 1, as the dual methods want it.
func equallyWeighted(p contract.Problem) contract.Problem {
	p.Weights = slices.Repeat([]float64{1}, p.X.Rows)
	return p
}

// TestHingeOptimality checks feasibility, the gap and the complementarity of α
// and margins on their own.
func TestHingeOptimality(t *testing.T) {
	for _, c := range []float64{0.1, 1, 10, 1000} {
		p := equallyWeighted(reference.BreastCancer(t))
		s := settings{C: c, Loss: hingeLoss, Stopping: linear.Stopping{Tol: 1e-8, MaxIter: 1000}}
		d := newDual(p, c)
		order := make([]int, p.X.Rows)
		for i := range order {
			order[i] = i
		}
		for range 40 {
			d.sweep(order)
			d.solveFace(d.free(order), 200)
		}
		primal, bound := d.objectives()
		gap := primal - bound
		if gap > 1e-9*primal || gap < -1e-12*primal {
			t.Errorf("C=%v: gap %v of %v", c, gap, primal)
		}
		for i, a := range d.alpha {
			if a < 0 || a > c {
				t.Fatalf("C=%v: α_%d is %v", c, i, a)
			}
			margin := p.Y[i] * d.decide(i, d.theta)
			if margin > 1+1e-4 && a > 0 || margin < 1-1e-4 && a < c {
				t.Errorf("C=%v: row %d has margin %v and α %v", c, i, margin, a)
			}
		}
		m, err := trainHinge(t.Context(), p, s)
		if err != nil || math.Abs(m.Quality.Objective-primal) > 1e-7*primal {
			t.Errorf("C=%v: %+v, %v, want objective %v", c, m, err, primal)
		}
	}
}

func TestSquaredHingeGradientVanishes(t *testing.T) {
	p := reference.BreastCancer(t)
	m := train(t, p, map[string]any{"tol": 1e-20})
	g := append(append([]float64(nil), m.W...), m.B[0])
	for i, f := range reference.Scores(m, p.X, 1) {
		loss := 2 * max(0, 1-p.Y[i]*f)
		for j, v := range p.X.Row(i) {
			g[j] -= loss * p.Y[i] * v
		}
		g[30] -= loss * p.Y[i]
	}
	for j, v := range g {
		reference.Near(t, fmt.Sprintf("gradient %d", j), v, 0, 1e-8)
	}
}

func TestSymmetricBitForBit(t *testing.T) {
	for _, settings := range []map[string]any{
		{"loss": hingeLoss}, {"loss": squaredLoss}, {"loss": squaredLoss, "penalize_intercept": false},
		{"loss": hingeLoss, "class_weight": "balanced"},
	} {
		reference.CheckSymmetric(t, Component(), settings)
	}
}

func TestSeedChangesOnlyRounding(t *testing.T) {
	p := reference.BreastCancer(t)
	a := train(t, p, map[string]any{"loss": hingeLoss})
	p.Seed = 99
	b := train(t, p, map[string]any{"loss": hingeLoss})
	reference.Near(t, "objective", a.Fit().Objective, b.Fit().Objective, 1e-8)
}

func TestDegenerateRows(t *testing.T) {
	x := contract.Matrix{Rows: 6, Cols: 2, Data: []float64{0, 0, 0, 0, 1, 1, 1, 1, 1, 1, 5, 5}}
	p := contract.Problem{Task: contract.Binary, X: x, Y: []float64{1, -1, 1, 1, -1, -1}}
	for _, loss := range []string{hingeLoss, squaredLoss} {
		for _, c := range []float64{1e-3, 1, 1e4} {
			m := train(t, p, map[string]any{"loss": loss, "C": c})
			if m.Fit().Unconverged || math.Abs(m.W[0]-m.W[1]) > 1e-6 || math.IsNaN(m.W[0]+m.B[0]) {
				t.Errorf("%s, C=%v: %+v", loss, c, m)
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`{"C":0}`: "C is 0", `{"loss":"ramp"}`: "loss", `{"tol":-1}`: "tol", `{"max_iter":0}`: "max_iter",
		`{"depth":3}`:                                 "depth",
		`{"class_weight":"even"}`:                     "class_weight",
		`{"loss":"hinge","penalize_intercept":false}`: "penalised intercept",
	} {
		if _, err := Component().Learner(contract.Config(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", text, err, want)
		}
	}
	ds := Component().Check(contract.Config(`{"loss":"hinge","penalize_intercept":false}`))
	if len(ds) != 1 || ds[0].Severity != contract.Error || len(ds[0].Path) != 1 || ds[0].Path[0] != "penalize_intercept" {
		t.Errorf("diagnostics %+v", ds)
	}
	if ds := Component().Check(contract.Config(`{"penalize_intercept":false}`)); len(ds) != 0 {
		t.Errorf("squared hinge: diagnostics %+v", ds)
	}
	if ds := Component().Check(contract.Config(`[]`)); len(ds) != 1 {
		t.Errorf("no object: diagnostics %+v", ds)
	}
	p := reference.BreastCancer(t)
	p.X.Data[0] = 1e200
	for _, loss := range []string{hingeLoss, squaredLoss} {
		l, _ := Component().Learner(contract.NewConfig(map[string]any{"loss": loss}))
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "overflow") {
			t.Errorf("%s: overflow gives %v", loss, err)
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"C":1,"loss":"hinge","penalize_intercept":true,"tol":1e-9,"max_iter":10}`))
	f.Add([]byte(`{"loss":"hinge","penalize_intercept":false}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := Component().Learner(b); err == nil && len(Component().Check(b)) > 0 {
			t.Error("a learner was built from a configuration that validation refuses")
		}
	})
}
