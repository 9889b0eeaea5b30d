package picture

import (
	"fmt"
	"io"
	"maps"
	"math"
	"slices"

	"gonum.org/v1/plot/vg"
)

// Simplex holds draws of a posterior distribution over three outcomes: that the first
// method is better, that both are equivalent, that the second is.
type Simplex struct {
	Title string
	A, B  string       // the methods
	Rope  float64      // half the width of the region of practical equivalence
	Draws [][3]float64 // shares of A, of the rope and of B; each sums to 1
	// Probabilities that the share of A, of the rope, of B is the largest.
	Probabilities [3]float64
}

const (
	simplexSide = 300 // points
	hexRadius   = 6   // of the cells that draws are counted in
)

// simplexShape is the layout of a triangle: its corners in the order of the outcomes.
type simplexShape struct{ corners [3][2]float64 }

func newSimplexShape(left, top float64) simplexShape {
	height := simplexSide * math.Sqrt(3) / 2
	base := top + height
	return simplexShape{[3][2]float64{{left, base}, {left + simplexSide/2, top}, {left + simplexSide, base}}}
}

// at is where a composition lies.
func (t simplexShape) at(shares [3]float64) (x, y float64) {
	for i, share := range shares {
		x += float64(share * t.corners[i][0])
		y += float64(share * t.corners[i][1])
	}
	return x, y
}

// Simplexes draws a posterior in a triangle whose corners are the three outcomes: the left
// one that A is better, the upper one that both are equivalent, the right one that B is.
// Hexagons are the darker the more draws they hold, lines divide where each outcome has the
// largest share, and the probabilities of that stand at the corners.
func Simplexes(w io.Writer, c Simplex) error {
	const kind = "Posterior over three outcomes"
	if len(c.Draws) == 0 {
		return blank(w, c.Title, kind, "")
	}
	top := headingHeight(c.Title, pageWidth) + 32
	t := newSimplexShape((pageWidth-simplexSide)/2, top)
	bottom := t.corners[0][1]
	s := newSheet(c.Title, kind, pageWidth, bottom+50+margin)
	p := c.Probabilities
	s.describe(fmt.Sprintf("%s is better with probability %.3f, %s with %.3f, both are equivalent with %.3f",
		label(c.A), p[0], label(c.B), p[2], p[1]))
	s.hexagons(c, t)
	s.simplexLines(t)
	room := float64(pageWidth)/2 - margin - 8
	s.text(pageWidth/2, top-28, fmt.Sprintf("equivalent within ±%s", amount(c.Rope)), normal.centred())
	s.text(pageWidth/2, top-16, fmt.Sprintf("p = %.3f", p[1]), normal.centred())
	s.text(margin, bottom+14, normal.cut(label(c.A)+" is better", room), normal)
	s.text(margin, bottom+27, fmt.Sprintf("p = %.3f", p[0]), normal)
	s.text(pageWidth-margin, bottom+14, normal.cut(label(c.B)+" is better", room), normal.right())
	s.text(pageWidth-margin, bottom+27, fmt.Sprintf("p = %.3f", p[2]), normal.right())
	s.text(pageWidth/2, bottom+44, fmt.Sprintf("%d samples of the posterior; darker cells hold more", len(c.Draws)),
		small.centred().in(grey))
	return s.writeTo(w)
}

// simplexLines draws the border and the lines along which two shares are the largest.
func (s *sheet) simplexLines(t simplexShape) {
	k := t.corners
	s.line(ink, 0.8, k[0][0], k[0][1], k[1][0], k[1][1], k[2][0], k[2][1], k[0][0], k[0][1])
	x, y := t.at([3]float64{1. / 3, 1. / 3, 1. / 3})
	for _, half := range [][3]float64{{0.5, 0.5, 0}, {0, 0.5, 0.5}, {0.5, 0, 0.5}} {
		ex, ey := t.at(half)
		s.dashed(ink, 0.8, x, y, ex, ey)
	}
}

// hexagon names a cell of a grid of hexagons that stand on a corner.
type hexagon struct{ column, row int }

const hexWidth, hexStep = hexRadius * 1.7320508, hexRadius * 1.5

func (h hexagon) centre() (x, y float64) {
	return float64(hexWidth * (float64(h.column) + float64(0.5*float64(h.row&1)))), float64(hexStep * float64(h.row))
}

// hexagonAt is the cell whose centre is nearest.
func hexagonAt(x, y float64) hexagon {
	best, nearest := hexagon{}, math.Inf(1)
	for row := int(math.Floor(y / hexStep)); row <= int(math.Floor(y/hexStep))+1; row++ {
		h := hexagon{int(math.Round(x/hexWidth - float64(0.5*float64(row&1)))), row}
		cx, cy := h.centre()
		if d := float64((cx-x)*(cx-x)) + float64((cy-y)*(cy-y)); d < nearest {
			best, nearest = h, d
		}
	}
	return best
}

// hexagons draws the cells that hold draws, the darker the more they hold.
func (s *sheet) hexagons(c Simplex, t simplexShape) {
	counts, most := map[hexagon]int{}, 0
	left, top := t.corners[0][0], t.corners[1][1]
	for _, draw := range c.Draws {
		x, y := t.at(draw)
		h := hexagonAt(x-left, y-top)
		counts[h]++
		most = max(most, counts[h])
	}
	order := slices.SortedFunc(maps.Keys(counts), func(a, b hexagon) int {
		if a.row != b.row {
			return a.row - b.row
		}
		return a.column - b.column
	})
	for _, h := range order {
		cx, cy := h.centre()
		var path vg.Path
		for corner := range 6 {
			sin, cos := math.Sincos(math.Pi * (float64(corner)/3 + 1./6))
			p := s.point(left+cx+float64(hexRadius*cos), top+cy+float64(hexRadius*sin))
			if corner == 0 {
				path.Move(p)
			} else {
				path.Line(p)
			}
		}
		path.Close()
		share := float64(counts[h]) / float64(most)
		s.said(fmt.Sprintf("%.3g %% of the samples", 100*float64(counts[h])/float64(len(c.Draws))), func() {
			s.fill(shade(math.Sqrt(share)), path)
		})
	}
}
