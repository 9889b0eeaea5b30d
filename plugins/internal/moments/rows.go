package moments

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// tile is how many rows are copied before they are multiplied.
const tile = 64

// ones are the weights of the rows of a tile in a sum.
var ones = func() (v [tile]float64) {
	for i := range v {
		v[i] = 1
	}
	return v
}()

// rows are training rows by class.
type rows struct {
	data  []float64     // nil if sparse
	csr   *contract.CSR // nil if dense
	d     int
	seen  contract.RowSet // for how a learner sees a row
	index [][]int         // row numbers of each class

	weights []float64 // by row number; nil for all 1
}

// newRows returns the rows of a row set, by class.
func newRows(f contract.Features, s contract.RowSet) (*rows, error) {
	if err := dense.CheckWeights(s.Weights); err != nil {
		return nil, err
	}
	r := &rows{data: f.Dense, csr: f.CSR, d: f.Cols, seen: s, weights: byRow(f.Rows, s)}
	for _, part := range s.Ranges {
		for part.Class >= len(r.index) {
			r.index = append(r.index, nil)
		}
		for i := part.Start; i < part.End; i++ {
			r.index[part.Class] = append(r.index[part.Class], i)
		}
	}
	return r, nil
}

// byRow returns the weights of a row set by the numbers of its rows among n, nil if it has
// none.
func byRow(n int, s contract.RowSet) []float64 {
	if s.Weights == nil {
		return nil
	}
	weights, at := make([]float64, n), 0
	for _, part := range s.Ranges {
		at += copy(weights[part.Start:part.End], s.Weights[at:])
	}
	return weights
}

// weight returns what a row counts.
func (r *rows) weight(i int) float64 {
	if r.weights == nil {
		return 1
	}
	return r.weights[i]
}

// total returns what the rows of an index count together.
func (r *rows) total(index []int) float64 {
	if r.weights == nil {
		return float64(len(index))
	}
	sum := 0.0
	for _, i := range index {
		sum += r.weights[i]
	}
	return sum
}

// load copies row i, shifted and scaled, to dst.
func (r *rows) load(dst []float64, i int) {
	if r.csr != nil {
		clear(dst[:r.d])
		columns, values := r.csr.Row(i)
		for at, j := range columns {
			dst[j] = values[at]
		}
	} else {
		copy(dst[:r.d], r.data[i*r.d:(i+1)*r.d])
	}
	r.seen.Standardise(dst)
}

// tiles calls f with tiles of the rows of an index, less a centre of d values, in
// rows of width values whose end is 0, and with the numbers of the rows.
func (r *rows) tiles(index []int, centre []float64, width int, f func(tile []int, x []float64)) {
	x := make([]float64, tile*width)
	for len(index) > 0 {
		n := min(tile, len(index))
		for t, i := range index[:n] {
			row := x[t*width : t*width+r.d]
			r.load(row, i)
			for j, c := range centre[:len(row)] {
				row[j] -= c
			}
		}
		f(index[:n], x[:n*width])
		index = index[n:]
	}
}

// whole measures the rows of an index as one class.
func (r *rows) whole(ctx context.Context, index []int) (*Set, error) {
	all := *r
	all.index = [][]int{index}
	return all.measure(ctx, 1)
}

// Average returns the mean ȳ of targets of the rows of a set of one class, in their
// order, and Σ_i ω_i·(y_i − ȳ)², ω_i being what row i counts.
func (s *Set) Average(y []float64) (average, total float64) {
	index := s.rows.index[0]
	for at, i := range index {
		average += s.rows.weight(i) * y[at]
	}
	average /= s.Classes[0].N
	for at, i := range index {
		total += s.rows.weight(i) * (y[at] - average) * (y[at] - average)
	}
	return average, total
}

