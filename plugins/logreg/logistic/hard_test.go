package logistic

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

// Hard problems have finite answers, no worse than those of w = 0.
func TestHardProblems(t *testing.T) {
	for name, p := range reference.Hard() {
		for _, settings := range []map[string]any{
			{}, {"solver": "newton"}, {"penalty": "l1"}, {"penalty": "none"}, {"penalty": "none", "solver": "newton"},
			{"solver": "gd"}, {"solver": "sgd", "max_iter": 20.0}, {"solver": "adagrad", "max_iter": 20.0},
			{"penalize_intercept": true}, {"intercept": false}, {"start": "least_squares"},
		} {
			problems := []contract.Problem{p}
			if settings["solver"] != "newton" && settings["solver"] != "adagrad" && settings["penalty"] != "l1" {
				problems = append(problems, reference.ThreeClasses(p))
			}
			for _, p := range problems {
				m := train(t, p, settings, nil)
				fit := m.Fit()
				zero := float64(p.X.Rows) * math.Log(float64(p.Classes))
				for _, v := range append(append([]float64{fit.Objective}, m.W...), m.B...) {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Errorf("%s, %v, %s: %+v", name, settings, p.Task, m)
						break
					}
				}
				sure := settings["solver"] != "gd" && settings["solver"] != "sgd" && settings["solver"] != "adagrad" &&
					settings["penalty"] != "none"
				if sure && (fit.Unconverged || fit.Objective > zero*(1+1e-9)) {
					t.Errorf("%s, %v, %s: %+v, at 0 it is %v", name, settings, p.Task, fit, zero)
				}
			}
		}
	}
}

// The minimum does not depend on the way to it.
func TestHardProblemsAgree(t *testing.T) {
	for name, p := range reference.Hard() {
		a, b := train(t, p, nil, nil).Fit().Objective,
			train(t, p, map[string]any{"solver": "newton", "tol": 1e-14}, nil).Fit().Objective
		if !(math.Abs(a/b-1) <= 1e-6) {
			t.Errorf("%s: objective %v by lbfgs, %v by newton", name, a, b)
		}
	}
}

func TestOverflow(t *testing.T) {
	p := reference.BreastCancer(t)
	p.X.Data[0] = 1e200
	for _, settings := range []map[string]any{{}, {"solver": "newton"}, {"penalty": "l1"}, {"solver": "gd"},
		{"solver": "sgd"}, {"solver": "adagrad"}} {
		l, err := Component().Learner(contract.NewConfig(settings))
		if err != nil {
			t.Fatal(err)
		}
		m, err := l.Train(t.Context(), p)
		if err == nil {
			for _, w := range m.(*linear.Model).W {
				if w-w != 0 {
					t.Fatalf("%v: %v", settings, m)
				}
			}
		} else if !strings.Contains(err.Error(), "overflow") {
			t.Errorf("%v: overflow gives %v", settings, err)
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, settings := range []map[string]any{{}, {"solver": "newton"}, {"penalty": "l1"}, {"solver": "gd"},
		{"solver": "sgd"}, {"solver": "adagrad"}} {
		l, err := Component().Learner(contract.NewConfig(settings))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Train(ctx, reference.BreastCancer(t)); !errors.Is(err, context.Canceled) {
			t.Errorf("%v: %v", settings, err)
		}
	}
}

func TestOneSign(t *testing.T) {
	p := reference.BreastCancer(t)
	for i := range p.Y {
		p.Y[i] = 1
	}
	l, _ := Component().Learner(nil)
	if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "both signs") {
		t.Errorf("one sign: %v", err)
	}
	p = reference.Iris(t)
	for i := range p.Y {
		p.Y[i] = 2
	}
	m, err := l.Train(t.Context(), p)
	if err != nil || m.(*linear.Model).Quality.Unconverged || m.(*linear.Model).B[2] != 0 {
		t.Errorf("one class: %+v, %v", m, err)
	}
}
