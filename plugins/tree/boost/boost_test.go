package boost

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/test/reference"
)

// trained boosts.
func trained(t testing.TB, settings map[string]any, p contract.Problem) *model {
	t.Helper()
	return reference.Train(t, Component(), settings, p).(*model)
}

// TestReference compares with scikit-learn's SAMME, and with the formulas of Friedman,
// Hastie and Tibshirani.
func TestReference(t *testing.T) {
	b, err := os.ReadFile("testdata/adaboost.json")
	if err != nil {
		t.Fatal(err)
	}
	var want struct {
		Models []struct {
			Data      string
			Weighted  bool
			Kind      string
			Rounds    int
			MaxDepth  int `json:"max_depth"`
			Scores    []float64
			Objective float64
		}
	}
	if err := json.Unmarshal(b, &want); err != nil {
		t.Fatal(err)
	}
	kinds := map[string]int{}
	for _, w := range want.Models {
		name := fmt.Sprintf("%s of %s, weighted %v, %d × %d", w.Kind, w.Data, w.Weighted, w.Rounds, w.MaxDepth)
		p, k := reference.TreeData(t, w.Data, w.Weighted), 1
		if p.Task == contract.Multiclass {
			k = 3
		}
		kinds[fmt.Sprint(w.Kind, " ", k)]++
		m := trained(t, map[string]any{"kind": w.Kind, "rounds": w.Rounds, "max_depth": w.MaxDepth}, p)
		scores := reference.Scores(m, p.X, k)
		for at, s := range w.Scores {
			row, class := 4*(at/k), at%k
			if got := scores[row*k+class]; !(math.Abs(got-s) <= 1e-8*max(1, math.Abs(s))) {
				t.Errorf("%s: score %d of row %d is %v, want %v", name, class, row, got, s)
				break
			}
		}
		if w.Objective != 0 {
			reference.Near(t, name+": objective", m.Fit().Objective/w.Objective, 1, 1e-8)
		}
	}
	for _, kind := range []string{"discrete 1", "discrete 3", "gentle 1", "real 1"} {
		if kinds[kind] < 2 {
			t.Errorf("%d models of %s", kinds[kind], kind)
		}
	}
}

// TestObjective sums Σ w·exp(−y·F) over the rows; every round lessens it.
func TestObjective(t *testing.T) {
	p := reference.TreeData(t, "cancer", true)
	for _, kind := range []string{discrete, realKind, gentle} {
		last := math.Inf(1)
		for _, rounds := range []int{1, 2, 7, 30} {
			m := trained(t, map[string]any{"kind": kind, "rounds": rounds}, p)
			sum := 0.0
			for i, s := range reference.Scores(m, p.X, 1) {
				sum += p.Weights[i] * math.Exp(-p.Y[i]*s)
			}
			reference.Near(t, kind+": objective", m.Fit().Objective/sum, 1, 1e-9)
			if sum >= last || m.Fit().End != "" || m.Fit().Unconverged {
				t.Errorf("%s, %d rounds: objective %v after %v, %+v", kind, rounds, sum, last, m.Fit())
			}
			last = sum
		}
	}
}

