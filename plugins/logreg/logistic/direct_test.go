package logistic

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

func TestSoftmaxOptima(t *testing.T) {
	vectors := load(t)
	for name, settings := range map[string]map[string]any{
		"softmax_C0.1_freebias": {"C": 0.1}, "softmax_C1_freebias": {}, "softmax_C100_freebias": {"C": 100.0},
		"softmax_weights": {}, "softmax_balanced": {"class_weight": "balanced"}, "softmax_none": {"penalty": "none"},
	} {
		t.Run(name, func(t *testing.T) {
			p, want := reference.Iris(t), vectors.Iris[name]
			switch name {
			case "softmax_weights":
				for i := range p.Y {
					p.Weights = append(p.Weights, float64(1+i%3))
				}
			case "softmax_balanced": // 50, 30 and 10 rows
				p.X.Data = append(p.X.Data[:80*4:80*4], p.X.Data[100*4:110*4]...)
				p.Y = append(p.Y[:80:80], p.Y[100:110]...)
				p.X.Rows = 90
			}
			objective(t, train(t, p, settings, nil), want.Objective, 1e-6)
			m := train(t, p, settings, map[string]any{"tol": tight})
			// The minimum without a penalty is flat: whether rounding ends the path first depends on the processor.
			off := m.Fit().Objective/want.Objective - 1
			if settings["penalty"] != "none" || !(math.Abs(off) <= 1e-11) {
				objective(t, m, want.Objective, 1e-9)
			}
			mean := (m.B[0] + m.B[1] + m.B[2]) / 3
			for k, w := range want.Coef {
				if settings["penalty"] == "none" {
					continue // only differences of coefficients are determined, and those badly
				}
				reference.Near(t, fmt.Sprintf("intercept %d", k), m.B[k]-mean, want.Intercept[k], 1e-6)
				for j := range w {
					reference.Near(t, fmt.Sprintf("coefficient %d of class %d", j, k), m.W[k*4+j], w[j], 1e-6)
				}
			}
			if want.TrainErrors > 0 {
				errors := 0
				for i, k := range reference.Predictions(reference.Scores(m, p.X, 3), 3) {
					if float64(k) != p.Y[i] {
						errors++
					}
				}
				if errors != want.TrainErrors {
					t.Errorf("%d training errors, want %d", errors, want.TrainErrors)
				}
			}
		})
	}
}

// Two classes are binary logistic regression: with ½‖W‖² the C of the latter is
// twice that of softmax, without a penalty there is no difference.
func TestSoftmaxOfTwoClasses(t *testing.T) {
	for _, penalty := range []string{"l2", "none"} {
		p := twoColumns(reference.BreastCancer(t))
		binary := train(t, p, map[string]any{"C": 2.0, "penalty": penalty, "tol": tight}, nil)
		q := p
		q.Task, q.Classes, q.Y = contract.Multiclass, 2, make([]float64, len(p.Y))
		for i, y := range p.Y {
			q.Y[i] = (y + 1) / 2
		}
		softmax := train(t, q, map[string]any{"penalty": penalty, "tol": tight}, nil)
		for j, w := range binary.W {
			reference.Near(t, fmt.Sprintf("%s: coefficient %d", penalty, j), softmax.W[2+j]-softmax.W[j], w, 1e-6)
		}
		reference.Near(t, "intercept", softmax.B[1]-softmax.B[0], binary.B[0], 1e-6)
		reference.Near(t, "objective", 2*softmax.Fit().Objective, binary.Fit().Objective, 1e-12)
	}
}

// Gradient descent and its stochastic form find the softmax model, too.
func TestSoftmaxByGradient(t *testing.T) {
	p := reference.Iris(t)
	reference.Standardise(p.X)
	for _, start := range []string{"zeros", "least_squares"} {
		settings := map[string]any{"C": 0.1, "start": start, "tol": 1e-5, "max_iter": 5000.0}
		want := train(t, p, map[string]any{"C": 0.1, "tol": tight}, nil).Fit().Objective
		for _, solver := range []string{"lbfgs", "gd", "sgd"} {
			objective(t, train(t, p, settings, map[string]any{"solver": solver}), want, 1e-4)
		}
	}
}

func TestClassWithoutRows(t *testing.T) {
	p := reference.Iris(t)
	want := train(t, p, map[string]any{"tol": tight, "class_weight": "balanced"}, nil)
	p.Classes = 5
	for i, y := range p.Y {
		p.Y[i] = []float64{0, 2, 3}[int(y)]
	}
	for _, solver := range []string{"lbfgs", "sgd"} {
		m := train(t, p, map[string]any{"tol": tight, "class_weight": "balanced", "solver": solver, "max_iter": 200.0}, nil)
		if m.B[1] != linear.Absent || m.B[4] != linear.Absent {
			t.Errorf("intercepts %v", m.B)
		}
		for k, from := range []int{0, 2, 3} {
			if solver == "lbfgs" && (m.B[from] != want.B[k] || m.W[4*from] != want.W[4*k]) {
				t.Errorf("class %d is not what it is among three: %v, %v", from, m.B, want.B)
			}
		}
	}
}

// with is the component with other defaults.
func with(settings map[string]any) contract.Component {
	c := Component()
	build := c.Learner
	c.Validate = nil
	c.NewLearner = func(contract.Config) (contract.Learner, error) { return build(contract.NewConfig(settings)) }
	return c
}

