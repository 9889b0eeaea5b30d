package encode

import (
	"math"

	"github.com/manyclass/bench/framework/data"
)

// The bytes of a matrix in compressed form: of a value with its column, and of
// the place where a row begins.
const (
	bytesOfEntry = 8 + 4
	bytesOfRow   = 8
)

// Bytes implements Encoder. A matrix that is too large to be dense is taken for
// one in compressed form.
func (e *encoder) Bytes(t *data.Table, rows int) int64 {
	if s := t.Sparse; s != nil {
		entries := float64(len(s.Data)) / float64(max(1, t.Rows))
		return int64(math.Ceil(entries*float64(rows)))*bytesOfEntry + int64(rows)*bytesOfRow
	}
	parts := []*encoder{e}
	if e.parts != nil {
		parts, _ = e.arrange(t)
	}
	width, nonzero := 0, 0
	for _, part := range parts {
		w, n := part.most(t)
		width, nonzero = width+w, nonzero+n
	}
	if float64(rows)*float64(width) > MostDense && 2*nonzero <= width {
		return int64(rows) * (int64(nonzero)*bytesOfEntry + bytesOfRow)
	}
	return int64(rows) * int64(width) * 8
}

// most returns how many features an encoder makes of a table at most, and how
// many of them are not zero in a row.
func (e *encoder) most(t *data.Table) (width, nonzero int) {
	columns, _ := e.selected(t)
	categorical := 0
	variables := []variable{}
	for _, i := range columns {
		if t.Columns[i].Kind == data.Categorical {
			categorical++
			variables = append(variables, newVariable(t, i))
		}
	}
	if e.Pairs {
		variables = append(variables, pairs(t, columns)...)
	}
	width = len(columns) - categorical
	if e.Indicator {
		width += len(columns)
	}
	nonzero = width
	for _, v := range variables {
		each, used := e.kind.most(e, v, len(t.Target.Names))
		width, nonzero = width+each, nonzero+used
	}
	if e.kind.shared != nil {
		width += e.kind.shared(e)
	}
	return width, nonzero
}
