package margin

import (
	"context"
	"errors"
	"maps"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

// Hard problems have finite answers, no worse than those of w = 0. The dual methods
// do not reach the minimum where columns are large: sums of α·x cancel there.
func TestHardProblems(t *testing.T) {
	for name, p := range reference.Hard() {
		large := strings.Contains(name, "large") || name == "far from 0"
		for _, settings := range []map[string]any{{}, {"penalize_intercept": false}, {"loss": hingeLoss}, {"C": 100.0},
			{"loss": hingeLoss, "C": 100.0}} {
			problems := []contract.Problem{p}
			if settings["penalize_intercept"] == nil && settings["loss"] == nil {
				problems = append(problems, reference.ThreeClasses(p))
			}
			for _, p := range problems {
				dual := settings["loss"] != nil || p.Task == contract.Multiclass
				more := maps.Clone(settings)
				if dual && large {
					more["max_iter"] = 20.0
				}
				m := train(t, p, more)
				fit := m.Fit()
				zero := float64(p.X.Rows)
				if c, ok := settings["C"].(float64); ok {
					zero *= c
				}
				for _, v := range append(append([]float64{fit.Objective}, m.W...), m.B...) {
					if math.IsNaN(v) || math.IsInf(v, 0) {
						t.Errorf("%s, %v, %s: %+v", name, settings, p.Task, m)
						break
					}
				}
				if fit.Unconverged && !(dual && large) || fit.Objective > zero*(1+1e-9) {
					t.Errorf("%s, %v, %s: %+v, at 0 it is %v", name, settings, p.Task, fit, zero)
				}
			}
		}
	}
}

func TestCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	for _, loss := range []string{hingeLoss, squaredLoss} {
		l, err := Component().Learner(contract.NewConfig(map[string]any{"loss": loss}))
		if err != nil {
			t.Fatal(err)
		}
		for _, p := range []contract.Problem{reference.BreastCancer(t), reference.Iris(t)} {
			if _, err := l.Train(ctx, p); !errors.Is(err, context.Canceled) {
				t.Errorf("%s, %s: %v", loss, p.Task, err)
			}
		}
	}
}

func TestOneSign(t *testing.T) {
	for _, loss := range []string{hingeLoss, squaredLoss} {
		l, _ := Component().Learner(contract.NewConfig(map[string]any{"loss": loss}))
		p := reference.BreastCancer(t)
		for i := range p.Y {
			p.Y[i] = 1
		}
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
}
