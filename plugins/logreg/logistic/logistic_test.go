package logistic

import (
	"embed"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

//go:embed testdata/optima.json
var files embed.FS

// optima are the numbers of testdata/optima.json.
type optima struct {
	BreastCancer map[string]reference.Optimum `json:"breast_cancer"`
	Iris         map[string]struct {
		Objective   float64     `json:"objective"`
		Intercept   []float64   `json:"intercept"`
		Coef        [][]float64 `json:"coef"`
		TrainErrors int         `json:"train_errors"`
	} `json:"iris"`
}

func load(t *testing.T) (o optima) {
	t.Helper()
	b, err := files.ReadFile("testdata/optima.json")
	if err == nil {
		err = json.Unmarshal(b, &o)
	}
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// tight is a tolerance at which coefficients are right to eight digits.
const tight = 1e-18

// train trains with settings and more settings.
func train(t *testing.T, p contract.Problem, settings map[string]any, more map[string]any) *linear.Model {
	t.Helper()
	all := maps.Clone(settings)
	maps.Copy(all, more)
	return reference.Train(t, Component(), all, p).(*linear.Model)
}

// objective fails the test unless the objective is within tol of the optimum,
// relative to it, and the fit is honest about it.
func objective(t *testing.T, m *linear.Model, want, tol float64) {
	t.Helper()
	fit := m.Fit()
	if !fit.HasObjective || fit.Unconverged || !(math.Abs(fit.Objective-want) <= tol*want) {
		t.Errorf("fit %+v, want objective %v (off by %.2g)", fit, want, fit.Objective/want-1)
	}
}

func coefficients(t *testing.T, m *linear.Model, want reference.Optimum, tol float64) {
	t.Helper()
	reference.Near(t, "intercept", m.B[0], want.Intercept, tol)
	for j, w := range want.Coef {
		reference.Near(t, fmt.Sprintf("coefficient %d", j), m.W[j], w, tol)
	}
}

func TestReferenceOptima(t *testing.T) {
	vectors, p := reference.Load(t), reference.BreastCancer(t)
	for _, c := range []float64{0.1, 1, 10} {
		for name, penalized := range map[string]bool{"freebias": false, "regbias": true} {
			name = fmt.Sprintf("logistic_C%v_%s", c, name)
			for _, solver := range []string{"auto", "newton"} {
				t.Run(name+"_"+solver, func(t *testing.T) {
					want := vectors.Binary(t, name)
					settings := map[string]any{"C": c, "penalize_intercept": penalized, "solver": solver}
					objective(t, train(t, p, settings, nil), want.Objective, 1e-6)
					m := train(t, p, settings, map[string]any{"tol": tight})
					objective(t, m, want.Objective, 1e-12)
					coefficients(t, m, want, 1e-7)
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
						reference.Near(t, fmt.Sprintf("score %d", i), s[i], v, 1e-6)
					}
				})
			}
		}
	}
}

// weighted are the problems of testdata/optima.json with weights.
func weighted(t *testing.T, name string) (contract.Problem, map[string]any) {
	p, settings := reference.BreastCancer(t), map[string]any{}
	if strings.Contains(name, "weights") {
		for i := range p.Y {
			p.Weights = append(p.Weights, float64(1+i%3))
		}
	}
	if strings.Contains(name, "balanced") {
		settings["class_weight"] = "balanced"
	}
	return p, settings
}

func TestWeights(t *testing.T) {
	vectors := load(t)
	for _, name := range []string{"weights", "balanced", "balanced_weights"} {
		for _, solver := range []string{"lbfgs", "newton"} {
			t.Run(name+"_"+solver, func(t *testing.T) {
				p, settings := weighted(t, name)
				settings["solver"] = solver
				objective(t, train(t, p, settings, nil), vectors.BreastCancer[name].Objective, 1e-6)
				m := train(t, p, settings, map[string]any{"tol": tight})
				objective(t, m, vectors.BreastCancer[name].Objective, 1e-12)
				coefficients(t, m, vectors.BreastCancer[name], 1e-7)
			})
		}
	}
}

// A row of weight 2 counts like a row that is there twice.
func TestWeightTwoIsTwice(t *testing.T) {
	p := reference.BreastCancer(t)
	q := contract.Problem{Task: contract.Binary, X: contract.Matrix{Cols: p.X.Cols}}
	for i, y := range p.Y {
		w := float64(1 + i%2)
		p.Weights = append(p.Weights, w)
		for range int(w) {
			q.X.Data, q.Y = append(q.X.Data, p.X.Row(i)...), append(q.Y, y)
			q.X.Rows++
		}
	}
	for _, settings := range []map[string]any{
		{}, {"class_weight": "balanced"}, {"penalty": "l1", "class_weight": "balanced"}, {"solver": "newton"},
	} {
		a, b := train(t, p, settings, map[string]any{"tol": 1e-14}), train(t, q, settings, map[string]any{"tol": 1e-14})
		reference.Near(t, "objective", a.Fit().Objective, b.Fit().Objective, 1e-10)
		coefficients(t, a, reference.Optimum{Coef: b.W, Intercept: b.B[0]}, 1e-5)
	}
}

// TestL1 compares objectives with other programs', which may not reach the minimum,
// and looks at the optimality conditions: a slope of ∓1 where a coefficient is not
// 0, else at most 1.
func TestL1(t *testing.T) {
	vectors, p := load(t), reference.BreastCancer(t)
	for _, c := range []float64{0.1, 1, 10} {
		for name, penalized := range map[string]bool{"freebias": false, "regbias": true} {
			t.Run(fmt.Sprintf("C%v_%s", c, name), func(t *testing.T) {
				settings := map[string]any{"C": c, "penalty": "l1", "penalize_intercept": penalized}
				m := train(t, p, settings, map[string]any{"tol": 1e-14})
				objective(t, train(t, p, settings, nil), m.Fit().Objective, 1e-6)
				if want, ok := vectors.BreastCancer[fmt.Sprintf("l1_C%v_%s", c, name)]; ok {
					objective(t, m, want.Objective, 1e-6)
					if m.Fit().Objective > want.Objective*(1+1e-12) {
						t.Errorf("objective %v is above the reference %v", m.Fit().Objective, want.Objective)
					}
				}
				checkL1(t, slopes(m, p, c), m, penalized)
			})
		}
	}
	m := train(t, p, map[string]any{"C": 1e-4, "penalty": "l1"}, nil)
	if m.Fit().Unconverged || m.B[0] == 0 {
		t.Errorf("fit %+v with intercept %v", m.Fit(), m.B[0])
	}
	for j, w := range m.W {
		if w != 0 {
			t.Errorf("coefficient %d is %v where all should be 0", j, w)
		}
	}
}

// checkL1 looks at the slopes of the losses, the intercept's last.
func checkL1(t *testing.T, g []float64, m *linear.Model, penalized bool) {
	t.Helper()
	w, zeros := m.W, 0
	if penalized {
		w = append(w, m.B[0])
	} else {
		reference.Near(t, "slope of the intercept", g[len(w)], 0, 1e-6)
	}
	for j, w := range w {
		if w == 0 {
			zeros++
			if math.Abs(g[j]) > 1+1e-6 {
				t.Errorf("coefficient %d is 0 with slope %v", j, g[j])
			}
			continue
		}
		reference.Near(t, fmt.Sprintf("slope %d of coefficient %v", j, w), g[j], -math.Copysign(1, w), 1e-6)
	}
	if zeros == 0 || zeros == len(w) {
		t.Errorf("%d coefficients are 0", zeros)
	}
}

// slopes returns the gradient of C·Σ losses, the intercept last.
func slopes(m *linear.Model, p contract.Problem, c float64) []float64 {
	g := make([]float64, p.X.Cols+1)
	for i, f := range reference.Scores(m, p.X, 1) {
		s := -c * p.Y[i] / (1 + math.Exp(p.Y[i]*f))
		for j, v := range p.X.Row(i) {
			g[j] += s * v
		}
		g[p.X.Cols] += s
	}
	return g
}

func TestGradientVanishesWithoutIntercept(t *testing.T) {
	p := reference.BreastCancer(t)
	for _, solver := range []string{"auto", "newton"} {
		m := train(t, p, map[string]any{"intercept": false, "tol": tight, "solver": solver}, nil)
		if m.B[0] != 0 {
			t.Errorf("intercept %v", m.B[0])
		}
		for j, v := range slopes(m, p, 1)[:p.X.Cols] {
			reference.Near(t, fmt.Sprintf("gradient %d", j), v+m.W[j], 0, 1e-7)
		}
	}
}

// Whatever the solver and the start, the minimum is the same. Descent along the
// gradient reaches it where the problem is well conditioned.
func TestSolversAgree(t *testing.T) {
	p := reference.BreastCancer(t)
	for _, start := range []string{"zeros", "least_squares"} {
		for _, penalty := range []string{"l2", "none"} {
			settings := map[string]any{"start": start, "penalty": penalty, "C": 0.01}
			p := p
			if penalty == "none" { // a problem with a minimum
				settings["C"], p = 1.0, twoColumns(p)
			}
			want := train(t, p, settings, map[string]any{"solver": "newton", "tol": tight}).Fit().Objective
			for solver, more := range map[string]map[string]any{
				"lbfgs": {}, "newton": {}, "gd": {"max_iter": 20000.0}, "sgd": {"max_iter": 300.0, "tol": 1e-4},
			} {
				more["solver"] = solver
				m := train(t, p, settings, more)
				tol := 1e-6
				if solver == "sgd" {
					tol = 1e-3
				}
				objective(t, m, want, tol)
			}
		}
	}
}

// twoColumns keeps two columns, in which the classes overlap.
func twoColumns(p contract.Problem) contract.Problem {
	q := p
	q.X = contract.Matrix{Rows: p.X.Rows, Cols: 2}
	for i := range p.X.Rows {
		q.X.Data = append(q.X.Data, p.X.Row(i)[1], p.X.Row(i)[4])
	}
	return q
}

// Least squares are where training starts: after no step to speak of the scores
// are those of regression on −1 and +1.
func TestStartsFromLeastSquares(t *testing.T) {
	p := reference.BreastCancer(t)
	settings := map[string]any{"start": "least_squares", "solver": "gd", "C": 1e-12, "penalty": "none", "max_iter": 1.0,
		"tol": 0.9}
	m := train(t, p, settings, nil)
	for j := range p.X.Cols {
		slope := 0.0
		for i, f := range reference.Scores(m, p.X, 1) {
			slope += (f - p.Y[i]) * p.X.Row(i)[j]
		}
		reference.Near(t, fmt.Sprintf("normal equation %d", j), slope, 0, 1e-5)
	}
}

func TestSeparableWithoutPenalty(t *testing.T) {
	p := contract.Problem{Task: contract.Binary, X: contract.Matrix{Rows: 4, Cols: 1, Data: []float64{-2, -1, 1, 3}},
		Y: []float64{-1, -1, 1, 1}}
	for _, solver := range []string{"lbfgs", "newton", "gd", "sgd"} {
		m := train(t, p, map[string]any{"penalty": "none", "solver": solver, "max_iter": 200.0}, nil)
		if fit := m.Fit(); !fit.Unconverged || !(m.W[0] > 0 && m.W[0] < 1e6) {
			t.Errorf("%s: %+v", solver, m)
		}
	}
}

func TestIterationLimit(t *testing.T) {
	p := reference.BreastCancer(t)
	for _, solver := range []string{"lbfgs", "newton", "gd", "sgd", "adagrad"} {
		m := train(t, p, map[string]any{"max_iter": 1.0, "solver": solver}, nil)
		if fit := m.Fit(); !fit.Unconverged || !(fit.Objective > 0) {
			t.Errorf("%s: %+v", solver, fit)
		}
	}
}
