package bayes

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// TrainSparse is Train on rows in compressed form, of kind gaussian.
func (l settings) TrainSparse(ctx context.Context, p contract.Problem, x contract.SparseMatrix) (contract.Model,
	error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	classes, k, err := labels.Of(p, contract.Compressed(x))
	if err != nil {
		return nil, err
	}
	of := measure(x, classes, k, p.Weights)
	all := measure(x, make([]int, x.Rows), 1, nil)
	largest := 0.0
	for _, square := range all.square {
		largest = max(largest, square/all.sizes[0])
	}
	m := &model{prior: l.priors(of.sizes), mean: of.mean, precision: of.square, binary: p.Task == contract.Binary}
	return m, m.setVariances(of.sizes, largest, l.VarSmoothing)
}

// statistics are those of the columns of sparse rows in each class; matrices are k × d.
type statistics struct {
	sizes  []float64 // weights of the classes
	mean   []float64
	square []float64 // Σ w·(x − mean)²
}

// measure computes the statistics from the values that are stored and the weights of the
// rows without one. It adds up differences to the first value of a column in a class, so
// that of equal values in all rows the mean is exactly their value and the square is 0.
func measure(x contract.SparseMatrix, classes []int, k int, weights []float64) statistics {
	d := x.Cols
	s := statistics{sizes: make([]float64, k), mean: make([]float64, k*d), square: make([]float64, k*d)}
	first, stored := make([]float64, k*d), make([]float64, k*d) // stored: weights of the rows with a value
	each := func(do func(at int, v, w float64)) {
		for i, class := range classes {
			w := 1.0
			if weights != nil {
				w = weights[i]
			}
			for e := x.Indptr[i]; e < x.Indptr[i+1]; e++ {
				do(class*d+int(x.Indices[e]), x.Data[e], w)
			}
		}
	}
	for i, class := range classes {
		if weights == nil {
			s.sizes[class]++
		} else {
			s.sizes[class] += weights[i]
		}
	}
	each(func(at int, v, w float64) {
		if stored[at] == 0 {
			first[at] = v
		}
		stored[at] += w
		s.mean[at] += float64(w * (v - first[at]))
	})
	for at, w := range stored {
		if n := s.sizes[at/d]; n > 0 {
			s.mean[at] = float64(first[at]*(w/n)) + s.mean[at]/n
		}
	}
	each(func(at int, v, w float64) { s.square[at] += float64(w * (v - s.mean[at]) * (v - s.mean[at])) })
	for at, w := range stored {
		s.square[at] += float64((s.sizes[at/d] - w) * s.mean[at] * s.mean[at])
	}
	return s
}

// ScoreSparse is Score for rows in compressed form.
func (m *model) ScoreSparse(x contract.SparseMatrix, scores []float64) {
	outputs := m.check(x.Rows, x.Cols, scores)
	for k, prior := range m.prior {
		mean, precision := m.mean[k*x.Cols:(k+1)*x.Cols], m.precision[k*x.Cols:(k+1)*x.Cols]
		var none exact // the distance of a row without values
		for j, c := range mean {
			none.add(float64(c * c * precision[j]))
		}
		for i := range x.Rows {
			joint := linear.Absent
			if prior != linear.Absent {
				q := none
				for e := x.Indptr[i]; e < x.Indptr[i+1]; e++ {
					j := x.Indices[e]
					c := mean[j]
					away := x.Data[e] - c
					q.add(-float64(c * c * precision[j]))
					q.add(float64(away * away * precision[j]))
				}
				joint = m.atDistance(k, q.high+q.low)
			}
			switch at := i*outputs + k; {
			case !m.binary:
				scores[at] = joint
			case k == 0:
				scores[i] = joint
			default:
				scores[i] = joint - scores[i]
			}
		}
	}
}

// exact is a sum of which what rounding takes away is kept: the terms of the values that
// are stored replace those of zeros, which may be larger than what is left.
type exact struct{ high, low float64 }

// add adds a number (D. E. Knuth, "The Art of Computer Programming", volume 2, 4.2.2).
func (s *exact) add(v float64) {
	sum := s.high + v
	part := sum - s.high
	s.low += (s.high - (sum - part)) + (v - part)
	s.high = sum
}
