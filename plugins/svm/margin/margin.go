// Package margin is the linear support vector machine.
package margin

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/newton"
)

// The values of the parameter loss.
const (
	hingeLoss   = "hinge"
	squaredLoss = "squared_hinge"
)

// settings are the parameters of a learner block.
type settings struct {
	C                 float64 `json:"C"`
	Loss              string  `json:"loss"`
	PenalizeIntercept bool    `json:"penalize_intercept"`
	linear.Stopping
}

func defaults() settings {
	return settings{C: 1, Loss: squaredLoss, PenalizeIntercept: true, Stopping: linear.Stopping{Tol: 1e-9, MaxIter: 1000}}
}

// Component describes the learner "svm": it minimises
// ½‖w‖² [+ ½b²] + C·Σ max(0, 1 − y·(xᵀw + b))ᵖ with p = 1 (hinge) or 2 (squared
// hinge) (Fan et al., "LIBLINEAR", JMLR 9, 2008). Scores are margins.
func Component() contract.Component {
	d := defaults()
	return contract.Component{
		Kind: contract.KindLearner,
		Name: "svm",
		Doc:  "Linear support vector machine: minimises ½‖w‖² + ½b² + C·Σ max(0, 1 − y f)ᵖ; scores are margins.",
		Params: append([]contract.Param{
			{Name: "C", Type: "number", Default: d.C, Above: contract.Bound(0), Doc: "Weight of the losses against the penalty."},
			{Name: "loss", Type: "string", Default: d.Loss, OneOf: []string{squaredLoss, hingeLoss}, Doc: "Loss: hinge is max(0, 1 − y f), squared_hinge its square."},
			{Name: "penalize_intercept", Type: "bool", Default: d.PenalizeIntercept, Doc: "Whether ½b² is part of the objective; the hinge needs it."},
		}, d.Stopping.Params()...),
		Capabilities: contract.Capabilities{
			Tasks: []contract.Task{contract.Binary}, Scores: contract.Margin, Symmetric: true, Deterministic: true,
		},
		Validate:   validate,
		NewLearner: newLearner,
	}
}

// validate refuses the hinge with a free intercept.
func validate(c contract.Config) []contract.Diagnostic {
	s := defaults()
	if err := c.Decode(&s); err != nil {
		return []contract.Diagnostic{contract.Errorf(nil, "Unreadable configuration", "%v", err)}
	}
	if s.Loss == hingeLoss && !s.PenalizeIntercept {
		return []contract.Diagnostic{contract.Errorf([]any{"penalize_intercept"}, "The hinge needs a penalised intercept",
			"Dual coordinate descent has no form with a free intercept: remove penalize_intercept = false, or use loss = %q.", squaredLoss)}
	}
	return nil
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
	if s.Loss != hingeLoss && s.Loss != squaredLoss {
		return nil, fmt.Errorf("loss is %q: it must be %q or %q", s.Loss, squaredLoss, hingeLoss)
	}
	for _, d := range validate(c) {
		return nil, fmt.Errorf("%s: %s", d.Summary, d.Detail)
	}
	return learner{s}, s.Check()
}

// Train minimises the objective on one binary problem.
func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	if err := linear.CheckBinary(p); err != nil {
		return nil, err
	}
	if l.Loss == hingeLoss {
		return trainHinge(ctx, p, l.settings)
	}
	r, err := newton.Minimize(ctx, newton.Problem{
		X: p.X, Y: p.Y, C: l.C, Loss: newton.SquaredHinge,
		Intercept: true, PenalizeIntercept: l.PenalizeIntercept, Tol: l.Tol, MaxIter: l.MaxIter,
	})
	if err != nil {
		return nil, err
	}
	return &linear.Model{W: r.W, B: []float64{r.B}, Quality: contract.Fit{
		Objective: r.Objective, HasObjective: true, Unconverged: !r.Converged,
	}}, nil
}
