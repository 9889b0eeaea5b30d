// Package moments computes the number, mean and scatter of the rows of each
// class, from which linear discriminants and least squares follow for any
// grouping of the classes without another pass over the rows.
package moments

import (
	"context"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// MaxFeatures is the largest number of columns: scatter matrices grow with its
// square, 200 MB for 5,000 columns.
const MaxFeatures = 5000

// constant is the standard deviation, relative to a column's largest class
// mean, up to which a column is taken as constant: some hundred times the
// rounding of its values.
const constant = 1e-13

// Class is the statistics of the rows of one class.
type Class struct {
	N       int
	Mean    []float64 // d; nil if N = 0
	scatter []float64 // Σ (x − Mean)(x − Mean)ᵀ, upper triangle, row by row
}

// Set is the statistics of a set of rows.
type Set struct {
	D       int
	Classes []Class
}

// rows are training rows by class.
type rows struct {
	data         []float64
	d            int
	shift, scale []float64 // nil or d: a learner sees (x − shift) / scale
	index        [][]int   // row numbers of each class
}

// load copies row i, shifted and scaled, to dst.
func (r *rows) load(dst []float64, i int) {
	copy(dst, r.data[i*r.d:(i+1)*r.d])
	if r.shift != nil {
		for j, s := range r.shift {
			dst[j] -= s
		}
	}
	if r.scale != nil {
		for j, s := range r.scale {
			dst[j] /= s
		}
	}
}

// measure computes the statistics of each class from its own rows alone.
func (r *rows) measure(ctx context.Context) (*Set, error) {
	if r.d == 0 {
		return nil, fmt.Errorf("there are no feature columns")
	}
	if r.d > MaxFeatures {
		return nil, fmt.Errorf("%d feature columns are too many for a method that needs a dense covariance matrix (at most %d): use logreg or svm, or hash to fewer columns", r.d, MaxFeatures)
	}
	set := &Set{D: r.d, Classes: make([]Class, len(r.index))}
	gram := dense.NewGram(r.d)
	for k, index := range r.index {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if len(index) == 0 {
			continue
		}
		mean, err := r.mean(index)
		if err != nil {
			return nil, err
		}
		set.Classes[k] = Class{N: len(index), Mean: mean, scatter: r.scatter(gram, index, mean)}
	}
	return set, nil
}

// mean returns the mean of rows. It adds up differences to the first row, so
// that the mean of equal values is exactly their value.
func (r *rows) mean(index []int) ([]float64, error) {
	first, row, sum := make([]float64, r.d), make([]float64, r.d), make([]float64, r.d)
	r.load(first, index[0])
	for _, i := range index {
		r.load(row, i)
		if err := dense.NotFinite(i, row); err != nil {
			return nil, err
		}
		for j, v := range row {
			sum[j] += v - first[j]
		}
	}
	dense.Axpy(first, 1/float64(len(index)), sum)
	return first, nil
}

// scatter returns the upper triangle of Σ (x − mean)(x − mean)ᵀ.
func (r *rows) scatter(gram *dense.Gram, index []int, mean []float64) []float64 {
	gram.Reset()
	row := make([]float64, r.d)
	for _, i := range index {
		r.load(row, i)
		dense.Axpy(row, -1, mean)
		gram.Add(row, 1)
	}
	packed := make([]float64, 0, r.d*(r.d+1)/2)
	gram.Upper(func(_ int, part []float64) { packed = append(packed, part...) })
	return packed
}

// Pooled is the statistics of groups of classes.
type Pooled struct {
	N      int         // rows in all groups
	Counts []int       // rows of each group
	Means  [][]float64 // mean of each group; nil without rows
	// Within is the sum over groups of the scatter around the group's mean. The
	// diagonal is exactly 0 where a column is constant within every group.
	Within *mat.SymDense
}

// Pool combines classes: class k belongs to group group[k], or to none if that
// is negative. Sums run in class order whatever the groups are called.
func (s *Set) Pool(group []int, groups int) Pooled {
	p := Pooled{Counts: make([]int, groups), Means: make([][]float64, groups), Within: mat.NewSymDense(s.D, nil)}
	members := make([][]int, groups)
	for k, c := range s.Classes {
		if g := group[k]; g >= 0 && c.N > 0 {
			members[g] = append(members[g], k)
			p.Counts[g] += c.N
			p.N += c.N
		}
	}
	for g, classes := range members {
		if len(classes) > 0 {
			p.Means[g] = s.mean(classes, p.Counts[g])
		}
	}
	away := make([]float64, s.D)
	for k, c := range s.Classes {
		g := group[k]
		if g < 0 || c.N == 0 {
			continue
		}
		for j, m := range p.Means[g] {
			away[j] = c.Mean[j] - m
		}
		p.add(c, away, len(members[g]) > 1)
	}
	s.clearConstants(p, group)
	return p
}

// mean returns the mean of n rows of several classes, exactly the mean of one
// class or of classes with equal means.
func (s *Set) mean(classes []int, n int) []float64 {
	base := s.Classes[classes[0]].Mean
	mean := append([]float64(nil), base...)
	for _, k := range classes[1:] {
		c := s.Classes[k]
		for j, m := range c.Mean {
			mean[j] += float64(c.N) / float64(n) * (m - base[j])
		}
	}
	return mean
}

// add adds a class's scatter and, if its mean is away from its group's, N times
// the square of that.
func (p *Pooled) add(c Class, away []float64, apart bool) {
	raw := p.Within.RawSymmetric()
	from := c.scatter
	for j := range raw.N {
		to := raw.Data[j*raw.Stride+j : j*raw.Stride+raw.N]
		dense.Axpy(to, 1, from[:len(to)])
		from = from[len(to):]
		if apart {
			dense.Axpy(to, float64(c.N)*away[j], away[j:])
		}
	}
}

// clearConstants sets the diagonal of Within to 0 where only rounding is left.
func (s *Set) clearConstants(p Pooled, group []int) {
	for j := range s.D {
		largest := 0.0
		for k, c := range s.Classes {
			if group[k] >= 0 && c.N > 0 {
				largest = max(largest, c.Mean[j], -c.Mean[j])
			}
		}
		if math.Sqrt(p.Within.At(j, j)/float64(p.N)) <= constant*largest {
			p.Within.SetSym(j, j, 0)
		}
	}
}

// FromRowSet measures the rows of a row set by class.
func FromRowSet(ctx context.Context, f contract.Features, s contract.RowSet) (*Set, error) {
	if f.CSR != nil {
		return nil, fmt.Errorf("sparse features are not supported")
	}
	if s.Weights != nil {
		return nil, fmt.Errorf("row weights are not supported")
	}
	r := rows{data: f.Dense, d: f.Cols, shift: s.Shift, scale: s.Scale}
	for _, part := range s.Ranges {
		for part.Class >= len(r.index) {
			r.index = append(r.index, nil)
		}
		for i := part.Start; i < part.End; i++ {
			r.index[part.Class] = append(r.index[part.Class], i)
		}
	}
	return r.measure(ctx)
}
