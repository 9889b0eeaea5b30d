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
