// Package discriminant is linear discriminant analysis.
package discriminant

import (
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// threshold is the eigenvalue of the pooled correlation matrix, whose mean
// eigenvalue is 1, up to which a direction counts as without variation within
// classes and is left out. In standard deviations that is a factor 10⁻⁴.
const threshold = 1e-8

// The values of the parameter priors.
const (
	frequencies = "frequencies"
	uniform     = "uniform"
)

// settings are the parameters of a learner block.
type settings struct {
	Priors string `json:"priors"`
}

// Component describes the learner "lda": class k scores
//
//	δ_k(x) = xᵀS⁻¹μ_k − ½μ_kᵀS⁻¹μ_k + log π_k
//
// (Hastie, Tibshirani and Friedman, "The Elements of Statistical Learning", 2nd
// ed., equation 4.10), where S is the covariance pooled over classes with
// divisor N − K. Where S is singular its pseudo-inverse after scaling columns to
// unit deviation stands in for S⁻¹. A binary score is δ₊ − δ₋.
func Component() contract.Component {
	return contract.Component{
		Kind: contract.KindLearner,
		Name: "lda",
		Doc:  "Linear discriminant analysis, δ_k(x) = xᵀS⁻¹μ_k − ½μ_kᵀS⁻¹μ_k + log π_k (ESL 4.10); scores are log-odds.",
		Params: []contract.Param{
			{Name: "priors", Type: "string", Default: frequencies, OneOf: []string{frequencies, uniform},
				Doc: "Class probabilities π: the frequencies in the training rows, or the same for every class."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
			Batch: true, Symmetric: true, Deterministic: true,
		},
		NewLearner: newLearner,
	}
}

func newLearner(c contract.Config) (contract.Learner, error) {
	s := settings{Priors: frequencies}
	if err := c.Decode(&s); err != nil {
		return nil, err
	}
	if s.Priors != frequencies && s.Priors != uniform {
		return nil, fmt.Errorf("priors is %q: it must be %q or %q", s.Priors, frequencies, uniform)
	}
	return moments.Learner{Solve: s.solve}, nil
}

// solve computes the discriminants of one problem.
func (s settings) solve(set *moments.Set, task moments.Task) (contract.Model, error) {
	group, groups := task.Groups(set)
	p := set.Pool(group, groups)
	if p.N == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	present := 0
	for _, n := range p.Counts {
		if n > 0 {
			present++
		}
	}
	if task.Column != nil && present < 2 {
		return nil, fmt.Errorf("the %d training rows are not of both signs: a binary problem needs a row of +1 and a row of −1 (merge or drop classes with very few rows, or use fewer folds)", p.N)
	}
	p.Within.ScaleSym(1/float64(max(p.N-present, 1)), p.Within)
	factor, err := psd.New(p.Within, threshold)
	if err != nil {
		return nil, err
	}
	if task.Column != nil {
		return s.binary(p, factor), nil
	}
	return s.multiclass(p, factor, present), nil
}

// binary returns δ₊ − δ₋, group 0 being the positive one.
func (s settings) binary(p moments.Pooled, f *psd.Factor) *linear.Model {
	plus, minus := p.Means[0], p.Means[1]
	difference, sum := make([]float64, len(plus)), make([]float64, len(plus))
	floats.SubTo(difference, plus, minus)
	floats.AddTo(sum, plus, minus)
	w := f.Solve(difference)
	b := -dense.Dot(sum, w) / 2
	if s.Priors == frequencies {
		b += math.Log(float64(p.Counts[0])) - math.Log(float64(p.Counts[1]))
	}
	return &linear.Model{W: w, B: []float64{b}}
}

// multiclass returns every δ_k. A class without rows scores linear.Absent.
func (s settings) multiclass(p moments.Pooled, f *psd.Factor, present int) *linear.Model {
	m := &linear.Model{B: make([]float64, len(p.Counts))}
	for k, mean := range p.Means {
		if mean == nil {
			m.W = append(m.W, make([]float64, p.Within.SymmetricDim())...)
			m.B[k] = linear.Absent
			continue
		}
		w := f.Solve(mean)
		prior := 1 / float64(present)
		if s.Priors == frequencies {
			prior = float64(p.Counts[k]) / float64(p.N)
		}
		m.W = append(m.W, w...)
		m.B[k] = math.Log(prior) - dense.Dot(mean, w)/2
	}
	return m
}
