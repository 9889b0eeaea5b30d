// Package discriminant is linear discriminant analysis.
package discriminant

import (
	"encoding/json"
	"fmt"
	"math"

	"gonum.org/v1/gonum/floats"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// threshold is the eigenvalue of the pooled correlation matrix, whose mean
// eigenvalue is 1, up to which a direction counts as without variation within
// classes and is left out. In standard deviations that is a factor 10⁻⁴.
const threshold = 1e-8

// sound is the least value of λ·(1 − ρ) for which the scatter within two groups is
// taken from the scatter of all rows: what that adds to the error of the weights is
// its reciprocal times that of a float64.
const sound = 1e-5

// settings are the parameters of a learner block.
type settings struct {
	Priors    linear.Priors `json:"priors"`
	Shrinkage shrinkage     `json:"shrinkage"`
}

// Component describes the learner "lda": class k scores
//
//	δ_k(x) = xᵀS⁻¹μ_k − ½μ_kᵀS⁻¹μ_k + log π_k
//
// (Hastie, Tibshirani and Friedman, "The Elements of Statistical Learning", 2nd
// ed., equation 4.10), where S is the covariance pooled over classes with
// divisor N − K. A binary score is δ₊ − δ₋.
//
// Where S is singular its pseudo-inverse after scaling columns to unit deviation
// within classes stands in for S⁻¹: columns and directions without variation within
// classes, up to rounding, are left out. So are those that separate classes
// without error.
//
// A shrinkage s replaces S by (1 − s)·S + s·tr(S)/d·I. With "auto" the covariance
// of each class is shrunk by itself before they are pooled, on columns scaled to
// unit deviation in the class, by the s of Ledoit and Wolf ("A well-conditioned
// estimator for large-dimensional covariance matrices", Journal of Multivariate
// Analysis 88, 2004), as scikit-learn's solvers lsqr and eigen do. Those pool with
// the priors as weights and divisor N, so their weights are N/(N − K) times ours if
// priors are frequencies; priors do not change S here. A row of weight ω counts like ω equal
// rows.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "lda",
		Sources: []contract.Source{contract.Book("hastie2009",
			"Hastie, Trevor and Tibshirani, Robert and Friedman, Jerome", "The Elements of Statistical Learning",
			"Springer", "2009")},
		Doc: "Linear discriminant analysis, δ_k(x) = xᵀS⁻¹μ_k − ½μ_kᵀS⁻¹μ_k + log π_k (ESL 4.10); scores are " +
			"log-odds.",
		Params: []contract.Param{
			linear.PriorsParam(),
			{Name: "shrinkage", Type: "any", Default: 0.0, Min: contract.Bound(0), Max: contract.Bound(1),
				OneOf: []string{auto},
				Doc: "Share s of the mean variance in the covariance, (1−s)·S + s·tr(S)/d·I, " +
					`or "auto" for that of Ledoit and Wolf in each class.`},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
			Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
				contract.UsesThreads | contract.TakesSparse, MostFeatures: moments.MaxFeatures,
		},
	})
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner { return moments.Learner{Solve: s.solve} }

// solve computes the discriminants of one problem.
func (s settings) solve(set *moments.Set, problem contract.BatchProblem) (contract.Model, error) {
	group, groups := set.Groups(problem)
	if problem.Column == nil {
		return s.multiclass(set, group, groups)
	}
	p := set.Means(group, groups)
	if p.N == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	if p.Present() < 2 {
		return nil, linear.OneSign(set.Rows())
	}
	difference := make([]float64, set.D)
	floats.SubTo(difference, p.Means[0], p.Means[1])
	w, ok := s.fromTotal(set, p, difference)
	if !ok {
		var err error
		if w, err = psd.Solve(s.Shrinkage.within(set, group, groups), difference, threshold); err != nil {
			return nil, err
		}
	}
	floats.Scale(divisor(p), w)
	return s.binary(p, w), nil
}

// divisor is N − K, at least 1.
func divisor(p moments.Pooled) float64 { return max(p.N-float64(p.Present()), 1) }

// fromTotal returns W⁻¹δ for the scatter W within two groups of several classes and
// the difference δ of their means, by way of the scatter T of all rows, whose
// decomposition problems over the same classes share. W = T − cδδᵀ with c = n₊n₋/N,
// so by the formula of Sherman and Morrison
//
//	W⁻¹δ = T⁻¹δ/(1 − ρ),  ρ = c·δᵀT⁻¹δ.
//
// With λ the smallest eigenvalue of T's correlations, that of W is at least
// λ·(1 − ρ). Where this is small, since T is nearly singular or a column of the code
// nearly separates the groups, the answer is false; W is then to be decomposed
// itself, and so it is for two classes, which hardly any problems share.
func (s settings) fromTotal(set *moments.Set, p moments.Pooled, difference []float64) ([]float64, bool) {
	if s.Shrinkage != (shrinkage{}) || set.Present() <= 2 {
		return nil, false
	}
	_, total, err := set.Total(0, threshold)
	if err != nil || !total.Definite() {
		return nil, false
	}
	w := total.Solve(difference)
	c := p.Counts[0] / p.N * p.Counts[1]
	left := 1 - float64(c*dense.DotAcross(difference, w))
	if !(total.Least()*left > sound) {
		return nil, false
	}
	floats.Scale(1/left, w)
	return w, true
}

