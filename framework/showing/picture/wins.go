package picture

import (
	"fmt"
	"image/color"
	"io"
	"math"

	"gonum.org/v1/plot/vg"
)

// Wins holds of each two methods on how many datasets the one is better.
type Wins struct {
	Title  string
	Labels []string // methods, in the order of rows and columns
	// Won[i][j] is the number of datasets on which i is better than j, Tied[i][j] that of
	// those on which they are equal. Square, as many as Labels.
	Won, Tied [][]int
	// Values[i][j] is written under the counts: a p-value, or the probability that i is
	// better than j. NaN for none; nil for none at all.
	Values [][]float64
	Value  string   // what Values are, "" without
	Found  [][]bool // whose values are bold; nil for none
	// Differences[i][j] is by how much i is better than j in the mean: it is written first and
	// colours the cells, in place of the wins. nil for none.
	Differences [][]float64
}

const mostWins = 20 // methods of a matrix of wins

// WinMatrix draws a matrix of wins, ties and losses of each row's method against each
// column's. Cells are the bluer the more the row wins and the more vermillion the more it
// loses, by the number of datasets or by the mean difference; those where it loses more are
// hatched, for print without colour. Only the first 20 labels are drawn; how many are not is
// said below.
func WinMatrix(w io.Writer, m Wins) error {
	const kind = "Wins, ties and losses"
	n := min(len(m.Labels), mostWins)
	if n < 2 {
		return blank(w, m.Title, kind, "")
	}
	l := m.layout(n)
	s := newSheet(m.Title, kind, l.width, l.y+float64(l.high*float64(n))+46+margin)
	s.describe(fmt.Sprintf("on how many datasets each of %d methods is better than each other", n))
	for i, name := range l.names {
		s.text(l.x-5, l.y+float64(l.high*(float64(i)+0.5)), name, normal.right())
		middle := l.x + float64(l.wide*(float64(i)+0.5))
		if l.upright {
			s.text(middle, l.y-9, name, normal.centred())
		} else {
			s.textUp(middle, l.y-5, name, normal)
		}
		for j := range n {
			s.winCell(m, l, i, j)
		}
	}
	s.frame(ink, 0.7, l.x, l.y, l.wide*float64(n), l.high*float64(n))
	bottom := l.y + float64(l.high*float64(n))
	words := "cells: wins / ties / losses of the row against the column"
	if m.Differences != nil {
		words = "cells: by how much the row is better in the mean; its wins / ties / losses"
	}
	if m.Value != "" {
		words += "; below: " + m.Value
	}
	if more := len(m.Labels) - n; more > 0 {
		words += fmt.Sprintf("; %d more methods are not shown", more)
	}
	s.text(margin, bottom+14, small.cut(words, l.width-2*margin), small)
	s.winBar(margin, bottom+26)
	return s.writeTo(w)
}

// winLayout is the layout of a matrix of wins: the corner of its first cell, and the size of
// a cell.
type winLayout struct {
	names      []string
	x, y       float64
	wide, high float64
	width      float64
	upright    bool
}

func (m Wins) layout(n int) winLayout {
	l := winLayout{names: labels(m.Labels[:n]), wide: 30, high: 22}
	for i := range n {
		for j := range n {
			l.wide = max(l.wide, small.room(m.counts(i, j))+8)
		}
	}
	if m.Values != nil {
		l.wide, l.high = max(l.wide, 40), 30
	}
	if m.Differences != nil {
		l.wide, l.high = max(l.wide, 48), 42
	}
	longest := normal.widest(l.names)
	l.upright = longest <= l.wide-4
	l.x = margin + longest + 8
	l.width = max(pageWidth, l.x+float64(l.wide*float64(n))+margin)
	l.y = headingHeight(m.Title, l.width) + longest + 8
	if l.upright {
		l.y = headingHeight(m.Title, l.width) + 18
	}
	return l
}

// lost is the number of datasets on which i is worse than j.
func (m Wins) lost(i, j int) int { return m.Won[j][i] }

func (m Wins) counts(i, j int) string {
	return fmt.Sprintf("%d/%d/%d", m.Won[i][j], m.Tied[i][j], m.lost(i, j))
}

