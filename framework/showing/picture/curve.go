package picture

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Curves holds values over a number that is varied.
type Curves struct {
	Title string
	X, Y  string // name the axes
	// Log asks for a logarithmic axis of x, which it has only if all places are positive.
	Log    bool
	Zero   bool // the axis of y begins at 0 or below
	Lines  []Curve
	Band   string // what the bands are: "mean ± standard deviation over folds"
	Remark string // written below, such as which lines are left out
	Reason string // why there is no value at all, if there is none
}

// Curve is a line with its band.
type Curve struct {
	Label string
	X, Y  []float64 // ascending in X; a point whose Y is not finite is left out
	Half  []float64 // half the width of the band at each point, NaN for none
}

// fractional reports whether the line has a place that is not an integer.
func (l Curve) fractional() bool {
	return slices.ContainsFunc(l.X, func(v float64) bool { return v != math.Trunc(v) })
}

// MostCurves is how many lines a picture of curves can hold, so that their colours
// differ and none is as light as the last one of the palette.
var MostCurves = len(palette) - 1

const plotHeight = 230 // points

// DrawCurves draws lines through means with bands about them. Lines differ in colour, in
// mark and in dashes.
func DrawCurves(w io.Writer, c Curves) error {
	const kind = "Curves"
	c.Lines = lists.Map(c.Lines, Curve.finite)
	xLow, xHigh, ok := extent(lists.Map(c.Lines, func(l Curve) []float64 { return l.X })...)
	low, high, _ := extent(lists.Map(c.Lines, Curve.edges)...)
	if !ok {
		return blank(w, c.Title, kind, c.Reason)
	}
	if c.Zero {
		low = min(low, 0)
	}
	x := newScale(xLow, xHigh, c.Log)
	x.whole = !slices.ContainsFunc(c.Lines, Curve.fractional)
	y := padded(low, high)
	top := headingHeight(c.Title, pageWidth) + 4
	bottom := top + plotHeight
	entries := c.legend()
	_, legendHeight := flow(entries, pageWidth-2*margin)
	height := bottom + 36 + legendHeight + margin
	if c.Remark != "" {
		height += legendLine
	}
	s := newSheet(c.Title, kind, pageWidth, height)
	s.describe(fmt.Sprintf("%s over %s from %s to %s, %s", c.Y, c.X, amount(xLow), amount(xHigh),
		wording.Count(len(c.Lines), "line")))
	y.from, y.to = bottom, top
	x.from, x.to = margin+16+tickWidth(y)+8, pageWidth-margin-8
	s.beside(y, x.from, x.to, margin+6, c.Y)
	s.underneath(x, bottom, top, c.X)
	for i, line := range c.Lines {
		s.band(i, line, x, y)
	}
	for i, line := range c.Lines {
		s.curve(i, line, x, y)
	}
	s.legend(entries, margin, bottom+36, pageWidth-2*margin)
	s.text(margin, bottom+36+legendHeight+legendLine/2, small.cut(c.Remark, pageWidth-2*margin), small.in(grey))
	return s.writeTo(w)
}

// finite leaves out the points without a value.
func (c Curve) finite() Curve {
	of := Curve{Label: c.Label}
	for i, v := range c.Y {
		if finite(v) && finite(c.X[i]) {
			of.X, of.Y, of.Half = append(of.X, c.X[i]), append(of.Y, v), append(of.Half, c.Half[i])
		}
	}
	return of
}

// edges are the values of a curve and of its band.
func (c Curve) edges() []float64 {
	values := slices.Clone(c.Y)
	for i, half := range c.Half {
		values = append(values, c.Y[i]-half, c.Y[i]+half)
	}
	return values
}

// legend names the lines and the bands.
func (c Curves) legend() []entry {
	var entries []entry
	for i, line := range c.Lines {
		entries = append(entries, entry{line.Label, func(s *sheet, x, y float64) {
			s.dashes(i, []float64{x - 9, y, x + 9, y})
			s.mark(i, colour(i), x, y, 2.8)
		}})
	}
	if c.Band == "" {
		return entries
	}
	return append(entries, entry{c.Band, func(s *sheet, x, y float64) { s.rect(tint(grey), x-7, y-4, 14, 8) }})
}

// tint is a colour that lets what lies below it be seen.
func tint(c color.NRGBA) color.NRGBA {
	c.A = 38
	return c
}

