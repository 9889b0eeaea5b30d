package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"io"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Scatter holds the values of two methods on datasets.
type Scatter struct {
	Title           string
	Measure         string       // what the values are
	X, Y            string       // the methods
	Of              string       // what a point is, if it is not a dataset
	Labels          []string     // of the points
	Points          [][2]float64 // of X and Y; as many as Labels
	SmallerIsBetter bool
	Wide            bool // as wide as the column of a page, not a square
}

const (
	scatterSide = 300 // points, of the square that holds all
	wideHeight  = 400 // of what holds all in a wide picture
)

// sides of the diagonal: which method is better.
const (
	yBetter = iota
	xBetter
	neither
)

// scatterSigns are the marks of the sides, in colour and in print without.
var scatterSigns = []struct {
	shape  int
	colour color.NRGBA
}{yBetter: {2, blue}, xBetter: {1, vermillion}, neither: {3, grey}}

// Scatters draws a point for each dataset, at the value of one method across and of the
// other upwards, on axes of the same values with the diagonal, and counts the datasets at
// each side. Points have their names where there is room; if that are not all, few points of
// a wide picture have them at its right side. Those without finite values are counted below.
func Scatters(w io.Writer, c Scatter) error {
	const kind = "One method against another"
	shown := lists.Filter(lists.Range(len(c.Points)), func(i int) bool {
		return finite(c.Points[i][0]) && finite(c.Points[i][1])
	})
	values := lists.Map(shown, func(i int) []float64 { return c.Points[i][:] })
	low, high, ok := extent(values...)
	if !ok {
		return blank(w, c.Title, kind, "")
	}
	a := padded(low, high)
	t, width, height := c.size()
	entries := c.legend(shown)
	top := headingHeight(c.Title, width)
	_, legendHeight := t.flow(entries, width-2*margin)
	x, y := a, a
	x.from = margin + 18 + t.tickWidth(a) + 8
	x.to = x.from + scatterSide
	if c.Wide {
		x.to = width - margin
	}
	y.from, y.to = top+height, top
	x, dots, names := c.place(shown, t, x, y)

	s := newSheet(c.Title, kind, width, top+height+36+legendHeight+margin)
	s.describe(fmt.Sprintf("%s of %s against %s on %s", c.Measure, label(c.Y), label(c.X),
		c.count(len(shown))))
	s.belowIn(t, x, y.from, top, c.Measure+" of "+label(c.X))
	s.besideIn(t, y, x.from, x.to, margin+5, c.Measure+" of "+label(c.Y))
	s.dashed(ink, 0.8, x.from, y.from, x.to, y.to)
	s.names(t, dots, names, x.to+16, y.from)
	s.scatterPoints(c, shown, x, y)
	s.frame(ink, 0.7, x.from, y.to, x.to-x.from, y.from-y.to)
	s.legendIn(t, entries, margin, top+height+36, width-2*margin)
	return s.writeTo(w)
}

// size is that of texts, of the page across and of what holds all upwards.
func (c Scatter) size() (t style, width, height float64) {
	if c.Wide {
		return large, rankingWidth, wideHeight
	}
	return small, pageWidth, scatterSide
}

// side says which method is better at a point.
func (c Scatter) side(p [2]float64) int {
	switch {
	case p[0] == p[1]:
		return neither
	case (p[1] > p[0]) != c.SmallerIsBetter:
		return yBetter
	}
	return xBetter
}

// count is a number of points, for reading.
func (c Scatter) count(n int) string { return wording.Count(n, cmp.Or(c.Of, "dataset")) }

// legend explains the marks and counts the points of each.
func (c Scatter) legend(shown []int) []entry {
	var entries []entry
	for side, words := range []string{label(c.Y) + " is better on ", label(c.X) + " is better on ", "equal on "} {
		n := lists.Count(shown, func(i int) bool { return c.side(c.Points[i]) == side })
		if n > 0 || side != neither {
			entries = append(entries, entry{words + c.count(n), func(s *sheet, x, y float64) {
				s.mark(scatterSigns[side].shape, scatterSigns[side].colour, x, y, 3.4)
			}})
		}
	}
	if missing := len(c.Points) - len(shown); missing > 0 {
		words := c.count(missing) + " without values"
		entries = append(entries, entry{words, func(*sheet, float64, float64) {}})
	}
	return entries
}

// scatterPoints draws the points.
func (s *sheet) scatterPoints(c Scatter, shown []int, x, y axis) {
	for _, i := range shown {
		p := c.Points[i]
		sign := scatterSigns[c.side(p)]
		words := fmt.Sprintf("%s: %s %s, %s %s", label(c.Labels[i]), label(c.X), amount(p[0]), label(c.Y), amount(p[1]))
		s.said(words, func() { s.mark(sign.shape, sign.colour, x.at(p[0]), y.at(p[1]), 3.4) })
	}
}

// place returns the points with the places of their names, or with none and a shorter axis
// across if their names are at the right side.
func (c Scatter) place(shown []int, t style, x, y axis) (axis, []dot, map[int]box) {
	dots := c.dots(shown, x, y)
	names := t.beside(dots, box{x.from + 2, y.to + 2, x.to - 2, y.from - 2})
	if !c.Wide || len(dots) > mostNamed || len(names) == len(dots) {
		return x, dots, names
	}
	x.to -= 16 + min(widestName, t.widest(lists.Map(dots, func(d dot) string { return d.name })))
	return x, c.dots(shown, x, y), nil
}

// dots are the points with their names.
func (c Scatter) dots(shown []int, x, y axis) []dot {
	return lists.Map(shown, func(i int) dot {
		p := c.Points[i]
		return dot{label(c.Labels[i]), x.at(p[0]), y.at(p[1]), p[1] > p[0]}
	})
}
