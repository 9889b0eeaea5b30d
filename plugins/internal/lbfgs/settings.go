package lbfgs

import (
	"errors"

	"github.com/manyclass/bench/framework/contract"
)

// Functions are L functions of N variables.
type Functions interface {
	// Size returns L and N. N is a multiple of kernel.Lanes; variables that do
	// not exist have gradient 0.
	Size() (functions, variables int)
	// Evaluate stores the values and gradients of the functions with the given
	// numbers at the points x (one slice of N a function). What it stores for a
	// function depends on its point alone.
	Evaluate(numbers []int, x [][]float64, values []float64, gradients [][]float64)
	// Precondition stores P⁻¹·g in dst for a positive definite P that resembles
	// the Hessian of the function.
	Precondition(number int, dst, g []float64)
}

// Refresher is implemented by functions that can look at their Hessian.
type Refresher interface {
	// Refresh returns the multiplication with P⁻¹ for a P that resembles the
	// Hessian of a function at x, or nil if the number of steps since the last P is
	// not worth it. What it returns depends on number, x and steps alone.
	Refresh(number int, x []float64, steps int) func(dst, g []float64)
}

// Rougher is implemented by functions that can be evaluated faster with fewer digits.
// The way to the minimum is then gone with those, as far as they lead; every function
// ends at a point at which Evaluate has found its value and gradient.
type Rougher interface {
	// Rough reports whether that is worth while.
	Rough() bool
	// EvaluateRoughly is Evaluate to about seven digits. What it stores for a function
	// depends on its point alone.
	EvaluateRoughly(numbers []int, x [][]float64, values []float64, gradients [][]float64)
}

// Settings of the method.
type Settings struct {
	// Tol is the estimated distance to the minimum, relative to the value, at
	// which a function is done: ½ gᵀH⁻¹g ≤ Tol·f with the method's own H⁻¹. The
	// slower the progress, the more that is too small: after n > sureSteps steps
	// it is multiplied by n/sureSteps.
	Tol     float64
	MaxIter int // steps
	// Memory is the number of pairs that are remembered, 6 if it is 0: more save
	// fewer steps than they cost.
	Memory int
	// Gradient asks for plain gradient descent: every step goes along −g, with
	// H⁻¹ = 1 in the condition above.
	Gradient bool
	// Separated, unless it is nil, holds for each function the value below which
	// it is known to have no minimum: it is not converged then, and ends at a
	// millionth of that value.
	Separated []float64
	// Work, unless it is nil, holds for each function the work of an evaluation, in
	// any unit: its rows. It only serves to share the time.
	Work []float64
	// Threads is the number of functions that choose their next point at a time, 1 if it
	// is 0. More need functions whose preconditioners can be asked at the same time.
	Threads int
}

// Result is what was found for one function.
type Result struct {
	X          []float64 // N
	Value      float64
	Iterations int
	Seconds    float64 // its share of the time: that of evaluations by work, and its own between them
	End        contract.End
	Err        error // the function overflows
}

// ErrOverflow is the error of a function that is not finite where it starts.
var ErrOverflow = errors.New("the objective overflows: standardise the features or choose a smaller C")
