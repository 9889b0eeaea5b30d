package picture

import (
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"
	"gonum.org/v1/plot/vg/draw"
)

// Series is a line of a chart. Points whose X or Y is not finite are left out, and so
// is the line to them.
type Series struct {
	Name string
	X, Y []float64 // of the same length
	// Low and High are the ends of error bars, as long as X, or nil. A point has no
	// bar where one of them is not finite.
	Low, High []float64
}

// Chart holds lines over common axes.
type Chart struct {
	Title, X, Y string // X and Y name the axes
	LogX        bool   // points whose X is not above 0 are left out
	Series      []Series
}

// Lines draws each series as marks that are joined in the given order. Series differ
// in colour and in the shape of their marks, beyond eight also in dashes.
func Lines(w io.Writer, c Chart) error {
	const kind, height = "Chart", 220
	x, y, ok := c.axes()
	if !ok {
		return blank(w, c.Title, kind, "")
	}
	var entries []entry
	for i, series := range c.Series {
		entries = append(entries, entry{series.Name, func(s *sheet, x, y float64) {
			s.dashed(i, x-9, y, x+9, y)
			s.mark(i, colour(i), x, y, 3)
		}})
	}
	width := float64(pageWidth)
	for _, e := range entries {
		width = max(width, 2*margin+keyWidth+small.width(label(e.text)))
	}
	top := headingHeight(c.Title, width)
	_, legendHeight := flow(entries, width-2*margin)
	x.from, x.to = margin+18+tickWidth(y)+8, width-2*margin
	y.from, y.to = top+height, top
	x.marks = c.marks(x)

	s := newSheet(c.Title, kind, width, top+height+36+legendHeight+margin)
	s.below(x, y.from, top, c.X)
	s.beside(y, x.from, x.to, margin+5, c.Y)
	for i, series := range c.Series {
		s.series(i, series, x, y)
	}
	s.legend(entries, margin, top+height+36, width-2*margin)
	return s.writeTo(w)
}

// shows says whether point j of a series is drawn.
func (c Chart) shows(series Series, j int) bool {
	return finite(series.X[j]) && finite(series.Y[j]) && (!c.LogX || series.X[j] >= smallest)
}

// axes returns the axes that hold all points and error bars, and whether there is a
// point.
func (c Chart) axes() (x, y axis, ok bool) {
	var xs, ys []float64
	for _, series := range c.Series {
		for j := range series.X {
			if !c.shows(series, j) {
				continue
			}
			xs, ys = append(xs, series.X[j]), append(ys, series.Y[j])
			if low, high, ok := series.bar(j); ok {
				ys = append(ys, low, high)
			}
		}
	}
	lowX, highX, ok := extent(xs)
	if !ok {
		return x, y, false
	}
	lowY, highY, _ := extent(ys)
	return padded(lowX, highX, c.LogX), padded(lowY, highY, false), true
}

// marks returns the values of a logarithmic axis at which there are points, such as
// 16, 64, 256; nil if their labels would touch.
func (c Chart) marks(x axis) []tick {
	var values []float64
	for _, series := range c.Series {
		for j, v := range series.X {
			if c.shows(series, j) {
				values = append(values, v)
			}
		}
	}
	slices.Sort(values)
	var out []tick
	free := math.Inf(-1)
	for _, v := range slices.Compact(values) {
		t := tick{v, strconv.FormatFloat(v, 'g', 6, 64)}
		half := small.width(t.label)/2 + 3
		if !c.LogX || x.at(v)-half < free {
			return nil
		}
		free = x.at(v) + half
		out = append(out, t)
	}
	return out
}

// bar returns the ends of the error bar of point j, if it has one.
func (s Series) bar(j int) (low, high float64, ok bool) {
	if s.Low == nil || s.High == nil || !finite(s.Low[j]) || !finite(s.High[j]) {
		return 0, 0, false
	}
	return s.Low[j], s.High[j], true
}

// series draws number i of a chart: its line, its error bars, its marks.
func (s *sheet) series(i int, series Series, x, y axis) {
	c := Chart{LogX: x.log}
	var last []float64
	for j := range series.X {
		if !c.shows(series, j) {
			last = nil
			continue
		}
		at := []float64{x.at(series.X[j]), y.at(series.Y[j])}
		if last != nil {
			s.dashed(i, last[0], last[1], at[0], at[1])
		}
		last = at
		if low, high, ok := series.bar(j); ok {
			s.errorBar(colour(i), at[0], y.at(low), y.at(high))
		}
	}
	for j := range series.X {
		if c.shows(series, j) {
			s.mark(i, colour(i), x.at(series.X[j]), y.at(series.Y[j]), 3)
		}
	}
}

func (s *sheet) errorBar(c color.Color, x, low, high float64) {
	s.line(c, 0.8, x, low, x, high)
	s.line(c, 0.8, x-3, low, x+3, low)
	s.line(c, 0.8, x-3, high, x+3, high)
}

// dashed draws a piece of the line of series i.
func (s *sheet) dashed(i int, x0, y0, x1, y1 float64) {
	if math.Hypot(x1-x0, y1-y0) == 0 {
		return
	}
	var dashes []vg.Length
	if round := i / len(palette); round > 0 {
		dashes = []vg.Length{vg.Length(2 + 2*round), 2}
	}
	var path vg.Path
	path.Move(s.point(x0, y0))
	path.Line(s.point(x1, y1))
	s.canvas.SetLineStyle(draw.LineStyle{Color: colour(i), Width: 1.4, Dashes: dashes})
	s.canvas.Stroke(path)
}
