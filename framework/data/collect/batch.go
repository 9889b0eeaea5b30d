package collect

import (
	"slices"

	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/notation"
)

// Bounds of a batch: bytes of text, and rows.
const (
	batchBytes = 1 << 18
	batchRows  = 1 << 12
)

// Batch is some rows of text, whose fields are taken column by column, so that
// the values of a column are written together.
type Batch struct {
	Text   []byte
	Bounds []int32 // begin and end of each field in text, row after row; −1 for one that has no text
	Lines  []int   // where each row is
	Width  int     // fields of a row
	Spaced []int32 // fields that had blanks around them, in order
}

// Add appends the fields of a row.
func (b *Batch) Add(fields [][]byte) {
	for _, field := range fields {
		if field == nil {
			b.Bounds = append(b.Bounds, -1, -1)
			continue
		}
		begin := len(b.Text)
		b.Text = append(b.Text, field...)
		b.Bounds = append(b.Bounds, int32(begin), int32(len(b.Text)))
	}
}

// mark is an end of a batch to return to.
type mark struct{ text, Bounds, spaced int }

// Mark returns the end of the batch.
func (b *Batch) Mark() mark { return mark{len(b.Text), len(b.Bounds), len(b.Spaced)} }

// Cut removes what follows a mark.
func (b *Batch) Cut(m mark) {
	b.Text, b.Bounds, b.Spaced = b.Text[:m.text], b.Bounds[:m.Bounds], b.Spaced[:m.spaced]
}

// Full reports whether the batch is to be taken.
func (b *Batch) Full() bool { return len(b.Text) >= batchBytes || len(b.Lines) >= batchRows }

// Clear removes all rows.
func (b *Batch) Clear() {
	b.Text, b.Bounds, b.Lines, b.Spaced = b.Text[:0], b.Bounds[:0], b.Lines[:0], b.Spaced[:0]
}

// At returns a field, nil if it has no text, which is less than an empty one.
func (b *Batch) At(field int) []byte {
	begin, end := b.Bounds[2*field], b.Bounds[2*field+1]
	if begin < 0 {
		return nil
	}
	return b.Text[begin:end]
}

// Take takes the column's fields in the first rows of a batch. It returns the row
// with a defect, and the defect.
func (c *Collector) Take(b *Batch, rows int, missing Markers, path string) (row int, err error) {
	at := data.Place{File: path}
	plain := c.Text == nil && !c.Reread && c.Role == Feature && !missing.numeric && c.Declared != Unnamed &&
		c.Notation == (notation.Notation{})
	feature := c.Role == Feature && c.Declared != DeclaredString
	for i := 0; i < rows; i++ {
		if plain {
			if i = c.takeDecimals(b, i, rows); i == rows {
				break
			}
		}
		field := b.At(i*b.Width + c.Index)
		if feature && c.Text != nil {
			if code, ok := c.Text.recall(field); ok {
				c.Text.take(code)
				continue
			}
		}
		at.Line = b.Lines[i]
		if err := c.Add(field, missing.Has(field), at); err != nil {
			return i, err
		}
		plain = plain && !c.Reread
		if c.Text != nil && c.Role != Feature {
			_, spaced := slices.BinarySearch(b.Spaced, int32(i*b.Width+c.Index))
			c.Text.note(spaced, at)
		}
	}
	return rows, nil
}

// takeDecimals takes plain numbers of rows from i on, and returns the first row that
// holds something else.
func (c *Collector) takeDecimals(b *Batch, i, rows int) int {
	for ; i < rows; i++ {
		at := 2 * (i*b.Width + c.Index)
		begin, end := int(b.Bounds[at]), int(b.Bounds[at+1])
		if begin >= end {
			break
		}
		v, ok := notation.DecimalAt(b.Text, begin, end)
		if !ok || v >= notation.MostWhole || v <= -notation.MostWhole {
			break
		}
		c.values.Add(v)
	}
	return i
}
