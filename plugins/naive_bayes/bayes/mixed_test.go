package bayes

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/test/reference"
)

// peer is what testdata/mixed.json holds: a table of numbers and categories, and of
// scikit-learn GaussianNB's joint log-likelihoods on the numbers plus CategoricalNB's on the
// categories less log π; with weights also alpha is 0.5 and var_smoothing 1e-3.
type peer struct {
	X, Plain, Weighted [][]float64
	Y, Weights         []float64
}

// mixedProblem is the table of the peer: columns 1 and 3 are categories, of 5 and 3 values.
func mixedProblem(t *testing.T) (contract.Problem, peer) {
	t.Helper()
	b, err := os.ReadFile("testdata/mixed.json")
	if err != nil {
		t.Fatal(err)
	}
	var from peer
	if err := json.Unmarshal(b, &from); err != nil {
		t.Fatal(err)
	}
	p := contract.Problem{Task: contract.Multiclass, Classes: 3, Y: from.Y, X: contract.Matrix{Rows: len(from.X), Cols: 4},
		Columns: []contract.Column{
			{Name: "x", Kind: contract.NumericColumn},
			{Name: "a", Kind: contract.NominalColumn, Values: []string{"p", "q", "r", "s", "none"}},
			{Name: "i", Kind: contract.IndicatorColumn},
			{Name: "b", Kind: contract.NominalColumn, Values: []string{"u", "v", "w"}},
		}}
	for _, row := range from.X {
		p.X.Data = append(p.X.Data, row...)
	}
	return p, from
}

func TestMixedLikelihoods(t *testing.T) {
	p, want := mixedProblem(t)
	for name, settings := range map[string]map[string]any{
		"plain": {"kind": mixed}, "weighted": {"kind": mixed, "alpha": 0.5, "var_smoothing": 1e-3},
	} {
		rows := want.Plain
		if name == "weighted" {
			p.Weights, rows = want.Weights, want.Weighted
		}
		scores := reference.Scores(reference.Train(t, Component(), settings, p), p.X, 3)
		p.Weights = nil
		for i, row := range rows {
			for k, v := range row {
				reference.Near(t, fmt.Sprintf("%s: row %d, class %d", name, i, k), scores[3*i+k], v, 1e-12)
			}
		}
	}
}

// A binary score is the difference of two classes' scores, and values that are missing or
// that no training row has say nothing.
func TestMixedBinaryAndUnknownValues(t *testing.T) {
	p, _ := mixedProblem(t)
	p.Classes = 2
	for i, y := range p.Y {
		p.Y[i] = min(y, 1)
	}
	config := map[string]any{"kind": mixed}
	both := reference.Scores(reference.Train(t, Component(), config, p), p.X, 2)
	signs := p
	signs.Task, signs.Y = contract.Binary, nil
	for _, y := range p.Y {
		signs.Y = append(signs.Y, 2*y-1)
	}
	m := reference.Train(t, Component(), config, signs)
	for i, s := range reference.Scores(m, p.X, 1) {
		if s != both[2*i+1]-both[2*i] {
			t.Errorf("row %d: %v is not %v − %v", i, s, both[2*i+1], both[2*i])
		}
	}
	x := contract.Matrix{Rows: 4, Cols: 4, Data: []float64{1, -1, 1, -1, 1, 9, 1, 3, 1, -1, 1, 0, 1, 0, 1, 0}}
	s := reference.Scores(m, x, 1)
	if s[0] != s[1] || s[2] == s[0] || s[3] == s[2] {
		t.Errorf("scores %v", s)
	}
	reference.CheckSymmetric(t, Component(), nil)
}

func TestMixedRefusals(t *testing.T) {
	for want, change := range map[string]func(*contract.Problem){
		`encoder "ordinal"`: func(p *contract.Problem) { p.Columns = nil },
		"column 3 of categories holds 0.5 in training row 2": func(p *contract.Problem) { p.X.Data[11] = 0.5 },
		"column 1 of categories holds 5":                     func(p *contract.Problem) { p.X.Data[1] = 5 },
		"the variance of feature column 0": func(p *contract.Problem) {
			p.X.Data[0], p.X.Data[4] = math.MaxFloat64, -math.MaxFloat64
		},
	} {
		p, _ := mixedProblem(t)
		change(&p)
		l, err := Component().Learner(contract.Config(`{"kind":"mixed"}`))
		if err != nil {
			t.Fatal(err)
		}
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}
