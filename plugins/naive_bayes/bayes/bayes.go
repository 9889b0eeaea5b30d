// Package bayes is naive Bayes classification of numbers and of counts.
package bayes

import (
	"context"
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/labels"
	"github.com/manyclass/bench/plugins/internal/linear"
)

// The values of the parameters kind and priors.
const (
	gaussian    = "gaussian"
	counts      = "counts"
	frequencies = "frequencies"
	uniform     = "uniform"
)

// settings are the parameters of a learner block.
type settings struct {
	Kind         string  `json:"kind"`
	Alpha        float64 `json:"alpha"`
	VarSmoothing float64 `json:"var_smoothing"`
	Priors       string  `json:"priors"`
}

func defaults() settings {
	return settings{Kind: gaussian, Alpha: 1, VarSmoothing: 1e-9, Priors: frequencies}
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
// weighted, but for the largest variance. A binary score is the difference of the
// scores of +1 and −1.
func Component() contract.Component {
	d := defaults()
	return contract.Component{
		Kind: contract.KindLearner,
		Name: "naive_bayes",
		Doc:  "Naive Bayes, log π_k + Σ_j log p(x_j | k), of normal features or of counts; scores are log-odds.",
		Params: []contract.Param{
			{Name: "kind", Type: "string", Default: d.Kind, OneOf: []string{gaussian, counts},
				Doc: "Distribution of the features in a class: independent normal ones, or counts of a multinomial one."},
			{Name: "alpha", Type: "number", Default: d.Alpha, Above: contract.Bound(0),
				Doc: "Count added to each feature's sum in each class, for kind counts; 1 is Laplace's rule."},
			{Name: "var_smoothing", Type: "number", Default: d.VarSmoothing, Above: contract.Bound(0),
				Doc: "Share of the largest variance of a column that is added to all variances, for kind gaussian."},
			{Name: "priors", Type: "string", Default: d.Priors, OneOf: []string{frequencies, uniform},
				Doc: "Class probabilities π: the frequencies in the training rows, or the same for every class."},
		},
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
			Weights: true, Symmetric: true, Deterministic: true,
		},
		Validate:   validate,
		NewLearner: newLearner,
	}
}

// validate warns of parameters that the kind does not use.
func validate(c contract.Config) []contract.Diagnostic {
	s, err := decode(c)
	if err != nil {
		return []contract.Diagnostic{contract.Errorf(nil, err.Error(), "Correct the value.")}
	}
	var out []contract.Diagnostic
	if s.Kind == gaussian && s.Alpha != defaults().Alpha {
		out = append(out, contract.Warningf([]any{"alpha"}, "alpha has no effect", "It smooths counts: write kind = %q, or use var_smoothing.", counts))
	}
	if s.Kind == counts && s.VarSmoothing != defaults().VarSmoothing {
		out = append(out, contract.Warningf([]any{"var_smoothing"}, "var_smoothing has no effect", "It smooths variances: write kind = %q, or use alpha.", gaussian))
	}
	return out
}

func decode(c contract.Config) (settings, error) {
	s := defaults()
	if err := c.Decode(&s); err != nil {
		return s, err
	}
	if s.Kind != gaussian && s.Kind != counts {
		return s, fmt.Errorf("kind is %q: it must be %q or %q", s.Kind, gaussian, counts)
	}
	if s.Priors != frequencies && s.Priors != uniform {
		return s, fmt.Errorf("priors is %q: it must be %q or %q", s.Priors, frequencies, uniform)
	}
	if err := linear.Positive("alpha", s.Alpha); err != nil {
		return s, err
	}
	return s, linear.Positive("var_smoothing", s.VarSmoothing)
}

func newLearner(c contract.Config) (contract.Learner, error) {
	s, err := decode(c)
	if err != nil {
		return nil, err
	}
	return learner{s}, nil
}

// learner trains with fixed settings.
type learner struct{ settings }

// Train computes the statistics of each class.
func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	classes, k, err := labels.Of(p)
	if err != nil {
		return nil, err
	}
	r := rows{Problem: p, classes: classes, k: k}
	prior := l.priors(r.sizes())
	if l.Kind == counts {
		return r.multinomial(prior, l.Alpha)
	}
	return r.normal(prior, l.VarSmoothing)
}

// priors returns log π of each class from its weight: linear.Absent for classes
// without rows, among which π is not shared.
func (l learner) priors(sizes []float64) []float64 {
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
		case l.Priors == uniform:
			prior[k] = -math.Log(float64(present))
		default:
			prior[k] = math.Log(n) - math.Log(total)
		}
	}
	return prior
}
