package data

import "slices"

// Bounds of a batch: bytes of text, and rows.
const (
	batchBytes = 1 << 18
	batchRows  = 1 << 12
)

// batch is some rows of text, whose fields are taken column by column, so that
// the values of a column are written together.
type batch struct {
	text   []byte
	bounds []int32 // begin and end of each field in text, row after row; −1 for one that has no text
	lines  []int   // where each row stands
	width  int     // fields of a row
	spaced []int32 // fields that had blanks around them, in order
}

// add appends the fields of a row.
func (b *batch) add(fields [][]byte) {
	for _, field := range fields {
		if field == nil {
			b.bounds = append(b.bounds, -1, -1)
			continue
		}
		begin := len(b.text)
		b.text = append(b.text, field...)
		b.bounds = append(b.bounds, int32(begin), int32(len(b.text)))
	}
}

// mark is an end of a batch to return to.
type mark struct{ text, bounds, spaced int }

func (b *batch) mark() mark { return mark{len(b.text), len(b.bounds), len(b.spaced)} }

// cut removes what follows a mark.
func (b *batch) cut(m mark) {
	b.text, b.bounds, b.spaced = b.text[:m.text], b.bounds[:m.bounds], b.spaced[:m.spaced]
}

func (b *batch) full() bool { return len(b.text) >= batchBytes || len(b.lines) >= batchRows }

func (b *batch) clear() {
	b.text, b.bounds, b.lines, b.spaced = b.text[:0], b.bounds[:0], b.lines[:0], b.spaced[:0]
}

// at returns a field, nil if it has no text, which is less than an empty one.
func (b *batch) at(field int) []byte {
	begin, end := b.bounds[2*field], b.bounds[2*field+1]
	if begin < 0 {
		return nil
	}
	return b.text[begin:end]
}

// take takes the column's fields in the first rows of a batch. It returns the row
// with a defect, and the defect.
func (c *collector) take(b *batch, rows int, missing markers, path string) (row int, err error) {
	at := place{file: path}
	plain := c.text == nil && !c.reread && c.role == feature && !missing.numeric && c.declared != unnamed && c.notation == (notation{})
	for i := range rows {
		field := b.at(i*b.width + c.index)
		if plain {
			if v, ok := decimal(field); ok && v < mostWhole && v > -mostWhole {
				c.values.add(v)
				continue
			}
		}
		at.line = b.lines[i]
		if err := c.add(field, missing.has(field), at); err != nil {
			return i, err
		}
		plain = plain && !c.reread
		if c.text != nil && c.role != feature {
			_, spaced := slices.BinarySearch(b.spaced, int32(i*b.width+c.index))
			c.text.note(spaced, at)
		}
	}
	return rows, nil
}
