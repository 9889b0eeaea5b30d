package picture

import (
	"fmt"
	"image/color"
	"io"
	"strconv"

	"github.com/manyclass/bench/framework/base/lists"
	"github.com/manyclass/bench/framework/base/wording"
)

// Heat holds a confusion matrix.
type Heat struct {
	Title   string
	Classes []string
	// Counts[i][j] rows of class i were predicted as class j, or rows of that much weight
	// together; square.
	Counts   [][]float64
	Weighted bool // counts are weights
}

const (
	mostNumbers = 15  // classes, if cells are to hold numbers
	heatWidth   = 288 // points, at least: several share a line of a page
)

// Confusion draws a confusion matrix. The shade of a cell is its share of the rows of
// its actual class; counts are written for at most 15 classes. A class without rows
// stays white.
func Confusion(w io.Writer, h Heat) error {
	const kind = "Confusion matrix"
	if len(h.Classes) == 0 {
		return blank(w, h.Title, kind, "")
	}
	m := newMatrix(h)
	s := newSheet(h.Title, kind, m.width, m.y+m.side()+52+margin)
	s.describe(fmt.Sprintf("rows of %d actual classes by predicted class", len(h.Classes)))
	s.textUp(m.x-m.style.widest(m.names)-16, m.y+float64(m.side()/2), "actual", normal.centred())
	s.text(m.x+float64(m.side()/2), m.top+5, "predicted", normal.centred())
	for i, name := range m.names {
		at := float64(m.cell * (float64(i) + 0.5))
		s.text(m.x-5, m.y+at, name, m.style.right())
		if m.upright {
			s.text(m.x+at, m.y-8, name, m.style.centred())
		} else {
			s.textUp(m.x+at, m.y-5, name, m.style)
		}
		s.shades(m, i, h.Counts[i])
	}
	s.frame(ink, 0.7, m.x, m.y, m.side(), m.side())
	s.shadeBar(m.x, m.y+m.side()+18)
	return s.writeTo(w)
}

// heatMatrix is the layout of a confusion matrix: the upper left corner of its first
// cell, the size of a cell, and whether the names over the columns are upright.
type heatMatrix struct {
	names     []string
	style     style
	top, x, y float64
	cell      float64
	width     float64
	upright   bool
	numbers   bool
	weighted  bool // the numbers are weights
}

func (m heatMatrix) side() float64 { return float64(m.cell * float64(len(m.names))) }

func newMatrix(h Heat) heatMatrix {
	k := len(h.Classes)
	m := heatMatrix{names: labels(h.Classes), style: small, numbers: k <= mostNumbers, cell: max(10, 300/float64(k)),
		weighted: h.Weighted}
	if m.numbers {
		m.cell = min(44, max(m.cell, 22))
		for _, row := range h.Counts {
			for _, n := range row {
				m.cell = max(m.cell, small.room(m.number(n))+8)
			}
		}
	}
	longest := m.style.widest(m.names)
	m.upright = longest <= m.cell-4
	m.x = margin + 14 + longest + 8
	m.width = max(m.x+m.side()+2*margin, m.x+200)
	if m.width < heatWidth {
		m.x += float64((heatWidth - m.width) / 2)
		m.width = heatWidth
	}
	m.top = headingHeight(h.Title, m.width)
	m.y = m.top + 14 + longest + 8
	if m.upright {
		m.y = m.top + 14 + 16
	}
	return m
}

// shades draws the cells of actual class i.
func (s *sheet) shades(m heatMatrix, i int, counts []float64) {
	total := lists.Sum(counts)
	y := m.y + float64(m.cell*float64(i))
	for j, n := range counts {
		x := m.x + float64(m.cell*float64(j))
		share := 0.0
		if n > 0 {
			share = n / total
		}
		s.said(m.says(i, j, n, share), func() {
			if n > 0 {
				s.rect(shade(share), x, y, m.cell, m.cell)
			}
			if m.numbers {
				s.text(x+float64(m.cell/2), y+float64(m.cell/2), m.number(n), small.in(over(share, n)).centred())
			}
		})
	}
	if i > 0 {
		s.line(silver, 0.4, m.x, y, m.x+m.side(), y)
		s.line(silver, 0.4, m.x+float64(m.cell*float64(i)), m.y, m.x+float64(m.cell*float64(i)), m.y+m.side())
	}
}

// says is what a cell says: "setosa predicted as virginica: 3 rows, 6 % of its class".
func (m heatMatrix) says(i, j int, n, share float64) string {
	many := "rows of weight " + m.number(n)
	if !m.weighted {
		many = wording.Count(int(n), "row")
	}
	return fmt.Sprintf("%s predicted as %s: %s, %.3g %% of its class", m.names[i], m.names[j], many, 100*share)
}

// number writes a number of rows, or a weight with four digits.
func (m heatMatrix) number(n float64) string {
	if !m.weighted {
		return strconv.Itoa(int(n))
	}
	return strconv.FormatFloat(n, 'g', 4, 64)
}

// shade returns the colour of a cell with a share of its row.
func shade(share float64) color.NRGBA { return mix(white, blue, 0.06+float64(0.94*share)) }

// over returns the colour of a number in a cell.
func over(share, n float64) color.NRGBA {
	switch {
	case share > 0.8:
		return white
	case n == 0:
		return mix(grey, white, 0.3)
	}
	return black
}

// shadeBar explains the shades.
func (s *sheet) shadeBar(x, y float64) {
	const steps, width = 20, 8.0
	for i := range steps {
		s.rect(shade((float64(i)+0.5)/steps), x+float64(width*float64(i)), y, width+0.2, 9)
	}
	s.frame(ink, 0.5, x, y, width*steps, 9)
	s.text(x, y+17, "0", small.centred())
	s.text(x+width*steps, y+17, "1", small.centred())
	s.text(x+width*steps/2, y+17, "share of the actual class", small.centred())
}
