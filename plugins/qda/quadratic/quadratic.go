// Package quadratic is quadratic discriminant analysis.
package quadratic

import (
	"errors"
	"fmt"
	"math"

	"gonum.org/v1/gonum/mat"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
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
// but for a constant that all classes share (Hastie, Tibshirani and Friedman,
// "The Elements of Statistical Learning", 2nd ed., equation 4.12). S_k is the
// covariance of class k with divisor n_k − 1, shrunk to
// (1 − s)·S_k + s·tr(S_k)/d·I. A binary score is δ₊ − δ₋.
//
// Where S_k is singular, for example because a class has no more rows than there
// are columns, its eigenvalues after dividing columns by their deviation over all
// rows are raised to 1e-8: the class counts as having that little variance there,
// and x belongs to the class whose own plane is nearest. Columns that are constant
// in all rows are left out.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "qda",
		Doc: "Quadratic discriminant analysis, δ_k(x) = −½ log|S_k| − ½(x−μ_k)ᵀS_k⁻¹(x−μ_k) + log π_k (ESL " +
			"4.12); scores are log-odds.",
		Params: []contract.Param{
			linear.PriorsParam(),
			{Name: "shrinkage", Type: "number", Default: 0.0, Min: contract.Bound(0), Max: contract.Bound(1),
				Doc: "Share s of the mean variance in each class's covariance: (1−s)·S_k + s·tr(S_k)/d·I."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
			Batch: true, Symmetric: true, Deterministic: true,
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
	m := newModel(all, groups)
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
			n.level += math.Log(float64(own.N)) - math.Log(float64(all.N))
		}
	}
	if m.binary && (m.classes[0] == nil || m.classes[1] == nil) {
		return nil, linear.OneSign(all.N)
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

// fit computes the normal distribution of one class over the columns that vary,
// in units of their scale.
func (s settings) fit(p moments.Pooled, columns []int, scale []float64) (*normal, error) {
	d := p.Within.SymmetricDim()
	divisor := float64(max(p.N-1, 1))
	trace := 0.0
	for j := range d {
		trace += p.Within.At(j, j) / divisor
	}
	r := mat.NewSymDense(max(len(columns), 1), nil)
	for a, i := range columns {
		for b := a; b < len(columns); b++ {
			j := columns[b]
			v := (1 - s.Shrinkage) * p.Within.At(i, j) / divisor
			if i == j {
				v += s.Shrinkage * trace / float64(d)
			}
			v = v / scale[a] / scale[b]
			if v-v != 0 {
				return nil, fmt.Errorf("products of feature columns %d and %d overflow: standardise the features", i, j)
			}
			r.SetSym(a, b, v)
		}
	}
	n := &normal{mean: make([]float64, len(columns))}
	for a, j := range columns {
		n.mean[a] = p.Means[0][j]
	}
	if len(columns) == 0 {
		return n, nil
	}
	w, logDet, err := whiten(r)
	if err != nil {
		return nil, err
	}
	n.setWhitening(w, scale)
	n.level = -logDet / 2
	return n, nil
}

// floor is the least variance of a class in any direction, as a share of the
// variance over all rows.
const floor = 1e-8

// whiten returns W with W·Wᵀ = R⁻¹ and log|R|, where R is r with its eigenvalues
// raised to floor.
func whiten(r *mat.SymDense) (w mat.Matrix, logDet float64, err error) {
	var chol mat.Cholesky
	// ‖R‖₁/cond₁ = 1/‖R⁻¹‖₁ is at most the smallest eigenvalue; the condition is
	// an estimate, hence the factor.
	if chol.Factorize(r) && mat.Norm(r, 1)/chol.Cond() > 10*floor {
		var u, inverse mat.TriDense
		chol.UTo(&u)
		// The condition was checked, an error can only repeat it.
		_ = inverse.InverseTri(&u)
		return &inverse, chol.LogDet(), nil
	}
	var e mat.EigenSym
	if !e.Factorize(r, true) {
		return nil, 0, errors.New("the eigenvalues of a class's covariance were not found")
	}
	var vectors mat.Dense
	e.VectorsTo(&vectors)
	values := e.Values(nil)
	for k, v := range values {
		v = max(v, floor)
		logDet += math.Log(v)
		values[k] = 1 / math.Sqrt(v)
	}
	vectors.Mul(&vectors, mat.NewDiagDense(len(values), values))
	return &vectors, logDet, nil
}
