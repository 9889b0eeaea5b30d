package margin

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
		Coef        [][]float64 `json:"coef"` // the intercept last
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

func TestWeights(t *testing.T) {
	vectors := load(t)
	for _, loss := range []string{hingeLoss, squaredLoss} {
		for _, name := range []string{"weights", "balanced", "balanced_weights"} {
			p, settings := reference.BreastCancer(t), map[string]any{"loss": loss}
			if strings.Contains(name, "weights") {
				for i := range p.Y {
					p.Weights = append(p.Weights, float64(1+i%3))
				}
			}
			if strings.Contains(name, "balanced") {
				settings["class_weight"] = "balanced"
			}
			want := vectors.BreastCancer[loss+"_"+name]
			m := train(t, p, settings)
			if fit := m.Fit(); fit.Unconverged || !(math.Abs(fit.Objective/want.Objective-1) <= 1e-6) {
				t.Errorf("%s with %s: %+v, want objective %v", loss, name, fit, want.Objective)
			}
			settings["tol"] = 1e-10
			m = train(t, p, settings)
			for j, w := range want.Coef {
				reference.Near(t, fmt.Sprintf("coefficient %d", j), m.W[j], w, 3e-4)
			}
			reference.Near(t, "intercept", m.B[0], want.Intercept, 3e-4)
		}
	}
}

// A row of weight 2 counts like a row that is there twice.
func TestWeightTwoIsTwice(t *testing.T) {
	for _, p := range []contract.Problem{reference.BreastCancer(t), reference.Iris(t)} {
		q := p
		q.X, q.Y = contract.Matrix{Cols: p.X.Cols}, nil
		for i, y := range p.Y {
			w := 1 + i%2
			p.Weights = append(p.Weights, float64(w))
			for range w {
				q.X.Data, q.Y = append(q.X.Data, p.X.Row(i)...), append(q.Y, y)
				q.X.Rows++
			}
		}
		for _, settings := range []map[string]any{
			{"loss": hingeLoss}, {"loss": hingeLoss, "class_weight": "balanced"},
			{"penalize_intercept": p.Task == contract.Multiclass}, {"class_weight": "balanced"},
		} {
			settings["tol"] = 1e-9
			a, b := train(t, p, settings), train(t, q, settings)
			reference.Near(t, "objective", a.Fit().Objective, b.Fit().Objective, 2e-7)
			for j, w := range b.W {
				reference.Near(t, fmt.Sprintf("%v: coefficient %d", settings, j), a.W[j], w, 2e-3)
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
		{"tol": 1e-24}, {"tol": 1e-24, "class_weight": "balanced"}, {"loss": hingeLoss},
		{"loss": hingeLoss, "class_weight": "balanced"},
	} {
		settings["max_iter"] = 200.0
		reference.CheckBatch(t, with(settings))
		reference.CheckBatchSymmetric(t, with(settings))
	}
}

func TestThreads(t *testing.T) {
	for _, settings := range []map[string]any{nil, {"loss": hingeLoss}, {"penalize_intercept": false}} {
		var scores []string
		for _, threads := range []int{1, 2} {
			b := reference.IrisBatch(t)
			b.Threads = threads
			l, err := with(settings).Learner(nil)
			if err != nil {
				t.Fatal(err)
			}
			all := make([]*linear.Model, len(b.Problems))
			err = l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
				if err == nil {
					all[i] = m.(*linear.Model)
				} else if settings["penalize_intercept"] == nil || b.Problems[i].Task == contract.Binary {
					t.Error(err)
				}
			})
			if err != nil {
				t.Fatal(err)
			}
			text := ""
			for _, m := range all {
				if m != nil {
					text += fmt.Sprintln(m.W, m.B, m.Quality.Objective)
				}
			}
			scores = append(scores, text)
		}
		if scores[0] != scores[1] {
			t.Errorf("%v: two threads give other bits", settings)
		}
	}
}

