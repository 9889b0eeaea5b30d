package smooth

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// worthGiven is the number of values from which rows are read where they are: 64 MiB. Fewer
// are better copied, so that they lie in fewer pages.
const worthGiven = 1 << 23

// NewGiven returns the design of [NewDesign] for many binary problems over the same rows
// ([NewColumns]) without a copy: rows are read where they are, and every number is the same.
// It returns nil for small matrices and for those that are standardised.
func NewGiven(f contract.Features, ranges []contract.Range, shift, scale []float64, intercept Intercept) *Design {
	if shift != nil || scale != nil || contract.CountRows(ranges)*f.Cols < worthGiven {
		return nil
	}
	return newGiven(f, ranges, intercept)
}

func newGiven(f contract.Features, ranges []contract.Range, intercept Intercept) *Design {
	d := plan(f.Cols, ranges, intercept)
	d.given = &given{values: f.Dense, intercept: intercept != NoIntercept}
	at, class := 0, -1
	for _, r := range ranges {
		if r.Class != class {
			at, class = kernel.Padded(at), r.Class
		}
		d.given.runs = append(d.given.runs, run{at: at, end: at + r.End - r.Start, from: r.Start})
		at += r.End - r.Start
	}
	return d
}

// block is at most tile rows of a design, in the form that the kernels need: columns up to
// whole with a stride, and those after them, with the intercept and padding, put together.
type block struct {
	rows, dim     int
	values        []float64
	stride, whole int
	last          []float64 // rows × Lanes, or nil where whole is dim
}

// blockRoom is what a thread needs to put blocks together.
type blockRoom struct{ last, values []float64 }

// block returns the rows of a part.
func (d *Design) block(p part, room *blockRoom) block {
	b := block{rows: p.rows, dim: d.Dim}
	if d.given == nil {
		b.values, b.stride, b.whole = d.X[p.start*d.Dim:], d.Dim, d.Dim
		return b
	}
	g := d.given
	b.stride, b.whole = d.Cols, d.Cols&^(kernel.Lanes-1)
	r := g.find(p.start)
	from := (r.from + p.start - r.at) * d.Cols
	if p.start+p.rows <= r.end && from+kernel.Padded(p.rows)*d.Cols <= len(g.values) {
		b.values = g.values[from:]
	} else {
		b.values = d.gather(p, room)
	}
	if b.whole == d.Dim {
		return b
	}
	b.last = sized(room.last, tile*kernel.Lanes)
	room.last = b.last
	rest := d.Cols - b.whole
	for i := range p.rows {
		row := b.last[i*kernel.Lanes : (i+1)*kernel.Lanes]
		clear(row)
		copy(row, b.values[i*d.Cols+b.whole:i*d.Cols+d.Cols])
		if g.intercept {
			row[rest] = 1
		}
	}
	return b
}

// gather copies the rows of a part that do not stand together.
func (d *Design) gather(p part, room *blockRoom) []float64 {
	room.values = sized(room.values, tile*d.Cols)
	for i := range p.rows {
		r := d.given.find(p.start + i)
		from := r.from + p.start + i - r.at
		copy(room.values[i*d.Cols:(i+1)*d.Cols], d.given.values[from*d.Cols:])
	}
	return room.values
}

// decide adds the decision values of the rows to f, for coefficients Dim × width. Behind
// the rows, up to a multiple of 8, f is written without meaning.
func (b block) decide(w []float64, width int, f []float64) {
	rows := kernel.Padded(b.rows)
	kernel.MulAdd(rows, width, b.whole, b.values, b.stride, 1, w, width, f, width)
	if b.last != nil {
		kernel.MulAdd(rows, width, kernel.Lanes, b.last, kernel.Lanes, 1, w[b.whole*width:], width, f, width)
	}
}

// gradient adds what the derivatives f of the rows make of them to a gradient.
func (b block) gradient(f []float64, width int, into []float64) {
	kernel.MulAdd(b.whole, width, b.rows, b.values, 1, b.stride, f, width, into, width)
	if b.last != nil {
		kernel.MulAdd(kernel.Lanes, width, b.rows, b.last, 1, kernel.Lanes, f, width, into[b.whole*width:], width)
	}
}
