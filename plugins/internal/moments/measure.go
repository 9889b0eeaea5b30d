package moments

import (
	"cmp"
	"context"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/psd"
	"gonum.org/v1/gonum/floats"
)

// FromRowSet measures the rows of a row set by class.
func FromRowSet(ctx context.Context, f contract.Features, s contract.RowSet, threads int) (*Set, error) {
	r, err := newRows(f, s)
	if err != nil {
		return nil, err
	}
	return r.measure(ctx, threads)
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

// whole measures the rows of an index as one class.
func (r *rows) whole(ctx context.Context, index []int) (*Set, error) {
	all := *r
	all.index = [][]int{index}
	return all.measure(ctx, 1)
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

// Average returns the mean ȳ of targets of the rows of a set of one class, in their
// order, and Σ_i ω_i·(y_i − ȳ)², ω_i being what row i counts.
func (s *Set) Average(y []float64) (average, total float64) {
	index := s.rows.index[0]
	for at, i := range index {
		average += float64(s.rows.weight(i) * y[at])
	}
	average /= s.Classes[0].N
	for at, i := range index {
		total += float64(s.rows.weight(i) * (y[at] - average) * (y[at] - average))
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
				sum[j] += float64(c * v)
			}
		}
		at += len(tile)
	})
	return sum
}
