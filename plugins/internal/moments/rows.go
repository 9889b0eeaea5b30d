package moments

import (
	"fmt"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/kernel"
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
	var counts []int
	for _, part := range s.Ranges {
		for part.Class >= len(counts) {
			counts = append(counts, 0)
		}
		counts[part.Class] += part.End - part.Start
	}
	for _, n := range counts {
		r.index = append(r.index, slices.Grow([]int(nil), n))
	}
	for _, part := range s.Ranges {
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
			total += float64(r.weight(i) * square * square)
		}
	})
	return total
}

// each does n things, as many at a time as there are threads, begun in order.
func each(threads, n int, do func(i int)) {
	var begun atomic.Int64
	work := func() {
		for i := int(begun.Add(1)) - 1; i < n; i = int(begun.Add(1)) - 1 {
			do(i)
		}
	}
	var others sync.WaitGroup
	for range min(threads, n) - 1 {
		others.Go(work)
	}
	work()
	others.Wait()
}