// A tight tolerance brings the ways of training to within the digits that
// CheckBatch asks of scores.
func TestBatch(t *testing.T) {
	for _, settings := range []map[string]any{
		{"tol": 1e-22}, {"tol": 1e-22, "penalize_intercept": true, "class_weight": "balanced"},
		{"tol": 1e-22, "start": "least_squares"},
	} {
		reference.CheckBatch(t, with(settings))
		reference.CheckBatchSymmetric(t, with(settings))
	}
}

// One solver only can be asked for what it trains: binary problems.
func TestBatchOfOtherSolvers(t *testing.T) {
	for _, settings := range []map[string]any{
		{"solver": "newton"}, {"penalty": "l1"}, {"solver": "gd", "max_iter": 50.0}, {"solver": "sgd", "max_iter": 5.0},
		{"penalty": "none", "max_iter": 50.0}, {"solver": "adagrad", "max_iter": 5.0},
	} {
		c := with(settings)
		reference.CheckBatchSymmetric(t, c)
		b := reference.IrisBatch(t)
		for i := range b.Problems {
			b.Problems[i].Seed = uint64(i)
		}
		together := binaryScores(t, c, b)
		b.Threads = 2
		if fmt.Sprint(binaryScores(t, c, b)) != fmt.Sprint(together) {
			t.Errorf("%v: other scores with two threads", settings)
		}
		for i := range b.Problems {
			one := b
			one.Problems = b.Problems[i : i+1]
			if s := binaryScores(t, c, one); fmt.Sprint(s[0]) != fmt.Sprint(together[i]) {
				t.Errorf("%v: problem %d depends on its company", settings, i)
			}
		}
	}
}

// binaryScores returns the scores of the training rows of binary problems.
func binaryScores(t *testing.T, c contract.Component, b contract.Batch) [][]float64 {
	t.Helper()
	l, err := c.Learner(nil)
	if err != nil {
		t.Fatal(err)
	}
	scores := make([][]float64, len(b.Problems))
	err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		switch {
		case b.Problems[i].Task == contract.Multiclass:
		case err != nil:
			t.Errorf("problem %d: %v", i, err)
		default:
			scores[i] = reference.Scores(m, reference.Plain(b, i).X, 1)
		}
	})
	if err != nil {
		t.Fatal(err)
	}
	return scores
}

func TestSymmetricBitForBit(t *testing.T) {
	for _, settings := range []map[string]any{
		nil, {"penalize_intercept": true, "C": 10.0}, {"solver": "newton"}, {"penalty": "l1"},
		{"penalty": "none", "max_iter": 30.0},
		{"solver": "gd", "max_iter": 30.0}, {"solver": "sgd", "max_iter": 3.0},
		{"solver": "adagrad", "max_iter": 3.0, "class_weight": "balanced"},
		{"start": "least_squares", "class_weight": "balanced"},
	} {
		reference.CheckSymmetric(t, Component(), settings)
	}
}

func TestRefusals(t *testing.T) {
	for text, want := range map[string]string{
		`{"C":0}`: "C is 0", `{"C":-1}`: "C is -1", `{"penalty":"l0"}`: "penalty", `{"solver":"adam"}`: "solver",
		`{"start":"ones"}`: "start",
		`{"tol":0}`:        "tol", `{"max_iter":0}`: "max_iter", `{"depth":3}`: "depth", `{`: "configuration",
		`{"class_weight":"even"}`:         "class_weight",
		`{"penalty":"l1","solver":"sgd"}`: "l1", `{"intercept":false,"penalize_intercept":true}`: "no intercept",
	} {
		if _, err := Component().Learner(contract.Config(text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: error %v does not say %q", text, err, want)
		}
	}
	p := reference.BreastCancer(t)
	p.X.Data[3*30+7] = math.NaN()
	l, _ := Component().Learner(nil)
	if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), "column 7") {
		t.Errorf("NaN: %v", err)
	}
}

func TestValidate(t *testing.T) {
	for text, path := range map[string]string{
		`{"penalty":"l1","solver":"lbfgs"}`: "solver", `{"penalty":"l1","solver":"gd"}`: "solver",
		`{"penalty":"none","penalize_intercept":true}`: "penalize_intercept",
		`{"penalty":"none","solver":"adagrad"}`:        "penalty", `{"penalty":"l1","solver":"adagrad"}`: "solver",
		`{"start":"least_squares","solver":"adagrad"}`: "start",
	} {
		ds := Component().Check(contract.Config(text))
		if len(ds) != 1 || ds[0].Severity != contract.Error || len(ds[0].Path) != 1 || ds[0].Path[0] != path {
			t.Errorf("%s: %+v", text, ds)
		}
	}
	for text, multiclass := range map[string]bool{`{}`: true, `{"penalty":"l1"}`: false, `{"solver":"newton"}`: false,
		`{"solver":"adagrad"}`:              false,
		`{"solver":"sgd","penalty":"none"}`: true} {
		c := contract.Config(text)
		if ds := Component().Check(c); len(ds) != 0 || Component().Under(c).Can(contract.Multiclass) != multiclass {
			t.Errorf("%s: %+v, %+v", text, ds, Component().Under(c))
		}
		l, err := Component().Learner(c)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Train(t.Context(), reference.Iris(t)); (err == nil) != multiclass {
			t.Errorf("%s: training three classes gives %v", text, err)
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"C":1,"penalty":"l2","solver":"auto","intercept":true,"penalize_intercept":false,` +
		`"tol":1e-9,"max_iter":10}`))
	f.Add([]byte(`{"C":1e400}`))
	f.Add([]byte(`{"penalty":"l1","solver":"gd","start":"least_squares","class_weight":"balanced"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if _, err := Component().Learner(b); err == nil && len(Component().Check(b)) > 0 {
			t.Error("a learner was built from a configuration that validation refuses")
		}
	})
}
