package kernelised

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/test/reference"
)

//go:embed testdata/optima.json
var optima []byte

// optimum is a solution by LIBSVM, see testdata/optima.py.
type optimum struct {
	Kernel   string         `json:"kernel"`
	C        float64        `json:"C"`
	Settings map[string]any `json:"settings"`
	Rows     bool           `json:"rows"` // with row weights
	Optimum  struct {
		Objective float64   `json:"objective"`
		Dual      float64   `json:"dual"`
		Scores    []float64 `json:"scores"`   // of the first rows
		Positive  string    `json:"positive"` // + or - for each row
	} `json:"optimum"`
	Tight   float64 `json:"1e-6"` // objectives at tolerances
	Default float64 `json:"1e-3"`
}

func (o optimum) String() string {
	return fmt.Sprint(o.Kernel, " C ", o.C, " ", o.Settings, " weights ", o.Rows)
}

// problem returns the breast cancer problem and the settings of an optimum.
func (o optimum) problem(t *testing.T) (contract.Problem, map[string]any) {
	p := reference.BreastCancer(t)
	if o.Rows {
		p.Weights = make([]float64, len(p.Y))
		for i := range p.Weights {
			p.Weights[i] = 0.5 + float64(i%7)/4
		}
	}
	settings := map[string]any{"kernel": o.Kernel, "C": o.C}
	maps.Copy(settings, o.Settings)
	return p, settings
}

func readOptima(t *testing.T) []optimum {
	t.Helper()
	var file struct {
		Cases []optimum `json:"cases"`
	}
	if err := json.Unmarshal(optima, &file); err != nil || len(file.Cases) == 0 {
		t.Fatal(err)
	}
	return file.Cases
}

func train(t *testing.T, p contract.Problem, settings map[string]any) *Model {
	t.Helper()
	return reference.Train(t, Component(), settings, p).(*Model)
}

func TestReferenceOptima(t *testing.T) {
	for _, o := range readOptima(t) {
		t.Run(o.String(), func(t *testing.T) {
			p, settings := o.problem(t)
			settings["tol"] = 1e-6
			m := train(t, p, settings)
			check(t, m.Fit(), o, 1e-6, o.Tight)
			differ := 0
			for i, f := range reference.Scores(m, p.X, 1) {
				if i < len(o.Optimum.Scores) {
					reference.Near(t, fmt.Sprint("score ", i), f, o.Optimum.Scores[i], 2e-4)
				}
				if (f > 0) != (o.Optimum.Positive[i] == '+') {
					differ++
				}
			}
			if differ > 0 {
				t.Errorf("%d predictions differ", differ)
			}
			delete(settings, "tol")
			check(t, train(t, p, settings).Fit(), o, 1e-3, o.Default)
		})
	}
}

// check compares the objective with the optimum, from which it is at most tol away
// or as far as LIBSVM is at the same tolerance, and never below. What the optimum itself may
// be off, since LIBSVM rounds the kernel, is the distance of its two objectives.
func check(t *testing.T, fit contract.Fit, o optimum, tol, theirs float64) {
	t.Helper()
	best, unsure := o.Optimum.Objective, o.Optimum.Objective-o.Optimum.Dual
	if fit.End != contract.Tolerance || fit.Unconverged || !fit.HasObjective {
		t.Errorf("fit %+v", fit)
	}
	if high := max(best, theirs); fit.Objective > high*(1+tol)+unsure || fit.Objective < best-unsure-1e-9*best {
		t.Errorf("at %v objective %v, LIBSVM's is %v, the optimum %v", tol, fit.Objective, theirs, best)
	}
	t.Logf("at %v: ours %.3g, LIBSVM's %.3g above the optimum", tol, fit.Objective/best-1, theirs/best-1)
}

// The conditions of Karush, Kuhn and Tucker, by their definition: f from the
// coefficients, 0 ≤ α ≤ C·c, Σ α·y = 0, and y·f ≥ 1, = 1, ≤ 1 where α is 0, between its
// bounds, at the upper one. The objective is that of f, and close to that of the dual.
func TestOptimalityConditions(t *testing.T) {
	for _, o := range readOptima(t) {
		t.Run(o.String(), func(t *testing.T) {
			p, settings := o.problem(t)
			const tol = 1e-5
			settings["tol"] = tol
			m := train(t, p, settings)
			alpha := make([]float64, len(p.Y))
			sum := 0.0
			for k, i := range m.sum.Rows {
				alpha[i] = m.sum.Coef[k] * p.Y[i]
				sum += m.sum.Coef[k]
			}
			if math.Abs(sum) > 1e-9*o.C {
				t.Errorf("Σ α·y is %v", sum)
			}
			weights := lossWeights(o, p)
			square, loss, total := 0.0, 0.0, 0.0
			for i, y := range p.Y {
				f := 0.0
				for k, s := range m.sum.Rows {
					f += m.sum.Coef[k] * reference.Kernel(m.kernel.Kind, m.kernel.Gamma, m.kernel.Coef0, m.kernel.Degree, p.X.Row(int(s)), p.X.Row(i))
				}
				square += alpha[i] * y * f
				total += alpha[i]
				margin := y * (f + m.sum.B)
				loss += weights[i] * max(0, 1-margin)
				if alpha[i] < 0 || alpha[i] > weights[i]*(1+1e-12) {
					t.Fatalf("α %d is %v, bound %v", i, alpha[i], weights[i])
				}
				if alpha[i] < weights[i] && margin < 1-1.1*tol || alpha[i] > 0 && margin > 1+1.1*tol {
					t.Errorf("row %d has margin %v and α %v of %v", i, margin, alpha[i], weights[i])
				}
			}
			primal, dual := square/2+loss, total-square/2
			reference.Near(t, "objective", m.Fit().Objective/primal, 1, 1e-6)
			if o.Kernel != gram.Sigmoid && primal-dual > 1e-4*primal {
				t.Errorf("objectives %v and %v", primal, dual)
			}
		})
	}
}

// lossWeights are the C·c_i of an optimum.
func lossWeights(o optimum, p contract.Problem) []float64 {
	weights, sums := make([]float64, len(p.Y)), map[float64]float64{}
	for i, y := range p.Y {
		weights[i] = 1
		if p.Weights != nil {
			weights[i] = p.Weights[i]
		}
		sums[y] += weights[i]
	}
	for i, y := range p.Y {
		if o.Settings["class_weight"] != nil {
			weights[i] *= (sums[1] + sums[-1]) / 2 / sums[y]
		}
		weights[i] *= o.C
	}
	return weights
}
