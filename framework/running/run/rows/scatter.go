package rows

import (
	"os"

	"github.com/manyclass/bench/framework/base/fault"
	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/base/matrix"
	"github.com/manyclass/bench/framework/data"
	"github.com/manyclass/bench/framework/data/encode"
)

const (
	// blockValues is the number of values that are encoded at a time.
	blockValues = 1 << 17
	// mostDiscards is how often memory of a table is given back while it is read, once for
	// at least leastDiscarded rows.
	mostDiscards, leastDiscarded = 64, 1 << 12
	// mostWritten is the number of values that are written before the memory behind
	// them is given back, which the file keeps: 64 MiB.
	mostWritten = 1 << 23
	// soonRows is the number of rows of a table in files that are read ahead.
	soonRows = 1 << 14
)

// content is what a matrix holds: the rows of a table as they are encoded, or what
// is derived from earlier stages.
type content struct {
	table   *data.Table
	fitted  *encode.Fitted
	ids     []int
	parts   []encodedRows
	derived *Derived
	last    bool // nobody needs the features of the table afterwards

	standardised bool // shift and scale are to be applied
}

// by returns what encodes rows that are trained on, or others.
func (c content) by(trains bool) encode.Transform {
	if trains {
		return c.fitted.Training()
	}
	return c.fitted
}

// scatter fills a dense matrix in the order of the table: its columns are read from end to
// end, and each row goes to its place. Where the table is not needed afterwards, what was
// read is given back, so that matrix and table together take up little more than one of
// them.
func (c content) scatter(x *matrix.Laid) error {
	s := scattered{content: c, x: x, first: c.places()}
	defer mapped.Free(s.first)
	size := max(1, blockValues/max(1, x.Cols))
	s.block = make([]float64, size*x.Cols)
	c.stride(true)
	defer c.stride(false)
	c.soon(0)
	step, discarded := max(leastDiscarded, c.table.Rows/mostDiscards), 0
	for from := 0; from < c.table.Rows; from += size {
		to := min(from+size, c.table.Rows)
		if from/soonRows < to/soonRows {
			c.soon(to / soonRows * soonRows)
		}
		if err := s.rows(from, to); err != nil {
			return err
		}
		if c.last && to-discarded >= step {
			c.discard(discarded, to)
			discarded = to
		}
	}
	return nil
}

// places returns for each row of the table 1 and its first row in the matrix, negative for
// one that is not trained on; 0 where it is in none.
func (c content) places() []int {
	first := mapped.Make[int](c.table.Rows, mapped.Lists)
	at := 0
	for _, p := range c.parts {
		for i, id := range p.rows {
			switch {
			case first[id] != 0:
			case p.trains:
				first[id] = 1 + at + i
			default:
				first[id] = -1 - at - i
			}
		}
		at += len(p.rows)
	}
	return first
}

// scattered is a dense matrix that is being filled.
type scattered struct {
	content
	x       *matrix.Laid
	first   []int // as places has it
	block   []float64
	list    []int // rows of the table that are encoded together
	written int   // values since the memory behind them was given back
}

// rows writes some rows of the table.
func (s *scattered) rows(from, to int) error {
	for _, trained := range []bool{true, false} {
		s.list = s.list[:0]
		for id := from; id < to; id++ {
			if first := s.first[id]; first != 0 && first > 0 == trained {
				s.list = append(s.list, id)
			}
		}
		block := s.block[:len(s.list)*s.x.Cols]
		if err := s.by(trained).Fill(s.table, s.list, block); err != nil {
			return err
		}
		if s.standardised {
			s.fitted.Apply(block)
		}
		for i, id := range s.list {
			if err := s.put(id, block[i*s.x.Cols:(i+1)*s.x.Cols]); err != nil {
				return err
			}
		}
	}
	return nil
}

// put writes the features of a row of the table to its place, and to the places of its
// copies, which stand behind it.
func (s *scattered) put(id int, features []float64) error {
	first := max(s.first[id], -s.first[id]) - 1
	for at := first; at < len(s.ids) && s.ids[at] == id; at++ {
		row, err := s.x.Row(at)
		if err != nil {
			return fault.Scratch(err)
		}
		copy(row, features)
		s.written += len(row)
	}
	if s.written >= mostWritten {
		s.written = 0
		if err := s.x.Release(0, s.x.Rows); err != nil {
			return fault.Scratch(err)
		}
	}
	return nil
}

// stride says whether the columns of the table are read in turn.
func (c content) stride(inTurn bool) {
	for _, column := range c.table.Columns {
		mapped.Stride(column.Codes, inTurn)
		mapped.Stride(column.Values, inTurn)
	}
}

// soon has the system read the rows of a table in files from one on, and those after them.
func (c content) soon(from int) {
	to := min(from+2*soonRows, c.table.Rows)
	for _, column := range c.table.Columns {
		mapped.Soon(column.Codes, min(from, len(column.Codes)), min(to, len(column.Codes)))
		mapped.Soon(column.Values, min(from, len(column.Values)), min(to, len(column.Values)))
	}
}

// discard gives back the memory of some rows of the table, with the page that they begin in.
func (c content) discard(from, to int) {
	const leastWidth = 4 // bytes of a value
	from = max(0, from-os.Getpagesize()/leastWidth)
	for _, column := range c.table.Columns {
		if column.Codes != nil {
			mapped.Discard(column.Codes, from, to)
		} else {
			mapped.Discard(column.Values, from, to)
		}
	}
}
