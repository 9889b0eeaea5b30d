// Package smooth evaluates the objectives of linear classifiers with a smooth
// loss,
//
//	J(w, b) = ½‖w‖² [+ ½b²] + Σ_i c_i·loss(y_i·(x_iᵀw + b)),
//
// with their gradients over dense rows: many binary problems over the same rows
// in one pass (Columns), one problem over few rows (Subset), and the softmax of all
// classes (Softmax). They are functions for package lbfgs.
package smooth

import (
	"slices"
	"sort"
	"sync"

	"github.com/manyclass/bench/framework/base/mapped"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/kernel"
)

// tile is the largest number of rows whose decision values are held at a time.
const tile = 128

// Design is a copy of training rows in the form that the kernels need:
// standardised, with a column of ones for the intercept, and with zeros up to the
// next multiple of 8 in both directions.
type Design struct {
	Cols     int       // d, features
	Dim      int       // variables of a problem: d, the intercept, padding
	Rows     int       // with padding
	X        []float64 // Rows × Dim; nil if rows are read where they are given
	Segments []Segment
	Penalty  []float64 // Dim: 1, or 0 for an intercept that is free
	parts    []*segmentPart
	given    *given // nil for a copy

	narrowing sync.Once
	narrowed  []float32 // all rows, made when first needed
}

// Segment is a run of rows of one class. It starts at a multiple of 8; rows from
// End to the next segment are padding.
type Segment struct {
	Start, End, Class int
	first             int // number of the first row, counted without padding
}

// Intercept says what the constant term is.
type Intercept int

// The kinds of intercept.
const (
	NoIntercept Intercept = iota
	FreeIntercept
	PenalisedIntercept
)

// InterceptOf returns the kind of intercept of two answers.
func InterceptOf(has, penalised bool) Intercept {
	switch {
	case !has:
		return NoIntercept
	case penalised:
		return PenalisedIntercept
	}
	return FreeIntercept
}

// NewDesign copies the ranges of a row set, a large one to a file: see Free. Neighbouring ranges of one class make
// one segment.
func NewDesign(f contract.Features, ranges []contract.Range, shift, scale []float64, intercept Intercept) *Design {
	d := plan(f.Cols, ranges, intercept)
	d.X = mapped.Make[float64](d.Rows*d.Dim, 1)
	seen := contract.RowSet{Shift: shift, Scale: scale}
	at, class := 0, -1
	for _, r := range ranges {
		if r.Class != class {
			at, class = kernel.Padded(at), r.Class
		}
		for i := r.Start; i < r.End; i++ {
			row := d.X[at*d.Dim : (at+1)*d.Dim]
			copy(row, f.Dense[i*f.Cols:(i+1)*f.Cols])
			seen.Standardise(row)
			if intercept != NoIntercept {
				row[f.Cols] = 1
			}
			at++
			if f.Release != nil && at%releaseRows == 0 {
				f.Release(max(r.Start, i+1-releaseRows), i+1)
			}
		}
		if f.Release != nil {
			f.Release(max(r.Start, r.End-releaseRows), r.End)
		}
	}
	return d
}

// Free gives up the copies of the rows. The design must not be used any more.
func (d *Design) Free() {
	mapped.Free(d.X)
	mapped.Free(d.narrowed)
}

// plan finds out the sizes of a design.
func plan(cols int, ranges []contract.Range, intercept Intercept) *Design {
	d := &Design{Cols: cols, Dim: cols}
	if intercept != NoIntercept {
		d.Dim++
	}
	d.Dim = kernel.Padded(d.Dim)
	d.Penalty = make([]float64, d.Dim)
	for j := range d.Penalty {
		d.Penalty[j] = 1
	}
	if intercept == FreeIntercept {
		d.Penalty[d.Cols] = 0
	}
	d.lay(ranges)
	return d
}

// releaseRows is the number of rows that are given back at a time while they are
// copied.
const releaseRows = 4096

// lay finds the segments and the number of rows.
func (d *Design) lay(ranges []contract.Range) {
	at, count := 0, 0
	for _, r := range ranges {
		last := len(d.Segments) - 1
		if last < 0 || d.Segments[last].Class != r.Class {
			at = kernel.Padded(at)
			d.Segments = append(d.Segments, Segment{Start: at, End: at, Class: r.Class, first: count})
			last++
		}
		at += r.End - r.Start
		count += r.End - r.Start
		d.Segments[last].End = at
	}
	d.Rows = kernel.Padded(at)
	for _, s := range d.Segments {
		d.parts = append(d.parts, &segmentPart{design: d, start: s.Start, end: s.End})
	}
}

// Pad returns values of the training rows, one each in their order, as values of the
// rows of the design, with zeros for the padding.
func (d *Design) Pad(values []float64) []float64 {
	out := make([]float64, d.Rows)
	for _, s := range d.Segments {
		copy(out[s.Start:s.End], values[s.first:])
	}
	return out
}

// row returns row i of a copy with its padding.
func (d *Design) row(i int) []float64 { return d.X[i*d.Dim : (i+1)*d.Dim] }

// rows returns consecutive rows with their padding, where there is room for them or where
// they are.
func (d *Design) rows(from, count int, room []float64) []float64 {
	if d.given == nil {
		return d.X[from*d.Dim : (from+count)*d.Dim]
	}
	for i := range count {
		d.given.row(from+i, d.Cols, room[i*d.Dim:(i+1)*d.Dim])
	}
	return room[:count*d.Dim]
}

