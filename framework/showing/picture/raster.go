package picture

import (
	"math"
)

// raster is a grid of predictions, like store.Regions, perhaps coarser.
type raster struct {
	side      int
	predicted []int
	firing    []int // nil if unknown
}

// rectangle is a part of a raster, columns [left, right) and rows [low, high), of one
// class, in all of which no model fires or in all of which some does.
type rectangle struct {
	left, right, low, high int
	class                  int
	none                   bool
}

// sampled returns a raster of fewer points, each the nearest of the full one.
func (r raster) sampled(side int) raster {
	out := raster{side: side}
	nearest := func(i int) int { return (2*i*(r.side-1) + side - 1) / (2 * (side - 1)) }
	for j := range side {
		for i := range side {
			at := nearest(j)*r.side + nearest(i)
			out.predicted = append(out.predicted, r.predicted[at])
			if r.firing != nil {
				out.firing = append(out.firing, r.firing[at])
			}
		}
	}
	return out
}

// rectangles joins equal points along rows, and equal pieces of rows that lie over
// each other.
func (r raster) rectangles() []rectangle {
	var out []rectangle
	open := make([]rectangle, r.side) // by left column; right is 0 where none is open
	for j := range r.side + 1 {
		now := make([]rectangle, r.side)
		if j < r.side {
			now = r.row(j)
		}
		for i, old := range open {
			same := old.right > 0 && old.right == now[i].right && old.class == now[i].class && old.none == now[i].none
			if same {
				now[i].low = old.low
			} else if old.right > 0 {
				old.high = j
				out = append(out, old)
			}
		}
		open = now
	}
	return out
}

// row returns the pieces of a row, by their left columns.
func (r raster) row(j int) []rectangle {
	out := make([]rectangle, r.side)
	start := 0
	for i := range r.side {
		at := j*r.side + i
		piece := rectangle{left: i, right: i + 1, low: j, class: r.predicted[at], none: r.firing != nil && r.firing[at] == 0}
		if i > 0 && piece.class == out[start].class && piece.none == out[start].none {
			out[start].right = i + 1
			continue
		}
		start = i
		out[i] = piece
	}
	return out
}

// state returns how many models fire at a place on the page; 1 if that is unknown.
func (r raster) state(px, py float64, x, y axis) int {
	if r.firing == nil {
		return 1
	}
	nearest := func(p float64, a axis) int {
		return int(math.Round((p - a.from) / (a.to - a.from) * float64(r.side-1)))
	}
	return r.firing[nearest(py, y)*r.side+nearest(px, x)]
}

// border returns where on an axis the piece that begins with grid point i begins:
// half a step before it, within the picture.
func (r raster) border(i int, a axis) float64 {
	share := (float64(i) - 0.5) / float64(r.side-1)
	return a.from + float64(min(1, max(0, share))*(a.to-a.from))
}