// lead is how far the row is ahead of the column: 1 if it wins everywhere, −1 if it loses.
func (m Wins) lead(i, j int) float64 {
	if m.Differences != nil {
		if most := m.mostApart(); most > 0 {
			return m.Differences[i][j] / most
		}
		return 0
	}
	all := m.Won[i][j] + m.Tied[i][j] + m.lost(i, j)
	if all == 0 {
		return 0
	}
	return float64(m.Won[i][j]-m.lost(i, j)) / float64(all)
}

// mostApart is the largest difference of two methods.
func (m Wins) mostApart() float64 {
	most := 0.0
	for i, row := range m.Differences {
		for j, d := range row {
			if i != j {
				most = max(most, math.Abs(d))
			}
		}
	}
	return most
}

// leadColour is the colour of a lead.
func leadColour(lead float64) color.NRGBA {
	if lead < 0 {
		return mix(white, vermillion, -0.7*lead)
	}
	return mix(white, blue, 0.7*lead)
}

// winCell draws a cell; on the diagonal there is nothing to compare.
func (s *sheet) winCell(m Wins, l winLayout, i, j int) {
	x, y := l.x+float64(l.wide*float64(j)), l.y+float64(l.high*float64(i))
	if i == j {
		s.rect(silver, x, y, l.wide, l.high)
		return
	}
	lead := m.lead(i, j)
	words := fmt.Sprintf("%s against %s: better on %d, equal on %d, worse on %d", l.names[i], l.names[j], m.Won[i][j],
		m.Tied[i][j], m.lost(i, j))
	if m.Differences != nil {
		words += "; mean difference " + amount(m.Differences[i][j])
	}
	valued := m.Values != nil && !math.IsNaN(m.Values[i][j])
	if valued {
		words += fmt.Sprintf("; %s %s", m.Value, amount(m.Values[i][j]))
	}
	s.said(words, func() {
		s.rect(leadColour(lead), x, y, l.wide, l.high)
		if lead < 0 {
			s.lossHatch(x, y, l.wide, l.high)
		}
		s.frame(silver, 0.4, x, y, l.wide, l.high)
		middle := y + float64(l.high/2)
		if m.Differences != nil {
			s.text(x+float64(l.wide/2), y+8, fmt.Sprintf("%+.3f", m.Differences[i][j]), small.centred().in(black))
			middle += 6
		}
		if valued {
			style := small.centred()
			style.bold = m.Found != nil && m.Found[i][j]
			s.text(x+float64(l.wide/2), middle+6, probability(m.Values[i][j]), style.in(black))
			middle -= 6
		}
		s.text(x+float64(l.wide/2), middle, m.counts(i, j), small.centred().in(black))
	})
}

// lossHatch draws thin lines from the upper left to the lower right of a cell.
func (s *sheet) lossHatch(x, y, w, h float64) {
	faint := color.NRGBA{white.R, white.G, white.B, 150}
	var path vg.Path
	for at := -h; at < w; at += hatchGap {
		if from, to := max(0, at), min(w, at+h); to > from {
			path.Move(s.point(x+from, y+from-at))
			path.Line(s.point(x+to, y+to-at))
		}
	}
	s.stroke(faint, 0.8, path)
}

// probability writes a probability in a cell.
func probability(p float64) string {
	switch {
	case p < 0.001:
		return "<.001"
	case p > 0.999:
		return ">.999"
	}
	return fmt.Sprintf("%.3f", p)[1:]
}

// winBar explains the colours.
func (s *sheet) winBar(x, y float64) {
	const steps, width = 20, 8.0
	for i := range steps {
		lead := (float64(i)+0.5)*2/steps - 1
		s.rect(leadColour(lead), x+float64(width*float64(i)), y, width+0.2, 9)
		if lead < 0 {
			s.lossHatch(x+float64(width*float64(i)), y, width, 9)
		}
	}
	s.frame(ink, 0.5, x, y, width*steps, 9)
	s.text(x, y+17, "row loses", small)
	s.text(x+width*steps, y+17, "row wins", small.right())
}
