// Package logistic is binary logistic regression with an L2 penalty.
package logistic

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/newton"
)

// settings are the parameters of a learner block.
type settings struct {
	C                 float64 `json:"C"`
	Penalty           string  `json:"penalty"`
	Solver            string  `json:"solver"`
	Intercept         bool    `json:"intercept"`
	PenalizeIntercept bool    `json:"penalize_intercept"`
	linear.Stopping
}

func defaults() settings {
	return settings{C: 1, Penalty: "l2", Solver: "auto", Intercept: true, Stopping: linear.Stopping{Tol: 1e-10, MaxIter: 1000}}
}

// Component describes the learner "logreg": it minimises
// ½‖w‖² [+ ½b²] + C·Σ log(1 + exp(−y·(xᵀw + b))) (Fan et al., "LIBLINEAR", JMLR
// 9, 2008, but with an intercept that is free by default). Scores are log-odds.
func Component() contract.Component {
	d := defaults()
	return contract.Component{
		Kind: contract.KindLearner,
		Name: "logreg",
		Doc:  "Binary logistic regression: minimises ½‖w‖² + C·Σ log(1 + exp(−y f)); scores are log-odds.",
		Params: append([]contract.Param{
			{Name: "C", Type: "number", Default: d.C, Above: contract.Bound(0), Doc: "Weight of the losses against the penalty."},
			{Name: "penalty", Type: "string", Default: d.Penalty, OneOf: []string{"l2"}, Doc: "Penalty on the coefficients: l2 is ½‖w‖²."},
			{Name: "solver", Type: "string", Default: d.Solver, OneOf: []string{"auto", "newton"}, Doc: "Optimiser: newton is Newton's method with a line search; auto chooses."},
			{Name: "intercept", Type: "bool", Default: d.Intercept, Doc: "Whether the decision function has a constant term b."},
			{Name: "penalize_intercept", Type: "bool", Default: d.PenalizeIntercept, Doc: "Whether ½b² is added to the objective."},
		}, d.Stopping.Params()...),
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.LogOdds, Symmetric: true, Deterministic: true,
		},
		NewLearner: newLearner,
	}
}

// learner trains with fixed settings.
type learner struct{ settings }

func newLearner(c contract.Config) (contract.Learner, error) {
	s := defaults()
	if err := c.Decode(&s); err != nil {
		return nil, err
	}
	if err := linear.Positive("C", s.C); err != nil {
		return nil, err
	}
	if s.Penalty != "l2" {
		return nil, fmt.Errorf("penalty is %q: it must be \"l2\"", s.Penalty)
	}
	if s.Solver != "auto" && s.Solver != "newton" {
		return nil, fmt.Errorf("solver is %q: it must be \"auto\" or \"newton\"", s.Solver)
	}
	return learner{s}, s.Check()
}

// Train minimises the objective on one binary problem.
func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := linear.CheckBinary(p); err != nil {
		return nil, err
	}
	r, err := newton.Minimize(ctx, newton.Problem{
		X: p.X, Y: p.Y, C: l.C, Loss: newton.Logistic,
		Intercept: l.Intercept, PenalizeIntercept: l.PenalizeIntercept, Tol: l.Tol, MaxIter: l.MaxIter,
	})
	if err != nil {
		return nil, err
	}
	return &linear.Model{W: r.W, B: []float64{r.B}, Quality: contract.Fit{
		Objective: r.Objective, HasObjective: true, Unconverged: !r.Converged,
	}}, nil
}
