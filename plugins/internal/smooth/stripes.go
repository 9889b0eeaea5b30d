package smooth

import (
	"sync"

	"github.com/manyclass/bench/plugins/internal/kernel"
)

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
