package picture

import (
	"math"
	"strconv"
)

// axis maps values to points. From and to are where the ends lie on the page.
type axis struct {
	low, high float64
	from, to  float64
	whole     bool // only whole numbers are marked
}

// at returns the place of a value.
func (a axis) at(v float64) float64 {
	return a.from + float64((v-a.low)/(a.high-a.low)*(a.to-a.from))
}

// value returns what lies at a place.
func (a axis) value(at float64) float64 {
	return a.low + float64((at-a.from)/(a.to-a.from)*(a.high-a.low))
}

// Pictures show values up to ±largest, and differences from smallest.
const (
	largest  = 1e100
	smallest = 1e-100
)

// finite says whether a value can be drawn: it is neither NaN nor beyond largest.
func finite(v float64) bool { return math.Abs(v) <= largest }

// extent returns the smallest and the largest finite value, and whether there is
// one.
func extent(values ...[]float64) (low, high float64, ok bool) {
	low, high = math.Inf(1), math.Inf(-1)
	for _, vs := range values {
		for _, v := range vs {
			if finite(v) {
				low, high = min(low, v), max(high, v)
			}
		}
	}
	return low, high, low <= high
}

// padded returns an axis over values from low to high with a little space at both
// ends. A single value lies in the middle.
func padded(low, high float64) axis {
	room := 0.04 * (high - low)
	if narrow(low, high) {
		room = max(0.05*math.Abs(low), 1e-3)
	}
	return axis{low: low - room, high: high + room}
}

// narrow says whether values lie too close together for ticks between them.
func narrow(low, high float64) bool {
	return !(high-low > max(smallest, 1e-8*max(math.Abs(low), math.Abs(high))))
}

// tick is a marked value of an axis.
type tick struct {
	value float64
	label string
}

// ticks returns about want round values (1, 2 or 5 times a power of ten apart)
// between the ends of an axis.
func (a axis) ticks(want int) []tick {
	step := roundStep((a.high - a.low) / float64(want))
	if a.whole {
		step = max(1, step)
	}
	decimals := max(0, -int(math.Floor(float64(math.Log10(step))+1e-9)))
	format, digits := byte('f'), decimals
	if most := max(math.Abs(a.low), math.Abs(a.high)); most >= 1e6 || decimals > 6 {
		format, digits = 'g', 6
	}
	var out []tick
	for i := math.Ceil(a.low/step - 1e-9); i <= math.Floor(a.high/step+1e-9); i++ {
		v := float64(i * step)
		out = append(out, tick{v, strconv.FormatFloat(v+0, format, digits, 64)})
	}
	return out
}

// roundStep returns the smallest of 1, 2 and 5 times a power of ten that is not much
// below v.
func roundStep(v float64) float64 {
	power := math.Pow(10, math.Floor(math.Log10(v)))
	for _, factor := range []float64{1, 2, 5} {
		if factor*power >= 0.85*v {
			return factor * power
		}
	}
	return 10 * power
}

// above labels the ticks of a horizontal axis over y too.
func (s *sheet) above(a axis, y float64) {
	for _, t := range a.ticks(6) {
		s.line(ink, 0.5, a.at(t.value), y-3, a.at(t.value), y)
		s.text(a.at(t.value), y-9, t.label, small.centred())
	}
}

// below draws a horizontal axis with its grid: ticks and their labels under y, light
// lines up to top, and a name under all. It needs 30 points of height.
func (s *sheet) below(a axis, y, top float64, name string) { s.belowIn(small, a, y, top, name) }

// belowIn is below with labels in a style.
func (s *sheet) belowIn(t style, a axis, y, top float64, name string) {
	for _, mark := range a.ticks(6) {
		x := a.at(mark.value)
		s.line(silver, 0.5, x, top, x, y)
		s.line(ink, 0.5, x, y, x, y+3)
		s.text(x, y+9, mark.label, t.centred())
	}
	s.line(ink, 0.5, a.from, y, a.to, y)
	nameStyle := normal
	nameStyle.size = max(normal.size, t.size)
	s.text((a.from+a.to)/2, y+22, nameStyle.cut(name, a.to-a.from), nameStyle.centred())
}

// beside draws a vertical axis with its grid, and its name turned by 90° at nameX.
func (s *sheet) beside(a axis, x, right, nameX float64, name string) {
	s.besideIn(small, a, x, right, nameX, name)
}

// besideIn is beside with labels in a style.
func (s *sheet) besideIn(t style, a axis, x, right, nameX float64, name string) {
	for _, mark := range a.ticks(6) {
		y := a.at(mark.value)
		s.line(silver, 0.5, x, y, right, y)
		s.line(ink, 0.5, x-3, y, x, y)
		s.text(x-5, y, mark.label, t.right())
	}
	s.line(ink, 0.5, x, a.from, x, a.to)
	nameStyle := normal
	nameStyle.size = max(normal.size, t.size)
	s.textUp(nameX, (a.from+a.to)/2, nameStyle.cut(name, a.from-a.to), nameStyle.centred())
}

// tickWidth returns the length of the longest tick label of an axis.
func tickWidth(a axis) float64 { return small.tickWidth(a) }

// tickWidth is that of labels in a style.
func (t style) tickWidth(a axis) float64 {
	var most float64
	for _, mark := range a.ticks(6) {
		most = max(most, t.room(mark.label))
	}
	return most
}
