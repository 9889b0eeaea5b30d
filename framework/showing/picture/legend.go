package picture

import (
	"image/color"
	"math"

	"gonum.org/v1/plot/vg"
)

const (
	keyWidth   = 20 // of the sign before a legend's text
	entryGap   = 14
	legendLine = 14
)

// entry is a line of a legend: a sign, drawn about the point it is given, and what
// it means.
type entry struct {
	text string
	sign func(s *sheet, x, y float64)
}

// flow places entries with small texts in lines of a width; it returns their places relative
// to the upper left corner, and the height of all.
func flow(entries []entry, width float64) (places [][2]float64, height float64) {
	return small.flow(entries, width)
}

// flow is that of texts in a style.
func (t style) flow(entries []entry, width float64) (places [][2]float64, height float64) {
	x, y := 0.0, 0.0
	for _, e := range entries {
		w := keyWidth + t.room(label(e.text))
		if x > 0 && x+w > width {
			x, y = 0, y+legendLine
		}
		places = append(places, [2]float64{x, y})
		x += w + entryGap
	}
	if len(entries) == 0 {
		return nil, 0
	}
	return places, y + legendLine
}

// legend draws entries in lines of a width from a corner.
func (s *sheet) legend(entries []entry, x, y, width float64) {
	s.legendIn(small, entries, x, y, width)
}

// legendIn is legend with texts in a style.
func (s *sheet) legendIn(t style, entries []entry, x, y, width float64) {
	places, _ := t.flow(entries, width)
	for i, e := range entries {
		left, middle := x+places[i][0], y+places[i][1]+legendLine/2
		e.sign(s, left+keyWidth/2-3, middle)
		s.text(left+keyWidth, middle, label(e.text), t)
	}
}

// shapes are the outlines of marks, as corners on the unit circle's scale; the
// first, without corners, is a circle.
var shapes = [][][2]float64{
	nil,
	{{-0.85, -0.85}, {0.85, -0.85}, {0.85, 0.85}, {-0.85, 0.85}},
	{{0, -1.2}, {1.04, 0.6}, {-1.04, 0.6}},
	{{0, -1.25}, {1.25, 0}, {0, 1.25}, {-1.25, 0}},
	{{0, 1.2}, {1.04, -0.6}, {-1.04, -0.6}},
}

// outline returns the path of mark number i around a point.
func (s *sheet) outline(i int, x, y, radius float64) vg.Path {
	var path vg.Path
	corners := shapes[i%len(shapes)]
	if corners == nil {
		path.Move(s.point(x+radius, y))
		path.Arc(s.point(x, y), vg.Length(radius), 0, 2*math.Pi)
	}
	for j, c := range corners {
		p := s.point(x+float64(radius*c[0]), y+float64(radius*c[1]))
		if j == 0 {
			path.Move(p)
		} else {
			path.Line(p)
		}
	}
	path.Close()
	return path
}

// mark draws a filled mark with a thin border that sets it off from its ground.
func (s *sheet) mark(i int, fill color.NRGBA, x, y, radius float64) {
	path := s.outline(i, x, y, radius)
	s.fill(fill, path)
	s.stroke(white, 0.4, path)
}
