// Package regression is classification by linear least squares.
package regression

import (
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/dense"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/moments"
	"github.com/manyclass/bench/plugins/internal/psd"
)

// threshold is the eigenvalue of the correlation matrix, whose mean eigenvalue
// is 1, up to which a direction counts as linearly dependent.
const threshold = 1e-11

// settings are the parameters of a learner block.
type settings struct {
	Alpha float64 `json:"alpha"`
}

// Component describes the learner "least_squares": it minimises
// ‖Y − XW − 1bᵀ‖² + alpha·‖W‖², where Y is ±1 for a binary problem, the 0/1
// indicator matrix for a multiclass one and the targets for a regression problem (Hastie, Tibshirani and Friedman, "The
// Elements of Statistical Learning", 2nd ed., section 4.2). Squares of a row count its weight. Without a penalty,
// linearly dependent columns get the solution of least ‖W‖. The objective comes
// from the class statistics: it is right to 1e-12 of ‖Y − 1ȳᵀ‖² or so.
//
// Sparse features of more than 1,000 columns are not multiplied out: there the minimum is
// found by iterations over the rows (package cgls), for all problems over the same rows
// together.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "least_squares",
		Doc: "Least squares on ±1, on the indicator matrix or on real targets: minimises ‖Y − XW − b‖² + alpha·‖W‖² with " +
			"a free intercept; scores are the predicted values.",
		Params: []contract.Param{
			{Name: "alpha", Type: "number", Default: 0.0, Min: contract.Bound(0),
				Doc: "Weight of the penalty ‖W‖² against the sum of squares."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass, contract.Regression}, Scores: contract.Margin,
			Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
				contract.UsesThreads | contract.TakesSparse,
		},
	})
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner {
	return byWidth{moments.Learner{Solve: s.solve, Regress: s.regress}, s.Alpha}
}

// solve computes the regression of one problem from the centred normal
// equations (T + alpha·I)·w = Σ_k n_k·(y_k − ȳ)·(μ_k − μ), where T is the scatter
// of all rows and y_k the target of class k. Problems over the same classes share
// T and its decomposition.
func (s settings) solve(set *moments.Set, problem contract.BatchProblem) (contract.Model, error) {
	group, groups := set.Groups(problem)
	p, factor, err := set.Total(s.Alpha, threshold)
	if p.N == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	if err != nil {
		return nil, err
	}
	r := regression{set: set, group: group, total: p, factor: factor}
	m := &linear.Model{Quality: contract.Fit{HasObjective: true}}
	if problem.Column != nil {
		r.add(m, []float64{1, -1})
		return m, nil
	}
	for k := range groups {
		target := make([]float64, groups)
		target[k] = 1
		r.add(m, target)
	}
	return m, nil
}

// regress computes the regression on real targets from the same equations, whose
// right side is Σ_i (y_i − ȳ)·(x_i − μ).
func (s settings) regress(set *moments.Set, target []float64) (contract.Model, error) {
	p, factor, err := set.Total(s.Alpha, threshold)
	if err != nil {
		return nil, err
	}
	if p.N == 0 {
		return nil, fmt.Errorf("there are no training rows")
	}
	average, total := set.Average(target)
	mean := p.Means[0]
	cross := set.Cross(target, average, mean)
	m := &linear.Model{Quality: contract.Fit{HasObjective: true}}
	output(m, factor, p, cross, average, total)
	return m, nil
}

// regression is what the outputs of one problem share.
type regression struct {
	set    *moments.Set
	group  []int
	total  moments.Pooled // Within is T + alpha·I
	factor *psd.Factor
}

// add appends to a model the output whose target is target[g] on the rows of
// group g, and its part of the objective.
func (r regression) add(m *linear.Model, target []float64) {
	mean := r.total.Means[0]
	average := 0.0
	for k, c := range r.set.Classes {
		if g := r.group[k]; g >= 0 && c.N > 0 {
			average += float64(c.N / r.total.N * target[g])
		}
	}
	cross, total := make([]float64, r.set.D), 0.0
	for k, c := range r.set.Classes {
		g := r.group[k]
		if g < 0 || c.N == 0 {
			continue
		}
		y := target[g] - average
		for j, v := range c.Mean {
			cross[j] += float64(c.N * y * (v - mean[j]))
		}
		total += float64(c.N * y * y)
	}
	output(m, r.factor, r.total, cross, average, total)
}

// output appends to a model the output with the right side cross, the mean target
// average and the sum total of its squares about that.
func output(m *linear.Model, factor *psd.Factor, p moments.Pooled, cross []float64, average, total float64) {
	w := factor.Solve(cross)
	factor.Shorten(w)
	m.W = append(m.W, w...)
	m.B = append(m.B, average-dense.DotAcross(p.Means[0], w))
	m.Quality.Objective += max(0, total-float64(2*dense.DotAcross(cross, w))+p.Within.Form(w))
}
