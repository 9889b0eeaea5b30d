// Package linear holds what the linear learners share: their model and the
// settings of iterative training.
package linear

import (
	"fmt"
	"math"

	"github.com/manyclass/bench/framework/contract"
	"github.com/manyclass/bench/plugins/internal/dense"
)

// Absent is the score of a class without a training row: finite, and below
// every score that data can give.
const Absent = -1e100

// Model is an affine function of the features with K outputs (K = 1 for a
// binary problem).
type Model struct {
	W       []float64 // K × d, row-major
	B       []float64 // K
	Quality contract.Fit
}

// Spent notes how many seconds the training took.
func (m *Model) Spent(seconds float64) { m.Quality.Seconds = seconds }

// Fit returns the quality of the fit.
func (m *Model) Fit() contract.Fit { return m.Quality }

// Positive returns an error unless v is a finite number above 0.
func Positive(name string, v float64) error {
	if v > 0 && !math.IsInf(v, 1) {
		return nil
	}
	return fmt.Errorf("%s is %v: it must be a finite number above 0", name, v)
}

// Stopping says when an iterative solver stops.
type Stopping struct {
	Tol     float64 `json:"tol"`
	MaxIter int     `json:"max_iter"`
}

// Check returns an error for settings that no solver can work with.
func (s Stopping) Check() error {
	if err := Positive("tol", s.Tol); err != nil {
		return err
	}
	if s.MaxIter < 1 {
		return fmt.Errorf("max_iter is %d: it must be at least 1", s.MaxIter)
	}
	return nil
}

// Params describes the settings with their defaults.
func (s Stopping) Params() []contract.Param {
	return []contract.Param{
		{Name: "tol", Type: "number", Default: s.Tol, Above: contract.Bound(0),
			Doc: "Training stops when the objective is estimated to be within this factor of its minimum."},
		{Name: "max_iter", Type: "number", Default: float64(s.MaxIter), Min: contract.Bound(1), Integer: true,
			Doc: "Outer iterations after which training stops and the model is marked unconverged."},
	}
}

// The values of the parameter class_weight.
const (
	EqualClasses    = "none"
	BalancedClasses = "balanced"
)

// ClassWeightParam describes the parameter class_weight.
func ClassWeightParam() contract.Param {
	return contract.Param{Name: "class_weight", Type: "string", Default: EqualClasses, OneOf: []string{EqualClasses, BalancedClasses},
		Doc: "Weights of the losses: none is 1, balanced is n/(K·n_y) for the n_y rows of a class, K being 2 in binary problems."}
}

// CheckClassWeight returns an error for a value that class_weight does not have.
func CheckClassWeight(v string) error {
	if v != EqualClasses && v != BalancedClasses {
		return fmt.Errorf("class_weight is %q: it must be %q or %q", v, EqualClasses, BalancedClasses)
	}
	return nil
}

// CheckBinary returns an error if a problem is not a plain binary one with
// rows of both signs and finite features.
func CheckBinary(p contract.Problem) error {
	if p.Task != contract.Binary {
		return fmt.Errorf("cannot train a %s problem, only binary ones: reduce it first", p.Task)
	}
	if p.X.Cols == 0 {
		return fmt.Errorf("there are no feature columns")
	}
	for i, y := range p.Y {
		if y != 1 && y != -1 {
			return fmt.Errorf("target %v of training row %d is neither −1 nor +1", y, i)
		}
	}
	if err := BothSigns(p.Y); err != nil {
		return err
	}
	return dense.CheckFinite(p.X)
}

// BothSigns returns an error if all targets have the same sign: without a
// penalty on the intercept such a problem has no minimum.
func BothSigns(y []float64) error {
	var positive, negative bool
	for _, v := range y {
		positive = positive || v > 0
		negative = negative || v < 0
	}
	if positive && negative {
		return nil
	}
	return OneSign(len(y))
}

// OneSign is the error of a problem whose rows are not of both signs.
func OneSign(rows int) error {
	return fmt.Errorf("the %d training rows are not of both signs: a binary problem needs a row of +1 and a row of −1 (merge or drop classes with very few rows, or use fewer folds)", rows)
}
