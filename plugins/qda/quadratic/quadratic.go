// Package quadratic is quadratic discriminant analysis.
package quadratic

import (
	"errors"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/base/symmetric"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/kernel"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// settings are the parameters of a learner block.
type settings struct {
	Priors    linear.Priors `json:"priors"`
	Shrinkage float64       `json:"shrinkage"`
}

// Component describes the learner "qda": class k scores
//
//	δ_k(x) = −½ log|S_k| − ½(x − μ_k)ᵀS_k⁻¹(x − μ_k) + log π_k
//
// up to a constant that all classes share (Hastie, Tibshirani and Friedman,
// "The Elements of Statistical Learning", 2nd ed., equation 4.12). S_k is the
// covariance of class k with divisor n_k − 1, shrunk to
// (1 − s)·S_k + s·tr(S_k)/d·I. A binary score is δ₊ − δ₋.
//
// Where S_k is singular, for example because a class has no more rows than there
// are columns, its eigenvalues after dividing columns by their deviation over all
// rows are raised to 1e-8: the class counts as having that little variance there,
// and x belongs to the class whose own plane is nearest. Columns that are constant
// in all rows are left out if s = 0; with shrinkage they have the variance
// s·tr(S_k)/d as the formula says, and their unit is the mean deviation of all
// columns. A row of weight ω counts like ω equal rows.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "qda",
		Sources: []contract.Source{contract.Book("hastie2009",
			"Hastie, Trevor and Tibshirani, Robert and Friedman, Jerome", "The Elements of Statistical Learning",
			"Springer", "2009")},
		Doc: "Quadratic discriminant analysis, δ_k(x) = −½ log|S_k| − ½(x−μ_k)ᵀS_k⁻¹(x−μ_k) + log π_k (ESL " +
			"4.12); scores are log-odds. Columns that are constant in the training rows are left out unless there is " +
			"shrinkage.",
		Params: []contract.Param{
			linear.PriorsParam(),
			{Name: "shrinkage", Type: "number", Default: 0.0, Min: contract.Bound(0), Max: contract.Bound(1),
				Doc: "Share s of the mean variance in each class's covariance: (1−s)·S_k + s·tr(S_k)/d·I."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
			Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
				contract.TakesSparse, MostFeatures: moments.MaxFeatures,
		},
	})
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner { return moments.Learner{Solve: s.solve} }

// solve computes the discriminants of one problem.
func (s settings) solve(set *moments.Set, problem contract.BatchProblem) (contract.Model, error) {
	group, groups := set.Groups(problem)
	all := set.Pool(only(group, func(g int) bool { return g >= 0 }), 1)
	if all.N == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	m := s.newModel(all, groups)
	m.binary = problem.Column != nil
	for g := range groups {
		own := set.Pool(only(group, func(of int) bool { return of == g }), 1)
		if own.N == 0 {
			continue
		}
		n, err := s.fit(own, m.columns, m.scale)
		if err != nil {
			return nil, err
		}
		m.classes[g] = n
		if s.Priors == linear.Frequencies {
			n.level += elementary.Log(own.N) - elementary.Log(all.N)
		}
	}
	if m.binary && (m.classes[0] == nil || m.classes[1] == nil) {
		return nil, linear.OneSign(set.Rows())
	}
	return m, nil
}

// only returns a grouping of the classes whose group is in: they are group 0, the
// others are left out.
func only(group []int, in func(int) bool) []int {
	out := make([]int, len(group))
	for k, g := range group {
		if !in(g) {
			out[k] = -1
		}
	}
	return out
}

// fit computes the normal distribution of one class over columns, in units of their
// scale.
func (s settings) fit(p moments.Pooled, columns []int, scale []float64) (*normal, error) {
	d := p.Within.SymmetricDim()
	divisor := max(p.N-1, 1)
	trace := 0.0
	for j := range d {
		trace += p.Within.At(j, j) / divisor
	}
	r := make([]float64, len(columns)*len(columns))
	for a, i := range columns {
		for b, j := range columns[:a+1] {
			v := (1 - s.Shrinkage) * p.Within.At(j, i) / divisor
			if i == j {
				v += s.Shrinkage * trace / float64(d)
			}
			v = v / scale[a] / scale[b]
			if v-v != 0 {
				return nil, fmt.Errorf("products of feature columns %d and %d overflow: standardise the features", i, j)
			}
			r[a*len(columns)+b] = v
		}
	}
	n := &normal{mean: make([]float64, len(columns))}
	for a, j := range columns {
		n.mean[a] = p.Means[0][j]
	}
	if len(columns) == 0 {
		return n, nil
	}
	logDet, err := n.whiten(r, len(columns))
	if err != nil {
		return nil, err
	}
	for a, s := range scale {
		for b := range columns {
			n.white[a*n.width+b] /= s
		}
	}
	n.level = -logDet / 2
	return n, nil
}

// floor is the least variance of a class in any direction, as a share of the
// variance over all rows.
const floor = 1e-8

// whiten sets W with W·Wᵀ = R⁻¹ and returns log|R|, where R is the d × d matrix with the lower triangle r, with its
// eigenvalues raised to floor.
func (n *normal) whiten(r []float64, d int) (logDet float64, err error) {
	n.width = kernel.Padded(d)
	if u := triangular(r, d, n.width); u != nil {
		n.white = make([]float64, n.width*n.width)
		psd.Inverse(n.white, u, n.width)
		// The trace of R⁻¹ is at least the reciprocal of the smallest eigenvalue.
		if trace := kernel.Dot(n.white, n.white) - float64(n.width-d); trace*2*floor < 1 {
			for a := range d {
				logDet += float64(2 * elementary.Log(u[a*(n.width+1)]))
			}
			n.white = n.white[:d*n.width]
			return logDet, nil
		}
	}
	values, vectors, ok := symmetric.Eigen(r, d)
	if !ok {
		return 0, errors.New("the eigenvalues of a class's covariance were not found")
	}
	n.white = make([]float64, d*n.width)
	for k, v := range values {
		v = max(v, floor)
		logDet += elementary.Log(v)
		for a, x := range vectors[k] {
			n.white[a*n.width+k] = x / math.Sqrt(v)
		}
	}
	return logDet, nil
}

