// Package trainer trains the problems of a batch for linear learners: many at a
// time where they share their rows (Trainer), or one by one (Singly).
package trainer

import (
	"github.com/manyclass/bench/plugins/internal/linear"
	"github.com/manyclass/bench/plugins/internal/smooth"
)

// Penalty is what is added to the losses.
type Penalty int

// The penalties: ½‖w‖², ‖w‖₁ and 0. L1 is for the logistic loss.
const (
	L2 Penalty = iota
	L1
	None
)

// Method is a way of finding the minimum. All but LBFGS are for the logistic loss.
type Method int

// The methods. With the penalty L1 it is Newton's whatever is asked for.
const (
	LBFGS      Method = iota
	Newton            // for binary problems
	Gradient          // gradient descent
	Stochastic        // gradient descent, one row a step
)

// Trainer minimises penalty + C·Σ c_i·loss(y_i·(x_iᵀw + b)) in binary problems and,
// with the logistic loss, penalty + C·Σ −c_i·log softmax(W·x_i + b)[y_i] in
// multiclass problems. It is a contract.Learner and a contract.BatchLearner. Row
// weights multiply c_i.
type Trainer struct {
	Loss         linear.Loss
	C            float64
	Penalty      Penalty
	Method       Method
	LeastSquares bool // start from the least-squares solution instead of 0
	Balanced     bool // c_i = n/(K·n_y), n_y being the rows of the class of row i; else 1
	Intercept    smooth.Intercept
	linear.Stopping
}

// unpenalised multiplies the tolerance of L-BFGS where there is no penalty: its
// estimate of the distance is then less sure.
const unpenalised = 1e-3
