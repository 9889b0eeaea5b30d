package picture

import (
	"cmp"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
)

// mostNamed is up to how many points of a wide picture each has its name.
const mostNamed = 20

// widestName is the room of names at the right side of a picture in points; longer ones are cut.
const widestName = 400

// dot is a point that has a name.
type dot struct {
	name  string
	x, y  float64
	above bool // the diagonal
}

// box is a rectangle that is taken.
type box struct{ left, top, right, bottom float64 }

func (b box) meets(o box) bool {
	return b.left < o.right && o.left < b.right && b.top < o.bottom && o.top < b.bottom
}

func (b box) within(o box) bool {
	return b.left > o.left && b.right < o.right && b.top > o.top && b.bottom < o.bottom
}

// beside are the places of the names of dots, where they touch no dot and no other name, by
// numbers of dots.
func (t style) beside(dots []dot, inside box) map[int]box {
	taken := lists.Map(dots, func(d dot) box { return box{d.x - 4, d.y - 4, d.x + 4, d.y + 4} })
	places := map[int]box{}
	for i, d := range dots {
		for _, at := range t.besideDot(d) {
			if at.within(inside) && !slices.ContainsFunc(taken, at.meets) {
				places[i] = at
				taken = append(taken, at)
				break
			}
		}
	}
	return places
}

// besideDot are the places of a name around its dot, the best first: on the side of the
// diagonal that the dot is on.
func (t style) besideDot(d dot) []box {
	x, y, width, half := d.x, d.y, t.room(d.name), float64(0.625*t.size)
	right, left := box{x + 6, y - half, x + 6 + width, y + half}, box{x - 6 - width, y - half, x - 6, y + half}
	over := box{x - float64(width/2), y - 5 - float64(2*half), x + float64(width/2), y - 5}
	under := box{x - float64(width/2), y + 5, x + float64(width/2), y + 5 + float64(2*half)}
	if d.above {
		return []box{left, over, right, under}
	}
	return []box{right, under, left, over}
}

// names writes the names of dots at their places, or at x where they have none.
func (s *sheet) names(t style, dots []dot, places map[int]box, x, bottom float64) {
	if places == nil {
		s.nameColumn(t, dots, x, bottom)
		return
	}
	for i, d := range dots {
		if at, ok := places[i]; ok {
			s.text(at.left, (at.top+at.bottom)/2, d.name, t)
		}
	}
}

// nameColumn writes the names of dots one under the other at x, each as near to the height
// of its dot as those above it let it be, with a line to the dot.
func (s *sheet) nameColumn(t style, dots []dot, x, bottom float64) {
	row := float64(1.3 * t.size)
	dots = slices.Clone(dots)
	slices.SortStableFunc(dots, func(a, b dot) int { return cmp.Or(cmp.Compare(a.y, b.y), cmp.Compare(b.x, a.x)) })
	at := lists.Map(dots, func(d dot) float64 { return d.y })
	for i := 1; i < len(at); i++ {
		at[i] = max(at[i], at[i-1]+row)
	}
	for i := len(at) - 1; i >= 0; i-- {
		at[i] = min(at[i], bottom-float64(row*(float64(len(at)-1-i)+0.5)))
	}
	for i, d := range dots {
		s.line(grey, 0.5, d.x, d.y, x-3, at[i])
		s.text(x, at[i], t.cut(d.name, widestName), t)
	}
}