// TestEarlyEnds: by a perfect round, by one at chance, and before the first.
func TestEarlyEnds(t *testing.T) {
	line := func(y ...float64) contract.Problem {
		p := contract.Problem{Task: contract.Binary, Classes: 2, Y: y, X: contract.Matrix{Rows: len(y), Cols: 1}}
		for i := range y {
			p.X.Data = append(p.X.Data, float64(i))
		}
		return p
	}
	same := line(-1, 1, 1)
	clear(same.X.Data)
	balanced := line(-1, 1)
	clear(balanced.X.Data)
	weighted := line(1, -1, 1)
	clear(weighted.X.Data)
	weighted.Weights = []float64{1, 3, 1}
	for _, test := range []struct {
		kind   string
		p      contract.Problem
		rounds int
		scores []float64
	}{
		// e = 1/(2·4): α = ½·log 7; the leaves of real are p = 1/8 and 7/8.
		{discrete, line(-1, -1, 1, 1), 1, []float64{-math.Log(7) / 2, math.Log(7) / 2}},
		{realKind, line(-1, -1, 1, 1), 1, []float64{-math.Log(7) / 2, math.Log(7) / 2}},
		{gentle, line(-1, -1, 1, 1), 1, []float64{-1, 1}},
		// One leaf, e = ⅓ and α = ½·log 2; then the weights are even.
		{discrete, same, 1, []float64{math.Log(2) / 2, math.Log(2) / 2}},
		{realKind, same, 1, []float64{math.Log(2) / 2, math.Log(2) / 2}},
		{discrete, balanced, 0, []float64{0, 0}},
		{gentle, balanced, 0, []float64{0, 0}},
		{realKind, balanced, 0, []float64{0, 0}},
		{discrete, weighted, 1, []float64{-math.Log(1.5) / 2, -math.Log(1.5) / 2}},
	} {
		m := trained(t, map[string]any{"kind": test.kind}, test.p)
		if len(m.rounds) != test.rounds || m.Fit().End != contract.Tolerance || m.Fit().Unconverged {
			t.Errorf("%s on %v: %d rounds, %+v; want %d", test.kind, test.p.Y, len(m.rounds), m.Fit(), test.rounds)
		}
		scores := reference.Scores(m, test.p.X, 1)
		reference.Near(t, test.kind+": first score", scores[0], test.scores[0], 1e-12)
		reference.Near(t, test.kind+": last score", scores[len(scores)-1], test.scores[1], 1e-12)
	}
}

// A row of weight 5 is five rows, also where a round makes no error; weights in small units
// do not make them fewer.
func TestWeightsAreRepeatedRows(t *testing.T) {
	weighted := contract.Problem{Task: contract.Binary, Classes: 2, Y: []float64{-1, -1, 1, 1},
		X: contract.Matrix{Rows: 4, Cols: 1, Data: []float64{1, 2, 3, 4}}, Weights: []float64{1, 1, 1, 5}}
	repeated := contract.Problem{Task: contract.Binary, Classes: 2, Y: []float64{-1, -1, 1, 1, 1, 1, 1, 1},
		X: contract.Matrix{Rows: 8, Cols: 1, Data: []float64{1, 2, 3, 4, 4, 4, 4, 4}}}
	small, alone := weighted, weighted
	small.Weights, alone.Weights = []float64{0.1, 0.1, 0.1, 0.1}, nil
	for _, c := range []struct{ got, want contract.Problem }{{weighted, repeated}, {small, alone}} {
		for _, kind := range []string{discrete, realKind, gentle, "samme"} {
			settings, got, want, width := map[string]any{"kind": kind}, c.got, c.want, 1
			if kind == "samme" {
				settings, width = nil, 2
				for _, p := range []*contract.Problem{&got, &want} {
					p.Task, p.Y = contract.Multiclass, lists.Map(p.Y, func(y float64) float64 { return (y + 1) / 2 })
				}
			}
			a := reference.Scores(trained(t, settings, got), got.X, width)
			b := reference.Scores(trained(t, settings, want), got.X, width)
			for i := range a {
				reference.Near(t, fmt.Sprintf("%s, weights %v: score %d", kind, got.Weights, i), a[i], b[i], 1e-12)
			}
		}
	}
	m := trained(t, nil, weighted)
	reference.Near(t, "score of the last row", reference.Scores(m, weighted.X, 1)[3], math.Log(15)/2, 1e-12)
}