func TestCrammerSinger(t *testing.T) {
	vectors := load(t)
	for name, c := range map[string]float64{"crammer_singer_C0.1": 0.1, "crammer_singer_C1": 1, "crammer_singer_C10": 10,
		"crammer_singer_C100": 100} {
		t.Run(name, func(t *testing.T) {
			p, want := reference.Iris(t), vectors.Iris[name]
			for tol, near := range map[float64]float64{1e-8: 1e-5, 1e-10: 1e-6} {
				m := train(t, p, map[string]any{"C": c, "tol": tol})
				fit := m.Fit()
				if fit.Unconverged || !(math.Abs(fit.Objective/want.Objective-1) <= near) {
					t.Errorf("tol %v: %+v, want objective %v", tol, fit, want.Objective)
				}
				if fit.Objective > want.Objective*(1+near) {
					t.Errorf("tol %v: objective %v is above the reference %v", tol, fit.Objective, want.Objective)
				}
				errors := 0
				for i, k := range reference.Predictions(reference.Scores(m, p.X, 3), 3) {
					if float64(k) != p.Y[i] {
						errors++
					}
				}
				if errors != want.TrainErrors {
					t.Errorf("%d training errors, want %d", errors, want.TrainErrors)
				}
				for k, w := range want.Coef {
					for j := range 4 {
						reference.Near(t, fmt.Sprintf("coefficient %d of class %d", j, k), m.W[k*4+j], w[j], 0.01)
					}
				}
			}
		})
	}
}

// TestCrammerSingerOptimality checks feasibility of α and that a row has α on the
// classes of the largest decision value alone.
func TestCrammerSingerOptimality(t *testing.T) {
	p := equallyWeighted(reference.Iris(t))
	m, _ := newMulticlass(p, 1)
	order := make([]int, p.X.Rows)
	for i := range order {
		order[i] = i
	}
	for range 20000 {
		m.sweep(order)
	}
	primal, dual := m.objectives()
	gap := primal - dual
	if !(gap < 1e-6*primal && gap > -1e-12*primal) {
		t.Errorf("gap %v of %v", gap, primal)
	}
	for i, class := range m.class {
		m.decide(i)
		m.f[class]--
		most := math.Inf(-1)
		for _, f := range m.f[:3] {
			most = max(most, f)
		}
		sum := 0.0
		for k, a := range m.alphaOf(i)[:3] {
			sum += a
			if a > 0 && k != class || a > m.bound[i] {
				t.Errorf("row %d of class %d has α %v", i, class, m.alphaOf(i))
			}
			if a < -1e-9 && m.f[k] < most-1e-3 {
				t.Errorf("row %d has α %v where class %d is %v behind", i, a, k, most-m.f[k])
			}
		}
		reference.Near(t, "sum of α", sum, 0, 1e-12)
	}
}

func TestClassWithoutRows(t *testing.T) {
	p := reference.Iris(t)
	want := train(t, p, nil)
	p.Classes = 5
	for i, y := range p.Y {
		p.Y[i] = []float64{0, 2, 3}[int(y)]
	}
	m := train(t, p, nil)
	if m.B[1] != linear.Absent || m.B[4] != linear.Absent {
		t.Errorf("intercepts %v", m.B)
	}
	for k, from := range []int{0, 2, 3} {
		if m.B[from] != want.B[k] || m.W[4*from] != want.W[4*k] {
			t.Errorf("class %d is not what it is among three: %v, %v", from, m.B, want.B)
		}
	}
}

func TestIterationLimit(t *testing.T) {
	for _, p := range []contract.Problem{reference.BreastCancer(t), reference.Iris(t)} {
		for _, loss := range []string{hingeLoss, squaredLoss} {
			settings := map[string]any{"max_iter": 1.0, "C": 100.0}
			maps.Copy(settings, map[string]any{"loss": loss})
			if fit := train(t, p, settings).Fit(); !fit.Unconverged || !(fit.Objective > 0) {
				t.Errorf("%s, %s: %+v", p.Task, loss, fit)
			}
		}
	}
}

func TestNarrow(t *testing.T) {
	for text, multiclass := range map[string]bool{`{}`: true, `{"loss":"hinge"}`: true,
		`{"penalize_intercept":false}`: false} {
		c := contract.Config(text)
		if Component().Under(c).Can(contract.Multiclass) != multiclass {
			t.Errorf("%s: %+v", text, Component().Under(c))
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
