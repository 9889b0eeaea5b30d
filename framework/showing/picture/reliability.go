package picture

import (
	"fmt"
	"io"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Reliability holds how often predictions are right that have about some probability.
type Reliability struct {
	Title string
	Bins  []Bin // of equal width, ascending
	// Error is the calibration error of the bins, Definition what it is.
	Error      float64
	Definition string
	// Curve has points of a probability and the share that is right there, by isotonic
	// regression, ascending; it may be empty.
	Curve [][2]float64
}

// Bin holds the rows whose probability lies between two bounds: how many there are, their
// mean probability and the share that is right.
type Bin struct {
	Low, High   float64
	Rows        int
	Mean, Right float64
}

const (
	reliabilitySide = 220 // points
	countHeight     = 44
)

// Reliabilities draws a reliability diagram: a bar for each bin up to the share of its rows
// that is right, with a mark at their mean probability, the diagonal of perfect calibration,
// the isotonic curve, and below how many rows there are.
func Reliabilities(w io.Writer, r Reliability) error {
	const kind = "Reliability diagram"
	most := 0
	for _, b := range r.Bins {
		most = max(most, b.Rows)
	}
	if most == 0 {
		return blank(w, r.Title, kind, "")
	}
	rows := lists.Sum(lists.Map(r.Bins, func(b Bin) int { return b.Rows }))
	width := float64(heatWidth)
	top := headingHeight(r.Title, width)
	notes := wrap(r.note(), width-2*margin)
	x, y := axis{low: 0, high: 1}, axis{low: 0, high: 1}
	x.from, x.to = margin+44, margin+44+reliabilitySide
	y.from, y.to = top+reliabilitySide, top
	counts := y.from + 8 + countHeight // where the bars of counts are
	s := newSheet(r.Title, kind, width, counts+36+float64(12*float64(len(notes)))+margin)
	s.describe(fmt.Sprintf("of %s, in %d bins; %s %.4f", wording.Count(rows, "row"), len(r.Bins), r.Definition, r.Error))
	s.below(x, counts, counts, "largest probability")
	s.beside(y, x.from, x.to, margin+5, "share predicted correctly")
	for _, b := range r.Bins {
		s.bin(b, x, y, counts, float64(most))
	}
	s.dashed(ink, 0.8, x.at(0), y.at(0), x.at(1), y.at(1))
	s.isotonic(r.Curve, x, y)
	for _, b := range r.Bins {
		if b.Rows > 0 {
			s.mark(3, vermillion, x.at(b.Mean), y.at(b.Right), 3)
		}
	}
	s.frame(ink, 0.7, x.from, y.to, x.to-x.from, y.from-y.to)
	s.textUp(x.from-12, counts-countHeight/2, "rows", small.centred())
	for i, line := range notes {
		s.text(margin, counts+38+float64(12*float64(i)), line, small)
	}
	return s.writeTo(w)
}

// note says below the diagram what it shows.
func (r Reliability) note() string {
	note := fmt.Sprintf("%s = %.4f", r.Definition, r.Error)
	if len(r.Curve) > 0 {
		note += "; green line: isotonic regression without bins (CORP)"
	}
	return note
}

// isotonic draws the line through the points of the curve.
func (s *sheet) isotonic(curve [][2]float64, x, y axis) {
	var xy []float64
	for _, p := range curve {
		xy = append(xy, x.at(p[0]), y.at(p[1]))
	}
	if len(xy) > 0 {
		s.line(palette[2], 1.4, xy...)
	}
}

// bin draws the bar of a bin, and above the place counts one of its rows, of which the
// largest bin has most.
func (s *sheet) bin(b Bin, x, y axis, counts, most float64) {
	if b.Rows == 0 {
		return
	}
	left, wide := x.at(b.Low)+0.5, x.at(b.High)-x.at(b.Low)-1
	words := fmt.Sprintf("%.3g to %.3g: %s, mean probability %.4g, correct %.4g", b.Low, b.High,
		wording.Count(b.Rows, "row"), b.Mean, b.Right)
	s.said(words, func() {
		s.rect(boxFill, left, y.at(b.Right), wide, y.from-y.at(b.Right))
		s.line(blue, 1.2, left, y.at(b.Right), left+wide, y.at(b.Right))
	})
	tall := countHeight * float64(b.Rows) / most
	s.said(words, func() { s.rect(grey, left, counts-tall, wide, tall) })
}
