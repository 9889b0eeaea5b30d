package encode

import (
	"encoding/binary"
	"hash"
	"math"

	"github.com/manyclass/bench/framework/data"
)

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