// Cross returns Σ_i ω_i·(y_i − average)·(x_i − mean) over the rows of a set of one class,
// in their order.
func (s *Set) Cross(y []float64, average float64, mean []float64) []float64 {
	if s.rows.csr != nil {
		return s.rows.sparseCross(s.rows.index[0], y, average, mean)
	}
	sum := make([]float64, s.D)
	at := 0
	s.rows.tiles(s.rows.index[0], mean, s.D, func(tile []int, x []float64) {
		for t, i := range tile {
			c := s.rows.weight(i) * (y[at+t] - average)
			for j, v := range x[t*s.D : (t+1)*s.D] {
				sum[j] += c * v
			}
		}
		at += len(tile)
	})
	return sum
}

// measure computes the statistics of each class from its own rows alone, several
// classes at a time.
func (r *rows) measure(ctx context.Context, threads int) (*Set, error) {
	if r.d == 0 {
		return nil, fmt.Errorf("there are no feature columns")
	}
	if r.d > MaxFeatures {
		return nil, fmt.Errorf("%d feature columns are too many for a method that needs a dense covariance matrix (at most "+
			"%d): use logreg or svm, or hash to fewer columns", r.d, MaxFeatures)
	}
	set := &Set{D: r.d, Classes: make([]Class, len(r.index)), rows: r}
	errs := make([]error, len(r.index))
	each(threads, len(r.index), func(k int) {
		if errs[k] = ctx.Err(); len(r.index[k]) > 0 && errs[k] == nil {
			set.Classes[k], errs[k] = r.class(r.index[k])
		}
	})
	if err := cmp.Or(append([]error{ctx.Err()}, errs...)...); err != nil {
		return nil, err
	}
	return set, nil
}

// class computes the statistics of rows: the mean, then the scatter around it.
func (r *rows) class(index []int) (Class, error) {
	if r.csr != nil {
		return r.sparseClass(index)
	}
	mean, err := r.mean(index)
	if err != nil {
		return Class{}, err
	}
	c := Class{N: r.total(index), Mean: mean, scatter: psd.NewSym(r.d)}
	width := c.scatter.Width()
	r.tiles(index, mean, width, func(tile []int, x []float64) {
		if r.weights != nil {
			for t, i := range tile {
				floats.Scale(math.Sqrt(r.weights[i]), x[t*width:(t+1)*width])
			}
		}
		c.scatter.AddGram(len(tile), x)
	})
	return c, nil
}

// mean returns the mean of rows. It adds up differences to the first row, so
// that the mean of equal values is exactly their value.
func (r *rows) mean(index []int) ([]float64, error) {
	width := kernel.Padded(r.d)
	mean, sum := make([]float64, r.d), make([]float64, width)
	r.load(mean, index[0])
	weights := ones
	r.tiles(index, mean, width, func(tile []int, x []float64) {
		for t, i := range tile {
			weights[t] = r.weight(i)
		}
		kernel.RowMulAdd(width, len(tile), weights[:], 1, x, width, sum)
	})
	finite, total := true, r.total(index)
	for j := range mean {
		mean[j] += sum[j] / total
		finite = finite && mean[j]-mean[j] == 0
	}
	if finite {
		return mean, nil
	}
	return nil, r.notFinite(index)
}

// notFinite is the error for rows without a finite mean.
func (r *rows) notFinite(index []int) error {
	row := make([]float64, r.d)
	for _, i := range index {
		r.load(row, i)
		if err := dense.NotFinite(i, row); err != nil {
			return err
		}
	}
	return fmt.Errorf("sums of feature columns overflow: standardise the features")
}

// fourth returns Σ ω·(Σ_j ((x_j − mean_j)·inverse_j)²)² over the rows of an index.
func (r *rows) fourth(index []int, mean, inverse []float64) float64 {
	width := kernel.Padded(r.d)
	total := 0.0
	r.tiles(index, mean, width, func(tile []int, x []float64) {
		for t, i := range tile {
			row := x[t*width : (t+1)*width]
			for j, v := range inverse {
				row[j] *= v
			}
			square := kernel.Dot(row, row)
			total += r.weight(i) * square * square
		}
	})
	return total
}
