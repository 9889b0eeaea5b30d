// Package rlsc is regularised least squares with a kernel, for classes and for numbers.
package rlsc

import (
	"context"
	"fmt"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/cholesky"
	"github.com/manyclass/bench/plugins/internal/configured"
	"github.com/manyclass/bench/plugins/internal/gram"
	"github.com/manyclass/bench/plugins/internal/rowset"
)

// settings are the parameters of a learner block.
type settings struct {
	gram.Settings
	Alpha float64 `json:"alpha"`
}

// Component describes the learner "kernel_ridge". It minimises
//
//	Σ w_i·(y_i − f(x_i))² + alpha·‖f‖²
//
// over the functions f of the reproducing kernel Hilbert space of a kernel, without an
// intercept; w_i is 1 or the row's weight (R. Rifkin, G. Yeo and T. Poggio, "Regularized
// least-squares classification", 2003; R. Rifkin and A. Klautau, "In defense of one-vs-all
// classification", JMLR 5, 2004). Then f = Σ c_i·k(x_i, ·) with
//
//	(√W·K·√W + alpha·I)·u = √W·y,  c = √W·u
//
// which is solved by Cholesky's decomposition, once for all problems over the same rows of
// a fold. The objective is alpha·Σ c_i·y_i. Targets are ±1 for a binary problem, for a
// multiclass one ±1 of each class, so that its scores are those of one-vs-rest.
func Component() contract.Component {
	return configured.Learner[settings](contract.Component{
		Name: "kernel_ridge",
		Sources: []contract.Source{contract.Article("rifkin2004", "Rifkin, Ryan and Klautau, Aldebaro",
			"In Defense of One-Vs-All Classification", "Journal of Machine Learning Research", "5", "101--141", "2004")},
		Doc: "Kernel ridge regression, on classes regularised least-squares classification (Rifkin & Klautau 2004): " +
			"minimises Σ(y−f)² + alpha·‖f‖² without intercept on ±1 or on real targets; scores are the predicted values. " +
			"Problems over the same rows share one factorisation.",
		Params: append(gram.Params(), contract.Param{
			Name: "alpha", Type: "number", Default: 1.0, Above: contract.Bound(0),
			Doc: "Weight of the penalty ‖f‖² against the sum of squares.",
		}),
	})
}

// Capabilities tell of a γ that depends on all rows of the fold.
func (s settings) Capabilities() contract.Capabilities {
	return contract.Capabilities{
		Tasks: []contract.Task{contract.Binary, contract.Multiclass, contract.Regression}, Scores: contract.Margin,
		Properties: contract.TrainsBatches | contract.TakesWeights | contract.Symmetric | contract.Deterministic |
			contract.UsesThreads | contract.TakesSparse | contract.FoldWide.If(s.FoldWide()) | contract.LeavesOneOut,
	}
}

// Learner trains as the settings say.
func (s settings) Learner() contract.Learner { return learner{s} }

type learner struct{ settings }

// Train trains one problem.
func (l learner) Train(ctx context.Context, p contract.Problem) (contract.Model, error) {
	return rowset.Alone(ctx, l, p)
}

// group is problems over the same rows.
type group struct {
	rows     []int32
	weights  []float64
	problems []int
	columns  [][]column // of each problem
	spent    float64    // seconds that the problems were prepared
}

// column is a right side: one of a problem, or one of each of its classes.
type column []float64

// mostBytes bounds the memory of a factorisation.
const mostBytes = 16 << 30

// checkRows returns an error for more rows than a factorisation takes.
func checkRows(n, columns int) error {
	if bytes := cholesky.Bytes(n) + float64(8*float64(n)*float64(columns)); bytes > mostBytes {
		return fmt.Errorf("the kernel of %d training rows takes %.0f GiB, of at most %d: train on fewer rows, or use a "+
			"learner that does not hold it, such as kernel_svm", n, bytes/(1<<30), mostBytes>>30)
	}
	return nil
}
