package report

import (
	"io"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/picture"
)

// riskSteps is how many marks the curve of a method has at most.
const riskSteps = 20

// drawRisks draws for each dataset the risk–coverage curves of its combinations, where the
// experiment has a metric of leaving unsure rows out.
func drawRisks(g *gallery, of map[string]*plots, in score.Input) error {
	leavesOut := func(m metric.Spec) bool { return m.Type == "aurc" || m.Type == "abstain_cost" }
	if !slices.ContainsFunc(in.Plan.Metrics, leavesOut) {
		return nil
	}
	label, lines := labeller(in.Plan), map[string][]picture.Curve{}
	err := score.FirstRepeats(in, func(c plan.Combination, rows metric.Input) error {
		rows.Weights = nil // as by default in metrics
		if points := rows.RiskCoverage(); points != nil {
			lines[c.Dataset] = append(lines[c.Dataset], riskLine(label(c), points))
		}
		return nil
	})
	for _, d := range in.Plan.Datasets {
		if err != nil || len(lines[d.Name]) == 0 {
			continue
		}
		c := picture.Curves{Title: d.Name + ": risk and coverage", X: "coverage: share of the rows, the surest first",
			Y: "risk: share of them that is wrong", Zero: true}
		c.Lines, c.Remark = fewLines(lines[d.Name], true, "the metric aurc is of all")
		err = g.add(&of[d.Name].Probable.Risk, "risk and coverage",
			[]string{"risk", in.Plan.NameOf(contract.KindDataset, d.Name)},
			func(w io.Writer) error { return picture.DrawCurves(w, c) })
	}
	return err
}

// riskLine is the curve of a method through some of its points, about equally far apart, the last
// among them.
func riskLine(label string, points [][2]float64) picture.Curve {
	line, next := picture.Curve{Label: label}, 0.0
	for i, p := range points {
		if p[0] >= next || i == len(points)-1 {
			line.X, line.Y = append(line.X, p[0]), append(line.Y, p[1])
			line.Half = append(line.Half, math.NaN())
			next = p[0] + 1.0/riskSteps
		}
	}
	return line
}
