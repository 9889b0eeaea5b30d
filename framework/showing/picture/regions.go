package picture

import (
	"fmt"
	"image/color"
	"io"
	"math"
	"slices"
	"strconv"

	"gonum.org/v1/plot/vg"

	"github.com/manyclass/bench/framework/results/store"
)

// Plane holds decision regions over two features, and the names of the classes that
// its numbers stand for.
type Plane struct {
	Title string
	store.Regions
	Classes []string
}

const (
	planeHeight    = 320
	mostRectangles = 1500 // of the raster; a finer one is drawn more coarsely
	mostPoints     = 750  // of the dataset; of more every second, third, …
	hatchGap       = 5    // points between two lines of hatching
)

var (
	dimmed   = color.NRGBA{70, 70, 70, 255}
	hatchInk = color.NRGBA{0, 0, 0, 140}
)

// Regions draws which class is predicted where, darker where no model fires and
// hatched where several do, with the training rows as dots and the test rows as
// rings. Files stay below 200 kB: where the raster or the rows would take more, they
// are thinned, which for rows the legend says.
func Regions(w io.Writer, r Plane) error {
	const kind = "Decision regions"
	r = r.relative()
	if !r.drawable() {
		return blank(w, r.Title, kind, "")
	}
	raster, rectangles := r.raster()
	x := axis{low: r.Low[0], high: r.High[0]}
	y := axis{low: r.Low[1], high: r.High[1]}
	every := (len(r.Points) + mostPoints - 1) / mostPoints
	entries := r.legend(raster, every)
	top := headingHeight(r.Title, pageWidth)
	_, legendHeight := flow(entries, pageWidth-2*margin)
	x.from, x.to = margin+18+tickWidth(y)+8, pageWidth-2*margin
	y.from, y.to = top+planeHeight, top

	s := newSheet(r.Title, kind, pageWidth, top+planeHeight+36+legendHeight+margin)
	s.describe(fmt.Sprintf("which of %d classes is predicted where, over %s and %s", len(r.Classes), r.Columns[0],
		r.Columns[1]))
	s.below(x, y.from, top, r.Columns[0])
	s.beside(y, x.from, x.to, margin+5, r.Columns[1])
	s.areas(raster, rectangles, labels(r.Classes), x, y)
	s.hatch(func(px, py float64) bool { return raster.state(px, py, x, y) >= 2 }, x.from, y.to, x.to, y.from)
	s.points(r, every, x, y)
	s.frame(ink, 0.7, x.from, y.to, x.to-x.from, y.from-y.to)
	s.legend(entries, margin, top+planeHeight+36, pageWidth-2*margin)
	return s.writeTo(w)
}

// relative returns the plane with the values of a feature counted from the lowest
// where they are too close together for ticks; the name of the feature says so.
func (r Plane) relative() Plane {
	for i := range 2 {
		low, width := r.Low[i], r.High[i]-r.Low[i]
		if !finite(low) || !finite(width) || width <= 0 || !narrow(low, r.High[i]) {
			continue
		}
		r.Columns[i] += " − " + strconv.FormatFloat(low, 'g', -1, 64)
		r.Low[i], r.High[i] = 0, width
		r.Points = slices.Clone(r.Points)
		for j := range r.Points {
			r.Points[j][i] -= low
		}
	}
	return r
}

// drawable says whether there is a plane to draw.
func (r Plane) drawable() bool {
	for i := range 2 {
		if !finite(r.Low[i]) || !finite(r.High[i]) || narrow(r.Low[i], r.High[i]) {
			return false
		}
	}
	return r.Side >= 2 && len(r.Predicted) == r.Side*r.Side && (r.Firing == nil || len(r.Firing) == len(r.Predicted))
}

// points draws every n-th row that lies in the picture, one path for each class and
// part. Test rows come last, so that no dot hides a ring.
func (s *sheet) points(r Plane, every int, x, y axis) {
	for _, test := range []bool{false, true} {
		paths := make([]vg.Path, len(r.Classes))
		for i := 0; i < len(r.Points); i += every {
			p, class := r.Points[i], r.Regions.Classes[i]
			known := class >= 0 && class < len(r.Classes)
			if known && r.Test[i] == test && x.holds(p[0]) && y.holds(p[1]) {
				paths[class] = append(paths[class], s.outline(class, x.at(p[0]), y.at(p[1]), 2.3)...)
			}
		}
		for class, path := range paths {
			words := map[bool]string{true: "test", false: "training"}[test] + " rows of " + label(r.Classes[class])
			s.said(words, func() { s.rows(path, class, test) })
		}
	}
}

