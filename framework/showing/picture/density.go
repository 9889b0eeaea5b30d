package picture

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
)

// Density holds a posterior density of the difference of two methods: Student's t.
type Density struct {
	Title   string
	Measure string // what the difference is of
	A, B    string // the methods; the difference is A − B
	Mean    float64
	Scale   float64 // standard error; 0 puts all mass on the mean
	Freedom float64 // degrees of freedom
	Rope    float64
	// Probabilities of differences below the rope, in it and above it, and what these parts
	// mean: "lr is better", "equivalent", "svm is better".
	Probabilities [3]float64
	Parts         [3]string
}

const densityHeight = 170 // points

// densityParts are the areas below, within and above the rope.
var densityParts = []struct {
	fill  color.NRGBA
	hatch bool
}{{mix(white, vermillion, 0.55), true}, {silver, false}, {mix(white, blue, 0.55), false}}

// Densities draws a posterior density of a difference, its area divided by the rope, with
// the probability of each part.
func Densities(w io.Writer, d Density) error {
	const kind = "Posterior of a difference"
	if !finite(d.Mean) || !finite(d.Scale) || d.Scale < smallest {
		return blank(w, d.Title, kind, "the difference does not vary")
	}
	a := axis{low: min(d.Mean-float64(4.5*d.Scale), -1.3*d.Rope), high: max(d.Mean+float64(4.5*d.Scale), 1.3*d.Rope)}
	if narrow(a.low, a.high) {
		return blank(w, d.Title, kind, "the difference does not vary")
	}
	entries := d.legend()
	top := headingHeight(d.Title, pageWidth)
	_, legendHeight := flow(entries, pageWidth-2*margin)
	a.from, a.to = 2*margin, pageWidth-2*margin
	bottom := top + densityHeight
	s := newSheet(d.Title, kind, pageWidth, bottom+36+legendHeight+margin)
	p := d.Probabilities
	s.describe(fmt.Sprintf("%s of %s minus that of %s: %s with probability %.3f, %s with %.3f, %s with %.3f",
		d.Measure, label(d.A), label(d.B), d.Parts[0], p[0], d.Parts[1], p[1], d.Parts[2], p[2]))
	s.below(a, bottom, top, d.Measure+" of "+label(d.A)+" minus that of "+label(d.B))
	ends := []float64{a.low, max(a.low, -d.Rope), min(a.high, d.Rope), a.high}
	for i, part := range densityParts {
		if ends[i+1] <= ends[i] {
			continue
		}
		s.said(fmt.Sprintf("%s: probability %.3f", d.Parts[i], p[i]), func() {
			s.densityArea(d, a, ends[i], ends[i+1], bottom, part.fill)
		})
		if part.hatch {
			s.hatch(func(x, y float64) bool { return y > d.height(a.value(x), bottom) }, a.at(ends[i]), top, a.at(ends[i+1]),
				bottom)
		}
	}
	s.line(ink, 1.2, d.curve(a, a.low, a.high, bottom)...)
	s.line(ink, 0.8, a.at(0), top, a.at(0), bottom)
	s.legend(entries, margin, bottom+36, pageWidth-2*margin)
	return s.writeTo(w)
}

// height is where the density of a difference lies, the highest near the top.
func (d Density) height(v, bottom float64) float64 {
	z := (v - d.Mean) / d.Scale
	return bottom - float64(0.95*densityHeight*math.Pow(1+z*z/d.Freedom, -(d.Freedom+1)/2))
}

// curve is the density between two differences as points.
func (d Density) curve(a axis, from, to, bottom float64) (xy []float64) {
	steps := max(2, int(math.Ceil((a.at(to)-a.at(from))/2)))
	for i := range steps + 1 {
		v := from + (to-from)*float64(i)/float64(steps)
		xy = append(xy, a.at(v), d.height(v, bottom))
	}
	return xy
}

func (s *sheet) densityArea(d Density, a axis, from, to, bottom float64, fill color.NRGBA) {
	var path vg.Path
	path.Move(s.point(a.at(from), bottom))
	xy := d.curve(a, from, to, bottom)
	for i := 0; i < len(xy); i += 2 {
		path.Line(s.point(xy[i], xy[i+1]))
	}
	path.Line(s.point(a.at(to), bottom))
	path.Close()
	s.fill(fill, path)
}

// legend explains the areas, with their probabilities.
func (d Density) legend() []entry {
	var entries []entry
	for i, part := range densityParts {
		if i == 1 && d.Rope == 0 {
			continue
		}
		words := fmt.Sprintf("%s: p = %.3f", label(d.Parts[i]), d.Probabilities[i])
		entries = append(entries, entry{words, func(s *sheet, x, y float64) {
			s.rect(part.fill, x-7, y-5, 14, 10)
			if part.hatch {
				s.hatch(func(float64, float64) bool { return true }, x-7, y-5, x+7, y+5)
			}
		}})
	}
	return entries
}
