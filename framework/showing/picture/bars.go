package picture

import (
	"fmt"
	"io"
)

// Bars holds quantities, such as the training time of reductions.
type Bars struct {
	Title  string
	Unit   string // names the axis
	Labels []string
	Values []float64 // as many as Labels; one that is not finite has no bar
	Notes  []string  // written at the bars' ends; nil for none, else as many as Labels
	Reason string    // why there is no value at all, if there is none
	whole  []float64 // the least and the largest value of all parts, nil without parts
}

// Parts divides many bars into pictures of about as many each, at most 40, on the
// same axis.
func (b Bars) Parts() []Bars {
	low, high, ok := extent(b.Values)
	if !ok {
		return []Bars{b}
	}
	return divided(b, b.Title, len(b.Labels), func(title string, from, to int) Bars {
		part := b
		part.Title, part.whole = title, []float64{low, high}
		part.Labels, part.Values = b.Labels[from:to], b.Values[from:to]
		if b.Notes != nil {
			part.Notes = b.Notes[from:to]
		}
		return part
	})
}

// Costs draws a horizontal bar for each label, from 0, with a note at its end. The
// height grows with the labels.
func Costs(w io.Writer, b Bars) error {
	const kind = "Costs"
	low, high, ok := extent(b.whole, b.Values)
	if !ok {
		return blank(w, b.Title, kind, b.Reason)
	}
	names, notes := labels(b.Labels), make([]string, len(b.Labels))
	copy(notes, labels(b.Notes))
	c := rowFrame{title: b.Title, kind: kind, unit: b.Unit, names: names, notes: notes, gap: 8, least: 240}.
		begin(barAxis(low, high), fmt.Sprintf("%s of %d rows, from %s to %s", b.Unit, len(names), amount(low), amount(high)))
	c.ground()
	c.each(func(i int, y float64) {
		c.said(b.says(i), func() { c.bar(c.axis, y, b.Values[i], notes[i]) })
	})
	c.line(ink, 0.8, c.axis.at(0), c.top, c.axis.at(0), c.bottom)
	return c.end(w)
}

// says is what the bar of a label says.
func (b Bars) says(i int) string {
	words := label(b.Labels[i]) + ": no value"
	if finite(b.Values[i]) {
		words = label(b.Labels[i]) + ": " + amount(b.Values[i]) + " " + b.Unit
	}
	if b.Notes != nil && b.Notes[i] != "" {
		words += ", " + b.Notes[i]
	}
	return words
}

// barAxis returns an axis that holds 0 and ends at the longest bars.
func barAxis(low, high float64) axis {
	a := axis{low: min(0, low), high: max(0, high)}
	if narrow(a.low, a.high) {
		a.low, a.high = 0, 1
	}
	return a
}

func (s *sheet) bar(a axis, y, value float64, note string) {
	if !finite(value) {
		s.text(a.at(0)+6, y, "–", normal.in(grey))
		return
	}
	from, to := min(a.at(0), a.at(value)), max(a.at(0), a.at(value))
	s.rect(blue, from, y-5.5, to-from, 11)
	s.text(to+6, y, note, small)
}
