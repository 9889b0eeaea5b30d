// Package logistic is logistic regression, binary and multinomial.
package logistic

import (
	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/plugins/internal/trainer"
)

// settings are the parameters of a learner block.
type settings struct {
	C                 float64            `json:"C"`
	Penalty           string             `json:"penalty"`
	Solver            string             `json:"solver"`
	Start             string             `json:"start"`
	Intercept         bool               `json:"intercept"`
	PenalizeIntercept bool               `json:"penalize_intercept"`
	ClassWeight       linear.ClassWeight `json:"class_weight"`
	linear.Stopping
}

// Component describes the learner "logreg". In binary problems it minimises
//
//	½‖w‖² [+ ½b²] + C·Σ c_i·log(1 + exp(−y_i·(x_iᵀw + b)))
//
// (Fan et al., "LIBLINEAR", JMLR 9, 2008, but with an intercept that is free by
// default), where ‖w‖₁ or nothing may stand for ½‖w‖² and |b| for ½b². Scores are
// log-odds. In multiclass problems it minimises
//
//	½‖W‖² [+ ½‖b‖²] + C·Σ −c_i·log softmax(W·x_i + b)[y_i]
//
// (Bishop, "Pattern Recognition and Machine Learning", section 4.3.4) and scores
// are the logits; a class without training rows scores −1e100. c_i is 1 or the
// class weight, times the row's weight.
//
// Without a penalty, rows that a hyperplane separates have no minimum: training
// ends, marked unconverged, with small losses and finite coefficients.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "logreg",
		Sources: []contract.Source{contract.Article("cox1958", "Cox, David R.",
			"The Regression Analysis of Binary Sequences", "Journal of the Royal Statistical Society: Series B", "20(2)",
			"215--242", "1958")},
		Doc: "Logistic regression: minimises ½‖w‖² + C·Σ log(1 + exp(−y f)), " +
			"direct ½‖W‖² + C·Σ −log softmax(f)[y]; scores are log-odds. " +
			"Without a penalty, rows that can be separated end unconverged.",
		Params: append([]contract.Param{
			linear.CParam(),
			{Name: "penalty", Type: "string", Default: "l2", OneOf: []string{"l2", "l1", "none"},
				Doc: "Penalty on the coefficients: l2 is ½‖w‖², l1 is ‖w‖₁ (binary problems), none is 0."},
			{Name: "solver", Type: "string", Default: "auto", OneOf: []string{"auto", "newton", "lbfgs", "gd", "sgd", "adagrad"},
				Doc: "Optimiser: lbfgs trains all problems at once, newton (binary problems) one by one, " +
					"gd is gradient descent, sgd takes one row a step, and adagrad (binary problems), too: it reads the rows " +
					"in blocks, max_iter times, and copies none, for more rows than fit into memory; auto is lbfgs, with l1 " +
					"newton."},
			{Name: "start", Type: "string", Default: "zeros", OneOf: []string{"zeros", "least_squares"},
				Doc: "Where training starts: zeros, or the coefficients of least squares on targets −1 and +1."},
			{Name: "intercept", Type: "bool", Default: true,
				Doc: "Whether the decision function has a constant term b."},
			{Name: "penalize_intercept", Type: "bool", Default: false,
				Doc: "Whether b is penalised like a coefficient."},
		}, linear.EndParams()...),
	})
}

// Capabilities leave out multiclass problems where there is no solver for them.
func (s settings) Capabilities() contract.Capabilities {
	c := contract.Capabilities{
		Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.LogOdds,
		Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
			contract.UsesThreads | contract.TakesSparse.If(s.sparse() || s.streams()) |
			contract.TakesPositives.If(s.sparse()) | contract.ScoresPairs,
	}
	if s.Penalty == "l1" || s.Solver == "newton" || s.streams() {
		c.Tasks = c.Tasks[:1]
	}
	return c
}

// Check refuses parameters that do not go together.
func (s settings) Check() []contract.Diagnostic {
	var ds []contract.Diagnostic
	refuse := func(attribute, summary, detail string) {
		ds = append(ds, contract.Errorf([]any{attribute}, summary, "%s", detail))
	}
	if s.Penalty == "l1" && s.Solver != "auto" && s.Solver != "newton" {
		refuse("solver", "This solver has no form for the penalty l1", `Use solver = "newton" or "auto", or penalty = "l2".`)
	}
	if s.streams() && s.Penalty != "l2" && s.Penalty != "l1" {
		refuse("penalty", "The solver adagrad has no form for this penalty", `Use penalty = "l2", or another solver.`)
	}
	if s.streams() && s.Start != "zeros" {
		refuse("start", "The solver adagrad starts at 0", `Use start = "zeros", or another solver.`)
	}
	if s.PenalizeIntercept && !s.Intercept {
		refuse("penalize_intercept", "There is no intercept to penalise",
			"Remove penalize_intercept = true or intercept = false.")
	}
	if s.PenalizeIntercept && s.Penalty == "none" {
		refuse("penalize_intercept", "The intercept is penalised but nothing else is",
			`Remove penalize_intercept = true or penalty = "none".`)
	}
	return ds
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner {
	dense := s.trainer()
	if s.streams() {
		return trainer.Streaming{C: s.C, Balanced: dense.Balanced, Intercept: dense.Intercept, Stopping: s.Stopping}
	}
	if !s.sparse() {
		return dense
	}
	return trainer.ByForm{Dense: dense, Sparse: trainer.Sparse{
		Loss: linear.Logistic, C: s.C, Balanced: dense.Balanced, Intercept: dense.Intercept, Stopping: s.Stopping,
	}}
}

// streams reports whether rows are read in blocks, and not copied.
func (s settings) streams() bool { return s.Solver == "adagrad" }

// sparse reports whether binary problems over sparse features can be trained.
func (s settings) sparse() bool {
	return s.Penalty == "l2" && (s.Solver == "auto" || s.Solver == "lbfgs") && s.Start == "zeros"
}

// trainer trains on dense features.
func (s settings) trainer() trainer.Trainer {
	return trainer.Trainer{
		Loss: linear.Logistic, C: s.C, Stopping: s.Stopping,
		Penalty: map[string]trainer.Penalty{"l2": trainer.L2, "l1": trainer.L1, "none": trainer.None}[s.Penalty],
		Method: map[string]trainer.Method{"newton": trainer.Newton, "gd": trainer.Gradient,
			"sgd": trainer.Stochastic}[s.Solver],
		LeastSquares: s.Start == "least_squares",
		Balanced:     s.ClassWeight.Balanced(),
		Intercept:    smooth.InterceptOf(s.Intercept, s.PenalizeIntercept),
	}
}
