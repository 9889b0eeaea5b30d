package picture

import (
	"fmt"
	"io"

	"github.com/manyclass/bench/framework/base/lists"
)

const (
	rowHeight = 18 // points
	mostRows  = 40 // of a part: what paper holds
	headRows  = 20 // of a picture whose axis is labelled at its top too
)

// rowFrame is what pictures with a row for each label have in common: names at the left,
// an axis below (and above, if there are many rows), notes at the right, and a legend.
// The height grows with the rows.
type rowFrame struct {
	title, kind, unit string
	names, notes      []string
	gap               float64 // between the axis and the notes
	least             float64 // width of the axis
	entries           []entry // of the legend
}

// rowChart is a sheet with the place of each row.
type rowChart struct {
	*sheet
	of          rowFrame
	axis        axis
	head        float64 // height of the heading
	top, bottom float64 // of the rows
}

// begin makes the sheet of a frame. The axis gets its place on it.
func (f rowFrame) begin(a axis, about string) *rowChart {
	c := &rowChart{of: f, axis: a}
	left := margin + normal.widest(f.names) + 8
	right := margin + f.gap + small.widest(f.notes)
	width := max(pageWidth, left+right+f.least)
	c.axis.from, c.axis.to = left, width-right
	c.head = headingHeight(f.title, width)
	c.top = c.head
	if len(f.names) > headRows {
		c.top += 16
	}
	c.bottom = c.top + float64(rowHeight*float64(len(f.names)))
	height := c.bottom + 30 + margin
	if f.entries != nil {
		_, legend := flow(f.entries, width-2*margin)
		height += 6 + legend
	}
	c.sheet = newSheet(f.title, f.kind, width, height)
	c.describe(about)
	return c
}

// ground draws the axis with its grid.
func (c *rowChart) ground() {
	c.below(c.axis, c.bottom, c.top, c.of.unit)
	if c.top > c.head {
		c.above(c.axis, c.top)
	}
}

// each names the rows one after the other and draws them about their lines y.
func (c *rowChart) each(draw func(i int, y float64)) {
	for i, name := range c.of.names {
		y := c.top + float64(rowHeight*(float64(i)+0.5))
		c.text(c.axis.from-8, y, name, normal.right())
		draw(i, y)
	}
}

// end draws the legend and writes the sheet.
func (c *rowChart) end(w io.Writer) error {
	c.legend(c.of.entries, margin, c.bottom+36, c.width-2*margin)
	return c.writeTo(w)
}

// divided divides a picture of n rows into as few of at most mostRows as there can be, of
// about as many rows each. part returns the picture of some rows with a title.
func divided[P any](whole P, title string, n int, part func(title string, from, to int) P) []P {
	parts := (n + mostRows - 1) / mostRows
	if parts < 2 {
		return []P{whole}
	}
	return lists.Map(lists.Range(parts), func(i int) P {
		return part(fmt.Sprintf("%s (%d of %d)", title, i+1, parts), i*n/parts, (i+1)*n/parts)
	})
}
