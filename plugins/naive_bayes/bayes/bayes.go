// Package bayes is naive Bayes classification of numbers and of counts.
package bayes

import (
	"context"

	"github.com/manyclass/bench/framework/base/elementary"
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// The values of the parameter kind.
const (
	gaussian = "gaussian"
	counts   = "counts"
	mixed    = "mixed"
)

// The defaults of the parameters that belong to one kind.
const (
	laplace   = 1.0
	smoothing = 1e-9
)

// settings are the parameters of a learner block.
type settings struct {
	Kind         string        `json:"kind"`
	Alpha        float64       `json:"alpha"`
	VarSmoothing float64       `json:"var_smoothing"`
	Priors       linear.Priors `json:"priors"`
}

// Component describes the learner "naive_bayes": class k scores log π_k + log p(x | k)
// with independent features (C. D. Manning, P. Raghavan and H. Schütze,
// "Introduction to Information Retrieval", 2008, chapter 13). Of kind gaussian,
//
//	log p(x | k) = −½ Σ_j [log 2πσ²_kj + (x_j − μ_kj)²/σ²_kj]
//
// where σ²_kj is the variance in class k, with divisor n_k, plus var_smoothing
// times the largest variance of a column over all rows. Of kind counts,
//
//	log p(x | k) = Σ_j x_j·log θ_kj,  θ_kj = (N_kj + alpha)/(N_k + alpha·d)
//
// where N_kj is the sum of column j in class k and N_k that of all columns. Both
// are as in scikit-learn's GaussianNB and MultinomialNB. Sums over rows are
// weighted, except in the largest variance. Of kind mixed, columns of categories, as encoder
// ordinal gives them, have
//
//	log p(x_j = v | k) = log (N_kjv + alpha)/(N_kj + alpha·n_j)
//
// where N_kjv counts the rows of class k with the value v, N_kj those with any of the n_j
// values, and all other columns are as of kind gaussian: the sum of scikit-learn's
// GaussianNB and CategoricalNB, with π once. A value that the training rows lack, or a
// missing one, is left out of the sum. A binary score is the difference of the
// scores of +1 and −1.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "naive_bayes",
		Doc: "Naive Bayes, log π_k + Σ_j log p(x_j | k), of normal features, of these and categories, or of counts; scores " +
			"are log-odds.",
		Params: []contract.Param{
			{Name: "kind", Type: "string", Default: gaussian, OneOf: []string{gaussian, counts, mixed},
				Doc: "Distribution of the features in a class: independent normal ones, counts of a multinomial one, or mixed: " +
					"frequencies of the categories that the encoder `ordinal` gives, and normal ones for numbers."},
			{Name: "alpha", Type: "number", Default: laplace, Above: contract.Bound(0),
				Doc: "Count added to each feature's sum in each class, or to each value's, for kinds counts and mixed; 1 is " +
					"Laplace's rule."},
			{Name: "var_smoothing", Type: "number", Default: smoothing, Above: contract.Bound(0),
				Doc: "Share of the largest variance of a column that is added to all variances, for kinds gaussian and mixed."},
			linear.PriorsParam(),
		},
	})
}

// Capabilities take sparse features, except of categories, whose numbers are not zeros.
func (s settings) Capabilities() contract.Capabilities {
	return contract.Capabilities{
		Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
		Properties: contract.TrainsBatches.If(s.Kind == counts) | contract.TakesWeights | contract.Symmetric |
			contract.Deterministic | contract.TakesSparse.If(s.Kind != mixed),
	}
}

// Check warns of parameters that the kind does not use.
func (s settings) Check() []contract.Diagnostic {
	var out []contract.Diagnostic
	if s.Kind == gaussian && s.Alpha != laplace {
		out = append(out, contract.Warningf([]any{"alpha"}, "alpha has no effect",
			"It smooths counts: write kind = %q, or use var_smoothing.", counts))
	}
	if s.Kind == counts && s.VarSmoothing != smoothing {
		out = append(out, contract.Warningf([]any{"var_smoothing"}, "var_smoothing has no effect",
			"It smooths variances: write kind = %q, or use alpha.", gaussian))
	}
	return out
}

// ForgetsRows says that models hold statistics only.
func (l settings) ForgetsRows() {}

// Train computes the statistics of each class.
func (l settings) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	classes, k, err := labels.Of(p, contract.Rows{Matrix: p.X})
	if err != nil {
		return nil, err
	}
	r := rows{Problem: p, classes: classes, k: k}
	prior := l.priors(r.sizes())
	switch l.Kind {
	case counts:
		return r.multinomial(prior, l.Alpha)
	case mixed:
		return r.mixed(prior, l.Alpha, l.VarSmoothing)
	}
	return r.normal(prior, l.VarSmoothing)
}

// priors returns log π of each class from its weight: linear.Absent for classes
// without rows, among which π is not shared.
func (l settings) priors(sizes []float64) []float64 {
	total, present := 0.0, 0
	for _, n := range sizes {
		total += n
		if n > 0 {
			present++
		}
	}
	prior := make([]float64, len(sizes))
	for k, n := range sizes {
		switch {
		case n == 0:
			prior[k] = linear.Absent
		case l.Priors == linear.Uniform:
			prior[k] = -elementary.Log(float64(present))
		default:
			prior[k] = elementary.Log(n) - elementary.Log(total)
		}
	}
	return prior
}
