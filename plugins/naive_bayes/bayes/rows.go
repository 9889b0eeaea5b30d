package bayes

import (
	"fmt"
	"math"
	"slices"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// rows are the training rows with their classes.
type rows struct {
	contract.Problem
	classes []int
	k       int
}

func (r rows) weight(i int) float64 {
	if r.Weights == nil {
		return 1
	}
	return r.Weights[i]
}

// sizes returns the weight of each class.
func (r rows) sizes() []float64 {
	n := make([]float64, r.k)
	for i, k := range r.classes {
		n[k] += r.weight(i)
	}
	return n
}

// sums returns the weighted sums of the columns of each class, less shift; k × d.
func (r rows) sums(shift []float64) []float64 {
	d := r.X.Cols
	s := make([]float64, r.k*d)
	for i, k := range r.classes {
		of, w := s[k*d:(k+1)*d], r.weight(i)
		for j, v := range r.X.Row(i) {
			of[j] += float64(w * (v - shift[j]))
		}
	}
	return s
}

// means returns the means of each class, k × d, exact for constant columns.
func (r rows) means(sizes []float64) []float64 {
	first, d := r.X.Row(0), r.X.Cols
	mean := r.sums(first)
	for at := range mean {
		if n := sizes[at/d]; n > 0 {
			mean[at] = first[at%d] + mean[at]/n
		}
	}
	return mean
}

// multinomial returns the model of counts, which is linear in x.
func (r rows) multinomial(prior []float64, alpha float64) (contract.Model, error) {
	d := r.X.Cols
	for i, v := range r.X.Data {
		if v < 0 {
			return nil, negative(i%d, v, i/d)
		}
	}
	return multinomial(r.sums(make([]float64, d)), prior, alpha, r.Task)
}

// negative refuses a value that is not a count.
func negative(column int, v float64, row int) error {
	return fmt.Errorf("feature column %d holds %v in training row %d: kind = \"counts\" needs numbers of at least 0 "+
		"(write numeric = \"none\" or \"minmax\" in the encoder, or kind = \"gaussian\")", column, v, row)
}

// multinomial makes the sums of the columns of each class, k × d, into a model.
func multinomial(w, prior []float64, alpha float64, task contract.Task) (contract.Model, error) {
	d := len(w) / len(prior)
	for k := range prior {
		of := w[k*d : (k+1)*d]
		total := dense.Sum(of) + float64(alpha*float64(d))
		if prior[k] == linear.Absent {
			clear(of)
			continue
		}
		for j, n := range of {
			of[j] = elementary.Log(n+alpha) - elementary.Log(total)
		}
		if dense.NotFinite(0, of) != nil {
			return nil, fmt.Errorf("the sums of the feature columns overflow: scale the features")
		}
	}
	if task == contract.Multiclass {
		return &linear.Model{W: w, B: prior}, nil
	}
	dense.Axpy(w[d:], -1, w[:d])
	return &linear.Model{W: w[d:], B: []float64{prior[1] - prior[0]}}, nil
}

// normal returns the model of independent normal features.
func (r rows) normal(prior []float64, smoothing float64) (contract.Model, error) {
	d, sizes := r.X.Cols, r.sizes()
	m := &model{prior: prior, mean: r.means(sizes), precision: make([]float64, r.k*d), binary: r.Task == contract.Binary}
	for i, k := range r.classes {
		mean, square := m.mean[k*d:(k+1)*d], m.precision[k*d:(k+1)*d]
		w := r.weight(i)
		for j, v := range r.X.Row(i) {
			square[j] += float64(w * (v - mean[j]) * (v - mean[j]))
		}
	}
	return m, m.setVariances(sizes, r.largestVariance(), smoothing)
}

// largestVariance returns the largest variance of a column over all rows, with
// divisor n and without weights.
func (r rows) largestVariance() float64 {
	n := float64(r.X.Rows)
	first := r.X.Row(0)
	mean, square := slices.Clone(first), make([]float64, r.X.Cols)
	for i := range r.X.Rows {
		for j, v := range r.X.Row(i) {
			mean[j] += (v - first[j]) / n
		}
	}
	for i := range r.X.Rows {
		for j, v := range r.X.Row(i) {
			square[j] += float64((v - mean[j]) * (v - mean[j]))
		}
	}
	largest := 0.0
	for _, s := range square {
		largest = max(largest, s/n)
	}
	return largest
}

// farthest bounds squared distances, so that scores stay finite and above
// linear.Absent.
const farthest = 1e99

var _ contract.SparseModel = (*model)(nil)

// model is that of normal features. Matrices are k × d.
type model struct {
	prior     []float64 // log π, linear.Absent for classes without rows
	level     []float64 // −½ Σ log 2πσ²
	mean      []float64
	precision []float64 // 1/σ²
	binary    bool      // class 0 is −1, class 1 is +1
}

// setVariances makes the sums of squares in precision, of classes of some weights, into
// precisions. The largest variance of a column over all rows times smoothing is added.
func (m *model) setVariances(sizes []float64, largest, smoothing float64) error {
	m.level = make([]float64, len(sizes))
	d, extra := len(m.mean)/len(sizes), smoothing*largest
	if extra == 0 {
		extra = 1 // every column is constant, so that all classes are alike
	}
	for at, square := range m.precision {
		k := at / d
		if sizes[k] == 0 {
			continue
		}
		v := square/sizes[k] + extra
		m.precision[at] = 1 / v
		if v-v != 0 || math.IsInf(m.precision[at], 1) {
			return fmt.Errorf("the variance of feature column %d is too large or too small for a number: "+
				"standardise the features", at%d)
		}
		m.level[k] -= float64(elementary.Log(2*math.Pi*v) / 2)
	}
	return nil
}

// check panics unless there is a place for every score of some rows. It returns the
// number of scores a row.
func (m *model) check(rows, cols int, scores []float64) int {
	outputs := len(m.prior)
	if m.binary {
		outputs = 1
	}
	if len(m.mean) != len(m.prior)*cols || len(scores) != outputs*rows {
		panic(fmt.Sprintf("bayes: scoring %d × %d into %d", rows, cols, len(scores)))
	}
	return outputs
}

// Score writes the joint log-likelihood of each class, or for a binary problem
// that of +1 minus that of −1.
func (m *model) Score(x contract.Matrix, scores []float64) {
	outputs := m.check(x.Rows, x.Cols, scores)
	for i := range x.Rows {
		row := x.Row(i)
		if m.binary {
			scores[i] = m.joint(1, row) - m.joint(0, row)
			continue
		}
		for k := range outputs {
			scores[i*outputs+k] = m.joint(k, row)
		}
	}
}

// joint returns log π_k + log p(x | k).
func (m *model) joint(k int, x []float64) float64 {
	if m.prior[k] == linear.Absent {
		return linear.Absent
	}
	d := len(x)
	mean, precision := m.mean[k*d:(k+1)*d], m.precision[k*d:(k+1)*d]
	q := 0.0
	for j, v := range x {
		away := v - mean[j]
		q += float64(away * away * precision[j])
	}
	return m.atDistance(k, q)
}

// atDistance returns joint at q = Σ (x_j − mean_j)²·precision_j.
func (m *model) atDistance(k int, q float64) float64 {
	if !(q < farthest) {
		q = farthest
	}
	return m.prior[k] + m.level[k] - float64(q/2)
}