// binary returns δ₊ − δ₋ for the weights w = S⁻¹(μ₊ − μ₋), group 0 being the
// positive one.
func (s settings) binary(p moments.Pooled, w []float64) *linear.Model {
	sum := make([]float64, len(w))
	floats.AddTo(sum, p.Means[0], p.Means[1])
	b := float64(-dense.DotAcross(sum, w) / 2)
	if s.Priors == linear.Frequencies {
		b += elementary.Log(p.Counts[0]) - elementary.Log(p.Counts[1])
	}
	return &linear.Model{W: w, B: []float64{b}}
}

// multiclass returns every δ_k. A class without rows scores linear.Absent.
func (s settings) multiclass(set *moments.Set, group []int, groups int) (*linear.Model, error) {
	p := set.Means(group, groups)
	if p.N == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	factor, err := psd.New(s.Shrinkage.within(set, group, groups), threshold)
	if err != nil {
		return nil, err
	}
	m := &linear.Model{W: make([]float64, groups*set.D), B: make([]float64, groups)}
	for k, mean := range p.Means {
		if mean == nil {
			m.B[k] = linear.Absent
			continue
		}
		prior := 1 / float64(p.Present())
		if s.Priors == linear.Frequencies {
			prior = p.Counts[k] / p.N
		}
		w := factor.Solve(mean)
		floats.Scale(divisor(p), w)
		copy(m.W[k*set.D:], w)
		m.B[k] = elementary.Log(prior) - float64(dense.DotAcross(mean, w)/2)
	}
	return m, nil
}

// auto is the word that stands for Ledoit and Wolf's choice.
const auto = "auto"

// shrinkage is a number from 0 to 1, or auto.
type shrinkage struct {
	auto bool
	s    float64
}

// UnmarshalJSON reads the number or the word.
func (v *shrinkage) UnmarshalJSON(b []byte) error {
	if string(b) == `"`+auto+`"` {
		*v = shrinkage{auto: true}
		return nil
	}
	*v = shrinkage{}
	return json.Unmarshal(b, &v.s)
}

// within returns the shrunk scatter within groups.
func (v shrinkage) within(set *moments.Set, group []int, groups int) *psd.Sym {
	if v.auto {
		return ledoitWolf(set, group, groups)
	}
	w := set.Pool(group, groups).Within
	if v.s == 0 {
		return w
	}
	trace := 0.0
	for j := range set.D {
		trace += w.At(j, j)
	}
	w.Scale(1 - v.s)
	for j := range set.D {
		w.SetDiagonal(j, w.At(j, j)+v.s*trace/float64(set.D))
	}
	return w
}

// ledoitWolf returns the sum of the scatters of the groups, each shrunk by itself.
func ledoitWolf(set *moments.Set, group []int, groups int) *psd.Sym {
	sum := psd.NewSym(set.D)
	for g := range groups {
		own := make([]int, len(group))
		for k := range own {
			own[k] = -1
			if group[k] == g {
				own[k] = 0
			}
		}
		if p := set.Pool(own, 1); p.N > 0 {
			shrinkOne(set, own, p)
			sum.Add(p.Within)
		}
	}
	return sum
}

// shrinkOne replaces the scatter W of one group by that of D·((1 − s)·R + s·m·I)·D,
// where D holds the deviations of the columns (1 for a constant one), R is the
// covariance of the columns divided by them and m its mean diagonal.
func shrinkOne(set *moments.Set, group []int, p moments.Pooled) {
	n := p.N
	scale, inverse := make([]float64, set.D), make([]float64, set.D)
	varying := 0.0
	for j := range set.D {
		scale[j] = 1
		if v := p.Within.At(j, j); v > 0 {
			scale[j] = math.Sqrt(v / n)
			varying++
		}
		inverse[j] = 1 / scale[j]
	}
	mean := varying / float64(set.D)
	s := intensity(set, group, p, inverse, mean)
	p.Within.Scale(1 - s)
	for j, v := range scale {
		p.Within.SetDiagonal(j, p.Within.At(j, j)+float64(s*mean*n*v*v))
	}
}

// intensity returns Ledoit and Wolf's s = min(b², d²)/d² for the rows z of a group,
// centred and divided by their deviations:
//
//	d² = ‖R − m·I‖²,  b² = (Σ ‖z‖⁴/n − ‖R‖²)/n
//
// with the Frobenius norm. It is 0 for a single column, where R = m·I.
func intensity(set *moments.Set, group []int, p moments.Pooled, inverse []float64, mean float64) float64 {
	if set.D == 1 {
		return 0
	}
	n := p.N
	square, trace := 0.0, 0.0
	for j := range set.D {
		for i := range j + 1 {
			r := float64(p.Within.At(i, j) / n * inverse[i] * inverse[j])
			if i == j {
				square += float64(r * r)
				trace += r
			} else {
				square += float64(2 * r * r)
			}
		}
	}
	b := (set.Fourth(group, 0, p.Means[0], inverse)/n - square) / n
	d := square - float64(2*mean*trace) + float64(float64(set.D)*mean*mean)
	b = min(b, d)
	if !(b > 0) {
		return 0
	}
	return b / d
}
