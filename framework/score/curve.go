package score

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/grouped"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/stats"
)

// Curve is how a combination does by a metric as the number of training rows grows.
type Curve struct {
	plan.Combination // its TrainSize is 0
	Metric           string
	Points           []CurvePoint // by size, ascending
}

// CurvePoint is what the cells of one size come to.
type CurvePoint struct {
	Size float64 // share of the training rows
	Rows float64 // that were trained on, the mean over cells; NaN if no cell was ok
	Summary
}

// LearningCurves gathers scores by the share of the training rows, of combinations that
// have several, in the order in which the plan first names them.
func LearningCurves(p *plan.Plan, rows []Row) []Curve {
	if !p.HasParts() {
		return nil
	}
	var trained grouped.By[plan.Combination, []float64]
	for _, r := range rows {
		if r.TrainRows > 0 {
			list := trained.At(r.Combination)
			*list = append(*list, float64(r.TrainRows))
		}
	}
	type curve struct {
		plan.Combination
		metric string
	}
	var curves grouped.By[curve, Curve]
	for _, g := range Summarize(p, rows) {
		point := CurvePoint{Size: g.Share(), Rows: stats.Mean(*trained.At(g.Combination)), Summary: g.Summary}
		g.TrainSize = 0
		c := curves.At(curve{g.Combination, g.Metric})
		c.Combination, c.Metric, c.Points = g.Combination, g.Metric, append(c.Points, point)
	}
	var list []Curve
	for _, c := range curves.All() {
		slices.SortFunc(c.Points, func(a, b CurvePoint) int { return cmp.Compare(a.Size, b.Size) })
		list = append(list, *c)
	}
	return list
}
