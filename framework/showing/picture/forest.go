package picture

import (
	"fmt"
	"image/color"
	"io"
	"slices"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Forest holds differences with their intervals.
type Forest struct {
	Title string
	Unit  string // names the axis
	Rows  []Interval
	Zero  float64 // the value that means no difference
	Rope  float64 // values that far from Zero are equivalent to it, 0 for none
	whole []float64
}

// Interval is an estimate from Low to High; both are NaN if it has no interval. Found says
// that it counts as a difference.
type Interval struct {
	Label            string
	Value, Low, High float64
	Found            bool
}

// Parts divides many rows into pictures of about as many each, at most 40, on the same
// axis.
func (f Forest) Parts() []Forest {
	low, high, ok := f.extent()
	portions := portions(len(f.Rows))
	if len(portions) < 2 || !ok {
		return []Forest{f}
	}
	parts := make([]Forest, len(portions))
	for i, at := range portions {
		parts[i] = f
		parts[i].Title, parts[i].whole = partTitle(f.Title, i, len(portions)), []float64{low, high}
		parts[i].Rows = f.Rows[at[0]:at[1]]
	}
	return parts
}

// extent is where the values and intervals reach; what means no difference is inside.
func (f Forest) extent() (low, high float64, ok bool) {
	values := slices.Clone(f.whole)
	for _, r := range f.Rows {
		if finite(r.Value) {
			values = append(values, r.Value, r.Low, r.High)
		}
	}
	low, high, ok = extent(values)
	return min(low, f.Zero-f.Rope), max(high, f.Zero+f.Rope), ok
}

var ropeFill = color.NRGBA{230, 159, 0, 64}

// Forests draws a forest plot: a row for each difference with its interval, a line where
// there is none, and the rope as a band. What counts as a difference has a filled mark, other
// rows a ring; numbers are at the right. The height grows with the rows.
func Forests(w io.Writer, f Forest) error {
	const kind = "Differences with intervals"
	low, high, ok := f.extent()
	if !ok {
		return blank(w, f.Title, kind, "")
	}
	names := lists.Map(f.Rows, func(r Interval) string { return label(r.Label) })
	notes := lists.Map(f.Rows, Interval.numbers)
	entries := f.legend()
	left := margin + normal.widest(names) + 8
	right := margin + 8 + small.widest(notes)
	width := max(pageWidth, left+right+220)
	head := headingHeight(f.Title, width)
	top := head + headRoom(len(names))
	bottom := top + rowHeight*float64(len(names))
	_, legendHeight := flow(entries, width-2*margin)

	s := newSheet(f.Title, kind, width, bottom+36+legendHeight+margin)
	s.describe(fmt.Sprintf("%s of %s, from %s to %s", f.Unit, wording.Count(len(names), "row"), amount(low), amount(high)))
	a := padded(low, high)
	a.from, a.to = left, width-right
	s.forestGround(f, a, top, bottom, top > head)
	for i, r := range f.Rows {
		y := top + rowHeight*(float64(i)+0.5)
		s.text(left-8, y, names[i], normal.right())
		if !finite(r.Value) {
			s.text(a.from+8, y, "–", normal.in(grey))
			continue
		}
		s.said(names[i]+": "+notes[i], func() { s.interval(a, y, r) })
		s.text(a.to+8, y, notes[i], small)
	}
	s.legend(entries, margin, bottom+36, width-2*margin)
	return s.writeTo(w)
}

// forestGround draws the axis, the rope and the line of no difference.
func (s *sheet) forestGround(f Forest, a axis, top, bottom float64, above bool) {
	if f.Rope > 0 {
		s.said(fmt.Sprintf("rope: %s to %s", amount(f.Zero-f.Rope), amount(f.Zero+f.Rope)), func() {
			s.rect(ropeFill, a.at(f.Zero-f.Rope), top, a.at(f.Zero+f.Rope)-a.at(f.Zero-f.Rope), bottom-top)
		})
	}
	s.below(a, bottom, top, f.Unit)
	if above {
		s.above(a, top)
	}
	s.line(ink, 0.8, a.at(f.Zero), top, a.at(f.Zero), bottom)
}

// numbers writes an estimate with its interval.
func (r Interval) numbers() string {
	if !finite(r.Value) {
		return ""
	}
	words := amount(r.Value)
	if finite(r.Low) && finite(r.High) {
		words += " [" + amount(r.Low) + ", " + amount(r.High) + "]"
	}
	return words
}

// interval draws an estimate about the line y.
func (s *sheet) interval(a axis, y float64, r Interval) {
	if finite(r.Low) && finite(r.High) {
		s.line(blue, 1.4, a.at(r.Low), y, a.at(r.High), y)
		s.line(blue, 1, a.at(r.Low), y-3, a.at(r.Low), y+3)
		s.line(blue, 1, a.at(r.High), y-3, a.at(r.High), y+3)
	}
	s.estimate(r.Found, a.at(r.Value), y)
}

// estimate draws the mark of an estimate.
func (s *sheet) estimate(found bool, x, y float64) {
	if found {
		s.mark(1, vermillion, x, y, 3.6)
		return
	}
	s.fill(white, s.outline(0, x, y, 3))
	s.stroke(blue, 1, s.outline(0, x, y, 3))
}

func (f Forest) legend() []entry {
	var entries []entry
	for _, found := range []bool{true, false} {
		if slices.ContainsFunc(f.Rows, func(r Interval) bool { return r.Found == found && finite(r.Value) }) {
			words := map[bool]string{true: "significant difference", false: "does not"}[found]
			entries = append(entries, entry{words, func(s *sheet, x, y float64) { s.estimate(found, x, y) }})
		}
	}
	if len(entries) == 1 && !f.Rows[0].Found {
		entries = nil // nothing to distinguish
	}
	if f.Rope > 0 {
		entries = append(entries, entry{"rope: equivalent", func(s *sheet, x, y float64) {
			s.rect(ropeFill, x-7, y-5, 14, 10)
		}})
	}
	return entries
}
