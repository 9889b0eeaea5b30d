package encode

import (
	"github.com/manyclass/bench/framework/data"
)

// missingName stands for a missing value in the names of features and values.
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

// anyMissing reports whether some of the rows have no value in a column.
func anyMissing(c *data.Column, rows []int) bool {
	for _, row := range rows {
		if c.Missing(row) {
			return true
		}
	}
	return false
}

func hasMissing(c *data.Column, rows int) bool {
	for row := range rows {
		if c.Missing(row) {
			return true
		}
	}
	return false
}
