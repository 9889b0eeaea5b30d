package score

import (
	"cmp"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/grouped"
	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/evaluation/stats"
	"github.com/manyclass/bench/framework/results/plan"
)

// Curve is how combinations do by a metric as a number grows: the share of the training
// rows, or a parameter.
type Curve struct {
	plan.Combination // without the share or the parameter
	Metric           string
	Points           []CurvePoint // by X, ascending
}

// CurvePoint is what the cells of one combination come to.
type CurvePoint struct {
	X    float64          // the number
	Of   plan.Combination // that has it
	Rows float64          // that were trained on, the mean over cells; NaN if no cell was ok
	Summary
}

// LearningCurves gathers scores by the share of the training rows, of combinations that
// train on parts, in the order in which the plan first names them.
func LearningCurves(p *plan.Plan, rows []Row) []Curve {
	parted := map[string]bool{} // datasets
	for _, c := range p.Cells {
		parted[c.Dataset] = parted[c.Dataset] || c.TrainSize > 0
	}
	var trained grouped.By[plan.Combination, []float64]
	for _, r := range rows {
		if r.TrainRows > 0 {
			list := trained.At(r.Combination)
			*list = append(*list, float64(r.TrainRows))
		}
	}
	var curves curveLines
	for _, g := range Summarize(p, rows) {
		if !parted[g.Dataset] {
			continue
		}
		point := CurvePoint{X: g.Share(), Of: g.Combination, Rows: stats.Mean(*trained.At(g.Combination)), Summary: g.Summary}
		g.TrainSize = 0
		curves.add(g.Combination, g.Metric, point)
	}
	return curves.list()
}

// ParameterCurves gathers the scores of a plan's main cells by the number that a curve is
// over, in the order in which the plan first names its lines.
func ParameterCurves(p *plan.Plan, c plan.Curve, rows []Row) []Curve {
	place, at := p.Places(c), map[plan.Combination]float64{}
	for _, cell := range p.Cells {
		if x, ok := place(cell); ok {
			at[cell.Combination] = x
		}
	}
	var curves curveLines
	var means grouped.By[plan.Combination, []float64] // over folds, by point
	for _, g := range Summarize(p, rows) {
		x, ok := at[g.Combination]
		if !ok || g.Metric != c.Metric {
			continue
		}
		of := c.Point(g.Combination)
		list := means.At(of)
		if *list == nil || len(c.Average) == 0 {
			curves.add(c.Line(of), g.Metric, CurvePoint{X: x, Of: of, Summary: g.Summary})
		}
		*list = append(*list, g.Mean)
	}
	lines := curves.list()
	if len(c.Average) == 0 {
		return lines
	}
	for _, line := range lines {
		for i := range line.Points {
			point := &line.Points[i]
			known := lists.Filter(*means.At(point.Of), func(mean float64) bool { return !math.IsNaN(mean) })
			point.Summary = SummaryOf(known)
		}
	}
	return lines
}

// curveLines collects points by line.
type curveLines struct{ grouped.By[curveLine, Curve] }

type curveLine struct {
	plan.Combination
	metric string
}

func (l *curveLines) add(of plan.Combination, metric string, point CurvePoint) {
	c := l.At(curveLine{of, metric})
	c.Combination, c.Metric, c.Points = of, metric, append(c.Points, point)
}

// list sorts the points of each line.
func (l *curveLines) list() []Curve {
	var list []Curve
	for _, c := range l.All() {
		slices.SortStableFunc(c.Points, func(a, b CurvePoint) int { return cmp.Compare(a.X, b.X) })
		list = append(list, *c)
	}
	return list
}
