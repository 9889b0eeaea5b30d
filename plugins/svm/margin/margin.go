// Package margin is the linear support vector machine, binary and multiclass.
package margin

import (
	"context"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
	"github.com/manyclass/bench/plugins/internal/trainer"
)

// The values of the parameter loss.
const (
	hingeLoss   = "hinge"
	squaredLoss = "squared_hinge"
)

// Component describes the learner "svm". In binary problems it minimises
//
//	½‖w‖² [+ ½b²] + C·Σ c_i·max(0, 1 − y_i·(x_iᵀw + b))ᵖ
//
// with p = 1 (hinge) or 2 (squared hinge) (Fan et al., "LIBLINEAR", JMLR 9, 2008).
// In multiclass problems it minimises
//
//	½‖W‖² + ½‖b‖² + C·Σ c_i·max_k(f_ik + 1 − [k = y_i]) − f_iy,  f_i = W·x_i + b,
//
// whatever the loss is (Crammer and Singer, "On the algorithmic implementation of
// multiclass kernel-based vector machines", JMLR 2, 2001). c_i is 1 or the class
// weight, times the row's weight. Scores are margins.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "svm",
		Sources: []contract.Source{contract.Article("cortes1995", "Cortes, Corinna and Vapnik, Vladimir",
			"Support-Vector Networks", "Machine Learning", "20(3)", "273--297", "1995"),
			contract.Article("crammer2001", "Crammer, Koby and Singer, Yoram",
				"On the Algorithmic Implementation of Multiclass Kernel-based Vector Machines",
				"Journal of Machine Learning Research", "2", "265--292", "2001")},
		Doc: "Linear support vector machine: minimises ½‖w‖² + ½b² + C·Σ max(0, 1 − y f)ᵖ, " +
			"direct ½‖W‖² + ½‖b‖² + C·Σ max_k(f_k + 1 − [k=y]) − f_y (Crammer–Singer); scores are margins.",
		Params: append([]contract.Param{
			linear.CParam(),
			{Name: "loss", Type: "string", Default: squaredLoss, OneOf: []string{squaredLoss, hingeLoss},
				Doc: "Loss of binary problems: hinge is max(0, 1 − y f), squared_hinge its square."},
			{Name: "penalize_intercept", Type: "bool", Default: true,
				Doc: "Whether ½b² is part of the objective; the hinge and multiclass problems need it."},
		}, linear.EndParams()...),
	})
}

// Capabilities leave out multiclass problems without a penalty on the intercepts.
func (s settings) Capabilities() contract.Capabilities {
	c := contract.Capabilities{
		Tasks: []contract.Task{contract.Binary, contract.Multiclass}, Scores: contract.Margin,
		Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
			contract.UsesThreads | contract.TakesSparse | contract.TakesPositives |
			contract.ScoresPairs,
	}
	if !s.PenalizeIntercept {
		c.Tasks = c.Tasks[:1]
	}
	return c
}

// Check refuses the hinge with a free intercept.
func (s settings) Check() []contract.Diagnostic {
	if s.Loss == hingeLoss && !s.PenalizeIntercept {
		return []contract.Diagnostic{contract.Errorf([]any{"penalize_intercept"}, "The hinge needs a penalised intercept",
			"Dual coordinate descent has no form with a free intercept: remove penalize_intercept = false, or use loss = %q.",
			squaredLoss)}
	}
	return nil
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner {
	onSparse := trainer.Sparse{Loss: linear.SquaredHinge, C: s.C, Balanced: s.ClassWeight.Balanced(),
		Intercept: smooth.InterceptOf(true, s.PenalizeIntercept), Stopping: s.Stopping}
	singly := trainer.Singly{TrainOne: s.trainOne, Balanced: s.ClassWeight.Balanced()}
	l := trainer.ByForm{Dense: singly, Sparse: onSparse, WideFrom: mostColumns,
		Wide: trainer.SparseSingly{TrainOne: s.trainSparse, Balanced: s.ClassWeight.Balanced()}}
	if s.Loss == hingeLoss {
		onSparse.Loss = linear.Hinge
		l.Sparse = onSparse
		return l
	}
	l.Dense = trainer.ByTask{Binary: s.squared(), Multiclass: singly}
	return l
}

// squared trains binary problems with the squared hinge.
func (s settings) squared() trainer.Trainer {
	return trainer.Trainer{Loss: linear.SquaredHinge, C: s.C, Balanced: s.ClassWeight.Balanced(),
		Intercept: smooth.InterceptOf(true, s.PenalizeIntercept), Stopping: s.Stopping}
}

// trainOne trains one problem by its dual.
func (s settings) trainOne(ctx context.Context, p contract.Problem, threads int) (*linear.Model, error) {
	switch {
	case p.Task == contract.Binary:
		return trainHinge(ctx, p, s)
	case p.Task == contract.Multiclass && s.PenalizeIntercept:
		return trainCrammerSinger(ctx, p, s, threads)
	}
	return nil, wrongTask(p.Task)
}