// band draws the band of line number i.
func (s *sheet) band(i int, c Curve, x scale, y axis) {
	var upper, lower []vg.Point
	flush := func() {
		switch {
		case len(upper) == 1:
			x := float64(upper[0].X)
			s.line(colour(i), 0.8, x, float64(upper[0].Y), x, float64(lower[0].Y))
		case len(upper) > 1:
			var path vg.Path
			slices.Reverse(lower)
			for n, p := range append(upper, lower...) {
				if n == 0 {
					path.Move(p)
				} else {
					path.Line(p)
				}
			}
			path.Close()
			s.fill(tint(colour(i)), path)
		}
		upper, lower = nil, nil
	}
	for n, half := range c.Half {
		if !finite(half) {
			flush()
			continue
		}
		upper = append(upper, s.point(x.place(c.X[n]), y.at(c.Y[n]+half)))
		lower = append(lower, s.point(x.place(c.X[n]), y.at(c.Y[n]-half)))
	}
	flush()
}

// curve draws line number i with its marks.
func (s *sheet) curve(i int, c Curve, x scale, y axis) {
	var xy []float64
	for n := range c.X {
		xy = append(xy, x.place(c.X[n]), y.at(c.Y[n]))
	}
	if len(c.X) > 1 {
		s.dashes(i, xy)
	}
	for n := range c.X {
		words := fmt.Sprintf("%s at %s: %s", c.Label, amount(c.X[n]), amount(c.Y[n]))
		if finite(c.Half[n]) {
			words += " ± " + amount(c.Half[n])
		}
		s.said(words, func() { s.mark(i, colour(i), xy[2*n], xy[2*n+1], 2.8) })
	}
}

// patterns are the lengths of dashes and gaps; the first line has none.
var patterns = [][]float64{nil, {6, 3}, {2, 2.5}, {8, 2.5, 2, 2.5}}

// dashes draws line number i through points x0, y0, x1, y1, …
func (s *sheet) dashes(i int, xy []float64) {
	s.steps = append(s.steps, step{does: strokeStep, color: colour(i), line: 1.4, dash: patterns[i%len(patterns)],
		path: s.through(xy)})
}

// scale is a horizontal axis, of the logarithms of values if log is set.
type scale struct {
	axis
	log bool
}

// newScale returns a scale with a little space at both ends.
func newScale(low, high float64, log bool) scale {
	s := scale{log: log && low > 0}
	if s.log {
		low, high = math.Log10(low), math.Log10(high)
	}
	s.axis = padded(low, high)
	return s
}

// place returns where a value lies.
func (s scale) place(v float64) float64 {
	if s.log {
		v = math.Log10(v)
	}
	return s.at(v)
}

// ticks are round values: of a logarithmic scale the powers of ten, over few decades with
// what lies between.
func (s scale) ticks() []tick {
	if !s.log {
		return s.axis.ticks(6)
	}
	factors := []float64{1, 2, 5}
	if s.high-s.low > 3 {
		factors = factors[:1]
	}
	every := max(1, math.Ceil((s.high-s.low)/8))
	var out []tick
	for power := math.Floor(s.low); power <= s.high; power++ {
		if math.Mod(power, every) != 0 {
			continue
		}
		for _, factor := range factors {
			if at := power + float64(math.Log10(factor)); at >= s.low && at <= s.high {
				v := factor * math.Pow(10, power)
				out = append(out, tick{at, strconv.FormatFloat(v, 'g', 6, 64)})
			}
		}
	}
	if len(out) < 2 && s.high < 300 && s.low > -300 {
		linear := axis{low: math.Pow(10, s.low), high: math.Pow(10, s.high)}
		out = lists.Map(linear.ticks(5), func(t tick) tick { return tick{math.Log10(t.value), t.label} })
		out = lists.Filter(out, func(t tick) bool { return t.value >= s.low && t.value <= s.high })
	}
	return out
}

// underneath draws a horizontal scale with its grid, as below does an axis.
func (s *sheet) underneath(a scale, y, top float64, name string) {
	if a.log {
		name = fmt.Sprintf("%s, logarithmic", name)
	}
	free := math.Inf(-1) // where the next label may begin
	for _, t := range a.ticks() {
		x := a.at(t.value)
		s.line(silver, 0.5, x, top, x, y)
		s.line(ink, 0.5, x, y, x, y+3)
		if half := float64(small.width(t.label) / 2); x-half > free {
			s.text(x, y+9, t.label, small.centred())
			free = x + half + 4
		}
	}
	s.line(ink, 0.5, a.from, y, a.to, y)
	s.text((a.from+a.to)/2, y+22, normal.cut(name, a.to-a.from), normal.centred())
}