// TestAbsentClass: a class without rows has the lowest score, and K is that of the others.
func TestAbsentClass(t *testing.T) {
	p := reference.TreeData(t, "cancer", false)
	two := trained(t, map[string]any{"rounds": 5}, p)
	want := reference.Scores(two, p.X, 1)
	p.Task, p.Classes = contract.Multiclass, 4
	for i, y := range p.Y {
		p.Y[i] = 1 + (y + 1)
	}
	m := trained(t, map[string]any{"rounds": 5}, p)
	scores := reference.Scores(m, p.X, 4)
	for i, s := range want {
		if scores[4*i] != linear.Absent || scores[4*i+2] != linear.Absent {
			t.Fatalf("row %d: the absent classes score %v and %v", i, scores[4*i], scores[4*i+2])
		}
		// The binary α is half of that of SAMME.
		reference.Near(t, "score of the last class", scores[4*i+3], 2*s, 1e-12)
		reference.Near(t, "score of the second class", scores[4*i+1], -2*s, 1e-12)
	}
	for i := range p.Y {
		p.Y[i] = 2
	}
	if m := trained(t, nil, p); m.Fit().End != contract.Tolerance ||
		reference.Predictions(reference.Scores(m, p.X, 4), 4)[5] != 2 {
		t.Errorf("one class: %+v", m.Fit())
	}
}

func TestCompanyAndSymmetry(t *testing.T) {
	reference.CheckBatch(t, Component())
	reference.CheckBatchSymmetric(t, Component())
	for _, settings := range []map[string]any{nil, {"kind": gentle}, {"kind": realKind, "max_depth": 3}} {
		reference.CheckSymmetric(t, Component(), settings)
	}
}

// TestThreads trains with 1 and 3 threads: the same bytes, and times.
func TestThreads(t *testing.T) {
	reference.CheckThreads(t, Component(), map[string]any{"max_depth": 2})
}

// TestHardRows: scores are finite whatever the units and the weights.
func TestHardRows(t *testing.T) {
	for name, p := range reference.Hard() {
		for _, scale := range []float64{0, 1, 1e-300, 1e300} {
			p.Weights = nil
			for i := 0; scale > 0 && i < p.X.Rows; i++ {
				p.Weights = append(p.Weights, scale*math.Pow(10, float64(i%7)))
			}
			for _, settings := range []map[string]any{{}, {"kind": gentle}, {"kind": realKind}, {"max_depth": 4},
				{"kind": realKind, "max_depth": 20}} {
				check := func(what string, m *model, k int) {
					for i, s := range reference.Scores(m, p.X, k) {
						if s-s != 0 {
							t.Errorf("%s, weights %v, %v, %s: score %d is %v", name, scale, settings, what, i, s)
						}
					}
				}
				check("binary", trained(t, settings, p), 1)
				if settings["kind"] == nil {
					check("multiclass", trained(t, settings, reference.ThreeClasses(p)), 3)
				}
			}
		}
	}
}

func TestRefusals(t *testing.T) {
	if Component().Under(contract.Config(`{"kind":"real"}`)).Can(contract.Multiclass) ||
		!Component().Under(nil).Can(contract.Multiclass) {
		t.Error("only discrete is for multiclass problems")
	}
	reference.CheckRefusals(t, Component(), []string{
		`{"kind":"logit"}`, `{"rounds":0}`, `{"rounds":1.5}`, `{"max_depth":0}`, `{"C":1}`, `{"rounds":"many"}`,
	}, map[string]func(*contract.Problem){
		"column 2":           func(p *contract.Problem) { p.X.Data[7*4+2] = math.NaN() },
		"no training rows":   func(p *contract.Problem) { p.X, p.Y = contract.Matrix{Cols: 4}, nil },
		"no feature columns": func(p *contract.Problem) { p.X = contract.Matrix{Rows: 150} },
		"class number below": func(p *contract.Problem) { p.Y[3] = 3 },
		"regression":         func(p *contract.Problem) { p.Task = contract.Regression },
		"weight 0":           func(p *contract.Problem) { p.Weights = p.Y },
		"both signs":         func(p *contract.Problem) { p.Task, p.X.Rows, p.Y = contract.Binary, 2, []float64{1, 1} },
		"targets of":         func(p *contract.Problem) { p.Y = p.Y[1:] },
	})
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte(`{"kind":"real","rounds":3}`))
	f.Add([]byte(`{"max_depth":"1"}`))
	f.Fuzz(func(t *testing.T, b []byte) {
		if l, err := Component().Learner(b); (l == nil) == (err == nil) {
			t.Errorf("learner %v, error %v", l, err)
		}
	})
}
