package constant

import (
	"math"
	"strings"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/reference"
)

func TestScores(t *testing.T) {
	x := contract.Matrix{Rows: 4, Cols: 1, Data: []float64{1, 2, 3, 4}}
	for name, c := range map[string]struct {
		p    contract.Problem
		want []float64
	}{
		"binary":       {contract.Problem{Task: contract.Binary, Y: []float64{1, 1, 1, -1}}, []float64{math.Log(3)}},
		"one sign":     {contract.Problem{Task: contract.Binary, Y: []float64{1, 1, 1, 1}}, []float64{-linear.Absent}},
		"multiclass":   {contract.Problem{Task: contract.Multiclass, Classes: 2, Y: []float64{0, 1, 1, 1}}, []float64{math.Log(0.25), math.Log(0.75)}},
		"absent class": {contract.Problem{Task: contract.Multiclass, Classes: 2, Y: []float64{0, 0, 0, 0}}, []float64{0, linear.Absent}},
	} {
		c.p.X = x
		for i, s := range reference.Scores(reference.Train(t, Component(), nil, c.p), x, len(c.want)) {
			reference.Near(t, name, s, c.want[i%len(c.want)], 1e-15)
		}
	}
}

func TestSymmetric(t *testing.T) { reference.CheckSymmetric(t, Component(), nil) }

func TestRefusals(t *testing.T) {
	if _, err := Component().NewLearner(contract.Config(`{"C":1}`)); err == nil {
		t.Error("an unknown attribute is accepted")
	}
	l, _ := Component().NewLearner(nil)
	x := contract.Matrix{Rows: 1, Cols: 2, Data: []float64{0, 0}}
	for want, p := range map[string]contract.Problem{
		"no training rows": {Task: contract.Binary},
		"neither":          {Task: contract.Binary, X: x, Y: []float64{0}},
		"below 2":          {Task: contract.Multiclass, Classes: 2, X: x, Y: []float64{2}},
		"regression":       {Task: contract.Regression, X: x, Y: []float64{2}},
		"weights":          {Task: contract.Binary, X: x, Y: []float64{1}, Weights: []float64{1}},
		"column 1":         {Task: contract.Binary, X: contract.Matrix{Rows: 1, Cols: 2, Data: []float64{0, math.NaN()}}, Y: []float64{1}},
	} {
		if _, err := l.Train(t.Context(), p); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("error %v does not say %q", err, want)
		}
	}
}
