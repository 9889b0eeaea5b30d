package quadratic

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

// logPosteriors returns the logarithm of the softmax of k scores a row.
func logPosteriors(scores []float64, k int) []float64 {
	out := slices.Clone(scores)
	for at := 0; at < len(out); at += k {
		row := out[at : at+k]
		top, sum := slices.Max(row), 0.0
		for _, s := range row {
			sum += math.Exp(s - top)
		}
		for j := range row {
			row[j] -= top + math.Log(sum)
		}
	}
	return out
}

// asClasses turns a binary problem into one of classes 0 and 1.
func asClasses(p contract.Problem) contract.Problem {
	q := p
	q.Task, q.Classes, q.Y = contract.Multiclass, 2, slices.Clone(p.Y)
	for i, y := range p.Y {
		q.Y[i] = (y + 1) / 2
	}
	return q
}

func TestPosteriors(t *testing.T) {
	b, err := os.ReadFile("testdata/qda.json")
	if err != nil {
		t.Fatal(err)
	}
	var want map[string]json.RawMessage
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	for name, p := range map[string]contract.Problem{"iris": reference.Iris(t),
		"breast_cancer": asClasses(reference.BreastCancer(t))} {
		for _, shrinkage := range []float64{0, 0.3} {
			key := fmt.Sprintf("%s_%v", name, shrinkage)
			var rows [][]float64
			if err := json.Unmarshal(want[key], &rows); err != nil {
				t.Fatal(key, err)
			}
			m := reference.Train(t, Component(), map[string]any{"shrinkage": shrinkage}, p)
			got := logPosteriors(reference.Scores(m, p.X, p.Classes), p.Classes)
			for i, row := range rows {
				for k, v := range row {
					reference.Near(t, fmt.Sprintf("%s: row %d, class %d", key, 10*i, k), got[10*i*p.Classes+k], v, 1e-9)
				}
			}
		}
	}
}

// TestIrisReference compares with scikit-learn 1.2.1, whose divisor was n_k − 1.
func TestIrisReference(t *testing.T) {
	p := reference.Iris(t)
	scores := reference.Scores(reference.Train(t, Component(), nil, p), p.X, 3)
	errors, nll := 0, 0.0
	for i, k := range reference.Predictions(scores, 3) {
		if float64(k) != p.Y[i] {
			errors++
		}
	}
	for i, v := range logPosteriors(scores, 3) {
		if i%3 == int(p.Y[i/3]) {
			nll -= v
		}
	}
	if errors != 3 {
		t.Errorf("%d training errors, want 3", errors)
	}
	reference.Near(t, "negative log-likelihood", nll, 5.45109889275747, 1e-10)
}

// TestVowel compares with ESL table 4.1: training error .01, test error .53.
func TestVowel(t *testing.T) {
	train, test := reference.Vowel(t, "train"), reference.Vowel(t, "test")
	m := reference.Train(t, Component(), nil, train)
	for _, c := range []struct {
		p    contract.Problem
		want string
	}{{train, "0.01"}, {test, "0.53"}} {
		wrong := 0
		for i, k := range reference.Predictions(reference.Scores(m, c.p.X, 11), 11) {
			if float64(k) != c.p.Y[i] {
				wrong++
			}
		}
		if got := fmt.Sprintf("%.2f", float64(wrong)/float64(c.p.X.Rows)); got != c.want {
			t.Errorf("error is %s, want %s", got, c.want)
		}
	}
}

func TestBinaryIsTheDifferenceOfTwoClasses(t *testing.T) {
	p := reference.BreastCancer(t)
	q := asClasses(p)
	for _, priors := range []linear.Priors{linear.Frequencies, linear.Uniform} {
		settings := map[string]any{"priors": priors}
		one := reference.Scores(reference.Train(t, Component(), settings, p), p.X, 1)
		two := reference.Scores(reference.Train(t, Component(), settings, q), p.X, 2)
		for i, s := range one {
			reference.Near(t, fmt.Sprintf("%s: score %d", priors, i), s, two[2*i+1]-two[2*i], 1e-9)
		}
	}
}

func TestCompanyAndSymmetry(t *testing.T) {
	reference.CheckBatch(t, Component())
	reference.CheckSymmetric(t, Component(), nil)
	reference.CheckSymmetric(t, Component(), map[string]any{"shrinkage": 0.1, "priors": linear.Uniform})
	reference.CheckBatchSymmetric(t, Component())
}

// TestRowsAlone scores rows one by one.
func TestRowsAlone(t *testing.T) {
	p := reference.Iris(t)
	m := reference.Train(t, Component(), nil, p)
	scores := reference.Scores(m, p.X, 3)
	for i := range p.X.Rows {
		one := reference.Scores(m, contract.Matrix{Rows: 1, Cols: 4, Data: p.X.Row(i)}, 3)
		if !slices.Equal(one, scores[3*i:3*i+3]) {
			t.Fatalf("row %d scores %v alone, %v among others", i, one, scores[3*i:3*i+3])
		}
	}
}

