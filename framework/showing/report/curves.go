package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/base/wording"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/framework/evaluation/metric"
	"github.com/manyclass/bench/framework/results/plan"
	"github.com/manyclass/bench/framework/results/score"
	"github.com/manyclass/bench/framework/showing/export"
	"github.com/manyclass/bench/framework/showing/picture"
)

// curvesFile holds the learning curves of all combinations and metrics.
const curvesFile = "curves.csv"

// curvePointsFile holds the curves that curve blocks ask for.
const curvePointsFile = "curve_points.csv"

// writeCurves writes the learning curves and those that are asked for, and removes the
// files of an earlier report where there are none.
func writeCurves(f *folder, p *plan.Plan, rows []score.Row) error {
	learning := score.LearningCurves(p, rows)
	for _, file := range []struct {
		name  string
		has   bool
		table export.Table
	}{
		{curvesFile, len(learning) > 0, export.Curves(learning)},
		{curvePointsFile, len(p.Curves) > 0, export.CurvePoints(p.Main(), score.MainRows(p, rows))},
	} {
		if !file.has {
			if err := removeFile(filepath.Join(f.dir, file.name)); err != nil {
				return err
			}
			continue
		}
		if err := f.writeTable(file.name, file.table); err != nil {
			return err
		}
	}
	return nil
}

// curvesView is the section of curves in the page.
type curvesView struct {
	Learning gathered
	Asked    gathered
}

// drawCurves draws the curves of main cells that are asked for, and learning curves.
func drawCurves(g *gallery, p *plan.Plan, rows []score.Row, learning []score.Curve, t tables) (v curvesView,
	err error) {
	for _, asked := range p.Curves {
		if err := v.drawAsked(g, p, asked, score.ParameterCurves(p, asked, rows)); err != nil {
			return v, err
		}
	}
	if len(learning) == 0 {
		return v, nil
	}
	return v, v.drawLearning(g, p, learning, t.metrics(p))
}

// drawAsked draws a picture of a curve for each dataset.
func (v *curvesView) drawAsked(g *gallery, p *plan.Plan, asked plan.Curve, curves []score.Curve) error {
	i := slices.IndexFunc(p.Metrics, func(m metric.Spec) bool { return m.Name == asked.Metric })
	if i < 0 {
		return nil // of a plan written by hand
	}
	label := labeller(p)
	for _, d := range p.Datasets {
		c := picture.Curves{
			Title: fmt.Sprintf("%s: %s by %s", d.Name, asked.Metric, asked.X()), X: asked.X(), Y: asked.Metric, Band: bandWords,
			Reason: "no cell is ok",
		}
		if len(asked.Average) > 0 {
			c.Band = "mean ± standard deviation over " + wording.List(asked.Average)
		}
		for _, curve := range curves {
			if curve.Dataset != d.Name {
				continue
			}
			line := picture.Curve{Label: label(curve.Combination)}
			for _, point := range curve.Points {
				line.X, line.Y = append(line.X, point.X), append(line.Y, point.Mean)
				line.Half = append(line.Half, point.SD)
			}
			c.Lines = append(c.Lines, line)
		}
		if len(c.Lines) == 0 {
			continue
		}
		c.Log = asked.Scale == "log" || asked.Scale == "" && spansDecade(c.Lines)
		c.Lines, c.Remark = fewLines(c.Lines, p.Metrics[i].SmallerIsBetter(), curvePointsFile+" has all")
		err := g.add(&v.Asked, asked.Name+", "+d.Name, []string{"curve", asked.Name, p.NameOf(contract.KindDataset, d.Name)},
			func(w io.Writer) error { return picture.DrawCurves(w, c) })
		if err != nil {
			return err
		}
	}
	return nil
}

// drawLearning draws a picture of learning curves for each dataset and metric.
func (v *curvesView) drawLearning(g *gallery, p *plan.Plan, curves []score.Curve, metrics []metric.Spec) error {
	label := labeller(p)
	for _, m := range metrics {
		for _, d := range p.Datasets {
			c := picture.Curves{
				Title: fmt.Sprintf("%s: %s by training rows", d.Name, m.Name), X: "training rows", Y: m.Name, Band: bandWords,
			}
			for _, curve := range curves {
				if curve.Dataset == d.Name && curve.Metric == m.Name {
					c.Lines = append(c.Lines, learningLine(label(curve.Combination), curve))
				}
			}
			if len(c.Lines) == 0 {
				continue
			}
			c.Log, c.Reason = spansDecade(c.Lines), "no cell is ok"
			c.Lines, c.Remark = fewLines(c.Lines, m.SmallerIsBetter(), curvesFile+" has all")
			err := g.add(&v.Learning, d.Name+", "+m.Name, []string{"learning-curve", p.NameOf(contract.KindDataset,
				d.Name), m.Name},
				func(w io.Writer) error { return picture.DrawCurves(w, c) })
			if err != nil {
				return err
			}
		}
	}
	return nil
}

// bandWords says what the bands of curves are.
const bandWords = "mean ± standard deviation over folds"

func learningLine(label string, curve score.Curve) picture.Curve {
	line := picture.Curve{Label: label}
	for _, point := range curve.Points {
		line.X, line.Y = append(line.X, point.Rows), append(line.Y, point.Mean)
		line.Half = append(line.Half, point.SD)
	}
	return line
}

// spansDecade reports whether the places of some lines are positive and the largest is
// ten times the smallest.
func spansDecade(lines []picture.Curve) bool {
	low, high := math.Inf(1), math.Inf(-1)
	for _, line := range lines {
		for _, x := range line.X {
			low, high = min(low, x), max(high, x)
		}
	}
	return low > 0 && high >= 10*low
}

// fewLines leaves as many lines as a picture can hold, those that end best, in their
// order, and says so, and what has the others.
func fewLines(lines []picture.Curve, smallerIsBetter bool, others string) (kept []picture.Curve, remark string) {
	if len(lines) <= picture.MostCurves {
		return lines, ""
	}
	end := func(i int) float64 {
		y := lines[i].Y[len(lines[i].Y)-1]
		switch {
		case math.IsNaN(y):
			return math.Inf(1)
		case smallerIsBetter:
			return y
		}
		return -y
	}
	order := make([]int, len(lines))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(end(a), end(b)) })
	order = order[:picture.MostCurves]
	slices.Sort(order)
	for _, i := range order {
		kept = append(kept, lines[i])
	}
	return kept, fmt.Sprintf("%d of %d lines, those that end best; %s", len(kept), len(lines), others)
}
