package bayes

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

// unbalanced is iris without its last 30 rows, with weights 1, 1.5, 2 in turn.
func unbalanced(t *testing.T) contract.Problem {
	p := reference.Iris(t)
	p.X.Rows, p.X.Data, p.Y = 120, p.X.Data[:480], p.Y[:120]
	for i := range p.Y {
		p.Weights = append(p.Weights, 1+float64(i%3)/2)
	}
	return p
}

func TestJointLogLikelihoods(t *testing.T) {
	b, err := os.ReadFile("testdata/naive_bayes.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for name, settings := range map[string]map[string]any{
		"gaussian":          {},
		"gaussian_weighted": {"var_smoothing": 1e-3},
		"counts":            {"kind": counts},
		"counts_weighted":   {"kind": counts, "alpha": 0.5},
	} {
		var rows [][]float64
		if err := json.Unmarshal(want[name], &rows); err != nil {
			t.Fatal(name, err)
		}
		p := unbalanced(t)
		if !strings.HasSuffix(name, "weighted") {
			p.Weights = nil
		}
		got := reference.Scores(reference.Train(t, Component(), settings, p), reference.Iris(t).X, 3)
		for i, row := range rows {
			for k, v := range row {
				reference.Near(t, fmt.Sprintf("%s: row %d, class %d", name, 10*i, k), got[30*i+k], v, 1e-11)
			}
		}
	}
}

// binary is iris' last two of the first 120 rows' classes as signs.
func binary(t *testing.T) (signs, classes contract.Problem) {
	classes = unbalanced(t)
	signs = classes
	signs.Task, signs.Classes, signs.Y = contract.Binary, 2, nil
	classes.Y, classes.Classes = slices.Clone(classes.Y), 2
	for i, y := range classes.Y {
		classes.Y[i] = math.Min(y, 1)
		signs.Y = append(signs.Y, 2*classes.Y[i]-1)
	}
	return signs, classes
}

func TestBinaryIsTheDifferenceOfTwoClasses(t *testing.T) {
	p, q := binary(t)
	for _, kind := range []string{gaussian, counts} {
		for _, priors := range []linear.Priors{linear.Frequencies, linear.Uniform} {
			settings := map[string]any{"kind": kind, "priors": priors}
			one := reference.Scores(reference.Train(t, Component(), settings, p), p.X, 1)
			two := reference.Scores(reference.Train(t, Component(), settings, q), p.X, 2)
			for i, s := range one {
				reference.Near(t, fmt.Sprintf("%s, %s: score %d", kind, priors, i), s, two[2*i+1]-two[2*i], 1e-12)
			}
		}
	}
}

func TestSymmetric(t *testing.T) {
	reference.CheckSymmetric(t, Component(), nil)
	reference.CheckSymmetric(t, Component(), map[string]any{"priors": linear.Uniform})
	p, _ := binary(t)
	q := p
	q.Y = slices.Clone(p.Y)
	for i := range q.Y {
		q.Y[i] = -q.Y[i]
	}
	for _, kind := range []string{gaussian, counts} {
		settings := map[string]any{"kind": kind}
		a := reference.Scores(reference.Train(t, Component(), settings, p), p.X, 1)
		b := reference.Scores(reference.Train(t, Component(), settings, q), p.X, 1)
		for i := range a {
			if a[i] != -b[i] {
				t.Fatalf("%s: score %d is %v and %v", kind, i, a[i], b[i])
			}
		}
	}
}

// TestWeightsAreCopies compares whole weights with rows that are repeated, but
// for the smoothing, which counts rows.
func TestWeightsAreCopies(t *testing.T) {
	p := unbalanced(t)
	q := p
	q.Weights, q.X, q.Y = nil, contract.Matrix{Cols: 4}, nil
	for i := range p.Y {
		p.Weights[i] = float64(1 + i%3)
		for range 1 + i%3 {
			q.X.Data, q.Y = append(q.X.Data, p.X.Row(i)...), append(q.Y, p.Y[i])
			q.X.Rows++
		}
	}
	for _, kind := range []string{gaussian, counts} {
		settings := map[string]any{"kind": kind, "var_smoothing": 1e-15}
		a := reference.Scores(reference.Train(t, Component(), settings, p), p.X, 3)
		b := reference.Scores(reference.Train(t, Component(), settings, q), p.X, 3)
		for i := range a {
			reference.Near(t, fmt.Sprintf("%s: score %d", kind, i), a[i], b[i], 1e-10)
		}
	}
}

