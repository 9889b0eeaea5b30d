package picture

import (
	"fmt"
	"io"
	"math"

	"github.com/manyclass/bench/framework/base/lists"
)

// ROC holds the curves of classes, each against all others.
type ROC struct {
	Title  string
	Curves []ROCCurve
	Of     string // what the rows are ordered by: "probabilities"
	More   int    // classes that are not among the curves
}

// ROCCurve is a class with its shares of false and of true positives, from 0, 0 to 1, 1, and
// the area under them.
type ROCCurve struct {
	Class  string
	Points [][2]float64
	AUC    float64
}

const mostSteps = 200 // points that a curve is drawn through

// dashes distinguish curves without colour.
var dashes = [][]float64{nil, {5, 2}, {2, 2}, {7, 2, 2, 2}, {1, 1}, {4, 1}, {8, 3}, {3, 3}}

// ROCs draws the curve of each class against the others, in colours and dashes of their
// own, with the areas under them in the legend.
func ROCs(w io.Writer, r ROC) error {
	const kind = "ROC curves"
	if len(r.Curves) == 0 {
		return blank(w, r.Title, kind, "")
	}
	width := float64(heatWidth)
	top := headingHeight(r.Title, width)
	x, y := axis{low: 0, high: 1}, axis{low: 0, high: 1}
	x.from, x.to = margin+44, margin+44+reliabilitySide
	y.from, y.to = top+reliabilitySide, top
	entries := r.legend()
	_, legendHeight := flow(entries, width-2*margin)
	s := newSheet(r.Title, kind, width, y.from+50+legendHeight+margin)
	s.describe(fmt.Sprintf("true against false positives of %d classes, each against all others", len(r.Curves)))
	s.below(x, y.from, top, "false positive rate")
	s.beside(y, x.from, x.to, margin+5, "true positive rate")
	s.dashed(grey, 0.6, x.at(0), y.at(0), x.at(1), y.at(1))
	for i, c := range r.Curves {
		var xy []float64
		for _, p := range thinned(c.Points) {
			xy = append(xy, x.at(p[0]), y.at(p[1]))
		}
		s.said(fmt.Sprintf("%s: AUC %.4f", label(c.Class), c.AUC), func() { s.series(i, xy...) })
	}
	s.frame(ink, 0.7, x.from, y.to, x.to-x.from, y.from-y.to)
	words := "each class against all others, by " + r.Of
	if r.More > 0 {
		words += fmt.Sprintf("; %d more classes", r.More)
	}
	s.text(margin, y.from+40, small.cut(words, width-2*margin), small.in(grey))
	s.legend(entries, margin, y.from+50, width-2*margin)
	return s.writeTo(w)
}

// series draws the line of curve number i.
func (s *sheet) series(i int, xy ...float64) {
	c := colour(i)
	if i%len(palette) == len(palette)-1 {
		c = mix(c, black, 0.35) // yellow is too light for a line
	}
	s.steps = append(s.steps, step{does: strokeStep, color: c, line: 1.5, dash: dashes[i%len(dashes)],
		path: s.through(xy)})
}

func (r ROC) legend() []entry {
	return lists.Map(lists.Range(len(r.Curves)), func(i int) entry {
		words := fmt.Sprintf("%s, AUC %.3f", label(r.Curves[i].Class), r.Curves[i].AUC)
		return entry{words, func(s *sheet, x, y float64) { s.series(i, x-8, y, x+8, y) }}
	})
}

// thinned returns at most mostSteps points, those that begin a step of some length.
func thinned(points [][2]float64) [][2]float64 {
	if len(points) <= mostSteps {
		return points
	}
	var out [][2]float64
	for i, p := range points {
		if i == 0 || i == len(points)-1 ||
			math.Abs(p[0]-out[len(out)-1][0])+math.Abs(p[1]-out[len(out)-1][1]) >= 2.0/mostSteps {
			out = append(out, p)
		}
	}
	return out
}
