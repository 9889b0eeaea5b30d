package discriminant

import (
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

func TestIrisReference(t *testing.T) {
	want, p := reference.Load(t).Iris.LDA, reference.Iris(t)
	m := reference.Train(t, Component(), nil, p).(*linear.Model)
	for k := range 3 {
		reference.Near(t, fmt.Sprintf("intercept %d", k), m.B[k], want.Intercept[k], 1e-10)
		for j, w := range want.Coef[k] {
			reference.Near(t, fmt.Sprintf("coefficient %d of class %d", j, k), m.W[4*k+j], w, 1e-10)
		}
	}
	errors, nll := 0, 0.0
	scores := reference.Scores(m, p.X, 3)
	for i, k := range reference.Predictions(scores, 3) {
		if float64(k) != p.Y[i] {
			errors++
		}
		row, sum := scores[3*i:3*i+3], 0.0
		for _, s := range row {
			sum += math.Exp(s - row[int(p.Y[i])])
		}
		nll += math.Log(sum)
	}
	if errors != want.TrainErrors {
		t.Errorf("%d training errors, want %d", errors, want.TrainErrors)
	}
	reference.Near(t, "negative log-likelihood", nll, want.NLL, 1e-10)
}

// TestIrisLeaveOneOut predicts every row from a row set that leaves it out.
func TestIrisLeaveOneOut(t *testing.T) {
	want, p := reference.Load(t).Iris.LeaveOneOut, reference.Iris(t)
	b := contract.Batch{Features: contract.Features{Rows: 150, Cols: 4, Dense: p.X.Data}}
	for i := range 150 {
		var s contract.RowSet
		for k := range 3 {
			cut := min(max(i, 50*k), 50*k+50)
			after := cut
			if cut == i && i < 50*k+50 {
				after++
			}
			s.Ranges = append(s.Ranges, contract.Range{Start: 50 * k, End: cut, Class: k},
				contract.Range{Start: after, End: 50*k + 50, Class: k})
		}
		b.RowSets = append(b.RowSets, s)
		b.Problems = append(b.Problems, contract.BatchProblem{RowSet: i, Task: contract.Multiclass, Classes: 3})
	}
	l, _ := Component().Learner(nil)
	var wrong []int
	err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if err != nil {
			t.Fatal(err)
		}
		row := contract.Matrix{Rows: 1, Cols: 4, Data: p.X.Row(i)}
		if k := reference.Predictions(reference.Scores(m, row, 3), 3)[0]; float64(k) != p.Y[i] {
			wrong = append(wrong, i)
		}
	})
	if err != nil || !slices.Equal(wrong, want.Rows) || len(wrong) != want.Errors {
		t.Errorf("wrong rows %v (%v), want %v", wrong, err, want.Rows)
	}
}

func TestBinaryIsTheDifferenceOfTwoClasses(t *testing.T) {
	p := reference.BreastCancer(t)
	q := p
	q.Task, q.Y = contract.Multiclass, make([]float64, len(p.Y))
	for i, y := range p.Y {
		q.Y[i] = (y + 1) / 2
	}
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
	reference.CheckBatchSymmetric(t, Component())
}

func TestMiddleClassIsPredicted(t *testing.T) {
	p := reference.Collinear()
	m := reference.Train(t, Component(), nil, p)
	for i, k := range reference.Predictions(reference.Scores(m, p.X, 3), 3) {
		if float64(k) != p.Y[i] {
			t.Errorf("row %d of class %v is predicted %d", i, p.Y[i], k)
		}
	}
}

// TestSingularCovariance appends to iris a copy, a multiple, a sum and two
// constant columns: the scores must not change.
func TestSingularCovariance(t *testing.T) {
	p := reference.Iris(t)
	want := reference.Scores(reference.Train(t, Component(), nil, p), p.X, 3)
	wide := p
	wide.X = contract.Matrix{Rows: 150, Cols: 9}
	for i := range 150 {
		r := p.X.Row(i)
		wide.X.Data = append(wide.X.Data, r[0], r[1], r[2], r[3], r[0], 1000*r[1], r[2]+r[3], 0.1, 0)
	}
	got := reference.Scores(reference.Train(t, Component(), nil, wide), wide.X, 3)
	for i := range want {
		reference.Near(t, fmt.Sprintf("score %d", i), got[i], want[i], 1e-6)
	}
}

func TestFewRowsStayFinite(t *testing.T) {
	p := contract.Problem{Task: contract.Multiclass, Classes: 4, Y: []float64{0, 0, 1, 3, 3},
		X: contract.Matrix{Rows: 5, Cols: 3, Data: []float64{1, 2, 7, 1, 3, 7, 4, 4, 7, 9, 9, 7, 9, 8, 7}}}
	scores := reference.Scores(reference.Train(t, Component(), nil, p), p.X, 4)
	for i, s := range scores {
		if math.IsNaN(s) || math.IsInf(s, 0) {
			t.Errorf("score %d is %v", i, s)
		}
	}
	if slices.Contains(reference.Predictions(scores, 4), 2) {
		t.Error("a class without rows is predicted")
	}
	// Every row a class of its own: no variation within classes is left.
	p.Y, p.Classes = []float64{0, 1, 2, 3, 4}, 5
	for i, s := range reference.Scores(reference.Train(t, Component(), nil, p), p.X, 5) {
		reference.Near(t, fmt.Sprintf("score %d", i), s, math.Log(0.2), 1e-12)
	}
}

func TestRefusals(t *testing.T) {
	for _, text := range []string{`{"priors":"prior"}`, `{"shrinkage":1.1}`, `{"shrinkage":"none"}`, `{"shrinkage":true}`,
		`{"shrinkage":null}`} {
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
		"no training rows":   func(p *contract.Problem) { p.X, p.Y = contract.Matrix{Cols: 4}, nil },
		"overflow":           func(p *contract.Problem) { p.X.Data[0], p.X.Data[4] = 1e200, -1e200 },
		"class number below": func(p *contract.Problem) { p.Y[3] = 3 },
		"regression":         func(p *contract.Problem) { p.Task = contract.Regression },
		"weight ":            func(p *contract.Problem) { p.Weights = p.Y },
		"both signs":         func(p *contract.Problem) { p.Task, p.X.Rows, p.Y = contract.Binary, 2, []float64{1, 1} },
		"neither":            func(p *contract.Problem) { p.Task = contract.Binary },
	} {
		p := reference.Iris(t)
		change(&p)
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}

func TestCancelledBatch(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	l, _ := Component().Learner(nil)
	done := 0
	err := l.(contract.BatchLearner).TrainBatch(ctx, reference.IrisBatch(t), func(int, contract.Model, error) {
		done++
		cancel()
	})
	if err != context.Canceled || done != 1 {
		t.Errorf("error %v after %d problems", err, done)
	}
}

func TestOneBadRowSetLeavesTheOthers(t *testing.T) {
	b := reference.IrisBatch(t)
	b.RowSets[1].Shift = []float64{math.Inf(1), 0, 0, 0}
	l, _ := Component().Learner(nil)
	err := l.(contract.BatchLearner).TrainBatch(t.Context(), b, func(i int, m contract.Model, err error) {
		if (err != nil) != (b.Problems[i].RowSet == 1) {
			t.Errorf("problem %d: %v", i, err)
		}
	})
	if err != nil {
		t.Error(err)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"priors":"uniform"}`))
	f.Add([]byte(`{"priors":1}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}