// triangular returns U with R = UᵀU, width × width with a diagonal of ones in the padding, or nil if R is not clearly
// positive definite.
func triangular(r []float64, d, width int) []float64 {
	u := make([]float64, width*width)
	for a := range width {
		if a >= d {
			u[a*width+a] = -1
			continue
		}
		for b, v := range r[a*d : a*d+a+1] {
			u[b*width+a] = -v
		}
	}
	if !psd.Cholesky(u, width, floor) {
		return nil
	}
	return u
}

// farthest bounds squared distances, so that scores stay finite and above
// linear.Absent.
const farthest = 1e99

// rowBlock is how many rows are scored together. It is a multiple of kernel.Lanes.
const rowBlock = 64

// normal is the distribution of one class.
type normal struct {
	mean  []float64 // of the model's columns
	white []float64 // W: row a times x_a − mean_a has the identity as covariance; rows of width values
	width int       // number of columns, padded to a multiple of kernel.Lanes
	level float64   // log π − ½ log|S|
}

// Spent notes how many seconds the training took.
func (m *model) Spent(seconds float64) { m.seconds = seconds }

// Fit says how long the training took.
func (m *model) Fit() contract.Fit { return contract.Fit{Seconds: m.seconds} }

// model scores by the discriminants of its classes.
type model struct {
	columns []int     // those in which a class has variance
	scale   []float64 // their units
	classes []*normal // nil without rows
	binary  bool      // class 0 is +1, class 1 is −1
	seconds float64   // of training
}

// newModel returns a model for the columns that vary in p. With shrinkage a class has
// variance in the others, too; they count in units of the mean variance of all columns.
func (s settings) newModel(p moments.Pooled, classes int) *model {
	m := &model{classes: make([]*normal, classes)}
	d := p.Within.SymmetricDim()
	mean := 0.0
	if s.Shrinkage > 0 {
		for j := range d {
			mean += p.Within.At(j, j) / p.N / float64(d)
		}
	}
	for j := range d {
		v := p.Within.At(j, j) / p.N
		if v == 0 {
			v = mean
		}
		if v > 0 {
			m.columns, m.scale = append(m.columns, j), append(m.scale, math.Sqrt(v))
		}
	}
	return m
}

// Score writes δ₊ − δ₋ or every δ_k of each row; a class without training rows
// scores linear.Absent. The score of a row does not depend on other rows.
func (m *model) Score(x contract.Matrix, scores []float64) {
	m.score(x.Rows, scores, func(from, to int) contract.Matrix {
		return contract.Matrix{Rows: to - from, Cols: x.Cols, Data: x.Data[from*x.Cols : to*x.Cols]}
	})
}

// ScoreSparse is Score for rows in compressed form.
func (m *model) ScoreSparse(x contract.SparseMatrix, scores []float64) {
	m.score(x.Rows, scores, func(from, to int) contract.Matrix { return x.Part(from, to).Unpacked() })
}

// score scores rows, part by part.
func (m *model) score(rows int, scores []float64, part func(from, to int) contract.Matrix) {
	outputs := len(m.classes)
	if m.binary {
		outputs = 1
	}
	if len(scores) != outputs*rows {
		panic(fmt.Sprintf("quadratic: scoring %d rows into %d", rows, len(scores)))
	}
	var block block
	for from := 0; from < rows; from += rowBlock {
		m.scoreBlock(part(from, min(from+rowBlock, rows)), &block, scores[from*outputs:])
	}
}

// block is the scratch space of up to rowBlock rows.
type block struct {
	centred, white []float64
	scores         [rowBlock]float64
}

func (m *model) scoreBlock(x contract.Matrix, b *block, scores []float64) {
	for k, n := range m.classes {
		m.discriminants(n, x, b)
		for i, v := range b.scores[:x.Rows] {
			switch {
			case !m.binary:
				scores[i*len(m.classes)+k] = v
			case k == 0:
				scores[i] = v
			default:
				scores[i] -= v
			}
		}
	}
}

// discriminants computes δ of one class for the rows of x.
func (m *model) discriminants(n *normal, x contract.Matrix, b *block) {
	if n == nil {
		for i := range b.scores {
			b.scores[i] = linear.Absent
		}
		return
	}
	d := len(m.columns)
	if len(b.centred) < rowBlock*d || len(b.white) < rowBlock*n.width {
		b.centred, b.white = make([]float64, rowBlock*d), make([]float64, rowBlock*n.width)
	}
	for i := range x.Rows {
		row, to := x.Row(i), b.centred[i*d:]
		for a, j := range m.columns {
			to[a] = row[j] - n.mean[a]
		}
	}
	clear(b.white)
	kernel.MulAdd(rowBlock, n.width, d, b.centred, d, 1, n.white, n.width, b.white, n.width)
	for i := range x.Rows {
		q := 0.0
		for _, v := range b.white[i*n.width : (i+1)*n.width] {
			q += float64(v * v)
		}
		if !(q < farthest) {
			q = farthest
		}
		b.scores[i] = n.level - float64(q/2)
	}
}
