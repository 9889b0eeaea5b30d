// Package linear holds what the linear learners share: their model and the
// settings of iterative training.
package linear

import (
	"fmt"

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
	return fmt.Errorf("the %d training rows are not of both signs: a binary problem needs a row of +1 and a row of −1 "+
		"(merge or drop classes with very few rows, or use fewer folds)", rows)
}

// Loss is a function of the margin z = y·f.
type Loss int

// The losses. Hinge has no derivative at z = 1: it is for dual methods.
const (
	Logistic     Loss = iota // log(1 + exp(−z))
	SquaredHinge             // max(0, 1 − z)²
	Hinge                    // max(0, 1 − z)
)

// Stopping says when an iterative solver stops.
type Stopping struct {
	Tol     float64 `json:"tol"`
	MaxIter int     `json:"max_iter"`
}

// CParam describes the parameter C.
func CParam() contract.Param {
	return contract.Param{Name: "C", Type: "number", Default: 1.0, Above: contract.Bound(0),
		Doc: "Weight of the losses against the penalty."}
}

// EndParams describes the parameters of every learner with C and losses that come last:
// class_weight and those of Stopping.
func EndParams() []contract.Param {
	return []contract.Param{
		{Name: "class_weight", Type: "string", Default: "none", OneOf: []string{"none", balanced},
			Doc: "Weights of the losses: none is 1, balanced is n/(K·n_y) for the n_y rows of a class, " +
				"K being 2 in binary problems."},
		{Name: "tol", Type: "number", Default: 1e-8, Above: contract.Bound(0),
			Doc: "Training stops when the objective is estimated to be within this factor of its minimum."},
		{Name: "max_iter", Type: "number", Default: 1000.0, Min: contract.Bound(1), Integer: true,
			Doc: "Outer iterations after which training stops and the model is marked unconverged."},
	}
}

// ClassWeight is a value of the parameter class_weight.
type ClassWeight string

const balanced = "balanced"

// Balanced reports whether classes weigh alike whatever their rows.
func (w ClassWeight) Balanced() bool { return w == balanced }

// Priors is a value of the parameter priors.
type Priors string

// The values of the parameter priors.
const (
	Frequencies Priors = "frequencies"
	Uniform     Priors = "uniform"
)

// PriorsParam describes the parameter priors.
func PriorsParam() contract.Param {
	return contract.Param{Name: "priors", Type: "string", Default: string(Frequencies),
		OneOf: []string{string(Frequencies), string(Uniform)},
		Doc:   "Class probabilities π: the frequencies in the training rows, or the same for every class."}
}