// rows draws the marks of a class: filled, or as rings.
func (s *sheet) rows(path vg.Path, class int, test bool) {
	c := mix(colour(class), black, 0.25)
	switch {
	case len(path) == 0:
	case test:
		s.stroke(c, 1, path)
	default:
		s.fill(c, path)
	}
}

// holds says whether a value lies between the ends of an axis.
func (a axis) holds(v float64) bool { return v >= a.low && v <= a.high }

// legend explains the classes, the marks, and those of the ambiguous areas that
// there are.
func (r Plane) legend(raster raster, every int) []entry {
	var entries []entry
	for i, name := range r.Classes {
		entries = append(entries, entry{name, func(s *sheet, x, y float64) {
			s.rect(areaColour(i, false), x-7, y-5, 14, 10)
			s.rows(s.outline(i, x, y, 2.3), i, false)
		}})
	}
	thinned := ""
	if every > 1 {
		thinned = fmt.Sprintf(" (one in %d shown)", every)
	}
	var none, several bool
	for _, state := range raster.firing {
		none, several = none || state == 0, several || state >= 2
	}
	if len(r.Points) > 0 {
		entries = append(entries, entry{"training row" + thinned,
			func(s *sheet, x, y float64) { s.fill(ink, s.outline(0, x, y, 2.3)) }},
			entry{"test row" + thinned, func(s *sheet, x, y float64) { s.stroke(ink, 1, s.outline(0, x, y, 2.3)) }})
	}
	if none {
		entries = append(entries, entry{"no model claims the point", func(s *sheet, x, y float64) {
			s.rect(mix(white, dimmed, 0.45), x-7, y-5, 14, 10)
		}})
	}
	if several {
		entries = append(entries, entry{"several models claim it", func(s *sheet, x, y float64) {
			s.hatch(func(float64, float64) bool { return true }, x-7, y-5, x+7, y+5)
			s.frame(grey, 0.5, x-7, y-5, 14, 10)
		}})
	}
	return entries
}

// areaColour returns the colour of the area of a class, where a model fires or none
// does.
func areaColour(class int, none bool) color.NRGBA {
	c := mix(white, colour(class), 0.3)
	if none {
		c = mix(c, dimmed, 0.45)
	}
	return c
}

// hatch draws diagonals over the part of a rectangle where inside holds. Its ends are
// right to a point's half.
func (s *sheet) hatch(inside func(x, y float64) bool, left, top, right, bottom float64) {
	const step = 0.5
	var path vg.Path
	for sum := math.Ceil((left+top)/hatchGap) * hatchGap; sum < right+bottom; sum += hatchGap {
		start := math.NaN()
		end := min(right, sum-top)
		for x := max(left, sum-bottom); x <= end+step; x += step {
			in := x <= end && inside(x, sum-x)
			if in && math.IsNaN(start) {
				start = x
			}
			if !in && !math.IsNaN(start) {
				path.Move(s.point(start, sum-start))
				path.Line(s.point(min(x, end), sum-min(x, end)))
				start = math.NaN()
			}
		}
	}
	if len(path) > 0 {
		s.stroke(hatchInk, 0.6, path)
	}
}

// raster returns the plane's grid and the rectangles that cover it, coarser if they
// would be too many.
func (r Plane) raster() (raster, []rectangle) {
	full := raster{r.Side, r.Predicted, r.Firing}
	out := full
	for {
		rectangles := out.rectangles()
		if len(rectangles) <= mostRectangles || out.side < 8 {
			return out, rectangles
		}
		out = full.sampled(max(2, out.side*3/4))
	}
}

// areas fills the rectangles, one path for each colour. Each reaches a little under
// its neighbours, lest seams show. What is not one of the classes stays white.
func (s *sheet) areas(r raster, rectangles []rectangle, classes []string, x, y axis) {
	const lap = 0.3
	k := len(classes)
	paths := make([]vg.Path, 2*k)
	for _, q := range rectangles {
		if q.class < 0 || q.class >= k {
			continue
		}
		at := 2 * q.class
		if q.none {
			at++
		}
		left, right := r.border(q.left, x), min(x.to, r.border(q.right, x)+lap)
		bottom, top := r.border(q.low, y), max(y.to, r.border(q.high, y)-lap)
		s.addRect(&paths[at], left, top, right-left, bottom-top)
	}
	for at, path := range paths {
		if len(path) == 0 {
			continue
		}
		words := "predicted as " + classes[at/2]
		if at%2 == 1 {
			words += ", no model claims it"
		}
		s.said(words, func() { s.fill(areaColour(at/2, at%2 == 1), path) })
	}
}
