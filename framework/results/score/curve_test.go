package score

import (
	"math"
	"testing"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/store"
)

// Points of a curve that averages over draws are means of means over folds, with the
// deviation between draws.
func TestCurveOverDraws(t *testing.T) {
	p := &plan.Plan{}
	var rows []Row
	for _, v := range []struct {
		name   string
		values []float64
	}{
		{"dense[columns=5,draw=0]", []float64{1, 3}}, {"dense[columns=5,draw=1]", []float64{3, 5}},
		{"dense[columns=9,draw=0]", []float64{7, 9}}, {"dense[columns=9,draw=1]", []float64{math.NaN(), math.NaN()}},
	} {
		for fold, value := range v.values {
			c := plan.Cell{Combination: plan.Combination{Dataset: "d", Reduction: v.name}, Fold: fold, Problems: 5}
			if v.name[14] == '9' {
				c.Problems = 9
			}
			c.Identity = p.Add(plan.Identity{Reduction: p.AddPart(plan.Part{Kind: contract.KindReducer, Type: "ecoc"})})
			p.Cells = append(p.Cells, c)
			r := Row{Cell: &c, Metric: "m", Value: value, Status: store.OK}
			if math.IsNaN(value) {
				r.Status = store.Failed
			}
			rows = append(rows, r)
		}
	}
	asked := plan.Curve{Metric: "m", Kind: contract.KindReducer, Parameter: plan.Columns, Average: []string{"reduction.draw"}}
	lines := ParameterCurves(p, asked, rows)
	if len(lines) != 1 || lines[0].Reduction != "dense" || len(lines[0].Points) != 2 {
		t.Fatalf("%+v", lines)
	}
	a, b := lines[0].Points[0], lines[0].Points[1]
	if a.Of.Reduction != "dense[columns=5]" || a.X != 5 || a.Mean != 3 || a.SD != math.Sqrt2 || a.N != 2 {
		t.Errorf("%+v", a)
	}
	if b.Mean != 8 || !math.IsNaN(b.SD) || b.N != 1 {
		t.Errorf("%+v", b)
	}
	asked.Average = nil
	if lines := ParameterCurves(p, asked, rows); len(lines) != 2 {
		t.Errorf("%d lines without an average", len(lines))
	}
}
