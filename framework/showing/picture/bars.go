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
	portions := portions(len(b.Labels))
	if len(portions) < 2 || !ok {
		return []Bars{b}
	}
	parts := make([]Bars, len(portions))
	for i, at := range portions {
		parts[i] = b
		parts[i].Title, parts[i].whole = partTitle(b.Title, i, len(portions)), []float64{low, high}
		parts[i].Labels, parts[i].Values = b.Labels[at[0]:at[1]], b.Values[at[0]:at[1]]
		if b.Notes != nil {
			parts[i].Notes = b.Notes[at[0]:at[1]]
		}
	}
	return parts
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
	left := margin + normal.widest(names) + 8
	right := margin + 8 + small.widest(notes)
	width := max(pageWidth, left+right+240)
	head := headingHeight(b.Title, width)
	top := head + headRoom(len(names))
	bottom := top + rowHeight*float64(len(names))

	s := newSheet(b.Title, kind, width, bottom+30+margin)
	s.describe(fmt.Sprintf("%s of %d rows, from %s to %s", b.Unit, len(names), amount(low), amount(high)))
	a := barAxis(low, high)
	a.from, a.to = left, width-right
	s.below(a, bottom, top, b.Unit)
	if top > head {
		s.above(a, top)
	}
	for i, name := range names {
		y := top + rowHeight*(float64(i)+0.5)
		s.text(left-8, y, name, normal.right())
		s.said(b.says(i), func() { s.bar(a, y, b.Values[i], notes[i]) })
	}
	s.line(ink, 0.8, a.at(0), top, a.at(0), bottom)
	return s.writeTo(w)
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
