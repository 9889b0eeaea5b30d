package report

import (
	"cmp"
	"fmt"
	"io"
	"math"
	"path/filepath"
	"slices"

	"github.com/manyclass/bench/framework/export"
	"github.com/manyclass/bench/framework/metric"
	"github.com/manyclass/bench/framework/picture"
	"github.com/manyclass/bench/framework/plan"
	"github.com/manyclass/bench/framework/score"
)

// curvesFile holds the learning curves of all combinations and metrics.
const curvesFile = "curves.csv"

// writeCurves writes the learning curves, and removes the file of an earlier report if
// there are none.
func writeCurves(f *folder, curves []score.Curve) error {
	if len(curves) == 0 {
		return removeFile(filepath.Join(f.dir, curvesFile))
	}
	return f.write(curvesFile, func(w io.Writer) error { return export.Write(w, export.Curves(curves), export.CSV) })
}

// curvesView is the section of curves in the page.
type curvesView struct {
	Learning gathered
}

// drawLearning draws a picture of learning curves for each dataset and metric.
func drawLearning(g *gallery, p *plan.Plan, curves []score.Curve, metrics []metric.Spec) (v curvesView, err error) {
	if len(curves) == 0 {
		return v, nil
	}
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
			c.Lines, c.Remark = fewLines(c.Lines, m.SmallerIsBetter(), curvesFile)
			err = g.add(&v.Learning, d.Name+", "+m.Name, []string{"learning-curve", d.Name, m.Name},
				func(w io.Writer) error { return picture.DrawCurves(w, c) })
			if err != nil {
				return v, err
			}
		}
	}
	return v, nil
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
// order, and says so.
func fewLines(lines []picture.Curve, smallerIsBetter bool, file string) (kept []picture.Curve, remark string) {
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
	return kept, fmt.Sprintf("%d of %d lines, those that end best; %s has all", len(kept), len(lines), file)
}
