package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
)

// Distribution holds the scores of combinations over folds.
type Distribution struct {
	Title  string
	Metric string // names the axis
	Labels []string
	Values [][]float64 // Values[i] are the folds' scores of Labels[i]; NaN is undefined
}

const rowHeight = 18 // points

// Distributions draws a strip for each label: a dot for each fold, a box from the
// lower to the upper quartile (numpy's linear interpolation) with the median, and
// the mean. A label without a finite value has a dash; how many values are finite is
// written where not all are. The height grows with the labels.
func Distributions(w io.Writer, d Distribution) error {
	const kind = "Scores over folds"
	low, high, ok := extent(d.Values...)
	if !ok {
		return blank(w, d.Title, kind)
	}
	names, notes := labels(d.Labels), d.notes()
	left := margin + normal.widest(names) + 8
	right := margin + 6 + small.widest(notes)
	width := max(pageWidth, left+right+260)
	top := headingHeight(d.Title, width)
	bottom := top + rowHeight*float64(len(names))
	entries := distributionLegend()
	_, legendHeight := flow(entries, width-2*margin)

	s := newSheet(d.Title, kind, width, bottom+36+legendHeight+margin)
	a := padded(low, high, false)
	a.from, a.to = left, width-right
	s.below(a, bottom, top, d.Metric)
	for i, name := range names {
		y := top + rowHeight*(float64(i)+0.5)
		s.text(left-8, y, name, normal.right())
		s.strip(a, y, d.Values[i])
		s.text(a.to+6, y, notes[i], small.in(grey))
	}
	s.legend(entries, margin, bottom+36, width-2*margin)
	return s.writeTo(w)
}

// notes says of each label how many of its values are finite, if some are and some
// are not.
func (d Distribution) notes() []string {
	out := make([]string, len(d.Labels))
	for i := range out {
		if n := len(sorted(d.Values[i])); n > 0 && n < len(d.Values[i]) {
			out[i] = fmt.Sprintf("%d of %d folds", n, len(d.Values[i]))
		}
	}
	return out
}

// sorted returns the finite values in ascending order.
func sorted(values []float64) []float64 {
	var out []float64
	for _, v := range values {
		if finite(v) {
			out = append(out, v)
		}
	}
	slices.SortFunc(out, cmp.Compare)
	return out
}

// quantile returns the value below which a share of sorted values lies, linearly
// interpolated between the two nearest: Hyndman and Fan (The American Statistician
// 50, 1996), definition 7.
func quantile(sorted []float64, share float64) float64 {
	at := share * float64(len(sorted)-1)
	below := int(math.Floor(at))
	above := min(below+1, len(sorted)-1)
	return sorted[below] + (at-float64(below))*(sorted[above]-sorted[below])
}

func mean(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

var (
	boxFill  = mix(white, blue, 0.25)
	foldFill = color.NRGBA{ink.R, ink.G, ink.B, 115}
)

// strip draws the values of one label about the line y.
func (s *sheet) strip(a axis, y float64, values []float64) {
	finite := sorted(values)
	if len(finite) == 0 {
		s.text(a.from+8, y, "–", normal.in(grey))
		return
	}
	lower, upper := a.at(quantile(finite, 0.25)), a.at(quantile(finite, 0.75))
	s.line(blue, 0.7, a.at(finite[0]), y, a.at(finite[len(finite)-1]), y)
	s.rect(boxFill, lower, y-5, upper-lower, 10)
	s.frame(blue, 0.7, lower, y-5, upper-lower, 10)
	for _, v := range finite {
		s.fill(foldFill, s.outline(0, a.at(v), y, 2))
	}
	median := a.at(quantile(finite, 0.5))
	s.line(blue, 1.8, median, y-5, median, y+5)
	s.mark(3, vermillion, a.at(mean(finite)), y, 2.8)
}

func distributionLegend() []entry {
	return []entry{
		{"one fold", func(s *sheet, x, y float64) { s.fill(foldFill, s.outline(0, x, y, 2)) }},
		{"mean", func(s *sheet, x, y float64) { s.mark(3, vermillion, x, y, 2.8) }},
		{"median", func(s *sheet, x, y float64) { s.line(blue, 1.8, x, y-5, x, y+5) }},
		{"half of the folds, from the lower to the upper quartile", func(s *sheet, x, y float64) {
			s.rect(boxFill, x-7, y-4, 14, 8)
			s.frame(blue, 0.7, x-7, y-4, 14, 8)
		}},
	}
}
