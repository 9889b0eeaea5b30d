package reference

import (
	"context"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
)

// CheckJoint checks that the models of the binary problems of IrisBatch, over different
// classes and folds, give the same bytes scored together and each alone.
func CheckJoint(t *testing.T, c contract.Component, config contract.Config) {
	t.Helper()
	l, err := c.Learner(config)
	if err != nil {
		t.Fatal(err)
	}
	b := IrisBatch(t)
	var models []contract.Model
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil {
			t.Fatal(err)
		}
		if b.Problems[i].Task == contract.Binary {
			models = append(models, m)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	x := Iris(t).X
	together := make([]float64, x.Rows*len(models))
	models[0].(contract.JointModel).ScoreAll(models, contract.Rows{Matrix: x}, 1, together)
	for at, m := range models {
		for i, alone := range Scores(m, x, 1) {
			if joint := together[i*len(models)+at]; joint != alone {
				t.Fatalf("%s: model %d scores row %d %v together, %v alone", config, at, i, joint, alone)
			}
		}
	}
}

// CheckRefusals checks that a learner takes none of some configurations, nor Iris after
// each change, where its error says what the change is called, nor anything once its
// context has ended.
func CheckRefusals(t *testing.T, c contract.Component, configs []string, changes map[string]func(*contract.Problem)) {
	t.Helper()
	for _, text := range configs {
		if _, err := c.Learner(contract.Config(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	l, err := c.Learner(nil)
	if err != nil {
		t.Fatal(err)
	}
	for want, change := range changes {
		p := Iris(t)
		change(&p)
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Train(ctx, Iris(t)); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}
