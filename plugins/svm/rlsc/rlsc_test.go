package rlsc

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// trained solves a problem.
func trained(t testing.TB, settings map[string]any, p contract.Problem) *model {
	t.Helper()
	return reference.Train(t, Component(), settings, p).(*model)
}

// parts divides breast cancer into training rows, and rows that are asked for.
func parts(t testing.TB) (p contract.Problem, asked contract.Matrix) {
	all := reference.BreastCancer(t)
	p = contract.Problem{Task: contract.Binary, Classes: 2, X: contract.Matrix{Cols: all.X.Cols}}
	asked.Cols = all.X.Cols
	for i := range all.X.Rows {
		if i%10 == 0 {
			asked.Data = append(asked.Data, all.X.Row(i)...)
		} else {
			p.X.Data, p.Y = append(p.X.Data, all.X.Row(i)...), append(p.Y, all.Y[i])
		}
	}
	p.X.Rows, asked.Rows = len(p.Y), len(asked.Data)/asked.Cols
	return p, asked
}

// weigh gives rows other weights.
func weigh(p *contract.Problem) {
	for i := range p.Y {
		p.Weights = append(p.Weights, 1+float64(i%3)/2)
	}
}

// TestReference compares with scikit-learn.
func TestReference(t *testing.T) {
	b, err := os.ReadFile("testdata/kernel_ridge.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct{ Models []map[string]any }
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	if len(want.Models) < 30 {
		t.Errorf("%d models", len(want.Models))
	}
	for _, w := range want.Models {
		p, asked := parts(t)
		name := fmt.Sprint(w["kernel"], " ", w["gamma"], " ", w["target"], ", weighted ", w["weighted"])
		if w["target"] == "regression" {
			p.Task = contract.Regression
			for i := range p.Y {
				p.Y[i] = p.X.Row(i)[1]
			}
		}
		if w["weighted"] == true {
			weigh(&p)
		}
		settings := map[string]any{}
		for _, key := range []string{"kernel", "gamma", "degree", "coef0", "alpha"} {
			if v, written := w[key]; written {
				settings[key] = v
			}
		}
		values := w["values"].([]any)
		for i, s := range reference.Scores(trained(t, settings, p), asked, 1) {
			reference.Near(t, fmt.Sprintf("%s: value %d", name, i), s, values[i].(float64), 1e-8)
		}
	}
}

// TestOptimality: (K + alpha·W⁻¹)·c = y, and the objective is that of c.
func TestOptimality(t *testing.T) {
	for _, settings := range []map[string]any{
		{}, {"alpha": 1e-3, "gamma": 0.01}, {"kernel": "linear", "alpha": 2}, {"kernel": "poly", "coef0": 1, "gamma": "auto"},
	} {
		for _, weighted := range []bool{false, true} {
			p, _ := parts(t)
			if weighted {
				weigh(&p)
			}
			m := trained(t, settings, p)
			alpha, weight := 1.0, 1.0
			if v, written := settings["alpha"]; written {
				alpha, _ = v.(float64)
				if i, whole := v.(int); whole {
					alpha = float64(i)
				}
			}
			objective, scores := 0.0, reference.Scores(m, p.X, 1)
			for i, c := range m.sums[0].Coef {
				f := 0.0
				for at, other := range m.sums[0].Coef {
					f += other * reference.Kernel(m.kernel.Kind, m.kernel.Gamma, m.kernel.Coef0, m.kernel.Degree, p.X.Row(i), p.X.Row(at))
				}
				if weighted {
					weight = p.Weights[i]
				}
				name := fmt.Sprintf("%v, weighted %v: row %d", settings, weighted, i)
				reference.Near(t, name+": residual", f+alpha/weight*c, p.Y[i], 1e-9)
				reference.Near(t, name+": score", scores[i], f, 1e-9)
				objective += weight*(p.Y[i]-f)*(p.Y[i]-f) + alpha*c*f
			}
			reference.Near(t, "objective", m.Fit().Objective, objective, 1e-8)
		}
	}
}

// TestMulticlassIsOneVsRest: each output has the bytes of the binary problem of its class.
func TestMulticlassIsOneVsRest(t *testing.T) {
	p := reference.Iris(t)
	scores := reference.Scores(trained(t, nil, p), p.X, 3)
	for k := range 3 {
		q := p
		q.Task, q.Classes, q.Y = contract.Binary, 2, make([]float64, len(p.Y))
		for i, y := range p.Y {
			if q.Y[i] = -1; y == float64(k) {
				q.Y[i] = 1
			}
		}
		for i, s := range reference.Scores(trained(t, nil, q), p.X, 1) {
			if scores[3*i+k] != s {
				t.Fatalf("class %d, row %d: %v and %v", k, i, scores[3*i+k], s)
			}
		}
	}
}

// numeric is the component with a γ that does not depend on rows that are left out.
func numeric() contract.Component {
	c := Component()
	for i := range c.Params {
		if c.Params[i].Name == "gamma" {
			c.Params[i].Default = 0.5
		}
	}
	return c
}

func TestCompanyAndSymmetry(t *testing.T) {
	reference.CheckBatch(t, numeric())
	reference.CheckBatchSymmetric(t, Component())
	for _, settings := range []map[string]any{nil, {"kernel": "linear"}, {"kernel": "poly", "coef0": 1}} {
		reference.CheckSymmetric(t, Component(), settings)
	}
	if !Component().Under(nil).Has(contract.FoldWide) || Component().Under(contract.Config(`{"gamma":2}`)).Has(contract.FoldWide) ||
		Component().Under(contract.Config(`{"kernel":"linear"}`)).Has(contract.FoldWide) {
		t.Error("only the gamma scale depends on all rows")
	}
}

// TestThreads trains with 1 and 3 threads: the same bytes, and times.
func TestThreads(t *testing.T) { reference.CheckThreads(t, Component(), nil) }

// TestJointScores: models scored together have the bytes of each alone.
func TestJointScores(t *testing.T) { reference.CheckJoint(t, Component(), nil) }

// TestHardRows: scores are finite, or it is said why there are none.
func TestHardRows(t *testing.T) {
	for name, p := range reference.Hard() {
		for _, settings := range []map[string]any{{}, {"alpha": 1e-6}, {"alpha": 1e9}, {"gamma": 1e6}, {"gamma": 1e-6},
			{"kernel": "linear"}, {"kernel": "poly"}, {"kernel": "sigmoid"}} {
			l, _ := Component().Learner(contract.NewConfig(settings))
			m, err := l.Train(t.Context(), p)
			if err != nil {
				if settings["kernel"] == nil && name != "far from 0" || !strings.Contains(err.Error(), "standardise") {
					t.Errorf("%s, %v: %v", name, settings, err)
				}
				continue
			}
			for i, s := range reference.Scores(m, p.X, 1) {
				if s-s != 0 {
					t.Errorf("%s, %v: score %d is %v", name, settings, i, s)
				}
			}
		}
	}
}

// TestSparse trains and scores on rows in compressed form: as on dense ones.
func TestSparse(t *testing.T) {
	p := reference.Iris(t)
	b := contract.Batch{Features: contract.Features{Rows: 150, Cols: 4, Dense: p.X.Data}, Threads: 2,
		RowSets:  []contract.RowSet{{Ranges: []contract.Range{{End: 50}, {Start: 50, End: 100, Class: 1}, {Start: 100, End: 150, Class: 2}}}},
		Problems: []contract.BatchProblem{{Task: contract.Binary, Column: []int8{1, 0, -1}}, {Task: contract.Multiclass, Classes: 3}}}
	csr := &contract.CSR{Indptr: []int64{0}}
	for i := range 150 {
		for j, v := range p.X.Row(i) {
			csr.Data, csr.Indices = append(csr.Data, v), append(csr.Indices, int32(j))
		}
		csr.Indptr = append(csr.Indptr, int64(len(csr.Data)))
	}
	l, _ := Component().Learner(nil)
	train := func(b contract.Batch) (list [2]*model) {
		err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
			if err != nil {
				t.Fatal(err)
			}
			list[i] = m.(*model)
		})
		if err != nil {
			t.Fatal(err)
		}
		return list
	}
	dense := train(b)
	b.Features.Dense, b.Features.CSR = nil, csr
	for at, m := range train(b) {
		width := len(m.sums)
		scores := make([]float64, 150*width)
		reference.ScoreSparse(m, contract.SparseMatrix{Rows: 150, Cols: 4, CSR: *csr}, scores)
		for i, s := range reference.Scores(dense[at], p.X, width) {
			reference.Near(t, fmt.Sprintf("model %d, score %d", at, i), scores[i], s, 1e-12)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, text := range []string{
		`{"gamma":0}`, `{"gamma":-1}`, `{"gamma":"large"}`, `{"alpha":0}`, `{"alpha":-1}`, `{"kernel":"cosine"}`, `{"degree":0}`,
		`{"degree":1.5}`, `{"C":1}`,
	} {
		if _, err := Component().Learner(contract.Config(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	if err := checkRows(15_000, 26); err != nil {
		t.Error(err)
	}
	if err := checkRows(100_000, 1); err == nil || !strings.Contains(err.Error(), "100000 training rows takes") {
		t.Errorf("100,000 rows: %v", err)
	}
	l, _ := Component().Learner(nil)
	for want, change := range map[string]func(*contract.Problem){
		"column 2":            func(p *contract.Problem) { p.X.Data[7*4+2] = math.NaN() },
		"no training rows":    func(p *contract.Problem) { p.X, p.Y = contract.Matrix{Cols: 4}, nil },
		"no feature columns":  func(p *contract.Problem) { p.X = contract.Matrix{Rows: 150} },
		"class number below":  func(p *contract.Problem) { p.Y[3] = 3 },
		"not a finite number": func(p *contract.Problem) { p.Task, p.Y[3] = contract.Regression, math.Inf(1) },
		"weight 0":            func(p *contract.Problem) { p.Weights = p.Y },
		"both signs":          func(p *contract.Problem) { p.Task, p.X.Rows, p.Y = contract.Binary, 2, []float64{1, 1} },
		"the kernel overflow": func(p *contract.Problem) { p.X.Data[3] = 1e200 },
	} {
		p := reference.Iris(t)
		change(&p)
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
	// tanh(x·z − 2) is below 0 on the diagonal of short rows.
	l, _ = Component().Learner(contract.Config(`{"kernel":"sigmoid","coef0":-2,"gamma":0.001,"alpha":0.5}`))
	if _, err := l.Train(t.Context(), reference.Iris(t)); err == nil || !strings.Contains(err.Error(), "larger alpha") {
		t.Errorf("a kernel that is not positive definite: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := l.Train(ctx, reference.Iris(t)); err != context.Canceled {
		t.Errorf("cancelled: %v", err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"gamma":3,"kernel":"poly"}`))
	f.Add([]byte(`{"gamma":"wide"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}
