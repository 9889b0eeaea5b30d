package picture

import (
	"cmp"
	"fmt"
	"image/color"
	"io"

	"github.com/manyclass/bench/framework/lists"
	"github.com/manyclass/bench/framework/wording"
)

// Scatter holds the values of two methods on datasets.
type Scatter struct {
	Title           string
	Measure         string       // what the values are
	X, Y            string       // the methods
	Of              string       // what a point is, if it is no dataset
	Labels          []string     // of the points
	Points          [][2]float64 // of X and Y; as many as Labels
	SmallerIsBetter bool
}

const scatterSide = 300 // points, of the square that holds all

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
// other upwards, on equal axes with the diagonal, and counts the datasets at each side.
// Points have their names where there is room; those without finite values are counted
// below.
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
	entries := c.legend(shown)
	top := headingHeight(c.Title, pageWidth)
	_, legendHeight := flow(entries, pageWidth-2*margin)
	x, y := a, a
	left := margin + 18 + tickWidth(a) + 8
	x.from, x.to = left, left+scatterSide
	y.from, y.to = top+scatterSide, top

	s := newSheet(c.Title, kind, pageWidth, top+scatterSide+36+legendHeight+margin)
	s.describe(fmt.Sprintf("%s of %s against %s on %s", c.Measure, label(c.Y), label(c.X),
		c.count(len(shown))))
	s.below(x, y.from, top, c.Measure+" of "+label(c.X))
	s.beside(y, x.from, x.to, margin+5, c.Measure+" of "+label(c.Y))
	s.dashed(ink, 0.8, x.from, y.from, x.to, y.to)
	s.scatterPoints(c, shown, x, y)
	s.frame(ink, 0.7, x.from, y.to, x.to-x.from, y.from-y.to)
	s.legend(entries, margin, top+scatterSide+36, pageWidth-2*margin)
	return s.writeTo(w)
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

// box is a rectangle that is taken.
type box struct{ left, top, right, bottom float64 }

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

// scatterPoints draws the points, and the names that touch no point and no other name.
func (s *sheet) scatterPoints(c Scatter, shown []int, x, y axis) {
	var taken []box
	for _, i := range shown {
		px, py := x.at(c.Points[i][0]), y.at(c.Points[i][1])
		taken = append(taken, box{px - 4, py - 4, px + 4, py + 4})
	}
	for _, i := range shown {
		p := c.Points[i]
		px, py := x.at(p[0]), y.at(p[1])
		sign := scatterSigns[c.side(p)]
		words := fmt.Sprintf("%s: %s %s, %s %s", label(c.Labels[i]), label(c.X), amount(p[0]), label(c.Y), amount(p[1]))
		s.said(words, func() { s.mark(sign.shape, sign.colour, px, py, 3.4) })
		name := label(c.Labels[i])
		for _, at := range namePlaces(px, py, small.room(name), p[1] > p[0]) {
			inside := at.left > x.from+2 && at.right < x.to-2 && at.top > y.to+2 && at.bottom < y.from-2
			if inside && !meetsAny(at, taken) {
				s.text(at.left, (at.top+at.bottom)/2, name, small)
				taken = append(taken, at)
				break
			}
		}
	}
}

func meetsAny(b box, all []box) bool {
	for _, other := range all {
		if b.meets(other) {
			return true
		}
	}
	return false
}

// namePlaces are the places of a name of a width around a point, the best first: on the side
// of the diagonal that the point is on.
func namePlaces(x, y, width float64, above bool) []box {
	right, left := box{x + 6, y - 5, x + 6 + width, y + 5}, box{x - 6 - width, y - 5, x - 6, y + 5}
	over, under := box{x - width/2, y - 15, x + width/2, y - 5}, box{x - width/2, y + 5, x + width/2, y + 15}
	if above {
		return []box{left, over, right, under}
	}
	return []box{right, under, left, over}
}