// TestTroublesomeRows has a class without rows, one of one row, columns of very
// different size, constants and rows far away.
func TestTroublesomeRows(t *testing.T) {
	p := contract.Problem{Task: contract.Multiclass, Classes: 4, Y: []float64{0, 0, 1, 3, 3},
		X: contract.Matrix{Rows: 5, Cols: 4, Data: []float64{
			1e12, 1e-12, 0.1, 0,
			2e12, 3e-12, 0.1, 0,
			0, 0, 0.1, 0,
			5e12, 1e-12, 0.1, 0,
			5e12, 1e-12, 0.1, 0,
		}}}
	far := contract.Matrix{Rows: 2, Cols: 4, Data: []float64{1e300, -1e300, 0, 1, math.MaxFloat64, -math.MaxFloat64, 0, 0}}
	for _, kind := range []string{gaussian, counts} {
		m := reference.Train(t, Component(), map[string]any{"kind": kind}, p)
		scores := reference.Scores(m, p.X, 4)
		if kind == gaussian {
			scores = append(scores, reference.Scores(m, far, 4)...)
		}
		for i, s := range scores {
			if math.IsNaN(s) || math.IsInf(s, 0) || (s == linear.Absent) != (i%4 == 2) {
				t.Errorf("%s: score %d is %v", kind, i, s)
			}
		}
	}
	for i := range p.X.Data {
		p.X.Data[i] = 0.1
	}
	scores := reference.Scores(reference.Train(t, Component(), nil, p), p.X, 4)
	for i := range p.Y {
		reference.Near(t, "ratio of constant classes", scores[4*i]-scores[4*i+1], math.Log(2), 1e-12)
	}
}

func TestRefusals(t *testing.T) {
	for _, text := range []string{`{"kind":"bernoulli"}`, `{"alpha":0}`, `{"var_smoothing":-1}`, `{"priors":"p"}`,
		`{"C":1}`} {
		if _, err := Component().Learner(contract.Config(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
		if d := Component().Check(contract.Config(text)); len(d) != 1 || d[0].Severity != contract.Error {
			t.Errorf("%s: %v", text, d)
		}
	}
	for text, attribute := range map[string]any{`{"alpha":2}`: "alpha",
		`{"kind":"counts","var_smoothing":1}`: "var_smoothing"} {
		if d := Component().Check(contract.Config(text)); len(d) != 1 || d[0].Severity != contract.Warning ||
			d[0].Path[0] != attribute {
			t.Errorf("%s: %v", text, d)
		}
	}
	if d := Component().Check(contract.Config(`{"kind":"counts","alpha":2}`)); d != nil {
		t.Errorf("unexpected %v", d)
	}
	for _, kind := range []string{gaussian, counts} {
		l, _ := Component().Learner(contract.NewConfig(map[string]any{"kind": kind}))
		for want, change := range map[string]func(*contract.Problem){
			"column 2":           func(p *contract.Problem) { p.X.Data[7*4+2] = math.NaN() },
			"no feature":         func(p *contract.Problem) { p.X.Cols = 0 },
			"no training rows":   func(p *contract.Problem) { p.X, p.Y, p.Weights = contract.Matrix{Cols: 4}, nil, nil },
			"class number below": func(p *contract.Problem) { p.Y[3] = 3 },
			"regression":         func(p *contract.Problem) { p.Task = contract.Regression },
			"weight 0":           func(p *contract.Problem) { p.Weights[5] = 0 },
			"both signs":         func(p *contract.Problem) { p.Task, p.X.Rows, p.Y = contract.Binary, 2, []float64{1, 1} },
			"neither":            func(p *contract.Problem) { p.Task = contract.Binary },
			"the features": func(p *contract.Problem) {
				for i := range p.X.Data {
					p.X.Data[i] = math.MaxFloat64 * math.Abs(math.Sin(float64(i)))
				}
			},
		} {
			p := unbalanced(t)
			change(&p)
			if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
				t.Errorf("%s: error %v does not say %q", kind, err, want)
			}
		}
	}
	p := unbalanced(t)
	p.X.Data[9] = -1
	l, _ := Component().Learner(contract.Config(`{"kind":"counts"}`))
	if _, err := l.Train(t.Context(), p); err == nil ||
		!strings.Contains(err.Error(), "column 1 holds -1 in training row 2") {
		t.Errorf("negative count: %v", err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"kind":"counts","alpha":0.5}`))
	f.Add([]byte(`{"kind":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
		Component().Check(b)
	})
}
