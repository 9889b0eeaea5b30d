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
	if !ok {
		return []Forest{f}
	}
	return divided(f, f.Title, len(f.Rows), func(title string, from, to int) Forest {
		part := f
		part.Title, part.Rows, part.whole = title, f.Rows[from:to], []float64{low, high}
		return part
	})
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
	frame := rowFrame{title: f.Title, kind: kind, unit: f.Unit, names: names, notes: notes, gap: 8, least: 220,
		entries: f.legend()}
	c := frame.begin(padded(low, high), fmt.Sprintf("%s of %s, from %s to %s", f.Unit, wording.Count(len(names), "row"),
		amount(low), amount(high)))
	f.rope(c)
	c.ground()
	c.line(ink, 0.8, c.axis.at(f.Zero), c.top, c.axis.at(f.Zero), c.bottom)
	c.each(func(i int, y float64) {
		r := f.Rows[i]
		if !finite(r.Value) {
			c.text(c.axis.from+8, y, "–", normal.in(grey))
			return
		}
		c.said(names[i]+": "+notes[i], func() { c.interval(c.axis, y, r) })
		c.text(c.axis.to+8, y, notes[i], small)
	})
	return c.end(w)
}

// rope draws the differences that are equivalent to none as a band.
func (f Forest) rope(c *rowChart) {
	if f.Rope <= 0 {
		return
	}
	from, to := f.Zero-f.Rope, f.Zero+f.Rope
	c.said(fmt.Sprintf("rope: %s to %s", amount(from), amount(to)), func() {
		c.rect(ropeFill, c.axis.at(from), c.top, c.axis.at(to)-c.axis.at(from), c.bottom-c.top)
	})
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
			words := map[bool]string{true: "significant difference", false: "no significant difference"}[found]
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
