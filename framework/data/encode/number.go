package encode

import (
	"encoding/binary"
	"hash"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/data"
)

// missingName replaces a missing value in the names of features and values.
const missingName = "(missing)"

// number is the source of a numeric column. shift and scale are 0 and 1 unless
// they are baked into the matrix.
type number struct {
	column, feature       int
	imputed, shift, scale float64
}

func (s *number) value(c *data.Column, row int) float64 {
	v := c.Values[row]
	if v != v {
		v = s.imputed
	}
	if s.shift == 0 && s.scale == 1 {
		return v
	}
	return (v - s.shift) / s.scale
}

// fill writes the feature column-wise, which is faster than each.
func (s *number) fill(t *data.Table, rows []int, out []float64, width int) {
	c := &t.Columns[s.column]
	for i, row := range rows {
		out[i*width+s.feature] = s.value(c, row)
	}
}

func (s *number) each(v view, row int, yield func(int, float64)) error {
	if x := s.value(&v.table.Columns[s.column], row); x != 0 {
		yield(s.feature, x)
	}
	return nil
}

func (s *number) identify(d digest, t *data.Table) {
	c := &t.Columns[s.column]
	d.text(c.Name)
	if s.shift != 0 || s.scale != 1 {
		d.real(s.shift)
		d.real(s.scale)
	}
	if hasMissing(c, t.Rows) {
		d.real(s.imputed)
	}
}

// absence is the source of the feature that is 1 where a column has no value.
type absence struct{ column, feature int }

func (s *absence) each(v view, row int, yield func(int, float64)) error {
	if v.table.Columns[s.column].Missing(row) {
		yield(s.feature, 1)
	}
	return nil
}

func (s *absence) identify(d digest, t *data.Table) {
	d.text(t.Columns[s.column].Name + "=" + missingName)
}

func hasMissing(c *data.Column, rows int) bool {
	if c.Kind == data.Categorical {
		return slices.ContainsFunc(c.Codes[:rows], func(code int32) bool { return code < 0 })
	}
	return slices.ContainsFunc(c.Values[:rows], math.IsNaN)
}

// source makes the features of a column, or of several.
type source interface {
	// each calls yield for the features of a row that are not zero, in order.
	// The features of a source follow those of the one before.
	each(v view, row int, yield func(feature int, value float64)) error
	// identify writes what each depends on, but the table, to a digest.
	identify(d digest, t *data.Table)
}

// filler is a source that fills rows faster by itself than by each.
type filler interface {
	fill(t *data.Table, rows []int, out []float64, width int)
}

// view is the table whose rows are encoded, and whether they are those that the
// encoder was fitted to.
type view struct {
	table    *data.Table
	training bool
}

// digest makes a layout.
type digest struct{ hash.Hash }

func (d digest) number(v uint64) {
	var b [8]byte
	binary.LittleEndian.PutUint64(b[:], v)
	d.Write(b[:])
}

func (d digest) real(v float64) { d.number(math.Float64bits(v)) }

func (d digest) text(s string) {
	d.number(uint64(len(s)))
	d.Write([]byte(s))
}