// penalise adds the penalty of x to a value and its gradient.
func (d *Design) penalise(x, gradient []float64) float64 {
	sum := 0.0
	penalty, gradient := d.Penalty[:len(x)], gradient[:len(x)]
	for j, v := range x {
		v = float64(v * penalty[j])
		sum += float64(v * x[j])
		gradient[j] += v
	}
	return float64(sum / 2)
}

// squares returns Σ_i x_ij² for every variable.
func (d *Design) squares() []float64 { return d.squaresOf(0, d.Rows) }

func (d *Design) squaresOf(start, end int) []float64 {
	sums, room := make([]float64, d.Dim), make([]float64, d.Dim)
	for i := start; i < end; i++ {
		for j, v := range d.rows(i, 1, room) {
			sums[j] += float64(v * v)
		}
	}
	return sums
}

// The gradients of stripes of rows are summed apart, by several threads if there
// are, and then in order. A stripe has at least stripeRows rows; the number of
// stripes depends on the rows alone.
const (
	stripeRows  = 4096
	mostStripes = 8
)

// part is a run of at most tile rows of one class.
type part struct{ start, rows, class int }

// stripes deals the rows of a design to threads.
type stripes struct {
	design  *Design
	parts   [][]part
	threads int
}

func newStripes(d *Design, threads int) stripes {
	count := min(max(d.Rows/stripeRows, 1), mostStripes)
	s := stripes{design: d, parts: make([][]part, count), threads: min(max(threads, 1), count)}
	for _, segment := range d.Segments {
		for at := segment.Start; at < segment.End; at += tile {
			i := at * count / d.Rows
			s.parts[i] = append(s.parts[i], part{at, min(tile, segment.End-at), segment.Class})
		}
	}
	return s
}

// stripeSum is what the rows of a stripe add up to.
type stripeSum struct {
	gradient []float64 // Dim × width
	losses   []float64 // width
}

// derive replaces the decision values of a part, rows × width, by the derivatives
// of their losses and adds the losses to sums.
type derive func(p part, f, losses []float64)

// sum goes through all rows with the coefficients w, Dim × width.
func (s stripes) sum(w []float64, width int, d derive) stripeSum {
	sums := make([]stripeSum, len(s.parts))
	var wait sync.WaitGroup
	for t := range s.threads {
		wait.Go(func() {
			f := make([]float64, tile*width)
			for i := t; i < len(s.parts); i += s.threads {
				sums[i] = stripeSum{make([]float64, len(w)), make([]float64, width)}
				for _, p := range s.parts[i] {
					s.add(p, w, f, width, d, sums[i])
				}
			}
		})
	}
	wait.Wait()
	for _, other := range sums[1:] {
		kernel.Axpy(sums[0].gradient, 1, other.gradient)
		kernel.Axpy(sums[0].losses, 1, other.losses)
	}
	return sums[0]
}

// add adds the losses and gradients of one part.
func (s stripes) add(p part, w, f []float64, width int, d derive, sum stripeSum) {
	dim, rows := s.design.Dim, kernel.Padded(p.rows)
	x := s.design.X[p.start*dim:]
	f = f[:rows*width]
	clear(f)
	kernel.MulAdd(rows, width, dim, x, dim, 1, w, width, f, width)
	d(p, f[:p.rows*width], sum.losses)
	kernel.MulAdd(dim, width, p.rows, x, 1, dim, f, width, sum.gradient, width)
}

// segmentPart is what several subsets need of a segment, made when first needed.
type segmentPart struct {
	design     *Design
	start, end int

	transposing, squaring sync.Once
	transposed, square    []float64
}

// transpose returns the rows of a segment, padded, as Dim × rows.
func (p *segmentPart) transpose() []float64 {
	p.transposing.Do(func() {
		rows := kernel.Padded(p.end - p.start)
		p.transposed = make([]float64, p.design.Dim*rows)
		for i := range rows {
			for j, v := range p.design.row(p.start + i) {
				p.transposed[j*rows+i] = v
			}
		}
	})
	return p.transposed
}

// squares returns Σ_i x_ij² over a segment.
func (p *segmentPart) squares() []float64 {
	p.squaring.Do(func() { p.square = p.design.squaresOf(p.start, p.end) })
	return p.square
}

// given are the rows of a design where a batch has them.
type given struct {
	values    []float64 // without padding and intercept
	runs      []run
	intercept bool
}

// row puts a row of the design together.
func (g *given) row(row, cols int, into []float64) []float64 {
	clear(into)
	if r := g.find(row); r.end > 0 {
		from := r.from + row - r.at
		copy(into, g.values[from*cols:(from+1)*cols])
		if g.intercept {
			into[cols] = 1
		}
	}
	return into
}

// find returns the run that holds a row of the design, or an empty one for padding.
func (g *given) find(row int) run {
	i := sort.Search(len(g.runs), func(i int) bool { return g.runs[i].end > row })
	if i == len(g.runs) || g.runs[i].at > row {
		return run{}
	}
	return g.runs[i]
}

// run says that the rows of a design from at up to end are those of the batch from
// another number on.
type run struct{ at, end, from int }

// sized returns n numbers, where v is if there is room.
func sized(v []float64, n int) []float64 { return slices.Grow(v[:0], n)[:n] }

// Column is a binary problem over the classes of a design, or over its rows.
type Column struct {
	Target []int8    // of each class: +1, −1, or 0 for one that is left out
	Weight []float64 // of the losses of each class
	// Signs, unless it is nil, multiplies the target of each row of the design:
	// −1 or +1, and 0 for rows of padding (see Design.Pad).
	Signs []float64
}