// TestUnits multiplies columns by powers of two from 2⁻⁴⁰ to 2⁴⁰ and shifts one:
// differences of scores must not change.
func TestUnits(t *testing.T) {
	p := reference.Iris(t)
	want := logPosteriors(reference.Scores(reference.Train(t, Component(), nil, p), p.X, 3), 3)
	p.X.Data = slices.Clone(p.X.Data)
	for i := range p.X.Data {
		p.X.Data[i] = math.Ldexp(p.X.Data[i], []int{-40, 40, 0, 13}[i%4])
	}
	got := logPosteriors(reference.Scores(reference.Train(t, Component(), nil, p), p.X, 3), 3)
	for i := range want {
		reference.Near(t, fmt.Sprintf("log posterior %d", i), got[i], want[i], 1e-9)
	}
}

// TestDependentColumns appends to iris a copy, a sum and two constant columns: the
// posteriors must not change.
func TestDependentColumns(t *testing.T) {
	p := reference.Iris(t)
	want := logPosteriors(reference.Scores(reference.Train(t, Component(), nil, p), p.X, 3), 3)
	wide := p
	wide.X = contract.Matrix{Rows: 150, Cols: 8}
	for i := range 150 {
		r := p.X.Row(i)
		wide.X.Data = append(wide.X.Data, r[0], r[1], r[2], r[3], r[0], r[2]+r[3], 0.1, 0)
	}
	got := logPosteriors(reference.Scores(reference.Train(t, Component(), nil, wide), wide.X, 3), 3)
	for i := range want {
		reference.Near(t, fmt.Sprintf("log posterior %d", i), got[i], want[i], 1e-5)
	}
}

func TestFewRowsStayFinite(t *testing.T) {
	p := contract.Problem{Task: contract.Multiclass, Classes: 4, Y: []float64{0, 0, 1, 3, 3},
		X: contract.Matrix{Rows: 5, Cols: 3, Data: []float64{1, 2, 7, 1, 3, 7, 4, 4, 7, 9, 9, 7, 9, 8, 7}}}
	m := reference.Train(t, Component(), nil, p)
	predictions := reference.Predictions(reference.Scores(m, p.X, 4), 4)
	if !slices.Equal(predictions, []int{0, 0, 1, 3, 3}) {
		t.Errorf("training rows are predicted %v", predictions)
	}
	far := contract.Matrix{Rows: 2, Cols: 3, Data: []float64{1e300, -1e300, 0, -math.MaxFloat64, math.MaxFloat64, 1}}
	scores := reference.Scores(m, far, 4)
	for i, s := range scores {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			t.Errorf("score %d is %v", i, s)
		}
	}
	if slices.Contains(reference.Predictions(scores, 4), 2) {
		t.Error("a class without rows is predicted")
	}
	for j := range p.X.Data {
		p.X.Data[j] = 0
	}
	for i, s := range reference.Scores(reference.Train(t, Component(), nil, p), p.X, 4) {
		if n := []float64{2, 1, 0, 2}[i%4]; n > 0 {
			reference.Near(t, fmt.Sprintf("score %d", i), s, math.Log(n/5), 1e-12)
		}
	}
}

func TestRefusals(t *testing.T) {
	for _, text := range []string{`{"priors":"prior"}`, `{"shrinkage":1.1}`, `{"shrinkage":-0.1}`, `{"reg":0}`} {
		if _, err := Component().Learner(contract.Config(text)); err == nil {
			t.Errorf("%s is accepted", text)
		}
	}
	l, _ := Component().Learner(nil)
	for want, change := range map[string]func(*contract.Problem){
		"column 2": func(p *contract.Problem) { p.X.Data[7*4+2] = math.NaN() },
		"at most 5000": func(p *contract.Problem) {
			p.X = contract.Matrix{Rows: 2, Cols: 5001, Data: make([]float64, 10002)}
			p.Y = p.Y[:2]
		},
		"no training rows": func(p *contract.Problem) { p.X, p.Y = contract.Matrix{Cols: 4}, nil },
		"overflow":         func(p *contract.Problem) { p.X.Data[0], p.X.Data[4] = 1e200, -1e200 },
		"weight ":          func(p *contract.Problem) { p.Weights = p.Y },
		"both signs":       func(p *contract.Problem) { p.Task, p.X.Rows, p.Y = contract.Binary, 2, []float64{1, 1} },
	} {
		p := reference.Iris(t)
		change(&p)
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"priors":"uniform","shrinkage":0.5}`))
	f.Add([]byte(`{"shrinkage":"auto"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}
